"""Figures of notebook 03: recall curves, orders against each other, and the trade-off."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ctxlab.recall import Interval, RecallCurve
from ctxlab.show.picture import Picture, draw
from ctxlab.show.style import INK, MARKERS, SERIES

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def recall_figure(curves: Sequence[RecallCurve], title: str, names: Sequence[str] = ()) -> Picture:
    """Recall against relative position, with the intervals where they are known.

    Taught in 03.
    """
    names = list(names) or [curve.label for curve in curves]

    def paint(axes: "Axes") -> None:
        looks = zip(curves, names, SERIES, MARKERS, strict=False)
        for curve, name, colour, marker in looks:
            axes.plot(curve.places, curve.recall, color=colour, marker=marker, label=name)
            if curve.low:
                axes.fill_between(curve.places, curve.low, curve.high, color=colour, alpha=0.15)
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["first", "", "middle", "", "last"])
        axes.set(title=title, xlabel="place in the list", ylabel="recall", ylim=(-0.02, 1.05))
        axes.grid(True, axis="y")
        axes.legend(loc="upper center", ncols=2)

    return draw(paint, [title, *map(_in_words, curves, names)], (8.0, 3.8))


def orders_figure(
    measured: Mapping[str, Interval], predicted: Mapping[str, float], title: str
) -> Picture:
    """Measured recall of each order with its interval, and what the curve alone predicted.

    Taught in 03.
    """
    names = list(measured)
    facts = [
        f"{name}: measured {measured[name]}, predicted {predicted[name]:.2f}" for name in names
    ]

    def paint(axes: "Axes") -> None:
        places = range(len(names))
        values = [measured[name].value for name in names]
        low = [measured[name].value - measured[name].low for name in names]
        high = [measured[name].high - measured[name].value for name in names]
        axes.barh(places, values, xerr=[low, high], color=SERIES[0], ecolor=INK, capsize=4)
        axes.plot(
            [predicted[name] for name in names],
            places,
            linestyle="",
            marker="D",
            color=SERIES[1],
            markeredgecolor="#ffffff",
            markersize=10,
        )
        axes.set_yticks(places, names)
        axes.invert_yaxis()
        axes.set(title=title, xlabel="recall of the facts that matter   (◆ predicted)", xlim=(0, 1))

    return draw(paint, [title, *facts], (8.0, 3.6))


def trade_figure(points: Mapping[str, tuple[float, float]], title: str) -> Picture:
    """Orders as points: the share of the prompt that stays cached, and expected recall.

    Taught in 03.
    """
    facts = [f"{name}: {a:.0%} unchanged, recall {b:.2f}" for name, (a, b) in points.items()]

    def paint(axes: "Axes") -> None:
        looks = zip(points.items(), SERIES, MARKERS, strict=False)
        for (name, (cached, recall)), colour, marker in looks:
            axes.plot(cached, recall, marker=marker, color=colour, markersize=9)
            axes.annotate(f"  {name}", (cached, recall), color=colour, va="center")
        axes.set(title=title, xlabel="share of the prompt that stays as it was", ylabel="recall")
        axes.set(xlim=(-0.05, 1.25), ylim=(0, 1), xticks=(0, 0.25, 0.5, 0.75, 1))
        axes.grid(True)

    return draw(paint, [title, *facts], (8.0, 3.8))


def slots_figure(
    curve: RecallCurve, slots: Sequence[int], position: int, of: int, title: str
) -> Picture:
    """A curve with the places an order gives to what matters, and one place to look at."""
    recall = [curve.at(slot, of) for slot in slots]
    mean = sum(recall) / len(recall) if recall else 0.0
    facts = [
        f"{title}: expected recall {mean:.2f}",
        f"the sections that matter stand at {', '.join(str(slot + 1) for slot in slots)} of {of}",
        f"recall at place {position} of {of}: {curve.at(position - 1, of):.2f}",
    ]

    def paint(axes: "Axes") -> None:
        everywhere = [curve.at(slot, of) for slot in range(of)]
        axes.plot(range(1, of + 1), everywhere, color=SERIES[0], marker=".")
        axes.vlines([slot + 1 for slot in slots], 0, recall, color=SERIES[1], linewidth=4)
        axes.plot(position, curve.at(position - 1, of), marker="o", color=INK, markersize=11)
        axes.set(title=facts[0], xlabel="place in the prompt", ylabel="recall", ylim=(0, 1.05))

    return draw(paint, facts, (8.0, 3.4))


def _in_words(curve: RecallCurve, name: str) -> str:
    points = ", ".join(
        f"{i + 1}: {r:.2f}" for i, r in zip(curve.indexes, curve.recall, strict=True)
    )
    return f"{name}, {curve.items} items, recall by place: {points}"
