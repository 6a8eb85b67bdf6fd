"""What a benchmark is made of: a row is one task, and contenders that do it.

A row gives every contender the same case of size n, and says when a result is
right. A contender turns the case into its own objects (untimed) and returns the
call that is timed. `goal` is the ratio to reach: the contender's CPU time over
ctxlab's. A goal below 1 belongs to a limit, something that nobody can beat.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

Call = Callable[[], Any]


class Wrong(AssertionError):
    """A contender's result is not right, so its time means nothing."""


@dataclass(frozen=True)
class Contender:
    """One way to do the task of a row."""

    name: str
    make: Callable[[Any], Call]
    """The case -> the call to time. Converting the case is not timed."""
    goal: float = 0.0
    """The ratio that ctxlab shall reach against this contender; 0 for none."""
    needs: str = ""
    """The module that must be installed."""
    up_to: int = 10**9
    """The largest n it can do in reasonable time."""
    before: Callable[[], None] | None = None
    """Done before every timed call, untimed: empties a cache."""
    once: bool = False
    """So slow that it is run and timed a single time; the result is checked afterwards."""

    @property
    def is_installed(self) -> bool:
        """Whether it can run here."""
        return not self.needs or find_spec(self.needs) is not None


@dataclass(frozen=True)
class Row:
    """A task, the sizes at which it is done, and who does it."""

    id: str
    what: str
    sizes: tuple[int, ...]
    case: Callable[[int], Any]
    ours: Contender
    rivals: tuple[Contender, ...]
    check: Callable[[Any, Any, Any], str]
    """(case, result, ctxlab's result) -> a remark for the table. Raises Wrong."""

    @property
    def contenders(self) -> tuple[Contender, ...]:
        """All of them, ctxlab first."""
        return (self.ours, *self.rivals)

    def named(self, name: str) -> Contender:
        """The contender of this name."""
        return next(one for one in self.contenders if one.name == name)

    def plan(self, repeat: int, largest: int) -> Iterator[tuple[str, int, int, str]]:
        """(row, n, repetition, contender), so that contenders take turns."""
        for n in (n for n in self.sizes if n <= largest):
            able = [one for one in self.contenders if one.is_installed and n <= one.up_to]
            for turn in range(repeat):
                yield from ((self.id, n, turn, c.name) for c in able if not (turn and c.once))


def need(condition: bool, message: str) -> None:
    """Raise Wrong unless the condition holds (an assert that -O does not remove)."""
    if not condition:
        raise Wrong(message)


def same(case: Any, result: Any, ours: Any) -> str:
    """The check of rows whose results must be equal."""
    need(result == ours, f"results differ: {str(result)[:80]} and {str(ours)[:80]}")
    return ""
