"""Live turns: what the window still holds word for word, and what may leave next.

Three places: the rules, the newest user turn if its neighbours have already
left, and the units. Planning only looks; `drop` acts. Between the two the
summary is made, so a summarizer that fails changes nothing. Taught in 05.
"""

from collections.abc import Callable, Iterator
from itertools import chain, islice

from ctxlab.memory.turns import Turn, count_turn
from ctxlab.memory.units import Entry, Unit, Units
from ctxlab.tokens import Counter

IsEnough = Callable[[int, int], bool]
"""(turns left in the units, tokens left in all three places) -> stop here?"""


class LiveTurns:
    """The turns of a session that have not left yet. Taught in 05.

    >>> live = LiveTurns(len)
    >>> live.add(Turn("user", "hello"))
    >>> live.plan(lambda turns, tokens: tokens <= 5)
    0
    """

    def __init__(self, count: Counter) -> None:
        self._count = count
        self._units = Units()
        self._held: Entry | None = None  # a user turn whose neighbours have left
        self._newest = -1  # position of the newest user turn
        self._added = 0
        self.rules: list[Turn] = []
        self.in_units = 0
        """Turns in the units."""
        self.tokens = 0
        """Tokens of everything here, rules included."""

    def __len__(self) -> int:
        """Turns here, without the rules."""
        return self.in_units + (self._held is not None)

    def add(self, turn: Turn) -> None:
        """Add a turn. Raises ValueError for a tool result whose call is not here."""
        entry = Entry(self._added, turn, count_turn(turn, self._count))
        if turn.is_rule:
            self.rules.append(turn)
        else:
            self._units.append(entry)
            self._added += 1
            self.in_units += 1
        if turn.is_user and not turn.is_rule:
            self._newest = entry.position
        self.tokens += entry.tokens

    def turns(self) -> Iterator[Turn]:
        """All but the rules, oldest first."""
        entries = chain.from_iterable(unit.entries for unit in self._units)
        return (entry.turn for entry in chain(filter(None, [self._held]), entries))

    def plan(self, is_enough: IsEnough, keep_tail: int = 0) -> int:
        """How many units must leave from the head until it is enough.

        Stops before an open unit, and before the last `keep_tail` turns.
        """
        turns, tokens, number = self.in_units, self.tokens - self._stale_tokens, 0
        for unit in self._units:
            if is_enough(turns, tokens) or unit.is_open or turns - len(unit) < keep_tail:
                break
            turns -= len(unit)
            tokens -= sum(entry.tokens for entry in self._going(unit))
            number += 1
        return number

    def leaving(self, number: int) -> list[Entry]:
        """What leaves with the first `number` units: all but the newest user turn."""
        going = chain.from_iterable(map(self._going, islice(self._units, number)))
        return [*filter(None, [self._stale]), *going]

    def drop(self, number: int) -> None:
        """Let go of what `leaving(number)` gave."""
        self.tokens -= sum(entry.tokens for entry in self.leaving(number))
        self._held = None if self._stale else self._held
        for unit in [self._units.popleft() for _ in range(number)]:
            self.in_units -= len(unit)
            self._held = next((e for e in unit.entries if e.position == self._newest), self._held)

    def _going(self, unit: Unit) -> Iterator[Entry]:
        return (entry for entry in unit.entries if entry.position != self._newest)

    @property
    def _stale(self) -> Entry | None:
        """The held user turn, once a newer one has come."""
        return self._held if self._held and self._held.position != self._newest else None

    @property
    def _stale_tokens(self) -> int:
        return self._stale.tokens if self._stale else 0
