"""Trimming: the newest turns that fit, without a summary.

What must stay is paid first: the rules, wherever they stand, and the newest
user turn, without which there is nothing to answer. Then whole units are taken,
newest first, up to the first that does not fit. The order never changes.

Not here: what becomes of the rest (`buffer` summarises it). Taught in 05.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from ctxlab.memory.turns import Turn, count_turn
from ctxlab.memory.units import Entry, Units
from ctxlab.tokens import Counter, count_tokens


class WindowError(ValueError):
    """What must stay needs more than the limit. `needs` and `limit` are in `unit`. Taught in 05.

    >>> WindowError(90, 60).needs
    90
    """

    def __init__(self, needs: int, limit: int, unit: str = "tokens") -> None:
        self.needs, self.limit = needs, limit
        super().__init__(
            f"the rules, the newest user turn and open tool calls need {needs} {unit} but the "
            f"limit is {limit}. Raise the limit, shorten a rule, or answer the open calls."
        )


@dataclass(frozen=True)
class Trimmed:
    """What is left of a session, and what was dropped. Taught in 05.

    >>> trim_turns([Turn("user", "hello")], max_tokens=5).tokens
    2
    """

    kept: tuple[Turn, ...]
    dropped: tuple[Turn, ...]
    tokens: int
    """Tokens of the kept turns."""
    over_limit: bool
    """True only if what must stay was kept although it does not fit."""


def trim_turns(
    turns: Iterable[Turn],
    *,
    max_turns: int | None = None,
    max_tokens: int | None = None,
    count: Counter = count_tokens,
    on_pinned_overflow: Literal["raise", "flag"] = "raise",
) -> Trimmed:
    """The newest units that fit `max_turns` and `max_tokens`, with all that must stay.

    What fits comes back unchanged. A result without a call is always dropped:
    it would be refused. If what must stay does not fit, WindowError is raised,
    or all of it is kept and flagged. Raises ValueError for a negative limit.
    Taught in 05.

    >>> talk = [Turn("system", "Be kind."), Turn("user", "hello"), Turn("user", "and now?")]
    >>> [turn.text for turn in trim_turns(talk, max_turns=2).kept]
    ['Be kind.', 'and now?']
    """
    entries = [Entry(i, turn, count_turn(turn, count)) for i, turn in enumerate(turns)]
    room = _Room(max_turns, max_tokens)
    must = _must_stay(entries)
    room.take(must)
    if room.is_overdrawn and on_pinned_overflow == "raise":
        raise room.error()
    kept = {entry.position: entry for entry in must}
    for unit in reversed(_units(entries)):
        rest = [entry for entry in unit.entries if entry.position not in kept]
        if not room.fits(rest):
            break
        room.take(rest)
        kept.update((entry.position, entry) for entry in rest)
    return Trimmed(
        tuple(entry.turn for entry in entries if entry.position in kept),
        tuple(entry.turn for entry in entries if entry.position not in kept),
        sum(entry.tokens for entry in kept.values()),
        room.is_overdrawn,
    )


def _must_stay(entries: Sequence[Entry]) -> list[Entry]:
    newest = next((entry for entry in reversed(entries) if entry.turn.is_user), None)
    return [entry for entry in entries if entry.turn.is_rule or entry is newest]


def _units(entries: Iterable[Entry]) -> Units:
    """Units of all but the rules and the results that have no call."""
    units = Units()
    for entry in entries:
        is_stray = entry.turn.is_result and units.call_of(entry.turn) is None
        if not entry.turn.is_rule and not is_stray:
            units.append(entry)
    return units


class _Room:
    """What is left of two limits, either of which may be absent."""

    def __init__(self, turns: int | None, tokens: int | None) -> None:
        for name, limit in (("max_turns", turns), ("max_tokens", tokens)):
            if limit is not None and limit < 0:
                raise ValueError(f"{name} must be at least 0, got {limit}")
        self._limits = {"turns": turns, "tokens": tokens}
        self._used = {"turns": 0, "tokens": 0}

    def take(self, entries: Sequence[Entry]) -> None:
        self._used["turns"] += len(entries)
        self._used["tokens"] += sum(entry.tokens for entry in entries)

    def fits(self, entries: Sequence[Entry]) -> bool:
        more = {"turns": len(entries), "tokens": sum(entry.tokens for entry in entries)}
        return not any(
            limit is not None and self._used[unit] + more[unit] > limit
            for unit, limit in self._limits.items()
        )

    @property
    def is_overdrawn(self) -> bool:
        return not self.fits([])

    def error(self) -> WindowError:
        unit, limit = next(
            (unit, limit)
            for unit, limit in self._limits.items()
            if limit is not None and self._used[unit] > limit
        )
        return WindowError(self._used[unit], limit, unit)
