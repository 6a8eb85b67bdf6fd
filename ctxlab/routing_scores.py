"""How well a router does: coverage, accuracy, and what its errors cost.

Two figures are needed, for each is easy to have alone. A router that refuses
everything is never wrong; one that always answers covers everything. Gates are
chosen on one half of the labelled requests and tested on the other: tested
where they were chosen, they look better than they are.

Taught in 04.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ctxlab.gates import Ranking, decide
from ctxlab.routing import Intents, Router
from ctxlab.routing_queries import Query

Answer = str | None
THRESHOLDS = tuple(i / 20 for i in range(21))
MARGINS = (0.0, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3)


@dataclass(frozen=True)
class RoutingScore:
    """Counts over a set of labelled requests. Taught in 04.

    `right`: routed to the intent it belongs to. `wrong`: routed elsewhere, or
    routed although it should have been asked back. `asked_back`: refused, and
    rightly. `needless`: refused although it was clear.

    >>> RoutingScore(right=3, wrong=1, asked_back=2, needless=4).coverage
    0.4
    """

    right: int
    wrong: int
    asked_back: int
    needless: int

    @property
    def total(self) -> int:
        """Requests scored."""
        return self.right + self.wrong + self.asked_back + self.needless

    @property
    def coverage(self) -> float:
        """Share of all requests that were routed; 0.0 for no requests."""
        return (self.right + self.wrong) / self.total if self.total else 0.0

    @property
    def accuracy(self) -> float | None:
        """Share of the routed requests that were routed rightly; None if none was routed."""
        routed = self.right + self.wrong
        return self.right / routed if routed else None

    def loss(self, wrong_costs: float = 2.0) -> float:
        """Cost a request, if asking back needlessly costs 1 and a wrong route `wrong_costs`."""
        return (wrong_costs * self.wrong + self.needless) / self.total if self.total else 0.0


@dataclass(frozen=True)
class GatePoint:
    """Two gates and what they score. Taught in 04.

    >>> GatePoint(0.3, 0.05, RoutingScore(1, 0, 0, 0)).score.accuracy
    1.0
    """

    threshold: float
    margin: float
    score: RoutingScore


def score_answers(queries: Iterable[Query], answers: Iterable[Answer]) -> RoutingScore:
    """Compare answers (an intent, or None for a refusal) with the labels. Taught in 04.

    >>> score_answers([Query("refund pls", "clear", ("billing",))], [None])
    RoutingScore(right=0, wrong=0, asked_back=0, needless=1)
    """
    right = wrong = asked_back = needless = 0
    for query, answer in zip(queries, answers, strict=True):
        is_right = answer == query.answer
        right += is_right and answer is not None
        asked_back += is_right and answer is None
        wrong += not is_right and answer is not None
        needless += not is_right and answer is None
    return RoutingScore(right, wrong, asked_back, needless)


def argmax(query: str, intents: Intents) -> str:
    """The baseline that always answers: best score, equals by name. Taught in 04.

    Where no word is shared, the alphabet decides.

    >>> argmax("zebra quartz", {"cancel": "stop", "billing": "refund"})
    'billing'
    """
    ranking = Router(intents).rank(query)
    return ranking[0][0] if ranking else min(intents)


def always_refuse(query: str) -> Answer:
    """The baseline that is never wrong. Taught in 04.

    >>> always_refuse("refund pls") is None
    True
    """
    return None


def sweep(
    queries: Sequence[Query],
    intents: Intents,
    thresholds: Iterable[float] = THRESHOLDS,
    margins: Iterable[float] = MARGINS,
) -> list[GatePoint]:
    """The score of every pair of gates. Each request is ranked once. Taught in 04.

    >>> points = sweep([Query("refund pls", "clear", ("billing",))], {"billing": "refund"})
    >>> [p.score.right for p in points if p.threshold in (0.7, 0.75) and p.margin == 0]
    [1, 0]
    """
    router, margins = Router(intents), tuple(margins)
    rankings = [router.rank(query.text) for query in queries]
    return [
        GatePoint(threshold, margin, _score_gates(queries, rankings, threshold, margin))
        for threshold in thresholds
        for margin in margins
    ]


def cheapest(points: Iterable[GatePoint], wrong_costs: float = 2.0) -> GatePoint:
    """The gates with the lowest loss; among equals the most careful ones. Taught in 04.

    Raises ValueError if there are no points.

    >>> careful = GatePoint(0.5, 0.1, RoutingScore(1, 0, 1, 0))
    >>> cheapest([GatePoint(0.3, 0.1, careful.score), careful]) is careful
    True
    """
    return min(points, key=lambda p: (p.score.loss(wrong_costs), -p.threshold, -p.margin))


def _score_gates(
    queries: Sequence[Query], rankings: Iterable[Ranking], threshold: float, margin: float
) -> RoutingScore:
    return score_answers(queries, (decide(r, threshold, margin).intent for r in rankings))
