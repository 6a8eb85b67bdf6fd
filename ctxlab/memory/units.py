"""Units: what may only leave together.

A tool call and all its results are one unit, however far apart they stand; the
turns between them belong to it. Every other turn is a unit of its own. A window
that keeps a result without its call is refused by providers.

A turn starts as a unit of its own; when a result arrives, everything back to
its call melts into one. Each melting removes a unit, so a session costs no more
than its length. Taught in 05.
"""

import collections
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ctxlab.memory.turns import Turn


class Entry(NamedTuple):
    """A turn, its place in the session and what it costs in tokens. Taught in 05.

    >>> Entry(0, Turn("user", "hello"), tokens=2).turn.text
    'hello'
    """

    position: int
    turn: Turn
    tokens: int


@dataclass
class Unit:
    """Turns that leave together. `waiting`: ids of its calls without a result so far.

    Taught in 05.

    >>> Unit([], calls={"c1"}, waiting={"c1"}).is_open
    True
    """

    entries: list[Entry]
    calls: set[str] = field(default_factory=set)
    waiting: set[str] = field(default_factory=set)

    @property
    def is_open(self) -> bool:
        """A result is still to come: the unit must not leave."""
        return bool(self.waiting)

    def __len__(self) -> int:
        return len(self.entries)

    def absorb(self, later: "Unit") -> None:
        """Melt with the unit that follows."""
        self.entries += later.entries
        self.calls |= later.calls
        self.waiting |= later.waiting


class Units:
    """A session's units, oldest first; grows at the end and shrinks at the head. Taught in 05.

    >>> units = Units()
    >>> for text in ("hello", "hello again"):
    ...     units.append(Entry(0, Turn("user", text), 3))
    >>> len(units)
    2
    """

    def __init__(self) -> None:
        self._units: deque[Unit] = deque()
        self._here: collections.Counter[str] = collections.Counter()  # ids of calls in the units
        self._latest: tuple[str, ...] = ()  # ids of the latest turn that calls

    def __len__(self) -> int:
        return len(self._units)

    def __iter__(self) -> Iterator[Unit]:
        return iter(self._units)

    def __reversed__(self) -> Iterator[Unit]:
        return reversed(self._units)

    def call_of(self, turn: Turn) -> str | None:
        """The id of the call here that `turn` is a result of, or None.

        A result without an id answers the latest turn that calls: the first of
        its calls that still waits.
        """
        if turn.result_of is not None:
            return turn.result_of if self._here[turn.result_of] else None
        if not self._latest or not self._here[self._latest[0]]:
            return None
        waiting = self._unit_of(self._latest[0]).waiting
        return next((call for call in self._latest if call in waiting), self._latest[-1])

    def append(self, entry: Entry) -> None:
        """Add a turn. Raises ValueError for a result whose call is not here."""
        turn, unit = entry.turn, Unit([entry])
        if turn.is_result:
            unit = self._melted(unit)
        elif turn.calls:
            self._latest = tuple(call.id for call in turn.calls)
            unit.calls, unit.waiting = set(self._latest), set(self._latest)
            self._here.update(unit.calls)
        self._units.append(unit)

    def popleft(self) -> Unit:
        """Remove the oldest unit."""
        unit = self._units.popleft()
        for call in unit.calls:
            self._here[call] -= 1
            if not self._here[call]:
                del self._here[call]
        return unit

    def _melted(self, result: Unit) -> Unit:
        """One unit of everything from the call on, with the result at its end."""
        turn = result.entries[0].turn
        call = self.call_of(turn)
        if call is None:
            raise ValueError(
                f"tool result {turn.result_of!r} has no call here: add the turn that calls first, "
                "and answer a call before its unit has left"
            )
        later = [result]
        while call not in (unit := self._units.pop()).calls:
            later.append(unit)
        for part in reversed(later):
            unit.absorb(part)
        unit.waiting.discard(call)
        return unit

    def _unit_of(self, call: str) -> Unit:
        return next(unit for unit in reversed(self._units) if call in unit.calls)
