"""The recall curve: how much of what stands at each position a model recalls.

Left out: how a curve is measured (`runs`), and whose curves there are
(`literature`, `results`). Source: Liu et al. 2023, "Lost in the Middle". Taught in 03.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from ctxlab.recall.shape import Shape, shape_of_contexts, shape_of_shares


@dataclass(frozen=True)
class RecallCurve:
    """Recall (0 to 1) by position in a list of `items`, with 95 % intervals where known.

    `indexes` count from 0; `low` and `high` are empty if nothing says how sure
    the figures are; `contexts` holds the answers, a row a context, if the curve
    was measured here. Taught in 03.

    >>> u = RecallCurve("a U", 5, (0, 2, 4), (1.0, 0.2, 0.8), source="made up")
    >>> u.at(1, of=5), u.at(0, of=2)
    (0.6, 1.0)
    """

    label: str
    items: int
    indexes: tuple[int, ...]
    recall: tuple[float, ...]
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    answers: int | None = None
    contexts: tuple[tuple[int, ...], ...] = ()
    task: str = ""
    source: str = ""

    def __post_init__(self) -> None:
        if not 2 <= len(self.indexes) == len(self.recall):
            raise ValueError(
                f"the curve {self.label!r} needs at least 2 positions and as many recalls; "
                f"it has {len(self.indexes)} and {len(self.recall)}"
            )
        if list(self.indexes) != sorted({*self.indexes}) or self.indexes[-1] >= self.items:
            raise ValueError(f"the positions of {self.label!r} must rise and stay below its items")

    @property
    def places(self) -> tuple[float, ...]:
        """Relative positions: 0 is first, 1 is last."""
        return tuple(index / (self.items - 1) for index in self.indexes)

    def at(self, slot: int, of: int) -> float:
        """Recall expected at place `slot` (from 0) of a list of `of` items.

        Linear between measured positions. For a list of another length this
        takes the *relative* place, which is an assumption, not a finding.
        """
        if not 0 <= slot < of:
            raise ValueError(f"slot {slot} is not in a list of {of}; slots count from 0")
        return _between(self.places, self.recall, slot / max(of - 1, 1))

    def shape(self) -> Shape:
        """Is it a U? By bootstrap over contexts, else from the published shares.

        Raises ValueError if the number of answers is not known.
        """
        if self.contexts:
            return shape_of_contexts(self.contexts, self.places)
        if self.answers is None:
            raise ValueError(f"nothing says how many answers {self.label!r} rests on")
        return shape_of_shares(self.recall, self.places, self.answers)

    def __str__(self) -> str:
        """The curve in words: what a screen reader or a diff sees."""
        points = ", ".join(f"{i}: {r:.2f}" for i, r in zip(self.indexes, self.recall, strict=True))
        return f"{self.label}, {self.items} items: {points}"


def _between(xs: Sequence[float], ys: Sequence[float], x: float) -> float:
    """`ys` at `x`, linear between the given `xs`, flat beyond them."""
    right = bisect_right(xs, x)
    if right == 0 or right == len(xs):
        return ys[0] if right == 0 else ys[-1]
    share = (x - xs[right - 1]) / (xs[right] - xs[right - 1])
    return ys[right - 1] + share * (ys[right] - ys[right - 1])
