"""Three ways to keep the books while a prompt is being filled.

An account says how many tokens are used, how many would be used if one more
body were added, and takes the body. What differs is *what is counted*:

`BodiesAccount`    the bodies alone. Source A's lab simplification: headers and
                   blank lines are free, so the prompt comes out larger.
`AdditiveAccount`  the rendered prompt, for counters that add up at section
                   starts (chars/4, o200k_base, cl100k_base): each block once.
`WholeAccount`     the rendered prompt, for any other counter: the whole string
                   is counted again whenever the sum of its parts says "full".

Taught in 02.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from ctxlab.sections import SEPARATOR, ContextSection, render, render_section
from ctxlab.tokens import Counter, SectionCounter

Bodies = Mapping[int, str]
"""What was chosen: position in the caller's list -> the body, perhaps shortened."""


class Account(Protocol):
    """What the filling needs to know."""

    bodies: dict[int, str]

    def used(self) -> int:
        """Tokens used by what was taken so far."""

    def with_body(self, position: int, body: str) -> int:
        """Tokens used if `body` were taken as well."""

    def take(self, position: int, body: str) -> None:
        """Take `body` for the section at `position`."""


def chosen_sections(sections: Sequence[ContextSection], bodies: Bodies) -> list[ContextSection]:
    """The chosen sections with their bodies, in the caller's order."""
    return [
        sections[i] if bodies[i] is sections[i].text else replace(sections[i], text=bodies[i])
        for i in sorted(bodies)
    ]


class BodiesAccount:
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


class AdditiveAccount:
    """Counts the rendered prompt by adding up the weights of its blocks.

    Every block but the last is followed by a blank line, which may melt into
    its last token. So each block is weighed with its blank line, and the last
    one (in the caller's order) is weighed again without.
    """

    def __init__(self, sections: Sequence[ContextSection], count: SectionCounter) -> None:
        self._sections = sections
        self._count = count
        self._inner = 0  # weight of all blocks taken, each with a blank line
        self._last = -1  # the last position taken
        self._excess = 0  # what the last block's blank line weighs
        self.bodies: dict[int, str] = {}

    def used(self) -> int:
        """Tokens of the rendered prompt."""
        return self._count.total(self._inner - self._excess)

    def with_body(self, position: int, body: str) -> int:
        """Tokens of the rendered prompt with one more block."""
        inner, excess = self._weights(position, body)
        return self._count.total(self._inner + inner - excess)

    def take(self, position: int, body: str) -> None:
        """Take a block."""
        inner, self._excess = self._weights(position, body)
        self._inner += inner
        self._last = max(self._last, position)
        self.bodies[position] = body

    def _weights(self, position: int, body: str) -> tuple[int, int]:
        block = f"### {self._sections[position].name}\n{body}"
        inner = self._count.weigh(block + SEPARATOR)
        if position < self._last:
            return inner, self._excess
        return inner, inner - self._count.weigh(block)


class WholeAccount:
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

    def _settle(self) -> None:
        if not self._is_exact:
            self._used, self._is_exact = self._rendered(self.bodies), True

    def _rendered(self, bodies: Bodies) -> int:
        return self._count(render(chosen_sections(self._sections, bodies)))
