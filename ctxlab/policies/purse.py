"""Keeping the books while a window is filled, with a receipt for each item.

The question is paid when the purse is opened. What is counted is the rendered
window: for counters whose blocks add up (chars/4; o200k_base and cl100k_base
before `### ` headers) each block is weighed once; for any other counter the sum
of the parts is believed only while it fits, and the whole string is counted
before anything is refused and again at the end. Taught in 06.
"""

from typing import Literal, NamedTuple

from ctxlab.policies.view import Piece, View

Fate = Literal["pinned", "whole", "trimmed", "dropped", "withheld"]


class Receipt(NamedTuple):
    """What became of one item, with the numbers behind it, in tokens. Taught in 06.

    `needs`: what the piece would have added, its wrapper included. `left`: what
    was left of the budget then. `took`: what it added. `rank` of `of`: its place
    in the order the policy wanted (0: a pin, or never proposed).

    >>> print(Receipt(4, 5, "tool result", "dropped", 57, 41, rank=9, of=40))
    step 5   tool result      dropped     needs 57, 41 left, rank 9 of 40
    """

    position: int
    step: int
    kind: str
    outcome: Fate
    needs: int = 0
    left: int = 0
    took: int = 0
    rank: int = 0
    of: int = 0
    why: str = ""

    def __str__(self) -> str:
        parts = [f"needs {self.needs}, {self.left} left"] if self.outcome != "withheld" else []
        parts += [f"rank {self.rank} of {self.of}"] if self.rank else []
        parts += [self.why] if self.why else []
        return f"step {self.step:<3} {self.kind:<16} {self.outcome:<11} {', '.join(parts)}"

    def taken_out(self) -> "Receipt":
        """The receipt of a piece that had been taken, but the whole then counted too much."""
        why = "taken out again: the joined window counted more than its parts"
        return self._replace(outcome="dropped", took=0, why=why)


class Purse:
    """The pieces taken so far, in the order taken, and what the window with them counts."""

    _FAR = 8  # tokens; more than joins and rounding can save

    def __init__(self, view: View, budget: int) -> None:
        self.view, self.budget = view, budget
        self.pieces: list[Piece] = []
        self.question_tokens = view.count(view.question_block)
        self.used = self.question_tokens
        self._weight = view.weigh(view.question_block)
        self._is_exact = True

    @property
    def left(self) -> int:
        """What is left of the budget."""
        return max(self.budget - self.used, 0)

    def with_piece(self, piece: Piece) -> int:
        """Tokens of the window if the piece were taken as well."""
        if self.view.adder or self._sum(piece) <= self.budget:
            return self._sum(piece)
        self.settle()
        if self._sum(piece) > self.budget + self._FAR:
            return self._sum(piece)
        return self.view.count(self.view.render([*self.pieces, piece]))

    def _sum(self, piece: Piece) -> int:
        """What the parts add up to: exact if the counter's blocks add up, else a guess."""
        weight = self.view.block(piece).weight
        adder = self.view.adder
        return adder.total(self._weight + weight) if adder else self.used + weight

    def take(self, piece: Piece) -> None:
        """Take the piece, whatever it costs."""
        self.used = self._sum(piece)
        self._weight += self.view.block(piece).weight
        self._is_exact = self.view.adder is not None
        self.pieces.append(piece)

    def offer(self, piece: Piece, keep: bool = False, refusal: str = "") -> Receipt:
        """Take the piece if it fits (or if `keep`), unless there is a `refusal`."""
        position, item, body = piece
        total = self._sum(piece) if keep else self.with_piece(piece)
        needs, left = total - self.used, self.left
        receipt = Receipt(position, item.step, item.kind, "dropped", needs, left, why=refusal)
        if not body and item.text:
            return receipt._replace(why="nothing of it is left to show")
        if refusal or (total > self.budget and not keep):
            return receipt
        self.take(piece)
        is_whole = body == item.text
        return receipt._replace(outcome="whole" if is_whole else "trimmed", took=needs)

    def settle(self) -> None:
        """Count the window as a whole, if that was not just done."""
        if not self._is_exact:
            self.used, self._is_exact = self.view.count(self.view.render(self.pieces)), True

    def repair(self, fixed: int) -> None:
        """Take pieces out again, the last taken first, until the whole fits; pins stay."""
        self.settle()
        while self.used > self.budget and len(self.pieces) > fixed:
            self.pieces.pop()
            self._is_exact = False
            self.settle()
