"""Summaries without a model: deterministic, so that what survives can be measured.

`extractive` keeps whole lines. A line is worth keeping if no other looks like
it: machines repeat themselves with other numbers, facts stand alone. Of several
lines that set the same key only the newest counts. Its rivals keep the head of
the log, its tail, or lines at random.

A summary made by a model says things in fewer words, and makes things up; both
are not here. Taught in 05.
"""

import re
from collections import Counter as Tally
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, takewhile
from random import Random

from ctxlab.memory.rolling import Fold, Summarizer
from ctxlab.memory.turns import Turn
from ctxlab.tokens import Counter, count_tokens
from ctxlab.truncation import truncate_to_tokens

_NUMBER = re.compile(r"\d+")
_SETS = re.compile(r"(\S+)\s*=\s*\S")  # what stands left of "=" is a key


@dataclass(frozen=True)
class Line:
    """One line of a log. Taught in 05.

    >>> Line("port = 80", shape="port = 0", key="port").key
    'port'
    """

    text: str
    shape: str
    """The line without its numbers: what a machine repeats."""
    key: str
    """What the line sets, if it is of the form `key = value`, else ""."""


Rank = Callable[[Sequence[Line]], Iterable[int]]
"""Lines -> positions of those worth keeping, best first."""


def keep_lines(rank: Rank, max_tokens: int, count: Counter = count_tokens) -> Summarizer:
    """A summarizer that takes the best lines that fit and keeps their order. Taught in 05.

    >>> keep_lines(lambda lines: range(len(lines)), 3)([Turn("tool", "one\\ntwenty-one\\nsix")])
    'one\\nsix'
    """

    def summarise(turns: Sequence[Turn]) -> str:
        lines, kept, left = _lines(turns), [], max_tokens
        for place in rank(lines):
            tokens = count(f"{lines[place].text}\n")
            if tokens <= left:
                left -= tokens
                kept.append(place)
        return _joined(lines[place] for place in sorted(kept))

    return summarise


def extractive(max_tokens: int, count: Counter = count_tokens) -> Summarizer:
    """A summarizer that keeps the lines least like any other. Taught in 05.

    Among lines of equal rank newer ones go first.

    >>> log = "check ok after 48 ms\\nconfig: deploy_key = ZK-4471\\ncheck ok after 51 ms"
    >>> extractive(8)([Turn("tool", log)])
    'config: deploy_key = ZK-4471'
    """
    return keep_lines(_rarest, max_tokens, count)


def head_of_log(max_tokens: int, count: Counter = count_tokens) -> Summarizer:
    """The rival that keeps the beginning: a plain cut. Taught in 05.

    >>> head_of_log(3)([Turn("user", "first"), Turn("user", "second one")])
    'first […]'
    """
    return lambda turns: truncate_to_tokens(_joined(_lines(turns)), max_tokens, count)


def tail_of_log(max_tokens: int, count: Counter = count_tokens) -> Summarizer:
    """The rival that keeps the end: a longer buffer by another name. Taught in 05.

    >>> tail_of_log(2)([Turn("user", "first"), Turn("user", "second")])
    'second'
    """

    def summarise(turns: Sequence[Turn]) -> str:
        lines = _lines(turns)
        used = accumulate(count(f"{line.text}\n") for line in reversed(lines))
        number = sum(1 for _ in takewhile(lambda tokens: tokens <= max_tokens, used))
        return _joined(lines[len(lines) - number :])

    return summarise


def random_lines(max_tokens: int, count: Counter = count_tokens, seed: int = 0) -> Summarizer:
    """The floor: lines at random, the same ones for a log of the same length. Taught in 05.

    >>> random_lines(2)([Turn("user", "first")])
    'first'
    """

    def shuffled(lines: Sequence[Line]) -> Sequence[int]:
        return Random(f"{seed} {len(lines)}").sample(range(len(lines)), len(lines))

    return keep_lines(shuffled, max_tokens, count)


def as_fold(summarizer: Summarizer) -> Fold:
    """Fold with a summarizer: the old summary stands before the new turns. Taught in 05.

    >>> as_fold(tail_of_log(2))("old", [Turn("user", "newer")])
    'newer'
    """

    def fold(previous: str, turns: Sequence[Turn]) -> str:
        return summarizer([Turn("summary", previous), *turns] if previous else turns)

    return fold


def _rarest(lines: Sequence[Line]) -> list[int]:
    shapes = Tally(line.shape for line in lines)
    newest = {line.key: place for place, line in enumerate(lines)}
    places = [i for i, line in enumerate(lines) if not line.key or newest[line.key] == i]
    return sorted(places, key=lambda i: (shapes[lines[i].shape], -i))


def _lines(turns: Iterable[Turn]) -> list[Line]:
    return [line for turn in turns for line in _lines_of(turn.text)]


@lru_cache(maxsize=4096)
def _lines_of(text: str) -> tuple[Line, ...]:
    return tuple(
        Line(line.strip(), _NUMBER.sub("0", line.strip()), _key(line))
        for line in text.splitlines()
        if line.strip()
    )


def _key(line: str) -> str:
    match = _SETS.search(line)
    return match[1] if match else ""


def _joined(lines: Iterable[Line]) -> str:
    return "\n".join(line.text for line in lines)
