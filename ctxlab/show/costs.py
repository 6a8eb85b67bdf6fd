"""What wrappers cost, one bar a counter: where two counters disagree, it is seen."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ctxlab.fences.costs import Cost
from ctxlab.show.picture import Picture, draw
from ctxlab.show.style import SERIES

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_HATCHES = ("", "///")
_CLIP = 80.0
"""In percent: a longer bar is cut and says so, or the others would be too short to see."""


def cost_bars(costs: Mapping[str, Sequence[Cost]], title: str) -> Picture:
    """Added tokens in percent, for each wrapper and each of two counters. Taught in 07.

    `costs` maps the name of a counter to what `wrapper_costs` gives for it.
    """
    shares = {
        counter: {cost.name: 100 * cost.overhead for cost in row} for counter, row in costs.items()
    }
    names = list(next(iter(shares.values())))

    def paint(axes: "Axes") -> None:
        for i, (counter, share) in enumerate(shares.items()):
            places = [place + 0.4 * i - 0.2 for place in range(len(names))]
            written = [_written(share[name]) for name in names]
            drawn = axes.barh(
                places,
                [min(share[name], _CLIP) for name in names],
                height=0.38,
                color=SERIES[i],
                hatch=_HATCHES[i],
                edgecolor="#ffffff",
                label=counter,
            )
            axes.bar_label(drawn, labels=written, padding=4, fontsize=9)
        axes.set_yticks(range(len(names)), names)
        axes.invert_yaxis()
        axes.margins(x=0.12)
        axes.legend(loc="lower right")
        axes.set(title=title, xlabel="added tokens in percent")

    facts = [f"{title} (added tokens in percent)"]
    for name in names:
        facts.append(
            f"{name}: " + ", ".join(f"{share[name]:+.1f} by {c}" for c, share in shares.items())
        )
    return draw(paint, facts, (8.0, 1.4 + 0.42 * len(names)))


def _written(share: float) -> str:
    return f"{share:+.1f}" if share <= _CLIP else f"{share:+.1f} ▸ cut"
