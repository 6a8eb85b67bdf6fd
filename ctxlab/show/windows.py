"""A series of requests: how much of each prompt the one before it had already."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from ctxlab.memory.bills import Window, prefix_bill, shared_prefix
from ctxlab.memory.turns import count_turns
from ctxlab.show.picture import Picture, draw
from ctxlab.show.style import INK, SERIES
from ctxlab.tokens import Counter, count_tokens

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_CACHED = "#bcdcf0"
_FRESH = SERIES[1]


@dataclass(frozen=True)
class _Request:
    """Tokens of one prompt: its beginning that is shared with the one before, and the rest."""

    cached: int
    fresh: int


def prefix_panels(series: Mapping[str, Sequence[Window]], count: Counter = count_tokens) -> Picture:
    """A panel for each way to keep the window, a bar for each request.

    Light: the beginning that stood in the request before, word for word. Dark:
    everything behind the first change. Taught in 05.
    """
    requests = {name: _requests(windows, count) for name, windows in series.items()}
    facts = [_fact(name, windows, count) for name, windows in series.items()]

    def paint(axes: "Axes") -> None:
        figure = axes.figure
        axes.remove()
        panels = figure.subplots(len(series), 1, sharex=True, sharey=True)
        for panel, (name, bars), fact in zip(panels, requests.items(), facts, strict=True):
            _panel(panel, bars)
            panel.set_title(f"{name}: {fact.partition(': ')[2]}", fontsize=10.5)
        panels[0].set_ylim(bottom=0)
        panels[0].legend(loc="upper left", fontsize=9.5)
        panels[-1].set_xlabel("request")
        panels[len(panels) // 2].set_ylabel("tokens of the prompt")

    return draw(paint, facts, (8.0, 1.0 + 1.55 * len(series)))


def _requests(windows: Sequence[Window], count: Counter) -> list[_Request]:
    made = []
    for before, after in pairwise([(), *windows]):
        shared = shared_prefix(before, after)
        made.append(
            _Request(count_turns(after[:shared], count), count_turns(after[shared:], count))
        )
    return made


def _fact(name: str, windows: Sequence[Window], count: Counter) -> str:
    bill = prefix_bill(windows, count=count)
    largest = max((count_turns(window, count) for window in windows), default=0)
    return (
        f"{name}: {len(windows)} requests, largest {largest:,} tokens, "
        f"{100 * bill.shared:.0f} % from the cache"
    )


def _panel(axes: "Axes", requests: Sequence[_Request]) -> None:
    edges = [i + 0.5 for i in range(len(requests) + 1)]
    cached = [request.cached for request in requests]
    whole = [request.cached + request.fresh for request in requests]
    axes.stairs(cached, edges, fill=True, color=_CACHED, label="as in the request before")
    axes.stairs(whole, edges, baseline=cached, fill=True, color=_FRESH, label="new to the cache")
    axes.set_xlim(edges[0], edges[-1])
    axes.axhline(0, color=INK, linewidth=0.8)
