"""Questions with known answers, made from a log by itself.

An answer is a value that occurs once in the whole log: an address, a version, a
duration, a path. A plain question has the words around it, as few as single it
out; a vague one only has the line before, so that the line with the answer need
not look relevant at all. So "is the answer in the window?" is settled by looking
for a string, on a log that nobody marked.

Not here: questions in other words than the log's own. They would need a person
or a model; lexical relevance looks better here than it is. Taught in 08.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Literal, NamedTuple

from ctxlab.logs.items import Log, LogQuestion

_DATE = r"\d{4}-\d\d-\d\d(?:[T ][\d:.,]+(?:Z|[+-]\d\d:?\d\d)?)?"
_FILE = (
    r"[\w.+-]+\.(?:py|c|h|o|a|so|js|ts|rs|go|log|txt|md|html|css|json|jsonl|toml|ya?ml|lock|whl)"
)
_VALUES = {
    "time stamp": rf"{_DATE}|\d\d:\d\d:\d\d(?:[.,]\d+)?",
    "address": r"\d{1,3}(?:\.\d{1,3}){3}(?::\d{2,5})?",
    "id": r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[A-Z]{2,}-\d{2,}",
    "hash": r"(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{7,64}",
    "version": r"v?\d+\.\d+\.\d+(?:\.?(?:post|dev|rc|a|b)?\d+)*",
    "duration": r"\d+m\d+(?:\.\d+)?s|\d+(?:\.\d+)? ?(?:ms|µs|ns|s|sec|seconds|min|minutes)",
    "size": r"\d+(?:\.\d+)? ?(?:[kKMGT]i?B|bytes|B)(?:/s)?",
    "port": r"(?<=[Pp]ort )\d{2,5}|(?<=localhost:)\d{2,5}",
    "path": rf"[~.]{{0,2}}(?:/[\w.+-]*\w){{2,}}|(?:[\w.+-]+/)*{_FILE}",
    "number": r"\d+(?:[,.]?\d+)+",
}
# Whole tokens only: no piece of a longer word, of a dotted number, of a fraction.
_VALUE = re.compile(
    "|".join(
        rf"(?P<v{i}>(?<![\w-])(?<!\d[.,/])(?:{pattern})(?![\w-])(?![.,/]\d))"
        for i, pattern in enumerate(_VALUES.values())
    )
)
_WORD = re.compile(r"[^\W\d_]{3}")
_FORMS: tuple[Literal["plain", "vague"], ...] = ("plain", "vague")
_WIDTHS = (2, 4, 8, 16)  # words on either side


class _Value(NamedTuple):
    kind: str
    line: str
    above: str  # the line before with something on it
    start: int
    end: int

    @property
    def text(self) -> str:
        return self.line[self.start : self.end]


def ask(store: Log, n: int = 20, seed: int = 0) -> list[LogQuestion]:
    """Up to `n` questions about a log, the same for the same log and seed.

    Each answer stands in the log once, on token boundaries and not even inside
    a longer word elsewhere; no other line fits the words of the question. What
    the model called and the developer wrote is not asked about. Fewer questions
    come back if the log has no more such values, or if 500 + 50 n of its lines
    were tried. Kinds of value take turns as far as they go. Raises ValueError
    for a negative `n`. Taught in 08.

    >>> from ctxlab.logs.loading import load_log, sample
    >>> questions = ask(load_log(sample("shell_session.log")), n=3)
    >>> len(questions), questions[0].step
    (3, 23)
    """
    if n < 0:
        raise ValueError(f"n must be at least 0, got {n}")
    kinds: Counter[str] = Counter()
    turns: list[tuple[int, LogQuestion]] = []
    for kind, question in islice(_questions(store, 500 + 50 * n, random.Random(seed)), 3 * n):
        turns.append((kinds[question.kind + kind], question))
        kinds[question.kind + kind] += 1
    turns.sort(key=lambda turn: turn[0])
    return [question for _, question in turns[:n]]


def values_in(line: str) -> Iterator[tuple[str, str]]:
    """(kind, value) of what could be asked about on a line.

    >>> list(values_in("listening on port 8073 after 12.5 ms"))
    [('port', '8073'), ('duration', '12.5 ms')]
    """
    return ((value.kind, value.text) for value in _values(line, ""))


def _values(line: str, above: str) -> Iterator[_Value]:
    kinds = list(_VALUES)
    for match in _VALUE.finditer(line):
        kind = kinds[int(str(match.lastgroup)[1:])]
        if kind != "time stamp" and len(match.group()) > 3:
            yield _Value(kind, line, above, *match.span())


def _questions(store: Log, lines: int, dice: random.Random) -> Iterator[tuple[str, LogQuestion]]:
    """(kind of value, question), at most one for each of the lines that are tried."""
    text = "\n".join(item.text for item in store.items)
    flat = _flat(text)
    after = max((item.step for item in store.items), default=-1) + 1
    for values in _drawn(store, lines, dice):
        forms = _FORMS if dice.random() < 0.5 else _FORMS[::-1]
        single = [value for value in values if text.count(value.text) == 1]
        asked = ((form, value, _asked(form, value, flat)) for value in single for form in forms)
        for form, value, question in asked:
            if question:
                yield value.kind, LogQuestion(after, form, question, value.text)
                break


def _drawn(store: Log, number: int, dice: random.Random) -> Iterator[list[_Value]]:
    """The values of a `number` of lines; lines and values in an order drawn by lot."""
    askable = [item.text for item in store.items if item.author not in ("developer", "model")]
    pairs = (pair for text in askable for pair in pairwise(["", *_full_lines(text)]))
    for _, (above, line) in sorted((dice.random(), pair) for pair in pairs)[:number]:
        yield [value for _, value in sorted((dice.random(), v) for v in _values(line, above))]


def _full_lines(text: str) -> list[str]:
    return [line for line in text.split("\n") if line.strip()]


def _asked(form: str, value: _Value, text: str) -> str:
    """The question in one of its forms; "" if it would fit two places."""
    if form == "plain":
        words = _words_around(value, text)
        return words and f'Which {value.kind} stands at the dots in "{words}"?'
    above = _flat(value.above).strip()
    others = [other for other in _values(value.line, "") if other.kind == value.kind]
    if len(others) > 1 or len(above) > 100 or not _WORD.search(above) or text.count(above) != 1:
        return ""
    return f'Which {value.kind} stands on the line after "{above}"?'


def _words_around(value: _Value, text: str) -> str:
    """The fewest words left and right of the value that only one line has; "" if none do."""
    left, right = _flat(value.line[: value.start]), _flat(value.line[value.end :])
    starts = [match.start() for match in re.finditer(r"\S+", left)]
    ends = [match.end() for match in re.finditer(r"\S+", right)]
    for width in _WIDTHS:
        before = left[starts[-width] if len(starts) > width else 0 :]
        behind = right[: ends[width - 1] if len(ends) > width else len(right)]
        if _WORD.search(f"{before} {behind}") and _is_single(before, behind, text):
            return f"{before}…{behind}".strip()
    return ""


def _is_single(before: str, behind: str, text: str) -> bool:
    """Whether these words, with something short between them, stand on one line only."""
    if any(side.strip() and text.count(side) == 1 for side in (before, behind)):
        return True
    if not before.strip():
        return False
    gap = re.compile(rf"{re.escape(before)}[^\n]{{1,80}}?{re.escape(behind) or '$'}", re.MULTILINE)
    found = gap.finditer(text)
    return next(found, None) is not None and next(found, None) is None


def _flat(text: str) -> str:
    """Every run of blanks as one space, for a question is read, not compared byte for byte."""
    return re.sub(r"[^\S\n]+", " ", text)
