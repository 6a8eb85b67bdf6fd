"""The table: one line for every comparison, a ratio measured within one run."""

from benchmarks.report import Comparison, Results, seconds

_HEADER = """# How fast is ctxlab?

Measured by `python -m benchmarks` on {date} ({machine}). Times are process CPU time, the least of
up to three rounds; the machine was shared, so read the ratios. **ratio** = the rival's time over
ctxlab's, taken turn by turn within one run: the median, and the range if there were several turns.
Above 1, ctxlab is faster. **growth** = exponent of the time from n = 1,000 to the largest n (1 is
linear, 2 quadratic), ctxlab's and the rival's. **goal**: the ratio aimed at; below 1 for a limit
that nobody can beat.

| task | n | ctxlab | against | takes | ratio | growth | goal | |
|---|---:|---:|---|---:|---:|---|---|---|
"""
_MARKS = {True: "reached", False: "**missed**", None: ""}


def markdown(results: Results) -> str:
    """The whole page."""
    header = _HEADER.format(date=results.date, machine=results.machine)
    return header + "".join(_line(results, one) for one in results.comparisons)


def _line(results: Results, one: Comparison) -> str:
    growth = [results.exponent(one.row, who) for who in (one.row.ours, one.rival)]
    goal = f"≥ {one.rival.goal:,g}" if one.is_reached is not None else ""
    notes = "; ".join(filter(None, [_MARKS[one.is_reached], one.remark]))
    cells = [
        *(one.row.what, f"{one.n:,}", seconds(one.ours), one.rival.name, seconds(one.theirs)),
        *(_ratio(one), " / ".join(growth), goal, notes),
    ]
    return f"| {' | '.join(cells)} |\n"


def _ratio(one: Comparison) -> str:
    low, high = one.ratios[0], one.ratios[-1]
    spread = f" ({_digits(low)}–{_digits(high)})" if len(one.ratios) > 1 else ""
    return f"**{_digits(one.ratio)}**{spread}"


def _digits(ratio: float) -> str:
    """Two digits, or all before the point.

    >>> _digits(0.123), _digits(3.456), _digits(1234.5)
    ('0.12', '3.5', '1,234')
    """
    return f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.2g}"
