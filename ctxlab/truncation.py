"""Cutting a text to a budget: the head, whole words, and a marker that is paid for.

The cut is an exact prefix of the text (line breaks and indentation survive),
ends at the end of a word, and is followed by `ELISION`. Where not even the
first word fits it ends between two graphemes: never half an emoji.

Word ends are safe places to cut and to search: there a longer head never
counts less, under chars/4 and under tiktoken's encodings. Characters and token
ids are not: a longer prefix may count less, and a cut by ids may come back as
more tokens. Source: phase 04, `truncate_to_tokens`. Taught in 01.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from ctxlab.tokens import Counter, count_tokens
from ctxlab.words import ZWJ, last_fitting, word_ends

if TYPE_CHECKING:
    import regex

ELISION = " […]"
"""Says that something was cut. One token under chars/4, o200k_base and cl100k_base."""


def truncate_to_tokens(text: str, limit: int, count: Counter = count_tokens) -> str:
    """The longest head of `text` that fits `limit` tokens, marked if it was cut.

    `count(result) <= limit` for every counter and every `limit >= 0`. What fits
    comes back unchanged. If not one grapheme fits beside the marker, the result
    is `""`. The cost follows the limit, not the length of the text.

    Raises ValueError for a negative limit. Taught in 01.

    >>> truncate_to_tokens("alpha beta gamma delta", 4)
    'alpha beta […]'
    """
    if limit < 0:
        raise ValueError(f"limit must be at least 0 tokens, got {limit}")
    if (head := _known_head(text, limit, count)) is not None:
        return text if len(head) == len(text) else head + ELISION
    known = _reach(text, limit, count)
    if known.reach == len(text) and count(text) <= limit:
        return text

    def last(cuts: Iterable[int], cost_before: int) -> int:
        return last_fitting(list(cuts), lambda cut: count(text[:cut] + ELISION), limit, cost_before)

    cut = (
        last(word_ends(text, known.fits, known.reach), known.cost)
        or last(word_ends(text, 0, known.fits), count(""))
        or last(_graphemes_of_first_word(text, known.reach), count(""))
    )
    return text[:cut] + ELISION if cut else ""


def _known_head(text: str, limit: int, count: Counter) -> str | None:
    """The head as the counter itself knows it, if it does: see `heads`."""
    prefix = getattr(count, "prefix", None)
    return prefix(text, limit, ELISION) if prefix else None


class _Known(NamedTuple):
    """A head that fits, but for the marker, what it costs, and how far it is worth looking."""

    fits: int
    cost: int
    reach: int


def _reach(text: str, limit: int, count: Counter) -> _Known:
    """How much of `text` can matter: no head that is longer than `reach` fits.

    Doubles the length looked at until a head is too long, so that a long text
    costs no more than a short one.
    """
    overhead = count("")  # not 0 when the text is counted in place, inside a prompt
    fits, cost, size = 0, overhead, 64
    while size < len(text):
        end = _last_word_end(text, size // 2, size)
        # Inside one giant word counts may sink again, but not by half.
        allowed = limit if end else overhead + 2 * max(limit - overhead, 0) + 8
        tokens = count(text[: end or size])
        if tokens > allowed:
            return _Known(fits, cost, end or size)
        if end:
            fits, cost = end, tokens
        size *= 2
    return _Known(fits, cost, len(text))


def _last_word_end(text: str, start: int, stop: int) -> int:
    """The last one, or 0. Usually it is near: the last 100 characters are looked at first."""
    near = [*word_ends(text, max(start, stop - 100), stop)] or [*word_ends(text, start, stop)]
    return near[-1] if near else 0


def _graphemes_of_first_word(text: str, reach: int) -> Iterator[int]:
    """Ends of the graphemes within the first word, up to `reach`."""
    word = re.search(r"\S+", text[:reach])
    if word is None:
        return
    for match in _grapheme().finditer(text, 0, min(word.end() + 1, reach)):
        is_inside = word.start() < match.end() <= word.end()
        if is_inside and match.end() < min(reach, len(text)) and _is_whole(text, match.end()):
            yield match.end()


def _is_whole(text: str, cut: int) -> bool:
    """Whether the cut leaves neither a dangling joiner nor half a surrogate pair."""
    before, after = text[cut - 1], text[cut]
    is_pair = "\ud800" <= before <= "\udbff" and "\udc00" <= after <= "\udfff"
    return before != ZWJ and not is_pair


@cache
def _grapheme() -> "regex.Pattern[str]":
    import regex  # knows graphemes; loaded on first use

    return regex.compile(r"\X")
