"""How much a router routes against how much of that rightly, as its gates move.

One figure without the other is easy to have: refusing everything is never
wrong, and always answering covers everything.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ctxlab.routing_scores import GatePoint, RoutingScore
from ctxlab.show.picture import Picture, draw
from ctxlab.show.routing import percent
from ctxlab.show.style import INK, MARKERS, SERIES

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Curve = Sequence[GatePoint]
"""Points along which a gate moves, as `sweep` gives them for one margin."""

_APART = 5  # percent between two thresholds that are written


def coverage_curve(curves: Mapping[str, Curve], marks: Mapping[str, RoutingScore]) -> Picture:
    """Share of the requests that is routed, and share of these that is right.

    A line for each of the `curves`, with the thresholds written along the
    first; a star for each of the `marks`. Taught in 04.
    """
    facts = ["Share that is routed → share of these that is right, at each threshold"]
    facts += [f"{name}: {_in_words(curve)}" for name, curve in curves.items()]
    facts += [f"{name}: {shares(score)}" for name, score in marks.items()]

    def paint(axes: "Axes") -> None:
        for (name, curve), colour, marker in zip(curves.items(), SERIES, MARKERS, strict=False):
            paint_curve(axes, curve, colour, marker)
            axes.plot([], [], color=colour, marker=marker, label=name)
        _write_thresholds(axes, next(iter(curves.values()), ()))
        paint_marks(axes, marks)
        axes.legend(loc="lower right", fontsize=9)
        axes.set_title("More routed, or more of it right")

    return draw(paint, facts, (8.0, 4.2))


def shares(score: RoutingScore) -> str:
    """Share that is routed → share of these that is right."""
    return f"{percent(score.coverage)} → {percent(score.accuracy)}"


def paint_curve(axes: "Axes", curve: Curve, colour: str, marker: str) -> None:
    """Draw a line through the points at which anything is routed."""
    places = [_place(point.score) for point in curve if point.score.accuracy is not None]
    if places:
        axes.plot(*zip(*places, strict=True), color=colour, marker=marker, markersize=5)


def paint_marks(axes: "Axes", marks: Mapping[str, RoutingScore]) -> None:
    """Draw the stars, and set up the axes that all curves share."""
    for name, score in marks.items():
        x, y = _place(score)
        axes.plot(x, y, marker="*", markersize=12, color=INK)
        axes.annotate(f"  {name}  ", (x, y), ha="right" if x > 70 else "left", va="center")
    axes.set(xlim=(-2, 103), ylim=(-4, 108))
    axes.set(xlabel="routed, % of all", ylabel="right, % of the routed")
    axes.grid(True)


def _in_words(curve: Curve) -> str:
    routing = [point for point in curve if point.score.accuracy is not None]
    return ", ".join(f"{point.threshold:g}: {shares(point.score)}" for point in routing)


def _write_thresholds(axes: "Axes", curve: Curve) -> None:
    written: list[tuple[float, float]] = []
    for point in curve:
        x, y = _place(point.score)
        is_free = all(abs(x - a) + abs(y - b) > _APART for a, b in written)
        if is_free and point.score.accuracy is not None:
            axes.annotate(f"{point.threshold:g}", (x, y), xytext=(0, -14), fontsize=8,
                          textcoords="offset points", ha="center")  # fmt: skip
            written.append((x, y))


def _place(score: RoutingScore) -> tuple[float, float]:
    return 100 * score.coverage, 100 * (score.accuracy or 0.0)
