"""Plain text to items: one for each command, step or section, and none too long.

A new item begins at a shell prompt, a CI group or a ruled heading. Where
nothing of the kind comes, it is cut at the first line that is not indented
after 20 lines, or after 40 lines at the latest. Taught in 08.
"""

import re
from collections.abc import Iterator

from ctxlab.logs.items import LogItem

SOFT_LINES, HARD_LINES = 20, 40
LONG_LINE = 1_000
"""Characters; a longer line is laid out as several, so that no item is endless."""

_STAMP = r"(?:\d{4}-\d\d-\d\d[T ][\d:.,]+(?:Z|[+-]\d\d:?\d\d)? )?"
_STARTS = (
    re.compile(r"(?:\([\w.-]+\) ?)?[\w.-]+@[\w.-]+:[^\s$#%]*[$#%] (?P<name>\S.*)"),
    re.compile(r"(?:\$|❯|PS [A-Za-z]:\\[^>]*>) ?(?P<name>\S.*)"),
    re.compile(_STAMP + r"(?:##\[(?:group|section)\]|::group::)(?P<name>.*)"),
    re.compile(r"(?:Step \d+/\d+ : )(?P<name>.*)"),
    re.compile(r"([=_*#-])\1{2,} ?(?P<name>[^=_*#\s-].*?) ?\1{2,}$"),
    re.compile(r"([=_])\1* (?P<name>\S.*?) \1+$"),
)


def read_plain(text: str) -> Iterator[LogItem]:
    r"""The items of a plain log: all of its lines, in their order. Taught in 08.

    >>> [item.name for item in read_plain("$ make\nok\n$ make test\n5 passed\n")]
    ['make', 'make test']
    """
    step = 0
    for first, name, lines in _blocks(text):
        body = "\n".join(lines).strip("\n")
        if body.strip():
            yield LogItem(step, "tool result", "outside world", body, name, first)
            step += 1


def start_of(line: str) -> str | None:
    """What begins on this line: a command, a group, a heading; None if nothing does.

    >>> start_of("===== FAILURES =====")
    'FAILURES'
    """
    if not line[:1] or line[0] in " \t":
        return None
    for pattern in _STARTS:
        if match := pattern.match(line):
            return match["name"].strip()[:60]
    return None


def _blocks(text: str) -> Iterator[tuple[int, str, list[str]]]:
    """(first line, name, lines): a block goes on until something begins or it is full."""
    first, name, lines = 1, "", list[str]()
    for number, line in _numbered(text):
        start = start_of(line)
        if lines and (start is not None or _is_full(lines, line)):
            yield first, name, lines
            lines = []
        if not lines:
            first = number
        if start is not None:
            name = start
        lines.append(line)
    yield first, name, lines


def _is_full(lines: list[str], line: str) -> bool:
    is_new_paragraph = bool(line.strip()) and line[0] not in " \t|"
    return len(lines) >= HARD_LINES or (len(lines) >= SOFT_LINES and is_new_paragraph)


def _numbered(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.split("\n"), start=1):
        for i in range(0, max(len(line), 1), LONG_LINE):
            yield number, line[i : i + LONG_LINE]
