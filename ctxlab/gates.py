"""The two gates of a router, and the decision that they make.

A ranking is not yet an answer. Gate 1 asks whether the best score is good
enough, gate 2 whether it is clearly the best: two requests in one sentence give
two good scores, not a low one. Source: phase 04, "A routing decision, to the
arithmetic". Taught in 04.
"""

from dataclasses import dataclass
from itertools import takewhile
from typing import Literal

Ranking = tuple[tuple[str, float], ...]
"""(intent, score) of every intent that shares a word, best first, equals by name."""
Reason = Literal["match", "below_threshold", "ambiguous_tie"]

EXACT_TIE = 1e-12
"""Scores this close are equal: what separates them is the rounding of a square root."""


@dataclass(frozen=True)
class RouteDecision:
    """Where a request goes, or why it goes nowhere. Taught in 04.

    `intent` is None for a refusal. `tied` names the intents that the margin
    cannot tell apart, best first; it is empty when there is nothing to confuse.

    >>> decide((("billing", 0.474),)).explain()
    'billing: 0.474, next 0.000'
    """

    intent: str | None
    reason: Reason
    tied: tuple[str, ...]
    ranking: Ranking
    threshold: float
    margin: float

    @property
    def fallback(self) -> bool:
        """True for a refusal."""
        return self.intent is None

    @property
    def scores(self) -> dict[str, float]:
        """Score of each intent that shares a word with the request; the others have 0."""
        return dict(self.ranking)

    def score(self, intent: str) -> float:
        """Score of one intent: 0.0 if it shares no word with the request."""
        return self.scores.get(intent, 0.0)

    @property
    def top_score(self) -> float:
        """The best score, 0.0 if nothing is shared."""
        return self.ranking[0][1] if self.ranking else 0.0

    @property
    def second_score(self) -> float:
        """The second best score, 0.0 if there is none."""
        return self.ranking[1][1] if len(self.ranking) > 1 else 0.0

    def explain(self) -> str:
        """The decision in one line, with the numbers behind it."""
        if not self.ranking:
            return "refused: shares no word with any intent"
        if self.reason == "below_threshold":
            return f"refused: best score {self.top_score:.3f} is below {self.threshold:g}"
        if self.reason == "ambiguous_tie":
            names = ", ".join(self.tied)
            return f"refused: {names} within {self.margin:g} of the best, {self.top_score:.3f}"
        return f"{self.intent}: {self.top_score:.3f}, next {self.second_score:.3f}"


def decide(ranking: Ranking, threshold: float = 0.3, margin: float = 0.05) -> RouteDecision:
    """The two gates, for a ranking that is already there.

    Gate 1: the best score must reach `threshold` (a score of 0 never does).
    Gate 2: it must lead by at least `margin`; equal scores are refused whatever
    the margin. Raises ValueError for a gate that is negative or no number.
    Taught in 04.

    >>> decide((("billing", 0.45), ("cancel", 0.42))).reason
    'ambiguous_tie'
    """
    for name, gate in (("threshold", threshold), ("margin", margin)):
        if not gate >= 0:
            raise ValueError(f"{name} must be a number of at least 0, got {gate!r}")
    top = ranking[0][1] if ranking else 0.0
    close = tuple(takewhile(lambda pair: _is_rival(top, pair[1], margin), ranking))
    tied = tuple(name for name, _ in close) if len(close) > 1 else ()
    if top == 0 or top < threshold:
        return RouteDecision(None, "below_threshold", tied, ranking, threshold, margin)
    if tied:
        return RouteDecision(None, "ambiguous_tie", tied, ranking, threshold, margin)
    return RouteDecision(ranking[0][0], "match", (), ranking, threshold, margin)


def _is_rival(top: float, score: float, margin: float) -> bool:
    return score > 0 and (top - score < margin or top - score <= EXACT_TIE)
