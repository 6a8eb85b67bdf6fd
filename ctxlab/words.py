r"""Where a text may be cut, and the search for the last cut that fits.

A word has ended where something that is not white space is followed by white
space. Behind a joiner (U+200D) or a character that belongs to the next one, a
cut would tear a grapheme, so these are not word ends. Taught in 01.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import regex

ZWJ = "\u200d"
"""Joins two emoji into one; a cut behind it would dangle."""


def word_ends(text: str, start: int = 0, stop: int | None = None) -> Iterator[int]:
    """Positions up to `stop` at which a word has just ended and a space follows.

    >>> list(word_ends("to be, or"))
    [2, 6]
    """
    stop = len(text) if stop is None else stop
    return (match.end() for match in _word_end().finditer(text, start, min(stop + 1, len(text))))


def last_fitting(cuts: Sequence[int], fits: Callable[[int], bool]) -> int:
    """The last of the ascending `cuts` that fits, or 0. Each answer was itself tested.

    >>> last_fitting([2, 6, 9], lambda cut: cut < 8)
    6
    """
    low, high = 0, len(cuts)
    while low < high:
        middle = (low + high) // 2
        if fits(cuts[middle]):
            low = middle + 1
        else:
            high = middle
    return cuts[low - 1] if low else 0


@cache
def _word_end() -> "regex.Pattern[str]":
    import regex  # knows Unicode properties; loaded on first use

    return regex.compile(rf"[^\s{ZWJ}\p{{GCB=Prepend}}](?=\s)")
