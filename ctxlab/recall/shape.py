"""Is it a U? What the two ends of a recall curve have over its middle half.

A curve is called a U only if both ends beat the middle by more than chance
explains. Left out: other shapes than these four. Taught in 03.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from ctxlab.recall.stats import Z95, Interval, bootstrap_interval


@dataclass(frozen=True)
class Shape:
    """What the two ends of a curve have over its middle half. Taught in 03.

    >>> print(Shape(Interval(0.6, 0.5, 0.7), Interval(0.1, -0.1, 0.3)))
    primacy only: first - middle 0.60 [0.50, 0.70], last - middle 0.10 [-0.10, 0.30]
    """

    first_minus_middle: Interval
    last_minus_middle: Interval

    @property
    def primacy(self) -> bool:
        """Whether the first position beats the middle beyond chance."""
        return self.first_minus_middle.low > 0

    @property
    def recency(self) -> bool:
        """Whether the last position beats the middle beyond chance."""
        return self.last_minus_middle.low > 0

    @property
    def verdict(self) -> str:
        """`U`, `primacy only`, `recency only`, or `no end shown better`."""
        if self.primacy and self.recency:
            return "U"
        if self.primacy:
            return "primacy only"
        return "recency only" if self.recency else "no end shown better"

    def __str__(self) -> str:
        return (
            f"{self.verdict}: first - middle {self.first_minus_middle}, "
            f"last - middle {self.last_minus_middle}"
        )


def middle_half(places: Sequence[float]) -> list[int]:
    """Which of the relative places (0 first, 1 last) lie from a quarter to three quarters.

    >>> middle_half([0, 0.2, 0.4, 0.6, 0.8, 1])
    [2, 3]
    """
    middle = [i for i, place in enumerate(places) if 0.25 <= place <= 0.75]
    if not middle:
        raise ValueError(f"no position between 0.25 and 0.75 among {len(places)}: no middle")
    return middle


def shape_of_contexts(rows: Sequence[Sequence[float]], places: Sequence[float]) -> Shape:
    """Is it a U? From answers per context (a row) and position, by bootstrap. Taught in 03.

    >>> shape_of_contexts([[1, 0, 0, 0, 1]] * 8, [0, 0.25, 0.5, 0.75, 1]).verdict
    'U'
    """
    middle = middle_half(places)
    middles = [fmean(row[i] for i in middle) for row in rows]
    first, last = ([row[end] - m for row, m in zip(rows, middles, strict=True)] for end in (0, -1))
    return Shape(bootstrap_interval(first), bootstrap_interval(last))


def shape_of_shares(shares: Sequence[float], places: Sequence[float], answers: int) -> Shape:
    """Is it a U? From published shares alone, taking answers as independent. Taught in 03.

    Published tables give no answers, only shares; the same questions were asked
    at each position, so this interval is somewhat too wide.

    >>> shape_of_shares([0.758, 0.572, 0.538, 0.554, 0.632], [0, 0.21, 0.47, 0.74, 1], 2655).verdict
    'U'
    """
    middle = middle_half(places)
    mean = fmean(shares[i] for i in middle)
    spread = sum(shares[i] * (1 - shares[i]) for i in middle) / len(middle) ** 2
    return Shape(
        _difference(shares[0], mean, spread, answers),
        _difference(shares[-1], mean, spread, answers),
    )


def _difference(share: float, mean: float, spread: float, answers: int) -> Interval:
    half = Z95 * math.sqrt((share * (1 - share) + spread) / answers)
    return Interval(share - mean, share - mean - half, share - mean + half)
