r"""Where a text may be cut, and the search for the last cut that fits.

A word has ended where something that is not white space is followed by white
space. Behind a joiner (U+200D) or a character that belongs to the next one, a
cut would tear a grapheme, so these are not word ends. Taught in 01.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import regex

ZWJ = "\u200d"
"""Joins two emoji into one; a cut behind it would dangle."""

# Unicode's white space, as tokenizers see it: \s has four more, U+001C to U+001F.
_SPACE = r"\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
_AFTER_WORD = re.compile(rf"(?<=[^{_SPACE}])[{_SPACE}]")
_GUESSES = 8  # along a straight line, before the search goes on by halving


def word_ends(text: str, start: int = 0, stop: int | None = None) -> Iterator[int]:
    """Positions up to `stop` at which a word has just ended and a space follows.

    >>> list(word_ends("to be, or"))
    [2, 6]
    """
    stop = len(text) if stop is None else stop
    spaces = _AFTER_WORD.finditer(text, start + 1, min(stop + 1, len(text)))
    return (end for space in spaces if _is_whole(text[(end := space.start()) - 1]))


def last_fitting(
    cuts: Sequence[int], cost: Callable[[int], int], limit: int, cost_before: int = 0
) -> int:
    """The last of the ascending `cuts` whose cost is within `limit`, or 0.

    Costs grow about evenly from cut to cut, so the next one to try is where a
    straight line between the two nearest known ones passes the limit; what lies
    before the first of the cuts costs `cost_before`. Should
    costs be stranger than that, the search goes on by halving. Whatever it
    returns was itself tried.

    >>> last_fitting([2, 6, 9], lambda cut: cut, limit=8)
    6
    """
    low, high = 0, len(cuts)  # all before `low` are taken to fit, all from `high` on not to
    below, above = cost_before, max(2 * limit - cost_before, limit + 1)  # costs; a guess at first
    guesses = _GUESSES
    while low < high:
        is_line = guesses > 0 and above > below
        share = (limit - below) / (above - below) if is_line else 0.5
        middle = low + int(min(max(share, 0), 1) * (high - low - 1))
        price, guesses = cost(cuts[middle]), guesses - 1
        if price <= limit:
            low, below = middle + 1, price
        else:
            high, above = middle, price
    return cuts[low - 1] if low else 0


def _is_whole(last: str) -> bool:
    """Whether a word may end with this character."""
    return last.isascii() or not _tears().match(last)


@cache
def _tears() -> "regex.Pattern[str]":
    import regex  # knows Unicode properties; loaded on first use

    return regex.compile(rf"[{ZWJ}\p{{GCB=Prepend}}]")
