"""Prompts and plans: repeatable, exchangeable, and asked where they should be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.ordering import order_for_recall
from ctxlab.recall.plans import REORDERS, Plan, asked_positions
from ctxlab.recall.prompts import MOST_FACTS, TEMPLATES, draw_facts
from ctxlab.recall.stored import STORED
from ctxlab.recall.words import FIRST_NAMES

KEYS = sorted(TEMPLATES)


@given(st.sampled_from(KEYS), st.integers(1, MOST_FACTS), st.integers(0, 50))
def test_facts_are_repeatable_and_all_different(key: str, number: int, context: int) -> None:
    facts = draw_facts(TEMPLATES[key], number, context)
    assert facts == draw_facts(TEMPLATES[key], number, context)
    assert len({f.name for f in facts}) == len({f.value for f in facts}) == number


def test_contexts_and_seeds_differ() -> None:
    drawn = [draw_facts(TEMPLATES["on-call"], 5, c, seed) for c in range(3) for seed in range(3)]
    assert len({tuple(facts) for facts in drawn}) == 9


def test_the_prompts_are_these() -> None:
    trial = next(Plan("on-call", facts=3, contexts=1).trials())
    lines = trial.shared.splitlines()
    assert lines[:2] == ["Read these facts.", ""]
    assert lines[2] == f"The on-call engineer for {trial.facts[0].name} is {trial.facts[0].value}."
    assert trial.shared.endswith(".\n") and len(lines) == 5
    stem = TEMPLATES["on-call"].stem(trial.facts[2])
    assert lines[4].startswith(stem) and stem.endswith(" is")


def test_prose_changes_nothing_but_what_stands_between() -> None:
    plain = next(Plan("on-call", 10, 1).trials())
    prose = next(Plan("on-call", 10, 1, layout="prose").trials())
    assert prose.facts == plain.facts
    assert prose.shared.startswith(plain.shared)
    assert 300 < len(prose.shared) - len(plain.shared) < 700


def test_no_name_begins_another() -> None:
    assert len(set(FIRST_NAMES)) == len(FIRST_NAMES) == MOST_FACTS
    for name in FIRST_NAMES:
        assert [other for other in FIRST_NAMES if other.startswith(name)] == [name]


@given(st.integers(1, 200), st.integers(4, 24))
def test_asked_positions_cover_both_ends_alike(number: int, most: int) -> None:
    asked = asked_positions(number, most)
    assert asked == sorted(set(asked)) and len(asked) == min(number, most)
    assert asked[0] == 0 and asked[-1] == number - 1


def test_long_lists_are_asked_alike_from_both_ends() -> None:
    for number in (54, 108):
        asked = asked_positions(number)
        assert [number - 1 - i for i in reversed(asked)] == asked


def test_a_reorder_plan_moves_the_same_facts() -> None:
    plan = Plan("deploy-key", facts=20, contexts=2, kind="reorder")
    trials = list(plan.trials())
    assert [t.order for t in trials] == [*REORDERS] * 2
    for context in (0, 1):
        same = [t for t in trials if t.context == context]
        assert len({t.facts for t in same}) == 1, "the same four facts, in the same order"
        assert len({frozenset(t.shared.splitlines()) for t in same}) == 1
    slots = {t.order: t.slots for t in trials[:6]}
    assert slots["front"] == (0, 1, 2, 3)
    assert slots["back"] == (19, 18, 17, 16)
    assert slots["dealt, best first"] == (0, 19, 1, 18)
    assert slots["dealt, best last"] == (19, 0, 18, 1)
    assert sorted(slots["middle"]) == [8, 9, 10, 11]


def test_the_facts_that_matter_stand_where_the_slots_say() -> None:
    for trial in Plan("on-call", facts=20, contexts=1, kind="reorder").trials():
        sentences = trial.shared.splitlines()[2:]
        for slot, fact in zip(trial.slots, trial.facts, strict=True):
            assert sentences[slot] == TEMPLATES["on-call"].sentence(fact)


def test_random_orders_differ_between_contexts() -> None:
    plan = Plan("on-call", facts=20, contexts=6, kind="reorder")
    assert len({t.slots for t in plan.trials() if t.order == "random"}) == 6


def test_the_experiment_uses_the_packages_own_deal() -> None:
    assert REORDERS["dealt, best first"] is order_for_recall


def test_a_fingerprint_changes_with_every_field() -> None:
    plans = [
        Plan("on-call", 5, 2),
        Plan("deploy-key", 5, 2),
        Plan("on-call", 6, 2),
        Plan("on-call", 5, 3),
        Plan("on-call", 5, 2, layout="prose"),
        Plan("on-call", 5, 2, kind="reorder"),
        Plan("on-call", 5, 2, kind="reorder", important=3),
        Plan("on-call", 5, 2, seed=1),
    ]
    assert len({plan.fingerprint() for plan in plans}) == len(plans)
    assert plans[0].fingerprint() == Plan("on-call", 5, 2).fingerprint()


def test_keys_of_the_stored_plans_are_different_and_fit_for_files() -> None:
    keys = [plan.key for plan in STORED]
    assert len(set(keys)) == len(keys)
    assert all(key.replace("-", "").isalnum() for key in keys)


@pytest.mark.parametrize(
    "fields, message",
    [
        ({"template": "phone"}, "no template 'phone'; there are deploy-key, on-call"),
        ({"layout": "wide"}, "no layout 'wide'"),
        ({"kind": "other"}, "no kind 'other'"),
        ({"facts": 2}, "at least 3 facts"),
        ({"contexts": 0}, "1 context"),
        ({"important": 20, "kind": "reorder"}, "important must be 1 to 19"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(fields: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Plan(**{"template": "on-call", "facts": 20, "contexts": 1, **fields})  # type: ignore[arg-type]


def test_too_many_facts_are_refused() -> None:
    with pytest.raises(ValueError, match=f"1 to {MOST_FACTS} facts, not {MOST_FACTS + 1}"):
        draw_facts(TEMPLATES["on-call"], MOST_FACTS + 1, 0)
