"""Intervals for recall: the bootstrap, and shares of independent answers.

Questions asked of one context are not independent (they share its facts), so
what is drawn again with replacement are whole **contexts**.

Left out: tests of significance, corrections for many comparisons. Sources:
Efron 1979 (bootstrap), Wilson 1927 (proportions). Taught in 03.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Any, TypeVar

T = TypeVar("T")

Z95 = 1.959964  # a normal variable is within this many deviations 95 times in 100
RESAMPLES = 2000


@dataclass(frozen=True)
class Interval:
    """A value and the range that 95 of 100 such measurements would give it. Taught in 03.

    >>> print(Interval(0.94, 0.891, 0.98))
    0.94 [0.89, 0.98]
    """

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.2f} [{self.low:.2f}, {self.high:.2f}]"

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


def bootstrap_interval(
    units: Sequence[Any],
    statistic: Callable[[Sequence[Any]], float] = fmean,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Interval:
    """The 95 % percentile interval of `statistic` over units drawn with replacement.

    A unit is what is independent: here one context, with all its answers. The
    same seed gives the same interval. Units that all agree give an interval of
    no width: few contexts cannot show what they have not met.

    Raises ValueError without units. Taught in 03.

    >>> bootstrap_interval([0, 0, 1, 1, 1, 1, 0, 1, 1, 0])
    Interval(value=0.6, low=0.3, high=0.9)
    """
    values = [statistic(sample) for sample in resample(units, resamples, seed)]
    return Interval(statistic(units), *percentiles(values))


def resample(units: Sequence[T], times: int = RESAMPLES, seed: int = 0) -> Iterator[list[T]]:
    """`times` samples, each as large as `units` and drawn from them with replacement."""
    if not units:
        raise ValueError("a bootstrap needs at least one unit (a context); there is none")
    rng = Random(seed)
    return (rng.choices(units, k=len(units)) for _ in range(times))


def percentiles(values: Sequence[float], level: float = 0.95) -> tuple[float, float]:
    """What `level` of the values lie between, the same share left out at either side. Taught in 03.

    >>> percentiles(range(9), level=0.5)
    (2.0, 6.0)
    """
    ordered = sorted(values)
    return _quantile(ordered, (1 - level) / 2), _quantile(ordered, (1 + level) / 2)


def proportion_interval(share: float, answers: int) -> Interval:
    """Wilson's 95 % interval of a share of independent answers. Taught in 03.

    >>> print(proportion_interval(0.538, 2655))
    0.54 [0.52, 0.56]
    """
    if answers < 1:
        raise ValueError(f"a proportion needs at least 1 answer, got {answers}")
    z2 = Z95**2 / answers
    centre = (share + z2 / 2) / (1 + z2)
    half = Z95 * math.sqrt(share * (1 - share) / answers + z2 / answers / 4) / (1 + z2)
    return Interval(share, max(0.0, centre - half), min(1.0, centre + half))


def _quantile(ordered: Sequence[float], share: float) -> float:
    """Linear between neighbours, as most statistics programs do it."""
    at = share * (len(ordered) - 1)
    below = math.floor(at)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (at - below) * (ordered[above] - ordered[below])
