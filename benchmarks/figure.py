"""The figure: one dot for every comparison at its largest n, on a logarithmic axis.

Right of the line at 1, ctxlab is faster. A small bar marks the goal, and the
two numbers at the right are the growth exponents, ctxlab's and the rival's.
"""

from pathlib import Path
from typing import Any

from benchmarks.report import Comparison, Results
from benchmarks.table import _digits

_BLUE, _ORANGE, _GREY = "#0072b2", "#d55e00", "#666666"  # colour-blind safe


def draw(results: Results, path: Path) -> None:
    """Write the figure as SVG."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "ctxlab"
    from matplotlib import pyplot

    shown = [one for one in results.comparisons if one.n == _largest(results, one)][::-1]
    figure, axes = pyplot.subplots(figsize=(11, 1.4 + 0.36 * len(shown)), layout="constrained")
    axes.set_xscale("log")
    axes.axvline(1, color=_GREY, linewidth=1)
    for height, one in enumerate(shown):
        _dot(axes, height, one)
        growth = " / ".join(results.exponent(one.row, who) for who in (one.row.ours, one.rival))
        axes.text(1.01, height, growth, transform=axes.get_yaxis_transform(), va="center")
    axes.set_yticks(range(len(shown)), [_label(one) for one in shown])
    axes.set_ylim(-0.6, len(shown) - 0.4)
    axes.margins(x=0.12)
    axes.set_xlabel("rival's CPU time ÷ ctxlab's (right of 1: ctxlab is faster; │ is the goal)")
    axes.set_title("Ratio at the largest n, and growth exponents (ctxlab / rival)", loc="left")
    axes.grid(axis="x", alpha=0.3)
    figure.savefig(path, metadata={"Date": None, "Title": "ctxlab against its rivals"})
    pyplot.close(figure)


def _dot(axes: Any, height: int, one: Comparison) -> None:
    colour = _ORANGE if one.is_reached is False else _BLUE
    axes.plot([one.ratios[0], one.ratios[-1]], [height, height], color=colour, linewidth=3)
    axes.plot([one.ratio], [height], "o", color=colour)
    axes.annotate(
        _digits(one.ratio), (one.ratio, height), (0, 5), textcoords="offset points", ha="center"
    )
    if one.rival.goal:
        axes.plot([one.rival.goal], [height], "|", color="black", markersize=12)


def _largest(results: Results, one: Comparison) -> int:
    same = (one.row.id, one.rival.name)
    return max(c.n for c in results.comparisons if (c.row.id, c.rival.name) == same)


def _label(one: Comparison) -> str:
    return f"{one.row.what}, n = {one.n:,}\nagainst {one.rival.name}"
