"""From measurements to comparisons: ratios within a run, and growth exponents.

A time is the smallest CPU time of the rounds of one turn. A ratio is taken
within one turn, where both contenders ran one after the other; reported are the
median over the turns and the range. The exponent is the slope of log time over
log n from n = 1,000 to the largest n: 1 is linear, 2 quadratic.
"""

import json
import math
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.row import Contender, Row
from benchmarks.rows import ROWS

Times = dict[int, float]
"""Turn -> CPU seconds of one call."""


@dataclass(frozen=True)
class Comparison:
    """ctxlab and one rival at one size."""

    row: Row
    n: int
    rival: Contender
    ours: Times
    theirs: Times
    remark: str

    @property
    def ratios(self) -> list[float]:
        """The rival's time over ctxlab's, turn by turn, smallest first."""
        return sorted(self.theirs[turn] / self.ours[turn] for turn in self.theirs)

    @property
    def ratio(self) -> float:
        """The median ratio: above 1, ctxlab is faster."""
        return median(self.ratios)

    @property
    def is_reached(self) -> bool | None:
        """Whether the goal is reached; None if there is none at this size."""
        is_judged = self.rival.goal == 1 or (self.rival.goal and self.n == self.largest)
        return self.ratio >= self.rival.goal if is_judged else None

    @property
    def largest(self) -> int:
        """The largest n at which both were meant to run."""
        return max(n for n in self.row.sizes if n <= self.rival.up_to)


@dataclass(frozen=True)
class Results:
    """All comparisons of a run, what it ran on, and how times grew."""

    comparisons: list[Comparison]
    exponents: dict[tuple[str, str], float]
    """(row, contender) -> exponent."""
    machine: str
    date: str

    def exponent(self, row: Row, contender: Contender) -> str:
        """For the table: two digits, or a dash."""
        value = self.exponents.get((row.id, contender.name))
        return "–" if value is None else f"{value:.2f}"


def load(path: Path) -> Results:
    """Read what pytest-benchmark wrote."""
    data = json.loads(path.read_text(encoding="utf-8"))
    times: dict[tuple[str, int, str], Times] = defaultdict(dict)
    remarks = {}
    for one in data["benchmarks"]:
        info = one["extra_info"]
        if not one["stats"]["rounds"]:
            continue  # its result was wrong
        key = info["row"], info["n"], info["contender"]
        times[key][info["turn"]] = one["stats"]["min"]
        remarks[key] = info["remark"]
    comparisons = [
        Comparison(row, n, rival, times[row.id, n, row.ours.name], theirs, remarks[key])
        for row in ROWS
        for rival in row.rivals
        for n in row.sizes
        if (theirs := times.get(key := (row.id, n, rival.name)))
        and (row.id, n, row.ours.name) in times
    ]
    machine = data["machine_info"]
    cpu = machine.get("cpu", {})
    name = f"Python {machine['python_version']}, {cpu.get('brand_raw', machine['machine'])}"
    return Results(comparisons, _exponents(times), name, data["datetime"][:10])


def _exponents(times: dict[tuple[str, int, str], Times]) -> dict[tuple[str, str], float]:
    by_size: dict[tuple[str, str], Times] = defaultdict(dict)
    for (row, n, contender), turns in times.items():
        if n >= 1_000:
            by_size[row, contender][n] = median(turns.values())
    return {key: _slope(sizes) for key, sizes in by_size.items() if len(sizes) > 1}


def _slope(sizes: dict[int, float]) -> float:
    """The slope between the smallest and the largest size, both axes logarithmic."""
    low, high = min(sizes), max(sizes)
    return math.log(sizes[high] / sizes[low]) / math.log(high / low)


def seconds(times: Times) -> str:
    """A time to three digits.

    >>> seconds({0: 0.01234})
    '12.3 ms'
    """
    value: Any = median(times.values())
    for unit, scale in (("s", 1), ("ms", 1e3), ("µs", 1e6)):
        if value * scale >= 1 or unit == "µs":
            return f"{value * scale:.3g} {unit}" if value * scale < 1000 else f"{value:,.0f} s"
    raise AssertionError
