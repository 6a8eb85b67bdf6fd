"""The playground of notebook 04: move the two gates over the plane of requests."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import ipywidgets as widgets

from ctxlab.routing import Intents
from ctxlab.routing_queries import Query
from ctxlab.routing_scores import argmax, score_answers, sweep
from ctxlab.show.coverage import paint_curve, paint_marks, shares
from ctxlab.show.picture import Picture, draw
from ctxlab.show.plane import decided, paint_plane, plane_facts
from ctxlab.show.playground import Playground, choice
from ctxlab.show.style import INK, MARKERS, SERIES

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def gates_view(
    queries: Sequence[Query], intents: Intents, threshold: float = 0.3, margin: float = 0.05
) -> Picture:
    """The plane with its gates, and beside it what they route and how much of it rightly.

    Taught in 04.
    """
    dots = decided(queries, intents, threshold, margin)
    best = score_answers(queries, [argmax(query.text, intents) for query in queries])
    curve = sweep(queries, intents, margins=[margin])
    here = score_answers(queries, [dot.decision.intent for dot in dots])
    cost = f"cost {here.loss():.3f} a request"

    def paint(axes: "Axes") -> None:
        plane, beside = _side_by_side(axes)
        paint_plane(plane, dots, threshold, margin)
        paint_curve(beside, curve, SERIES[0], MARKERS[0])
        paint_marks(beside, {"best score wins": best})
        if here.accuracy is not None:
            place = 100 * here.coverage, 100 * here.accuracy
            beside.plot(*place, "o", color=INK, markersize=14, fillstyle="none")
        beside.set_title(cost, pad=24)

    routed = f"routed → of these right: {shares(here)}, {cost} (a wrong route costs 2)"
    return draw(paint, [*plane_facts(dots, threshold, margin), routed], (11.0, 4.8))


def routing_playground(
    queries: Sequence[Query],
    prototypes: Mapping[str, Intents],
    threshold: float = 0.3,
    margin: float = 0.05,
) -> Playground:
    """Move threshold and margin, change how the intents are written, see what is let through.

    `prototypes`: a name for each way to write the same intents. Taught in 04.
    """
    controls = {
        "threshold": _gate("threshold", threshold),
        "margin": _gate("margin", margin),
        "intents": choice("intents", [*prototypes]),
    }

    def show(threshold: float, margin: float, intents: str) -> Picture:
        return gates_view(queries, prototypes[intents], threshold, margin)

    return Playground(controls, show)


def _gate(label: str, value: float) -> widgets.FloatSlider:
    return widgets.FloatSlider(
        value=value, min=0, max=0.6, step=0.01, description=label, readout_format=".2f",
        layout=widgets.Layout(width="32em"), style={"description_width": "7em"},
    )  # fmt: skip


def _side_by_side(axes: "Axes") -> tuple["Axes", "Axes"]:
    """The axes made narrower, and a second pair to their right."""
    figure = axes.get_figure()
    assert figure is not None
    grid = figure.add_gridspec(1, 2, width_ratios=(1.5, 1))
    axes.set_subplotspec(grid[0])
    return axes, figure.add_subplot(grid[1])
