"""Turns as a table, and as a strip in which calls, results and units can be seen."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from ctxlab.memory.turns import Turn, count_turn
from ctxlab.memory.units import Entry, Units
from ctxlab.show.picture import Picture, draw
from ctxlab.show.style import BACKGROUND, FATES, INK, SERIES
from ctxlab.show.table import Table
from ctxlab.tokens import Counter, count_tokens

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_WIDTH = 58  # characters of a turn that are shown


def turn_table(turns: Iterable[Turn], count: Counter = count_tokens) -> Table:
    """Each turn with its role, its beginning, and what it costs in tokens. Taught in 05."""
    rows = [[turn.role, say(turn), count_turn(turn, count)] for turn in turns]
    return Table(["role", "turn", "tokens"], rows)


def say(turn: Turn, width: int = _WIDTH) -> str:
    """The beginning of a turn on one line, its calls included.

    >>> say(Turn("tool", "one line and\\nanother", result_of="c1"), width=8)
    'c1 → one line […] +1 line'
    """
    calls = "".join(f"{call.id}: {call.name}({call.arguments}) " for call in turn.calls)
    first, _, rest = turn.text.partition("\n")
    text = calls + (first if len(first) <= width else f"{first[:width].rstrip()} […]")
    more = len(rest.splitlines())
    lines = f" +{more} line{'s' * (more > 1)}" if more else ""
    source = f"{turn.result_of} → " if turn.result_of else ""
    return f"{source}{text.strip()}{lines}"


def unit_strip(turns: Sequence[Turn]) -> Picture:
    """A box a turn, an arc from each result back to its call, a frame around each unit.

    Taught in 05.
    """
    units = list(_units(turns))
    names = [_name(turn) for turn in turns]
    ties = list(_ties(turns))
    facts = [f"{len(turns)} turns in {len(units)} units"]
    facts += [f"unit {n}: {', '.join(names[i] for i in unit)}" for n, unit in enumerate(units, 1)]
    facts = [fact.replace("\n", " ") for fact in facts]

    def paint(axes: "Axes") -> None:
        for i, name in enumerate(names):
            _box(axes, i, name, _fill(turns[i]))
        for call, result in ties:
            _arc(axes, call, result)
        for number, unit in enumerate(units, 1):
            _frame(axes, unit, number)
        axes.set(xlim=(-0.6, len(turns) - 0.4), ylim=(-0.95, 1.5), title=facts[0])
        axes.axis("off")

    return draw(paint, facts, (max(8.0, 0.95 * len(turns)), 2.3))


def _units(turns: Sequence[Turn]) -> Iterator[list[int]]:
    units = Units()
    for i, turn in enumerate(turns):
        units.append(Entry(i, turn, 0))
    return ([entry.position for entry in unit.entries] for unit in units)


def _ties(turns: Sequence[Turn]) -> Iterator[tuple[int, int]]:
    latest: dict[str, int] = {}
    for i, turn in enumerate(turns):
        if turn.result_of in latest:
            yield latest[turn.result_of], i
        latest.update((call.id, i) for call in turn.calls)


def _name(turn: Turn) -> str:
    if turn.calls:
        return f"calls\n{', '.join(call.id for call in turn.calls)}"
    return f"result\n{turn.result_of}" if turn.result_of else turn.role


def _fill(turn: Turn) -> str:
    if turn.is_result:
        return FATES["untrusted"].fill
    return "#e8e8e8" if turn.calls else BACKGROUND


def _box(axes: "Axes", i: int, name: str, fill: str) -> None:
    axes.bar(i, 0.8, width=0.78, bottom=0, color=fill, edgecolor=INK, linewidth=0.8)
    axes.text(i, 0.4, name, ha="center", va="center", fontsize=9.5)


def _arc(axes: "Axes", call: int, result: int) -> None:
    bend = 0.35 if result - call == 1 else 0.9 / (result - call)
    style = {"arrowstyle": "-|>", "color": SERIES[0], "connectionstyle": f"arc3,rad={bend}"}
    axes.annotate("", (call, 0.82), (result, 0.82), arrowprops={**style, "linewidth": 1.4})


def _frame(axes: "Axes", unit: Sequence[int], number: int) -> None:
    left, right = unit[0] - 0.42, unit[-1] + 0.42
    axes.plot([left, left, right, right], [-0.12, -0.28, -0.28, -0.12], color=INK, linewidth=1.6)
    axes.text((left + right) / 2, -0.42, f"unit {number}", ha="center", va="top", fontsize=9.5)
