"""How cutting is really done: each token of the kept head is encoded about once.

The readable way (`truncation`) asks for the count of ever longer heads, and every
answer encodes a head from its beginning: ten times the work of encoding the
kept head once. Byte-pair encodings allow more. A single space between two words
always begins a token, so counts add up there: `count(a + " b") == count(a) +
count(" b")`. Hence three steps, none of which reads anything twice:

1. Walk from one such space to the next, a stretch at a time, adding up, until
   the limit is passed. The cut lies in the last stretch.
2. Halve that stretch, again at such spaces, adding up what certainly stays.
3. Try the few word ends that are left (before a line break or a double space).

The marker begins with such a space too, so its tokens are simply added. Where a
text has no such spaces (no blanks at all, one word a line) nothing is known, and
the answer is None: the readable way decides. Taught in 01, "how it is really
done".
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ctxlab.tokens import Counter
from ctxlab.words import last_fitting, word_ends

WORD_START = re.compile(r"(?<=\S) (?=\S)")
"""Where counts add up: no token of o200k_base or cl100k_base spans such a space."""

_LONGEST_TOKEN = 1_000  # bytes; the vocabularies' longest tokens have 128


@dataclass
class _Stretch:
    """text[start:stop] holds the cut; text[:start] costs `before` tokens."""

    start: int
    stop: int
    before: int


def longest_head(text: str, limit: int, marker: str, count: Counter) -> str | None:
    """The longest head of whole words that fits `limit` tokens with `marker`.

    The whole text if it fits without. None if this way cannot tell. `count` must
    add up at single spaces, and `marker` begin with one.

    >>> longest_head("to be or not to be", 4, " ..", lambda text: len(text.split()))
    'to be or'
    """
    spare = count(marker)
    room = limit - spare
    stretch = _walk(text, room, count) if room > 0 else None
    if stretch is None:
        return None
    is_near_end = len(text) - stretch.stop <= spare * _LONGEST_TOKEN  # more cannot be so little
    if is_near_end and stretch.before + count(text[stretch.start :]) <= limit:
        return text
    _halve(text, room, count, stretch)

    def cost(cut: int) -> int:
        return stretch.before + count(text[stretch.start : cut] + marker)

    cuts = word_ends(text, max(stretch.start - 1, 0), stretch.stop)
    return text[: last_fitting(list(cuts), cost, limit, stretch.before)] or None


def _walk(text: str, room: int, count: Counter) -> _Stretch | None:
    """The stretch in which `room` is passed, or the last one; None if one has no end."""
    stretch = _Stretch(0, 0, 0)
    for stretch.stop in _stops(text, max(room // 2, 200)):
        if stretch.stop < 0:
            return None
        tokens = count(text[stretch.start : stretch.stop])
        if stretch.before + tokens > room or stretch.stop == len(text):
            break
        stretch.start, stretch.before = stretch.stop, stretch.before + tokens
    return stretch


def _stops(text: str, step: int) -> Iterator[int]:
    """Positions about `step` characters apart where counts add up; -1 if one is far away."""
    stop = 0
    while stop + step < len(text):
        space = WORD_START.search(text, stop + step, stop + 4 * step)
        if space is None and stop + 4 * step < len(text):
            yield -1
            return
        stop = space.start() if space else len(text)
        yield stop
    if stop < len(text) or not text:
        yield len(text)


def _halve(text: str, room: int, count: Counter, stretch: _Stretch) -> None:
    """Narrow the stretch as long as there is a space inside at which counts add up."""
    while middle := _middle(text, stretch.start, stretch.stop):
        tokens = count(text[stretch.start : middle])
        if stretch.before + tokens <= room:
            stretch.start, stretch.before = middle, stretch.before + tokens
        else:
            stretch.stop = middle


def _middle(text: str, start: int, stop: int) -> int:
    """A place inside at which counts add up, near the middle; 0 if there is none."""
    half = WORD_START.search(text, (start + stop) // 2, stop)
    found = half or WORD_START.search(text, start + 1, stop)
    return found.start() if found else 0
