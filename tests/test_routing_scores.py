"""The labelled requests, and the figures that are computed from them."""

from collections import Counter

import pytest

from ctxlab.routing import Router, bag_of_words
from ctxlab.routing_queries import (
    INTENTS,
    INTENTS_IN_SENTENCES,
    KINDS,
    halves,
    intents_from,
    load_queries,
)
from ctxlab.routing_scores import (
    RoutingScore,
    always_refuse,
    argmax,
    cheapest,
    score_answers,
    sweep,
)

QUERIES = load_queries()


def test_the_labels_are_consistent() -> None:
    assert Counter(query.kind for query in QUERIES) == {
        "clear": 72,
        "ambiguous": 16,
        "two_in_one": 16,
        "unknown": 16,
    }
    assert len({query.text for query in QUERIES}) == len(QUERIES)
    wanted = {"clear": (1, 1), "ambiguous": (2, 3), "two_in_one": (2, 3), "unknown": (0, 0)}
    for query in QUERIES:
        low, high = wanted[query.kind]
        assert low <= len(query.intents) <= high
        assert set(query.intents) <= INTENTS.keys()
        assert (query.answer is not None) is (query.kind == "clear")
    assert INTENTS.keys() == INTENTS_IN_SENTENCES.keys()
    assert set(KINDS) == {query.kind for query in QUERIES}


def test_the_requests_look_typed() -> None:
    lengths = sorted(sum(bag_of_words(query.text).values()) for query in QUERIES)
    assert lengths[0] == 1 and lengths[-1] >= 25
    lower = sum(query.text == query.text.lower() for query in QUERIES)
    assert 0.3 < lower / len(QUERIES) < 0.7


def test_source_a_own_prototypes() -> None:
    assert INTENTS["billing"] == "refund charge invoice payment money"
    assert INTENTS["cancel"] == "cancel charge subscription stop account"
    worked = next(query for query in QUERIES if query.text == "cancel and refund charge")
    assert Router(INTENTS).route(worked.text).tied == ("billing", "cancel")


def test_halves_are_fixed_and_disjoint() -> None:
    choosing, testing = halves(QUERIES)
    assert (choosing, testing) == halves(QUERIES)
    assert Counter([*choosing, *testing]) == Counter(QUERIES)
    assert [query.text for query in halves(QUERIES, seed=1)[0]] != [q.text for q in choosing]
    for kind in KINDS:
        assert sum(q.kind == kind for q in choosing) == sum(q.kind == kind for q in testing)


def test_scores_by_hand() -> None:
    clear, unknown = QUERIES[0], QUERIES[-1]
    asked = [clear, clear, clear, unknown, unknown]
    score = score_answers(asked, ["billing", "login", None, None, "login"])
    assert score == RoutingScore(right=1, wrong=2, asked_back=1, needless=1)
    assert (score.total, score.coverage, score.accuracy) == (5, 3 / 5, 1 / 3)
    assert score.loss(wrong_costs=4) == 9 / 5
    with pytest.raises(ValueError, match="shorter"):
        score_answers(asked, ["billing"])


def test_nothing_scored_is_no_division_by_zero() -> None:
    nothing = score_answers([], [])
    assert (nothing.coverage, nothing.accuracy, nothing.loss()) == (0.0, None, 0.0)


def test_the_baselines() -> None:
    everything = score_answers(QUERIES, [argmax(query.text, INTENTS) for query in QUERIES])
    assert everything.coverage == 1.0
    nothing = score_answers(QUERIES, list(map(always_refuse, (query.text for query in QUERIES))))
    assert nothing == RoutingScore(right=0, wrong=0, asked_back=48, needless=72)
    assert nothing.accuracy is None


def test_the_sweep_is_the_router() -> None:
    router = Router(INTENTS)
    for point in sweep(QUERIES, INTENTS, (0.0, 0.15, 0.3), (0.0, 0.1)):
        answers = [router.route(q.text, point.threshold, point.margin).intent for q in QUERIES]
        assert point.score == score_answers(QUERIES, answers)


def test_measured_figures() -> None:
    """The honest result: five words an intent refuse nearly everything at threshold 0.3."""
    (point,) = sweep(QUERIES, INTENTS, [0.3], [0.05])
    assert point.score == RoutingScore(right=6, wrong=1, asked_back=47, needless=66)
    (point,) = sweep(QUERIES, INTENTS_IN_SENTENCES, [0.3], [0.05])
    assert point.score == RoutingScore(right=15, wrong=19, asked_back=37, needless=49)
    everything = score_answers(QUERIES, [argmax(query.text, INTENTS) for query in QUERIES])
    assert everything == RoutingScore(right=40, wrong=80, asked_back=0, needless=0)


def test_chosen_gates_look_better_where_they_were_chosen() -> None:
    chosen = tested = 0.0
    for seed in range(10):
        choosing, testing = halves(QUERIES, seed)
        best = cheapest(sweep(choosing, INTENTS))
        (again,) = sweep(testing, INTENTS, [best.threshold], [best.margin])
        chosen, tested = chosen + best.score.loss() / 10, tested + again.score.loss() / 10
    assert chosen < tested


def test_prototypes_scored_on_their_own_requests_deceive() -> None:
    choosing, testing = halves(QUERIES)
    learned = intents_from(choosing)
    assert learned.keys() == INTENTS.keys()
    assert cheapest(sweep(choosing, learned)).score.loss() < 0.3
    assert cheapest(sweep(testing, learned)).score.loss() > 0.5


def test_equal_losses_choose_the_careful_gates() -> None:
    best = cheapest(sweep([], INTENTS))
    assert (best.threshold, best.margin) == (1.0, 0.3)
