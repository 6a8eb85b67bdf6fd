"""Bars and lines: the two plain charts that most figures need."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ctxlab.show.picture import Picture, draw
from ctxlab.show.style import MARKERS, SERIES

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Points = Sequence[tuple[float, float]]


def bars(values: Mapping[str, float], title: str, unit: str = "") -> Picture:
    """Horizontal bars from zero, each with its value; negative ones go left.

    `values` maps a label to a number in `unit`.
    """
    labels, numbers = list(values), list(values.values())
    written = [f"{number:+,.0f} {unit}".strip() for number in numbers]

    def paint(axes: "Axes") -> None:
        colours = [SERIES[0] if number >= 0 else SERIES[1] for number in numbers]
        places = range(len(labels))
        drawn = axes.barh(places, numbers, color=colours)
        axes.bar_label(drawn, labels=written, padding=4)
        axes.set_yticks(places, labels)
        axes.invert_yaxis()
        axes.axvline(0, color="#1a1a1a", linewidth=1)
        axes.margins(x=0.18)
        axes.set(title=title, xlabel=unit)

    facts = [title, *(f"{a}: {b}" for a, b in zip(labels, written, strict=True))]
    return draw(paint, facts, (8.0, 1.2 + 0.45 * len(labels)))


def lines(
    series: Mapping[str, Points], title: str, x: str, y: str, *, is_log: bool = False
) -> Picture:
    """Lines with markers, one a series, named at their ends. `is_log` scales both axes."""

    def paint(axes: "Axes") -> None:
        styles = zip(series.items(), SERIES, MARKERS, strict=False)
        for (label, points), colour, marker in styles:
            xs, ys = zip(*points, strict=True)
            axes.plot(xs, ys, color=colour, marker=marker, markersize=5, linewidth=1.8)
            axes.annotate(
                f" {label}", (xs[-1], ys[-1]), color=colour, va="center", annotation_clip=False
            )
        if is_log:
            axes.set(xscale="log", yscale="log")
        axes.grid(True, axis="y")
        axes.margins(x=0.04)
        axes.set(title=title, xlabel=x, ylabel=y)

    facts = [f"{title} ({x} → {y})"]
    for label, points in series.items():
        facts.append(f"{label}: " + ", ".join(f"{_short(a)} → {_short(b)}" for a, b in points))
    return draw(paint, facts)


def _short(number: float) -> str:
    return f"{number:,.0f}" if number == round(number) else f"{number:,.4g}"
