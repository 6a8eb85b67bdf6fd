"""The account for counters that add up at section starts: each block is weighed once.

A prompt is blocks joined by blank lines, and a counter such as `SectionCounter`
promises that no token spans the start of a block. So the prompt's count is a sum
of weights, in whatever order the blocks are written, and neither a trial nor the
finished prompt has to be counted as a whole. Taught in 02.
"""

from collections.abc import Callable, Sequence

from ctxlab.accounts import Account
from ctxlab.sections import HEADER, SEPARATOR, ContextSection
from ctxlab.tokens import SectionCounter


class AdditiveAccount(Account):
    """Counts the rendered prompt by adding up the weights of its blocks.

    Every block but the last is followed by a blank line, which may melt into
    its last token. So each block is weighed with its blank line, and the last
    one (in the caller's order) is weighed again without. A whole block is handed
    to the counter in parts, so that it can remember it; heads that are only
    tried while a body is cut are handed over as one string, and not remembered.
    """

    def __init__(self, sections: Sequence[ContextSection], count: SectionCounter) -> None:
        self._sections = sections
        self._count, self._total = count, count.total
        self._weights = [
            count.weigh(HEADER, section.name, "\n", section.text, SEPARATOR) for section in sections
        ]
        self._inner = 0  # weight of all blocks taken, each with a blank line
        self._last = -1  # the last position taken
        self._excess = 0  # what the last block's blank line weighs
        self._used = 0
        self.bodies: dict[int, str] = {}

    def used(self) -> int:
        """Tokens of the rendered prompt."""
        return self._used

    def with_body(self, position: int, body: str) -> int:
        """Tokens of the rendered prompt with one more block."""
        inner, excess = self._weights_with(position, body)
        return self._total(self._inner + inner - excess)

    def take(self, position: int, body: str) -> None:
        """Take a block."""
        inner, excess = self._weights_with(position, body)
        self._take(position, body, inner, excess)

    def take_if_fits(self, position: int, body: str, budget: int) -> tuple[int, int]:
        """The same as in general, with one look at the weight: most sections end here."""
        inner, excess, used = self._weights[position], self._excess, self._used
        if position > self._last:
            excess = inner - self._weigh(position, body)
        total = self._total(self._inner + inner - excess)
        if total <= budget:
            self._take(position, body, inner, excess)
        return total - used, budget - used

    def count_prompt(self, order: Sequence[int], text: Callable[[], str]) -> int:
        """The sum of the blocks' weights: the string itself need not be counted again."""
        if not order:
            return self._total(0)
        weight = sum(self._weights[position] for position in order[:-1])
        return self._total(weight + self._weigh(order[-1], self.bodies[order[-1]]))

    def _take(self, position: int, body: str, inner: int, excess: int) -> None:
        self._inner += inner
        self._excess = excess
        self._used = self._total(self._inner - excess)
        self._weights[position] = inner
        self.bodies[position] = body
        if position > self._last:
            self._last = position

    def _weights_with(self, position: int, body: str) -> tuple[int, int]:
        """(weight of this block, what the blank line after the then last block weighs)."""
        is_whole = body is self._sections[position].text
        inner = self._weights[position] if is_whole else self._weigh(position, body, SEPARATOR)
        if position < self._last:
            return inner, self._excess
        return inner, inner - self._weigh(position, body)

    def _weigh(self, position: int, body: str, after: str = "") -> int:
        section = self._sections[position]
        if body is section.text:
            return self._count.weigh(HEADER, section.name, "\n", body, after)
        return self._count.weigh(f"{HEADER}{section.name}\n{body}{after}")
