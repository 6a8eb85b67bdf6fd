"""Three ways to keep the books while a prompt is being filled.

An account says how many tokens are used, how many would be used if one more
body were added, and takes the body. What differs is *what is counted*:

`BodiesAccount`    the bodies alone. Source A's lab simplification: headers and
                   blank lines are free, so the prompt comes out larger.
`AdditiveAccount`  the rendered prompt, for counters that add up at section
                   starts (chars/4, o200k_base, cl100k_base): each block once
                   (in `adding`).
`WholeAccount`     the rendered prompt, for any other counter: the whole string
                   is counted again whenever the sum of its parts says "full".

Taught in 02.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from ctxlab.sections import SEPARATOR, ContextSection, render, render_section
from ctxlab.tokens import Counter

Bodies = Mapping[int, str]
"""What was chosen: position in the caller's list -> the body, perhaps shortened."""


class Account(ABC):
    """What the filling needs to know. All sizes are in tokens."""

    bodies: dict[int, str]

    @abstractmethod
    def used(self) -> int:
        """Tokens used by what was taken so far."""

    @abstractmethod
    def with_body(self, position: int, body: str) -> int:
        """Tokens used if `body` were taken as well."""

    @abstractmethod
    def take(self, position: int, body: str) -> None:
        """Take `body` for the section at `position`."""

    @abstractmethod
    def count_prompt(self, order: Sequence[int], text: Callable[[], str]) -> int:
        """Tokens of the prompt with these of the bodies, in this order; `text` writes it."""

    def take_if_fits(self, position: int, body: str, budget: int) -> tuple[int, int]:
        """Take a whole body if it fits `budget`. Returns what it needs, what was left for it."""
        total, used = self.with_body(position, body), self.used()
        if total <= budget:
            self.take(position, body)
        return total - used, budget - used


def chosen_sections(sections: Sequence[ContextSection], bodies: Bodies) -> list[ContextSection]:
    """The chosen sections with their bodies, in the caller's order."""
    return [
        sections[i] if bodies[i] is sections[i].text else replace(sections[i], text=bodies[i])
        for i in sorted(bodies)
    ]


class BodiesAccount(Account):
    """Counts bodies alone."""

    def __init__(self, count: Counter) -> None:
        self._count = count
        self._used = 0
        self.bodies: dict[int, str] = {}

    def used(self) -> int:
        """Sum of the counts of the bodies taken."""
        return self._used

    def with_body(self, position: int, body: str) -> int:
        """That sum and one more body."""
        return self._used + self._count(body)

    def take(self, position: int, body: str) -> None:
        """Take a body."""
        self._used = self.with_body(position, body)
        self.bodies[position] = body

    def count_prompt(self, order: Sequence[int], text: Callable[[], str]) -> int:
        """The sum: what is written between the bodies is free."""
        return self._used


class WholeAccount(Account):
    """Counts the rendered prompt as a whole, as seldom as it can.

    While the sum of the parts fits, it is believed; the assembler checks the
    final string anyway. When it does not fit, the true string is counted, for
    the sum is often too high: each part is rounded up. After `_PATIENCE` such
    counts in a row that said "no", the sum is believed again, so that a long
    list of sections that just do not fit is not counted over and over.
    """

    _PATIENCE = 50
    _SAVING = 8  # tokens; more than joining one block can save

    def __init__(self, sections: Sequence[ContextSection], count: Counter, budget: int) -> None:
        self._sections = sections
        self._count = count
        self._budget = budget
        self._used = count("")
        self._is_exact = True
        self._refusals = 0
        self.bodies: dict[int, str] = {}

    def used(self) -> int:
        """Tokens of the rendered prompt, or the sum of its parts while that fits."""
        if self._used > self._budget:
            self._settle()
        return self._used

    def with_body(self, position: int, body: str) -> int:
        """Tokens of the rendered prompt with one more block."""
        part = self._count(render_section(replace(self._sections[position], text=body)) + SEPARATOR)
        if self._used + part <= self._budget:
            return self._used + part
        self._settle()
        total = self._used + part
        if total - self._SAVING > self._budget or self._refusals >= self._PATIENCE:
            return total
        total = self._rendered({**self.bodies, position: body})
        self._refusals += total > self._budget
        return total

    def take(self, position: int, body: str) -> None:
        """Take a block."""
        self._used = self.with_body(position, body)
        self._is_exact = False
        self._refusals = 0
        self.bodies[position] = body

    def count_prompt(self, order: Sequence[int], text: Callable[[], str]) -> int:
        """The count of the string."""
        return self._count(text())

    def _settle(self) -> None:
        if not self._is_exact:
            self._used, self._is_exact = self._rendered(self.bodies), True

    def _rendered(self, bodies: Bodies) -> int:
        return self._count(render(chosen_sections(self._sections, bodies)))
