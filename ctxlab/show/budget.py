"""A budget as a bar: what each section takes, and what became of the rest."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ctxlab.show.picture import Picture, draw
from ctxlab.show.style import FATES, INK
from ctxlab.show.table import Table
from ctxlab.trace import Assembly, Decision

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Block = tuple[str, str, int]
"""Name, fate and tokens of one block of a bar."""


def budget_bar(assembly: Assembly) -> Picture:
    """Two bars on one scale: what is in the prompt, in its order, and what stayed out.

    Taught in 02.
    """
    inside: list[Block] = [(d.name, d.outcome, d.took) for d in _in_prompt_order(assembly)]
    outside: list[Block] = [
        (d.name, "dropped", d.needs) for d in assembly.decisions if d.outcome == "dropped"
    ]
    bars = {"prompt": inside, "left out": outside}
    width = max(sum(tokens for *_, tokens in blocks) for blocks in bars.values())
    width = max(width, assembly.budget, 1)
    state = "over budget" if assembly.over_budget else "within budget"
    title = f"{assembly.token_count} of {assembly.budget} tokens, {state}"
    facts = [
        title,
        *(f"{name}: {fate}, {tokens} tokens" for name, fate, tokens in inside + outside),
    ]

    def paint(axes: "Axes") -> None:
        for row, blocks in enumerate(bars.values()):
            _stack(axes, row, blocks, width)
            if not blocks:
                axes.text(0, row, " nothing", va="center")
        axes.axvline(assembly.budget, color=INK, linewidth=2)
        side = "left" if assembly.budget < width / 2 else "right"
        axes.text(assembly.budget, 0.5, f" budget {assembly.budget} ", ha=side, va="center")
        axes.set_yticks(range(len(bars)), list(bars))
        axes.set(title=title, xlabel="tokens", xlim=(0, width * 1.02), ylim=(1.5, -0.5))

    return draw(paint, facts, (8.0, 2.6))


def decision_table(assembly: Assembly) -> Table:
    """Every decision with its numbers, in tokens. Taught in 02."""
    columns = ["rank", "section", "outcome", "needs", "left", "takes"]
    rows = [[d.rank or "–", d.name, d.outcome, d.needs, d.left, d.took] for d in assembly.decisions]
    return Table(columns, rows)


def _in_prompt_order(assembly: Assembly) -> Sequence[Decision]:
    by_position = {d.position: d for d in assembly.decisions}
    return [by_position[i] for i in assembly.order]


def _stack(axes: "Axes", row: int, blocks: Sequence[Block], width: float) -> None:
    left = 0
    for name, fate, tokens in blocks:
        style = FATES[fate]
        axes.barh(
            row, tokens, left=left, color=style.fill, hatch=style.hatch, edgecolor=INK, height=0.66
        )
        is_narrow = tokens < 0.09 * width
        if tokens > 0.015 * width:
            axes.text(
                left + tokens / 2,
                row,
                name[:12] if is_narrow else f"{name}\n{fate} {tokens}",
                rotation=90 if is_narrow else 0,
                ha="center",
                va="center",
                color=style.text,
                fontsize=8 if is_narrow else 9,
                bbox={"facecolor": style.fill, "edgecolor": "none", "pad": 1},
            )
        left += tokens
