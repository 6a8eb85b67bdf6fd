"""Limits in tokens, and the record of what one compaction did. Taught in 05."""

from dataclasses import dataclass
from typing import Literal

Path = Literal["automatic", "manual", "overflow"]


@dataclass(frozen=True)
class Hysteresis:
    """Compact when the window passes `trigger` tokens, down to `target`, and then rest.

    One limit alone compacts on every turn, and every compaction rewrites the
    prompt from its beginning. The last `keep_tail` turns stay word for word.
    Taught in 05.

    >>> Hysteresis(trigger=8_000, target=4_000, keep_tail=6).target
    4000
    """

    trigger: int
    target: int
    keep_tail: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.target < self.trigger:
            raise ValueError(
                f"target must lie from 0 to below trigger, got {self.target} and {self.trigger}"
            )
        if self.keep_tail < 0:
            raise ValueError(f"keep_tail must be at least 0 turns, got {self.keep_tail}")


@dataclass(frozen=True)
class Compaction:
    """One pass, in numbers. All sizes are in tokens, counted from the real texts.

    `before` and `after` are the sizes of the window. `read` is what the
    summarizer was given, `written` what it returned, `summary` what the library
    let through. Taught in 05.

    >>> report = Compaction("manual", 1, 90, read=90, written=50, summary=20, before=200, after=130)
    >>> report.was_cut
    True
    """

    path: Path
    turns: int
    """Turns that left."""
    evicted: int
    read: int
    written: int
    summary: int
    before: int
    after: int

    @property
    def was_cut(self) -> bool:
        """The summarizer returned more than the cap."""
        return self.summary < self.written

    def __str__(self) -> str:
        cut = f", cut from {self.written}" if self.was_cut else ""
        return (
            f"{self.path}: {self.turns} turns left ({self.evicted} tokens), read {self.read}, "
            f"summary {self.summary}{cut}; window {self.before} -> {self.after}"
        )


def check_limits(size: int | None, cap: int | None, tokens: Hysteresis | None) -> None:
    """Refuse limits that cannot hold: see `WorkingBuffer`. Taught in 05.

    >>> check_limits(8, None, None)
    """
    if size is not None and size < 0:
        raise ValueError(f"buffer_size must be at least 0 turns, got {size}")
    if size is None and tokens is None:
        raise ValueError("buffer_size=None needs tokens=: without a limit nothing ever leaves")
    if tokens is not None and (cap is None or cap > tokens.target):
        raise ValueError(
            f"tokens= needs max_summary_tokens of at most its target, {tokens.target}, got {cap}: "
            "the summary is part of the window"
        )
