"""Requests as points on a plane, best score against lead, and what two gates cut out of it.

A point far to the right has a good best score; a high one leaves all others
behind. Filled: routing it where it scores best would be right. Hollow: it
would be wrong, so a gate had better stop it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ctxlab.gates import EXACT_TIE, RouteDecision
from ctxlab.routing import Intents, Router
from ctxlab.routing_queries import KINDS, Kind, Query
from ctxlab.show.picture import Picture, draw
from ctxlab.show.style import BACKGROUND, INK, MARKERS, SERIES

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_LOOKS = dict(zip(KINDS, zip(SERIES, MARKERS, strict=False), strict=False))
_ROUTED = "#dcecf7"
_END = 0.75  # of both axes, unless a score is higher: the picture keeps still while gates move
_STEP = 0.014  # points on one place are stacked, this far apart
_FATES = ("routed rightly", "routed wrongly", "refused")


@dataclass(frozen=True)
class Dot:
    """One labelled request and what a router decides about it."""

    query: Query
    decision: RouteDecision

    @property
    def top(self) -> float:
        """Best score."""
        return self.decision.top_score

    @property
    def lead(self) -> float:
        """Best score less the second best."""
        return self.top - self.decision.second_score

    @property
    def is_right(self) -> bool:
        """Whether routing it where it scores best would be right."""
        has_best = self.top > 0 and self.lead > EXACT_TIE
        return has_best and self.decision.ranking[0][0] == self.query.answer

    @property
    def fate(self) -> str:
        """What becomes of it, in words."""
        if self.decision.fallback:
            return "refused"
        return "routed rightly" if self.is_right else "routed wrongly"


def routing_plane(
    queries: Sequence[Query], intents: Intents, threshold: float = 0.3, margin: float = 0.05
) -> Picture:
    """Each request as a point, and the part of the plane that the gates let through.

    Taught in 04.
    """
    dots = decided(queries, intents, threshold, margin)
    facts = plane_facts(dots, threshold, margin)
    return draw(lambda axes: paint_plane(axes, dots, threshold, margin), facts, (8.0, 4.8))


def decided(
    queries: Iterable[Query], intents: Intents, threshold: float, margin: float
) -> list[Dot]:
    """Every request with its decision."""
    router = Router(intents)
    return [Dot(query, router.route(query.text, threshold, margin)) for query in queries]


def plane_facts(dots: Sequence[Dot], threshold: float, margin: float) -> list[str]:
    """What the plane shows, in words: fates by kind, and the points that need a remark."""
    fates = Counter((dot.query.kind, dot.fate) for dot in dots)
    routed = sum(not dot.decision.fallback for dot in dots)
    facts = [f"threshold {threshold:g}, margin {margin:g}: {routed} of {len(dots)} routed"]
    for kind in KINDS:
        counts = ", ".join(f"{fates[kind, fate]} {fate}" for fate in _FATES)
        facts.append(f"{_written(kind)}: {counts}")
    alone = sum(dot.top > 0 and dot.lead == dot.top for dot in dots)
    facts.append(f"{_silent(dots)} share no word with any intent: score 0, not drawn")
    return [*facts, f"{alone} share words with one intent only: their lead is their score"]


def paint_plane(axes: "Axes", dots: Sequence[Dot], threshold: float, margin: float) -> None:
    """Draw the gates, then the points; those on one place are stacked."""
    seen = [dot for dot in dots if dot.top > 0]
    end = max([_END, *(1.05 * dot.top for dot in seen)])
    _paint_gates(axes, threshold, margin, end)
    _paint_dots(axes, seen)
    _paint_legend(axes)
    routed = sum(not dot.decision.fallback for dot in dots)
    title = f"{routed} of {len(dots)} routed; {_silent(dots)} share no word and are not drawn"
    axes.set_title(title, pad=24)
    axes.set(xlabel="best score", ylabel="lead over the second")
    axes.set(xlim=(0, end), ylim=(-0.02, end))


def _paint_gates(axes: "Axes", threshold: float, margin: float, end: float) -> None:
    """The part that is let through, and the diagonal, where there is no rival to lead."""
    low = max(threshold, margin)
    corners = [(threshold, margin), (threshold, low), (low, low), (end, end), (end, margin)]
    axes.fill(*zip(*corners, strict=True), color=_ROUTED, linewidth=0, zorder=0)
    axes.plot([threshold, end], [threshold, end], color=_ROUTED, linewidth=9,
              solid_capstyle="butt", zorder=0)  # fmt: skip
    axes.plot([0, end], [0, end], color=INK, linewidth=0.8, linestyle=":", zorder=1)
    axes.text(0.85 * end, 0.86 * end, "no rival: lead = score", rotation=45, fontsize=9,
              transform_rotates_text=True, rotation_mode="anchor", ha="center")  # fmt: skip
    axes.axvline(threshold, color=INK, linewidth=1.4, linestyle="--", zorder=1)
    axes.axhline(margin, color=INK, linewidth=1.4, linestyle="--", zorder=1)
    axes.annotate(f"threshold {threshold:g}", (threshold, 1), xytext=(0, 4), ha="center",
                  xycoords=axes.get_xaxis_transform(), textcoords="offset points")  # fmt: skip
    axes.text(end, margin, f"margin {margin:g}", va="bottom", ha="right")


def _paint_dots(axes: "Axes", dots: Iterable[Dot]) -> None:
    """All points of one look at once: a picture that follows a slider must be quick."""
    stacks: Counter[tuple[float, float]] = Counter()
    places = defaultdict[tuple[Kind, bool], list[tuple[float, float]]](list)
    for dot in sorted(dots, key=lambda dot: not dot.is_right):
        place = round(dot.top, 2), round(dot.lead, 2)
        places[dot.query.kind, dot.is_right].append((dot.top, dot.lead + _STEP * stacks[place]))
        stacks[place] += 1
    for (kind, is_right), points in places.items():
        colour, marker = _LOOKS[kind]
        fill = colour if is_right else BACKGROUND
        axes.plot(*zip(*points, strict=True), marker, color=colour, markerfacecolor=fill,
                  markersize=6, markeredgewidth=1.3, zorder=2)  # fmt: skip


def _paint_legend(axes: "Axes") -> None:
    clear, *others = _LOOKS
    looks = [("clear, best is right", clear, "full"), ("clear, best is wrong", clear, "none")]
    looks += [(_written(kind), kind, "none") for kind in others]
    for label, kind, style in looks:
        colour, marker = _LOOKS[kind]
        axes.plot([], [], marker, color=colour, fillstyle=style, label=label)
    axes.legend(loc="upper left", fontsize=9, handletextpad=0.2, frameon=True, framealpha=1,
                edgecolor=BACKGROUND)  # fmt: skip


def _silent(dots: Iterable[Dot]) -> int:
    return sum(dot.top == 0 for dot in dots)


def _written(kind: Kind) -> str:
    return kind.replace("_", " ")
