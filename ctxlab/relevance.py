"""Relevance: how much of an item answers the question, by the words they share.

Rare words count for more: a word that stands on most lines of the store says
little about any of them. An item is as relevant as its *best line*; adding up
its lines would reward length, and a long log mentions everything somewhere.
Trimming keeps an item's most relevant lines in their order and says how many
were cut.

Not here: word stems ("deploys" is not "deploy"), synonyms, meaning. Source:
the store and the window, "Four ways to fill the window". Taught in 06.
"""

import math
import re
from collections import Counter as Counting
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ctxlab.tokens import CharCounter, Counter, count_tokens
from ctxlab.truncation import truncate_to_tokens

_WORD = re.compile(r"[^\W_]+")


class Line(NamedTuple):
    """A line of an item and the words that stand on it."""

    text: str
    words: frozenset[str]


def words(text: str) -> frozenset[str]:
    """The words of a text in lower case; `staging.deploy_key` is three of them. Taught in 06.

    >>> sorted(words("staging.deploy_key = ZK-4471"))
    ['4471', 'deploy', 'key', 'staging', 'zk']
    """
    return frozenset(_WORD.findall(text.casefold()))


@lru_cache(maxsize=4096)
def lines_of(text: str) -> tuple[Line, ...]:
    """The text line by line, with words. Kept, since one item is asked about many times.

    >>> [line.text for line in lines_of("a b\\nc")]
    ['a b', 'c']
    """
    return tuple(Line(line, words(line)) for line in text.split("\n"))


def rare_word_weights(question: str, lines: Iterable[Line]) -> dict[str, float]:
    """What each word of the question is worth, given the lines of the store. Taught in 06.

    `log(1 + lines / lines with the word)`; a word on no line is left out, since
    it can match nothing.

    >>> store = lines_of("staging ok\\nstaging slow\\nstaging key")
    >>> rare_word_weights("Which key deploys staging?", store)["staging"]
    0.6931471805599453
    """
    asked = sorted(words(question))  # an order that is the same in every run
    seen = [line.words.intersection(asked) for line in lines]
    found = Counting(word for line in seen for word in line)
    return {word: math.log(1 + len(seen) / found[word]) for word in asked if found[word]}


def line_scores(text: str, weights: Mapping[str, float]) -> tuple[float, ...]:
    """The weight of the question's words on each line; a repeated word counts once.

    Taught in 06.

    >>> line_scores("deploy key\\nnoise\\nkey key", {"key": 2.0, "deploy": 1.0})
    (3.0, 0.0, 2.0)
    """
    return tuple(
        sum((weight for word, weight in weights.items() if word in line.words), 0.0)
        for line in lines_of(text)
    )


def relevance(text: str, weights: Mapping[str, float]) -> float:
    """An item is as relevant as its best line. Taught in 06.

    >>> relevance("key\\nkey\\nkey", {"key": 2.0})
    2.0
    """
    return max(line_scores(text, weights))


def trim(text: str, weights: Mapping[str, float], limit: int, count: Counter = count_tokens) -> str:
    """The most relevant lines within `limit` tokens, in their order, the cut stated.

    `count(result) <= limit` for every counter, the marker included. Text that
    fits comes back unchanged. Lines are taken best first, equal ones from the
    top, skipping what does not fit. If not one line fits whole, the head of the
    best one is kept; if not even that fits, the result is `""`.

    Raises ValueError for a negative limit. Taught in 06.

    >>> trim("noise one\\nthe key\\nnoise two\\nnoise three", {"key": 1.0}, 7)
    'the key\\n[… 3 lines cut]'
    """
    if limit < 0:
        raise ValueError(f"limit must be at least 0 tokens, got {limit}")
    if count(text) <= limit:
        return text
    scores = line_scores(text, weights)
    ranked = sorted(range(len(scores)), key=lambda i: -scores[i])
    texts = [line.text for line in lines_of(text)]
    kept = _fill(texts, ranked, limit, count)
    while kept and count(_with_marker(texts, kept)) > limit:  # parts need not add up
        kept.pop()
    return _with_marker(texts, kept) if kept else _head_of(texts, ranked[0], limit, count)


def marker(cut: int) -> str:
    """Says how many lines were cut.

    >>> marker(17)
    '[… 17 lines cut]'
    """
    return f"[… {cut} line{'' if cut == 1 else 's'} cut]"


def _fill(texts: Sequence[str], ranked: Sequence[int], limit: int, count: Counter) -> list[int]:
    """Line numbers, best first, as many as fit when their sizes are added up."""
    size, total = _sizes(count)
    kept: list[int] = []
    used = 0
    for i in ranked:
        after = used + size(texts[i] + "\n")
        if total(after + size(marker(len(texts) - len(kept) - 1))) <= limit:
            kept.append(i)
            used = after
    return kept


def _sizes(count: Counter) -> tuple[Callable[[str], int], Callable[[int], int]]:
    """How to size a line and what a sum of sizes counts: characters add up exactly."""
    if isinstance(count, CharCounter):
        return count.weigh, count.total
    return count, lambda tokens: tokens


def _with_marker(texts: Sequence[str], kept: Sequence[int]) -> str:
    lines = [texts[i] for i in sorted(kept)]
    return "\n".join([*lines, marker(len(texts) - len(kept))])


def _head_of(texts: Sequence[str], best: int, limit: int, count: Counter) -> str:
    """The best line, cut; beside it the marker, if there were other lines."""
    tail = f"\n{marker(len(texts) - 1)}" if len(texts) > 1 else ""
    head = truncate_to_tokens(texts[best], limit, lambda text: count(text + tail))
    return head + tail if head else ""
