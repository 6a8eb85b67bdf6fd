"""Scores of single windows, and how often they held, with intervals.

Questions of one world are not independent, and half of them are easy for
everybody: an interval says how far such a rate may move with other questions,
no more. Two policies that answered the same questions are better compared
question by question. Taught in 06.
"""

import math
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from ctxlab.world.items import QuestionKind


class Score(NamedTuple):
    """One window, scored. Taught in 06.

    `stale` is None where the fact was never updated: nothing stale exists.
    """

    policy: str
    budget: int
    world: str
    step: int
    kind: QuestionKind
    answered: bool
    stale: bool | None
    rule: bool
    tokens: int

    @property
    def over(self) -> bool:
        """Whether the window is larger than the budget."""
        return self.tokens > self.budget


class Rate(NamedTuple):
    """How often something held: `hits` of `of`, with a 95 % interval. Taught in 06.

    >>> print(Rate(9, 10))
    9/10 (60–98 %)
    """

    hits: int
    of: int

    @property
    def value(self) -> float:
        """The share; NaN if there was nothing to count."""
        return self.hits / self.of if self.of else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval, which stays within 0 and 1 and works for small numbers."""
        if not self.of:
            return (0.0, 1.0)
        z2 = 1.96**2
        center = (self.hits + z2 / 2) / (self.of + z2)
        spread = self.hits * (self.of - self.hits) / self.of + z2 / 4
        half = 1.96 * math.sqrt(spread) / (self.of + z2)
        return (max(center - half, 0.0), min(center + half, 1.0))

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.hits}/{self.of} ({low * 100:.0f}–{high * 100:.0f} %)"


class Row(NamedTuple):
    """A policy at a budget, over many questions. Taught in 06."""

    policy: str
    budget: int
    answered: Rate
    stale: Rate
    rule: Rate
    over: Rate
    mean_tokens: float


def summary(scores: Iterable[Score], kind: QuestionKind | None = None) -> list[Row]:
    """One row a policy and budget, in the order they came; of one kind of question, if given.

    Taught in 06.

    >>> summary([Score("mine", 500, "w", 41, "rule", True, None, True, 90)])[0].answered
    Rate(hits=1, of=1)
    """
    chosen = [score for score in scores if kind in (None, score.kind)]
    order = {(score.policy, score.budget): i for i, score in reversed([*enumerate(chosen)])}
    chosen.sort(key=lambda score: order[score.policy, score.budget])
    groups = groupby(chosen, key=lambda score: (score.policy, score.budget))
    return [_row(policy, budget, list(group)) for (policy, budget), group in groups]


def _row(policy: str, budget: int, group: Sequence[Score]) -> Row:
    updated = [bool(score.stale) for score in group if score.stale is not None]
    return Row(
        policy,
        budget,
        answered=_rate(score.answered for score in group),
        stale=_rate(updated),
        rule=_rate(score.rule for score in group),
        over=_rate(score.over for score in group),
        mean_tokens=sum(score.tokens for score in group) / len(group),
    )


def _rate(hits: Iterable[bool]) -> Rate:
    found = list(hits)
    return Rate(sum(found), len(found))
