"""05.5: does a compaction pay, and after how many requests?"""

from collections.abc import Callable, Iterator
from random import Random

from ctxlab.checking.exercise import Exercise, Mistake

PLAIN, CACHED, FRESH, OUTPUT = 100, 10, 125, 500
"""Prices in hundredths of a plain input token: whole numbers, so that nothing is rounded."""

Answer = int | None


def pays_after(before: int, after: int, shared: int, read: int, written: int) -> Answer:
    """Requests until a compaction has paid for itself; None if it never does.

    All sizes in tokens: the window before and after, its beginning that both
    share, and what the summarizer reads and writes. The same as
    `CompactionBill.pays_after` with its usual prices.

    >>> from ctxlab.memory.bills import CompactionBill
    >>> CompactionBill(20_000, 4_000, shared=1_000, read=17_000, written=500).pays_after
    15
    >>> pays_after(20_000, 4_000, 1_000, 17_000, 500)
    15
    """
    once = read * PLAIN + written * OUTPUT + (after - shared) * (FRESH - CACHED)
    saved = (before - after) * CACHED
    return _up(once, saved) if saved > 0 else None


def _up(once: int, saved: int) -> int:
    return -(-once // saved)


def _priced(
    *,
    read: int = PLAIN,
    written: int = OUTPUT,
    rewrite: int = FRESH - CACHED,
    saving: int = CACHED,
    rounded: Callable[[int, int], int] = _up,
) -> Callable[[int, int, int, int, int], Answer]:
    """The same sum with other prices, or rounded differently."""

    def pays(before: int, after: int, shared: int, read_: int, written_: int) -> Answer:
        once = read_ * read + written_ * written + (after - shared) * rewrite
        saved = (before - after) * saving
        return rounded(once, saved) if saved > 0 else None

    return pays


def _all_rewritten(before: int, after: int, shared: int, read: int, written: int) -> Answer:
    return pays_after(before, after, 0, read, written)


def _never_is_zero(before: int, after: int, shared: int, read: int, written: int) -> Answer:
    return pays_after(before, after, shared, read, written) or 0


def _cases(rng: Random) -> Iterator[tuple[int, ...]]:
    yield from ((9, 9, 1, 8, 0), (9, 12, 2, 7, 4), (9, 2, 2, 0, 0), (90, 90, 10, 80, 30))
    yield from ((20, 10, 10, 1, 0), (20, 10, 10, 3, 0), (60, 10, 10, 15, 1), (30, 10, 0, 17, 2))
    for _ in range(60):
        shared = rng.randrange(0, 40)
        written = rng.randrange(1, 40)
        after = shared + written + rng.randrange(0, 60)
        before = max(after + rng.randrange(-20, 200), shared)
        yield before, after, shared, max(before - shared - rng.randrange(30), 1), written


PAYS = Exercise(
    id="05.5",
    title="Does a compaction pay?",
    level="stretch",
    minutes=6,
    name="pays_after",
    right=pays_after,
    cases=_cases,
    mistakes=(
        Mistake(
            "lets the summarizer read for free",
            _priced(read=0),
            "To write a summary, something has to be read. At which price?",
        ),
        Mistake(
            "lets the summarizer read from the cache",
            _priced(read=CACHED),
            "The summarizer's request begins differently. What does the cache hold of it?",
        ),
        Mistake(
            "lets the summarizer write for free",
            _priced(written=0),
            "Tokens that a model writes have a price of their own: the highest one.",
        ),
        Mistake(
            "takes the whole new window as changed",
            _all_rewritten,
            "The rules stand at the beginning of both windows. Are they read anew?",
        ),
        Mistake(
            "takes the new window as cached",
            _priced(rewrite=0),
            "What stands behind the rules is new text to the cache. What does it cost the first time?",
        ),
        Mistake(
            "forgets what the changed part would have cost anyway",
            _priced(rewrite=FRESH),
            "Without the compaction these tokens would have been read as well, from the cache.",
        ),
        Mistake(
            "saves at the full price",
            _priced(saving=PLAIN),
            "Without the compaction the long window is in the cache. What does reading it cost there?",
        ),
        Mistake(
            "rounds down",
            _priced(rounded=lambda once, saved: once // saved),
            "After that many requests, is there still a little to pay?",
        ),
        Mistake(
            "always one request more",
            _priced(rounded=lambda once, saved: once // saved + 1),
            "If it comes out even, it has paid for itself at that very request.",
        ),
        Mistake(
            "says zero for never",
            _never_is_zero,
            "Zero requests means: it pays at once. What if the new window is no smaller?",
        ),
    ),
    hints=(
        "Two sums: what is paid once? And what does each later request save?",
        "Once: reading, writing, and the changed part of the new window (fresh instead of cached). "
        "Each request: the difference of the windows, at the cached price. Divide and round up.",
        "once = read * ... + written * ... + (...) * (FRESH - CACHED)\nsaved = (...) * CACHED\n"
        "if saved <= 0: ...\nreturn ...",
    ),
)
