"""The playground of notebook 03: a curve, an order, a budget, and a place to look at."""

from collections.abc import Mapping

from ctxlab.recall import RIVALS, RecallCurve, slots_of
from ctxlab.sections import ContextSection
from ctxlab.show.picture import Picture
from ctxlab.show.playground import Playground, choice, slider
from ctxlab.show.recall import slots_figure

IMPORTANT = 4


def recall_playground(curves: Mapping[str, RecallCurve]) -> Playground:
    """Choose a curve and an order; let the budget admit fewer or more sections.

    Twenty sections in a mixed order, four of them important. Taught in 03.
    """
    controls = {
        "curve": choice("curve", list(curves)),
        "order": choice("order", [*RIVALS]),
        "budget": slider("sections that fit", IMPORTANT, 20, 20),
        "place": slider("look at place", 1, 20, 1),
    }
    controls["order"].value = "order_for_recall"

    def show(curve: str, order: str, budget: int, place: int) -> Picture:
        ranked = [ContextSection(str(rank), "", priority=-rank) for rank in range(budget)]
        mixed = sorted(ranked, key=lambda section: (7 * int(section.name) + 9) % 20)
        slots = [
            slot for slot in slots_of(RIVALS[order](mixed), ranked[:IMPORTANT]) if slot is not None
        ]
        return slots_figure(curves[curve], slots, min(place, budget), budget, order)

    return Playground(controls, show)
