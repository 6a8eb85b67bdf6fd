"""Routing: both worked queries to the digit, the two gates, and what they must never do."""

import math
import unicodedata
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.gates import EXACT_TIE, decide
from ctxlab.routing import Intents, Router, bag_of_words, cosine, route
from tests.support.cases import cases
from tests.support.operations import operations

SOURCE = {
    "billing": {"refund", "charge", "invoice", "payment", "money"},
    "cancel": {"cancel", "charge", "subscription", "stop", "account"},
    "support": {"help", "problem", "question", "agent", "broken"},
}
WORDS = st.sampled_from(["refund", "charge", "stop", "money", "a", "I", "é", "漢", "x1"])
TEXTS = st.one_of(st.lists(WORDS, max_size=8).map(" ".join), st.text(max_size=20))
INTENTS = st.dictionaries(st.text(min_size=1, max_size=4), TEXTS, max_size=6)
GATES = st.floats(0, 1)


@pytest.mark.parametrize("case", cases("route"))
def test_public_cases(case: dict[str, Any]) -> None:
    asked, right = case["input"], case["right_value"]
    gates = asked["threshold"], asked["margin"]
    decision = route(asked["query"], asked["intents"], *gates)
    reversed_intents = dict(reversed(asked["intents"].items()))
    assert decision == route(asked["query"], reversed_intents, *gates)
    assert decision.intent == right["intent"]
    assert decision.fallback is (right["intent"] is None)
    assert decision.reason == right.get("reason", "match")
    assert decision.top_score == pytest.approx(right.get("score", decision.top_score), abs=1e-6)
    assert decision.top_score == right.get("top_score", decision.top_score)
    assert decision.tied == tuple(right.get("tied", decision.tied))
    for name, score in right.get("scores", {}).items():
        assert decision.scores[name] == pytest.approx(score, abs=1e-6)


def test_the_worked_tie_is_exact() -> None:
    decision = route("cancel and refund charge", SOURCE)
    assert decision.ranking == (("billing", 2 / math.sqrt(20)), ("cancel", 2 / math.sqrt(20)))
    assert (decision.reason, decision.fallback) == ("ambiguous_tie", True)
    assert decision.tied == ("billing", "cancel")
    assert (round(decision.score("cancel"), 3), decision.score("support")) == (0.447, 0.0)


def test_the_worked_match_is_exact() -> None:
    decision = route("I need a refund for my invoice payment", SOURCE)
    assert decision.ranking == (("billing", 3 / math.sqrt(40)),)
    assert (decision.intent, decision.reason, decision.tied) == ("billing", "match", ())
    assert decision.second_score == 0.0


def test_no_word_is_left_out() -> None:
    bag = bag_of_words("I need a refund for my invoice payment")
    assert len(bag) == 8
    assert bag_of_words("A a É e\u0301 Straße STRASSE") == {"a": 2, "é": 2, "strasse": 2}
    assert bag_of_words("हिन्दी ﬁne") == {"हिन्दी": 1, "fine": 1}
    assert bag_of_words("℡ ΰ") == bag_of_words("tel " + "ΰ".upper())
    assert bag_of_words(" ... ") == {}


@pytest.mark.parametrize("query", ["", "   ", "?!", "\ud800"])
@pytest.mark.parametrize("threshold", [0, 0.3])
def test_a_request_that_shares_nothing_is_refused(query: str, threshold: float) -> None:
    for intents in ({}, {"empty": ""}, SOURCE):
        decision = route(query, intents, threshold, 0)
        assert (decision.intent, decision.reason) == (None, "below_threshold")
        assert (decision.top_score, decision.tied) == (0.0, ())


def test_gates_stand_where_the_source_puts_them() -> None:
    assert decide((("a", 0.3),), 0.3).intent == "a"  # the threshold itself is enough
    assert decide((("a", 0.75), ("b", 0.5)), 0.3, 0.25).intent == "a"  # so is the margin itself
    assert decide((("a", 0.75), ("b", 0.5)), 0.3, 0.26).tied == ("a", "b")
    assert decide((("a", 0.2), ("b", 0.19)), 0.3).reason == "below_threshold"  # gate 1 first
    assert decide((("a", 0.2), ("b", 0.19)), 0.3).tied == ("a", "b")


def test_equal_cosines_by_different_roots_are_a_tie() -> None:
    intents = {"thrice": "charge charge charge fee fee fee", "once": "charge cost"}
    decision = route("charge", intents, 0.3, 0)
    scores = decision.scores
    assert scores["thrice"] != scores["once"]  # 3/sqrt(18) and 1/sqrt(2) round apart
    assert abs(scores["thrice"] - scores["once"]) < EXACT_TIE
    assert (decision.reason, decision.tied) == ("ambiguous_tie", ("once", "thrice"))


@pytest.mark.parametrize("gate", [-0.1, math.nan])
@pytest.mark.parametrize("name", ["threshold", "margin"])
def test_an_impossible_gate_is_named(name: str, gate: float) -> None:
    with pytest.raises(ValueError, match=name):
        route("refund", SOURCE, **{name: gate})


def test_explanations_carry_the_numbers() -> None:
    assert route("cancel and refund charge", SOURCE).explain() == (
        "refused: billing, cancel within 0.05 of the best, 0.447"
    )
    assert route("please do a refund now", SOURCE, 0.5).explain() == (
        "refused: best score 0.200 is below 0.5"
    )
    assert route("zebra quartz", SOURCE).explain() == "refused: shares no word with any intent"


@given(TEXTS, INTENTS, GATES, GATES, st.randoms(use_true_random=False))
def test_the_order_of_definition_is_nothing(
    query: str, intents: dict[str, str], threshold: float, margin: float, rng: Random
) -> None:
    shuffled = dict(rng.sample(sorted(intents.items()), len(intents)))
    assert route(query, intents, threshold, margin) == route(query, shuffled, threshold, margin)


@given(TEXTS, INTENTS, GATES, GATES)
def test_refused_if_and_only_if_a_gate_says_so(
    query: str, intents: dict[str, str], threshold: float, margin: float
) -> None:
    decision = route(query, intents, threshold, margin)
    bags = {name: bag_of_words(text) for name, text in intents.items()}
    scores = sorted((cosine(bag_of_words(query), bag) for bag in bags.values()), reverse=True)
    top, second = [*scores, 0.0, 0.0][:2]
    assert all(0 <= score <= 1 + 1e-12 for score in scores)
    is_below = top == 0 or top < threshold
    is_close = second > 0 and (top - second < margin or top - second <= EXACT_TIE)
    expected = "below_threshold" if is_below else "ambiguous_tie" if is_close else "match"
    assert decision.reason == expected
    assert decision.fallback is (expected != "match")
    assert (len(decision.tied) > 1) is is_close
    if not decision.fallback:
        assert cosine(bag_of_words(query), bags[decision.intent or ""]) == top


@given(TEXTS, INTENTS)
def test_the_index_gives_the_cosines(query: str, intents: dict[str, str]) -> None:
    scores = {name: cosine(bag_of_words(query), bag_of_words(t)) for name, t in intents.items()}
    assert dict(Router(intents).rank(query)) == {n: s for n, s in scores.items() if s > 0}


@given(TEXTS, INTENTS, GATES, st.floats(0, 0.5))
def test_a_stricter_gate_never_answers_more(
    query: str, intents: dict[str, str], threshold: float, more: float
) -> None:
    loose = route(query, intents, threshold, 0.05)
    for strict in (
        route(query, intents, threshold + more, 0.05),
        route(query, intents, threshold, 0.05 + more),
    ):
        assert strict.fallback or strict.intent == loose.intent


@given(st.text())
def test_accents_may_be_typed_either_way(text: str) -> None:
    bag = bag_of_words(text)
    for form in ("NFC", "NFD"):
        assert bag_of_words(unicodedata.normalize(form, text)) == bag


def _many_intents(number: int) -> Intents:
    return {f"intent-{i}": f"word{i} other{i} third{i % 7}of{i}" for i in range(number)}


def test_a_request_costs_what_it_matches_not_what_is_defined() -> None:
    small, large = Router(_many_intents(100)), Router(_many_intents(10_000))
    query = "please do word7 and other42 " * 3
    assert len(large.rank(query)) == 2
    assert operations(lambda: large.route(query)) == operations(lambda: small.route(query))


def test_preparing_is_linear() -> None:
    hundred, thousand = _many_intents(100), _many_intents(1_000)
    assert operations(lambda: Router(thousand)) < 11 * operations(lambda: Router(hundred))
