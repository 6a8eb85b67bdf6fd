"""What an assembler may look at: the store up to now and the question, no answer.

A view also remembers what it worked out (words, relevance, trimmed bodies, the
cost of each wrapped piece), so that many policies and budgets can be tried on
one view. What is weighed is the very text that is sent: wrappers and blank
lines cost what they cost. Taught in 06.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from ctxlab.relevance import line_scores, lines_of, rare_word_weights, trim
from ctxlab.sections import SEPARATOR
from ctxlab.tokens import CharCounter, Counter, SectionCounter, count_tokens
from ctxlab.world.items import Item, Question, World

Wrap = Callable[[Item, str], str]
"""(item, body) -> the body between markers that say what it is."""


def plain_wrap(item: Item, body: str) -> str:
    r"""A header and a footer, about 15 tokens with the blank line. Taught in 06.

    Nothing stops a body from containing such a header itself: notebook 07.

    >>> plain_wrap(Item(3, "tool result", "ok"), "ok")
    '### step 3 | tool result | untrusted\nok\n### end of step 3'
    """
    return f"### step {item.step} | {item.kind} | {item.trust}\n{body}\n### end of step {item.step}"


class Piece(NamedTuple):
    """An item as it is to appear: whole, or with a shorter body.

    `position` is its place in the store. A block made by the assembler itself
    has a negative one; it stands behind the pins and before the candidates.
    """

    position: int
    item: Item
    body: str


def in_order(pieces: Iterable[Piece]) -> list[Piece]:
    """Pins first, then time order."""
    return sorted(pieces, key=lambda piece: (not piece.item.pinned, piece.position))


class Block(NamedTuple):
    """A piece as it is sent, and what it weighs with the blank line behind it."""

    item: Item
    text: str
    weight: int


@dataclass(frozen=True, eq=False)
class View:
    """The store up to now, the question, and how to count and wrap. Taught in 06.

    `items` are in time order. This is all a policy is handed: no answer can be
    reached from it, and nothing from a later step.

    Raises ValueError if the items are not in time order.

    >>> view = View([Item(1, "tool result", "staging key = ZK-4471")], "Which key?")
    >>> view.piece(0).body
    'staging key = ZK-4471'
    """

    items: Sequence[Item]
    question: str
    count: Counter = count_tokens
    wrap: Wrap = plain_wrap
    _blocks: dict[tuple[int, str], Block] = field(default_factory=dict, init=False, repr=False)
    _trimmed: dict[tuple[int, int], str] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "items", tuple(self.items))
        for i in range(1, len(self.items)):
            if self.items[i].step < self.items[i - 1].step:
                raise ValueError(
                    f"items must be in time order: position {i} is of step {self.items[i].step}, "
                    f"the one before of step {self.items[i - 1].step}"
                )

    @cached_property
    def candidates(self) -> tuple[int, ...]:
        """Positions of the items that are not pinned, oldest first."""
        return tuple(i for i, item in enumerate(self.items) if not item.pinned)

    @cached_property
    def weights(self) -> dict[str, float]:
        """What each word of the question is worth, judged by the lines seen up to now."""
        lines = (line for item in self.items for line in lines_of(item.text))
        return rare_word_weights(self.question, lines)

    @cached_property
    def relevance(self) -> tuple[float, ...]:
        """The relevance of each item: its best line's."""
        return tuple(max(line_scores(item.text, self.weights)) for item in self.items)

    @cached_property
    def superseded(self) -> dict[int, int]:
        """Position of each item whose key was replaced -> position of the latest with that key."""
        latest = {item.key: i for i, item in enumerate(self.items) if item.key is not None}
        return {
            i: latest[item.key]
            for i, item in enumerate(self.items)
            if item.key is not None and latest[item.key] != i
        }

    def piece(self, position: int, limit: int | None = None) -> Piece:
        """The item at `position`, trimmed to its `limit` most relevant tokens if one is given."""
        item = self.items[position]
        if limit is None:
            return Piece(position, item, item.text)
        if (position, limit) not in self._trimmed:
            body = trim(item.text, self.weights, limit, self.count)
            self._trimmed[position, limit] = body
        return Piece(position, item, self._trimmed[position, limit])

    def block(self, piece: Piece) -> Block:
        """The piece as it is sent; wrapped once, for a wrapper may differ from call to call."""
        position, item, body = piece
        block = self._blocks.get((position, body))
        if block is None or block.item is not item:
            text = self.wrap(item, body)
            block = Block(item, text, self.weigh(text + SEPARATOR))
            self._blocks[position, body] = block
        return block

    @cached_property
    def question_block(self) -> str:
        """The question as it is sent: last, and behind its own header."""
        return f"### question\n{self.question}"

    def render(self, pieces: Sequence[Piece]) -> str:
        """The window: pins first, then the pieces in time order, the question last."""
        blocks = [self.block(piece).text for piece in in_order(pieces)]
        return SEPARATOR.join([*blocks, self.question_block])

    @cached_property
    def adder(self) -> SectionCounter | None:
        """The counter, if the weights of blocks add up to the count of the window.

        Characters always do; the encodings do before a `### ` header.
        """
        is_safe = self.wrap is plain_wrap or isinstance(self.count, CharCounter)
        return self.count if is_safe and isinstance(self.count, SectionCounter) else None

    def weigh(self, text: str) -> int:
        """What a block adds: in the counter's own unit if that adds up, else in tokens."""
        return self.adder.weigh(text) if self.adder else self.count(text)


def view_of(
    world: World, question: Question, count: Counter = count_tokens, wrap: Wrap = plain_wrap
) -> View:
    """What an assembler may see when `question` is asked: its text, and no later step.

    Taught in 06.

    >>> from ctxlab.world.session import build_world
    >>> world = build_world(0)
    >>> view_of(world, world.questions[0]).items[-1].step
    41
    """
    return View(world.until(question.step), question.text, count, wrap)
