"""04.4: choosing a threshold and a margin by what errors cost."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from random import Random
from typing import Any

from ctxlab.checking.exercise import Exercise, Mistake
from ctxlab.exercises.ex04.two_gates import Scores, two_gates
from ctxlab.routing_scores import RoutingScore, cheapest, sweep

Request = tuple[Scores, str | None]
"""The scores of one request, and the intent it belongs to; None: a refusal is right."""
Gates = tuple[float, float]
Objective = Callable[[RoutingScore, float], float]


def pick_gates(
    requests: Sequence[Request],
    thresholds: Iterable[float],
    margins: Iterable[float],
    wrong_costs: float,
) -> Gates:
    """The threshold and the margin with the lowest cost; among equals the most careful ones.

    >>> pick_gates([({"plan": 0.5}, "plan"), ({"plan": 0.25}, None)], [0.25, 0.5], [0.0], 2)
    (0.5, 0.0)
    """
    return _picked(requests, thresholds, margins, wrong_costs)


def _tally(requests: Iterable[Request], threshold: float, margin: float) -> RoutingScore:
    counts = dict.fromkeys(("right", "wrong", "asked_back", "needless"), 0)
    for scores, label in requests:
        counts[_judged(two_gates(scores, threshold, margin), label)] += 1
    return RoutingScore(**counts)


def _judged(answer: tuple[str, list[str]], label: str | None) -> str:
    reason, names = answer
    if reason != "match":
        return "needless" if label is not None else "asked_back"
    return "right" if names == [label] else "wrong"


def _careful(threshold: float, margin: float) -> tuple[float, ...]:
    return -threshold, -margin


def _loss(score: RoutingScore, wrong_costs: float) -> float:
    return wrong_costs * score.wrong + score.needless


def _picked(
    requests: Sequence[Request],
    thresholds: Iterable[float],
    margins: Iterable[float],
    wrong_costs: float,
    *,
    objective: Objective = _loss,
    among_equals: Callable[[float, float], tuple[float, ...]] = _careful,
) -> Gates:
    def cost(gates: Gates) -> tuple[float, ...]:
        return objective(_tally(requests, *gates), wrong_costs), *among_equals(*gates)

    return min(product(thresholds, margins), key=cost)


def _cases(rng: Random) -> Iterator[tuple[Any, ...]]:
    for label, cost in product(("plan", "login", None), (1, 2)):
        for thresholds in ([0.25, 0.5, 0.75], [0.75, 0.25]):
            yield [({"plan": 0.5, "login": 0.25}, label)], thresholds, [0.0, 0.25, 0.5], cost
    for thresholds, cost in product(([0.25, 0.5], [0.5, 0.25], [0.375, 0.5]), (2, 3)):
        yield _crossed(), thresholds, [0.0, 0.25], cost
    for number in (2, 2, 3, 3, 4, 6, 8, 12):
        for _ in range(14):
            requests = [_random_request(rng) for _ in range(number)]
            thresholds = rng.sample((0.0, 0.125, 0.25, 0.375, 0.5), rng.choice((2, 3, 4)))
            margins = rng.sample((0.0, 0.125, 0.25, 0.375), rng.choice((1, 2, 3)))
            yield requests, thresholds, margins, rng.choice((1, 2, 2, 2, 3))


def _crossed() -> list[Request]:
    """A high threshold and a high margin cost the same here; both together cost more."""
    tops = ((0.375, 0.25, None), (0.5, 0.375, "plan"), (0.375, 0.125, "plan"))
    return [({"plan": top, "login": second}, label) for top, second, label in tops]


def _random_request(rng: Random) -> Request:
    names = ("billing", "cancel", "plan")
    scores = {name: rng.choice((0, 1, 2, 3, 4)) / 8 for name in names}
    best = max(names, key=lambda name: scores[name])
    return scores, rng.choice((best, best, best, rng.choice(names), None, None))


PICK_GATES = Exercise(
    id="04.4",
    title="Pick a threshold and a margin",
    level="stretch",
    minutes=9,
    name="pick_gates",
    right=pick_gates,
    answers=(pick_gates, cheapest, sweep),
    cases=_cases,
    mistakes=(
        Mistake(
            "looks at accuracy alone",
            lambda *given: _picked(*given, objective=lambda score, _: -(score.accuracy or 0)),
            "One request routed, and rightly: the accuracy is perfect. What became of the others?",
        ),
        Mistake(
            "looks at coverage alone",
            lambda *given: _picked(*given, objective=lambda score, _: -score.coverage),
            "Most requests were routed. Were they routed rightly?",
        ),
        Mistake(
            "looks at the right answers alone",
            lambda *given: _picked(*given, objective=lambda score, _: -score.right),
            "Looser gates never lose a right answer. What do they let in with it?",
        ),
        Mistake(
            "every refusal costs something",
            lambda *given: _picked(
                *given, objective=lambda score, wrong: _loss(score, wrong) + score.asked_back
            ),
            "Where the label is None, a refusal is the right answer. What does it cost?",
        ),
        Mistake(
            "a needless refusal costs nothing",
            lambda *given: _picked(*given, objective=lambda score, wrong: wrong * score.wrong),
            "Then refusing everything is free. Is that the router you want?",
        ),
        Mistake(
            "a wrong route costs as much as a needless refusal",
            lambda *given: _picked(*given, objective=lambda score, _: _loss(score, 1)),
            "What did you do with wrong_costs?",
        ),
        Mistake(
            "routing what should be refused costs nothing",
            lambda requests, *gates: _picked([r for r in requests if r[1] is not None], *gates),
            "A request with the label None was routed all the same. Is that right or wrong?",
        ),
        Mistake(
            "takes the loosest of equals",
            lambda *given: _picked(
                *given, among_equals=lambda threshold, margin: (threshold, margin)
            ),
            "Two pairs of gates cost the same here. Which would you trust with the next request?",
        ),
        Mistake(
            "takes the first of equals",
            lambda *given: _picked(*given, among_equals=lambda threshold, margin: ()),
            "Swap the order of the thresholds. Does your answer change?",
        ),
        Mistake(
            "among equals the margin goes first",
            lambda *given: _picked(
                *given, among_equals=lambda threshold, margin: (-margin, -threshold)
            ),
            "Among equals: the highest threshold first, and only then the highest margin.",
        ),
    ),
    hints=(
        "What does one pair of gates cost on these requests? And how many pairs are there?",
        "Try every pair. For each request ask your two_gates, compare with the label, add up. "
        "Keep the cheapest pair; a tuple (cost, -threshold, -margin) sorts equals as wanted.",
        "best = None\nfor threshold in thresholds:\n    for margin in margins:\n        cost = 0\n"
        "        for scores, label in requests:\n            reason, names = two_gates(...)\n"
        "            if reason == 'match': cost += ...\n            else: cost += ...\n"
        "        key = (cost, ..., ...)\n        if best is None or key < best: best = key\n"
        "return -best[1], ...",
    ),
)
