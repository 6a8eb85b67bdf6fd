"""What broke: every attack on every wrapper, as a map."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ctxlab.fences.attacks import Verdict
from ctxlab.show.picture import Picture, draw
from ctxlab.show.style import Fate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

VERDICTS: dict[Verdict, tuple[str, Fate]] = {
    "holds": ("✓", Fate("#e3f3ec", "")),
    "refused": ("–", Fate("#c9dcec", "")),
    "altered": ("±", Fate("#f6e6b4", "")),
    "boundary lost": ("?", Fate("#f3b98a", "")),
    "escapes loosely": ("≈", Fate("#f3b98a", "")),
    "escapes": ("✗", Fate("#a33c00", "", "#ffffff")),
}
"""Sign and look of each verdict; the sign says it without the colour."""

BROKEN: frozenset[Verdict] = frozenset({"escapes", "escapes loosely", "boundary lost"})
"""The verdicts with which an attacker has won."""


def attack_map(verdicts: Mapping[tuple[str, str], Verdict]) -> Picture:
    """A row a wrapper, a column an attack, as `attack_table` gives them. Taught in 07.

    >>> print(attack_map({("end marker", "fixed fence"): "escapes"}))
    1 attack on 1 wrapper: none holds against all
    fixed fence: broken by 1 of 1: escapes (end marker)
    """
    attacks = list(dict.fromkeys(attack for attack, _ in verdicts))
    rivals = list(dict.fromkeys(rival for _, rival in verdicts))
    rows = {rival: {attack: verdicts[attack, rival] for attack in attacks} for rival in rivals}
    whole = [rival for rival, row in rows.items() if BROKEN.isdisjoint(row.values())]
    title = f"{_number(attacks, 'attack')} on {_number(rivals, 'wrapper')}: "
    title += f"{' and '.join(whole) or 'none'} {'hold' if len(whole) > 1 else 'holds'} against all"

    def paint(axes: "Axes") -> None:
        for y, row in enumerate(rows.values()):
            for x, verdict in enumerate(row.values()):
                _cell(axes, x, y, verdict)
        axes.set_xticks(
            range(len(attacks)), attacks, rotation=55, ha="left", rotation_mode="anchor"
        )
        axes.set_yticks(range(len(rivals)), rivals)
        axes.xaxis.tick_top()
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        axes.set(title=title, xlim=(-0.5, len(attacks) - 0.5), ylim=(len(rivals) - 0.5, -0.5))
        axes.set_xlabel("   ".join(f"{sign} {verdict}" for verdict, (sign, _) in VERDICTS.items()))

    size = (2.2 + 0.52 * len(attacks), 2.2 + 0.36 * len(rivals))
    return draw(paint, [title, *(_fact(name, row) for name, row in rows.items())], size)


def _cell(axes: "Axes", x: int, y: int, verdict: Verdict) -> None:
    sign, look = VERDICTS[verdict]
    axes.barh(y, 0.94, left=x - 0.47, height=0.9, color=look.fill)
    axes.text(x, y, sign, ha="center", va="center", color=look.text)


def _fact(rival: str, row: Mapping[str, Verdict]) -> str:
    broken = sum(verdict in BROKEN for verdict in row.values())
    by_verdict = {
        verdict: [attack for attack in row if row[attack] == verdict]
        for verdict in reversed(VERDICTS)
        if verdict != "holds" and verdict in row.values()
    }
    fates = "; ".join(f"{verdict} ({', '.join(names)})" for verdict, names in by_verdict.items())
    return f"{rival}: broken by {broken} of {len(row)}{f': {fates}' if fates else ''}"


def _number(things: list[str], noun: str) -> str:
    return f"{len(things)} {noun}{'' if len(things) == 1 else 's'}"
