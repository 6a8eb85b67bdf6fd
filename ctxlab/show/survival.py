"""Which facts a summary still holds: fact by fact, and against the tokens it may take."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import TYPE_CHECKING, Any

from ctxlab.memory.buffer import WorkingBuffer
from ctxlab.memory.sessions import Fact, Session, values_in
from ctxlab.memory.summaries import as_fold
from ctxlab.memory.survival import WAYS, Way, oracle
from ctxlab.memory.turns import Turn
from ctxlab.show.picture import Picture, draw
from ctxlab.show.style import BACKGROUND, INK, MARKERS, SERIES

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Grid = Mapping[str, Sequence[bool]]
_LOOKS: dict[str, dict[str, Any]] = {
    way.name: {"color": colour, "marker": marker}
    for way, colour, marker in zip(WAYS, SERIES, MARKERS, strict=True)
} | {"oracle": {"color": INK, "marker": "*", "linestyle": "--"}}


def survivors(session: Session, max_tokens: int, buffer_size: int = 8) -> Picture:
    """A row for each way, a mark for each current fact that has left the buffer.

    Filled: the summary still holds it. Taught in 05.
    """
    end = _at_end(session, buffer_size)
    grid = {way.name: _kept(end, way, max_tokens, buffer_size) for way in [*WAYS, oracle(session)]}
    title = f"{len(end.facts)} facts, a summary of at most {max_tokens} tokens"
    words = [title, *(f"{name}: {_in_words(row)}" for name, row in grid.items())]
    places = [fact.place for fact in end.facts]
    return draw(lambda axes: _paint_grid(axes, grid, places, title), words, (8.0, 3.3))


def survival_lines(sessions: Sequence[Session], caps: Sequence[int]) -> Picture:
    """Share of facts kept (mean over `sessions`) against the tokens a summary may take.

    Taught in 05.
    """
    shares = _shares([_at_end(session, 8) for session in sessions], caps)
    title = f"Facts kept, mean of {len(sessions)} sessions"
    words = [f"{title} (tokens of the summary → share)"]
    for name, row in shares.items():
        points = (f"{cap} → {share:.2f}" for cap, share in zip(caps, row, strict=True))
        words.append(f"{name}: {', '.join(points)}")

    def paint(axes: "Axes") -> None:
        for name, row in shares.items():
            axes.plot(caps, row, label=name, **_LOOKS[name])
        axes.set(xscale="log", title=title, xlabel="tokens the summary may take", ylim=(0, 1.05))
        axes.set_ylabel("share of the facts kept")
        axes.set_xticks(caps, map(str, caps))
        axes.minorticks_off()
        axes.grid(True, axis="y")
        axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))

    return draw(paint, words, (8.0, 3.8))


@dataclass(frozen=True)
class _End:
    """A session at its end: what has left the buffer, and the current facts in that."""

    session: Session
    log: Sequence[Turn]
    facts: Sequence[Fact]


def _at_end(session: Session, buffer_size: int) -> _End:
    log = _run(session, WorkingBuffer(buffer_size, lambda _: "")).evicted
    gone = set().union(*(values_in(turn.text) for turn in log))
    current, _ = session.known_at(len(session.turns))
    return _End(session, log, [fact for fact in current if fact.value in gone])


def _shares(ends: Sequence[_End], caps: Sequence[int]) -> dict[str, list[float]]:
    """Way -> share kept at each cap, mean over the sessions."""
    ways = [[*WAYS, oracle(end.session)] for end in ends]
    return {
        same[0].name: [
            mean(mean(_kept(end, way, cap)) for end, way in zip(ends, same, strict=True))
            for cap in caps
        ]
        for same in zip(*ways, strict=True)
    }


def _kept(end: _End, way: Way, max_tokens: int, buffer_size: int = 8) -> list[bool]:
    """For each fact, whether the last summary holds it.

    A summary that is made of the log alone does not depend on those before it,
    so only the last one is made. A fold needs them all.
    """
    summarise = way.make(max_tokens)
    if way.folds:
        fold = as_fold(summarise)
        buffer = WorkingBuffer(buffer_size, fold=fold, max_summary_tokens=max_tokens)
        summary = _run(end.session, buffer).summary
    else:
        summary = summarise(end.log)
    values = values_in(summary)
    return [fact.value in values for fact in end.facts]


def _run(session: Session, buffer: WorkingBuffer) -> WorkingBuffer:
    for turn in session.turns:
        buffer.add_turn(turn)
    return buffer


def _in_words(row: Sequence[bool]) -> str:
    kept = ", ".join(str(i) for i, is_kept in enumerate(row, 1) if is_kept)
    which = f" (facts {kept})" if 0 < sum(row) < len(row) else ""
    return f"{sum(row)} of {len(row)} kept{which}"


def _paint_grid(axes: "Axes", grid: Grid, places: Sequence[int], title: str) -> None:
    for y, (name, row) in enumerate(grid.items()):
        look = {**_LOOKS[name], "linestyle": "none", "markersize": 9}
        for is_kept, face in ((False, BACKGROUND), (True, look["color"])):
            xs = [x for x, kept in zip(places, row, strict=True) if kept == is_kept]
            axes.plot(xs, [y] * len(xs), markerfacecolor=face, **look)
        axes.text(max(places) + 12, y, f"{sum(row)}", va="center", ha="right")
    axes.set_yticks(range(len(grid)), list(grid))
    axes.set_ylim(len(grid) - 0.4, -0.6)
    axes.set(title=title, xlabel="place in the session (turn) where the fact was said")
