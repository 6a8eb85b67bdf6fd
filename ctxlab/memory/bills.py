"""Bills: what compaction costs, in tokens and never in seconds.

Two costs. The summarizer reads: the whole log at every eviction, or the old
summary and what newly left. And the provider's cache breaks: a prompt is cheap
as far as it begins like the one before, and a compaction changes it near its
beginning.

Prices are relative to an uncached input token. The defaults are typical of
providers that cache on request; put in your own. Not here: output tokens of the
answers, minimum lengths and lifetimes of caches. Taught in 05.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise, takewhile

from ctxlab.memory.turns import Turn, count_turns
from ctxlab.tokens import Counter, count_tokens

Window = Sequence[Turn]


def recompute_reads(evicted: Iterable[int]) -> int:
    """Tokens read if every eviction reads the whole log: O(E^2). Taught in 05.

    `evicted`: tokens that leave, eviction by eviction.

    >>> recompute_reads([500] * 40)
    410000
    """
    return sum(accumulate(evicted))


def fold_reads(evicted: Sequence[int], summary_tokens: int) -> int:
    """Tokens read if every eviction reads the last summary and what leaves: O(E).

    The first eviction finds no summary yet; later ones find one of
    `summary_tokens`. Taught in 05.

    >>> fold_reads([500] * 40, summary_tokens=200)
    27800
    """
    return sum(evicted) + summary_tokens * max(len(evicted) - 1, 0)


@dataclass(frozen=True)
class CachePrices:
    """Price of a token, relative to an uncached input token.

    `read`: found in the cache. `write`: read anew and put into the cache.
    Taught in 05.

    >>> CachePrices(read=0.5).write
    1.25
    """

    read: float = 0.1
    write: float = 1.25


@dataclass(frozen=True)
class PrefixBill:
    """Input tokens of a series of requests, by what the cache did with them. Taught in 05.

    >>> PrefixBill(read=900, written=100, prices=CachePrices()).shared
    0.9
    """

    read: int
    """Tokens that stood in the cache: the beginning shared with the request before."""
    written: int
    """All other tokens."""
    prices: CachePrices

    @property
    def cost(self) -> float:
        """In uncached input tokens."""
        return self.read * self.prices.read + self.written * self.prices.write

    @property
    def shared(self) -> float:
        """Share of all input tokens that stood in the cache; 0.0 for no tokens."""
        total = self.read + self.written
        return self.read / total if total else 0.0


def shared_prefix(before: Window, after: Window) -> int:
    """How many turns both windows begin with. Taught in 05.

    >>> a, b, c = (Turn("user", text) for text in "abc")
    >>> shared_prefix([a, b], [a, c])
    1
    """
    pairs = zip(before, after, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def prefix_bill(
    windows: Iterable[Window],
    prices: CachePrices = CachePrices(),
    count: Counter = count_tokens,
) -> PrefixBill:
    """The bill of sending these windows one after the other. Taught in 05.

    >>> a, b = Turn("user", "a" * 400), Turn("user", "b" * 400)
    >>> prefix_bill([[a], [a, b]]).cost
    260.0
    """
    read = written = 0
    for before, after in pairwise([(), *windows]):
        shared = shared_prefix(before, after)
        read += count_turns(after[:shared], count)
        written += count_turns(after[shared:], count)
    return PrefixBill(read, written, prices)


@dataclass(frozen=True)
class CompactionBill:
    """Does one compaction pay? All sizes in tokens, all costs in uncached input tokens.

    `before` and `after`: size of the window. `shared`: its beginning that stays
    as it was (the rules). `read` and `written`: by the summarizer. Taught in 05.

    >>> bill = CompactionBill(before=20_000, after=4_000, shared=1_000, read=17_000)
    >>> bill.once, bill.saved_per_request, bill.pays_after
    (20450.0, 1600.0, 13)
    """

    before: int
    after: int
    shared: int
    read: int
    written: int = 0
    prices: CachePrices = CachePrices()
    output_price: float = 5.0

    def __post_init__(self) -> None:
        if not 0 <= self.shared <= min(self.before, self.after):
            raise ValueError(
                f"shared must lie from 0 to the smaller window, {min(self.before, self.after)}, "
                f"got {self.shared}"
            )

    @property
    def once(self) -> float:
        """The summarizer's work, and the part of the new window that is no longer cached."""
        rewritten = (self.after - self.shared) * (self.prices.write - self.prices.read)
        return self.read + self.written * self.output_price + rewritten

    @property
    def saved_per_request(self) -> float:
        """What each later request saves: fewer tokens read from the cache."""
        return (self.before - self.after) * self.prices.read

    @property
    def pays_after(self) -> int | None:
        """Requests until the compaction has paid for itself; None if it never does."""
        if self.saved_per_request <= 0:
            return None
        return math.ceil(self.once / self.saved_per_request)
