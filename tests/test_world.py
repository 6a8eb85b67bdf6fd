"""The made-up session: its shape, its known answers, and what the hard one adds."""

import hashlib
import re
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from ctxlab.policies import curated, keep_all, ledger, recent, relevant, view_of
from ctxlab.relevance import words
from ctxlab.tokens import count_tokens
from ctxlab.world import build_world
from ctxlab.world.items import KINDS, Item, World, states
from ctxlab.world.plan import FIRST_QUESTION, Plan, make_plan
from ctxlab.world.sentences import NOISE, RULE_QUESTION, SETTINGS, USER, Dice, values
from tests.support.cases import cases

SEEDS = range(200)
SIZES = {0: 14123, 1: 14105, 2: 14822, 3: 15287, 4: 14451}
HARD_SIZES = {0: 15877, 1: 16191, 2: 17078, 3: 16040, 4: 15996}


def size(world: World) -> int:
    """Raw tokens of the store: bodies alone, as the source counts them."""
    return sum(count_tokens(item.text) for item in world.items)


def logs(world: World) -> list[Item]:
    return [item for item in world.items if item.kind == "tool result"]


# The plain session


@pytest.mark.parametrize("seed", range(5))
def test_shape_of_the_session(seed: int) -> None:
    world = build_world(seed)
    assert [item.step for item in world.items] == list(range(61))
    assert world.items[0].pinned and "backup-prod-7" in world.items[0].text
    turns = [item.step for item in world.items if item.kind == "history"]
    assert turns == list(range(7, 57, 7))
    assert len(logs(world)) == 52
    assert {item.kind for item in world.items} == {"rule", "history", "tool result"}


@pytest.mark.parametrize("seed", range(5))
def test_logs_are_14_to_31_lines_of_noise_and_hide_eleven_lines(seed: int) -> None:
    world = build_world(seed)
    hidden = [
        line for item in logs(world) for line in item.text.split("\n") if line.startswith("config")
    ]
    kinds = Counter(line.split(":")[0] for line in hidden)
    assert kinds == {"config": 8, "config update": 3}
    assert all(re.fullmatch(r"config( update)?: \w+\.\w+ = \S+", line) for line in hidden)
    for item in logs(world):
        noise = len(item.text.split("\n")) - (item.key is not None)
        assert 14 <= noise <= 31


def test_the_size_is_pinned_and_near_the_source_s() -> None:
    assert {seed: size(build_world(seed)) for seed in SIZES} == SIZES
    assert abs(SIZES[0] - 14_146) < 0.01 * 14_146


def test_the_wrapper_costs_about_15_tokens_an_item() -> None:
    world = build_world(0)
    view = view_of(world, world.questions[-1])
    overhead = keep_all(view, 0).token_count - size(world) - count_tokens(view.question_block)
    assert 14 <= overhead / len(world.items) <= 16


@pytest.mark.parametrize("seed", range(20))
def test_questions(seed: int) -> None:
    questions = build_world(seed).questions
    assert [question.step for question in questions] == list(range(41, 61))
    assert Counter(q.kind for q in questions) == {"plain": 8, "vague": 8, "rule": 4}
    assert sum(bool(q.stale) for q in questions) == 6
    assert len({q.stale for q in questions if q.stale}) == 3


@pytest.mark.parametrize("seed", range(20))
def test_updates_change_three_facts_before_the_questions(seed: int) -> None:
    facts = make_plan(Dice(f"world {seed} plain")).facts
    updated = [fact for fact in facts if fact.new_step]
    assert len(facts) == 8 and len({fact.key for fact in facts}) == 8
    assert len(updated) == 3
    assert all(fact.step < fact.new_step < FIRST_QUESTION for fact in updated)


def test_each_answer_stands_in_exactly_one_item_which_is_there_when_asked() -> None:
    for seed in SEEDS:
        world = build_world(seed)
        for question in world.questions:
            holders = [item for item in world.items if states(item.text, question.answer)]
            assert len(holders) == 1, (seed, question)
            assert holders[0].step <= question.step
            if question.stale:
                assert sum(states(item.text, question.stale) for item in world.items) == 1


def test_the_one_item_check_can_fail() -> None:
    world = build_world(0)
    answer = world.questions[0].answer
    doubled = [*world.items, Item(60, "note", f"It is {answer}.")]
    assert sum(states(item.text, answer) for item in doubled) == 2


def test_values_match_as_whole_tokens() -> None:
    assert states("pool = 458x", "458x") and states("(458x)", "458x") and states("458x.", "458x")
    assert not states("1458x", "458x") and not states("458xy", "458x")
    assert not states("ZK-44710", "ZK-4471") and not states("A-ZK-4471", "ZK-4471")


def test_no_value_holds_another() -> None:
    drawn = values(Dice("any"), ["", "x", "ms", "gb"] * 100)
    assert len(set(drawn)) == 400
    assert len({value.rstrip("xmsgb") for value in drawn}) == 400
    assert {len(value) for value in drawn} == {7, 4, 5}


def test_plain_noise_shares_no_word_with_a_question_but_the_environments() -> None:
    names = {word for setting in SETTINGS for word in words(setting.name)}
    asked = {word for setting in SETTINGS for word in words(setting.vague)}
    asked |= names | words("What is the") | words(RULE_QUESTION)
    said = {word for line in (*NOISE, *USER) for word in words(line)}
    assert said & asked == {"env"}  # the blank that an environment's name fills


def live_rank(plan: Plan, step: int, seen: int) -> float:
    """0 to 1: where a fact stands among the items that are live when it is asked about."""
    replaced = [fact.step for fact in plan.facts if fact.new_step]
    older = step - 1 - sum(old < step for old in replaced)
    return (older + 0.5) / (seen - len(replaced))


def test_no_tie_break_direction_is_flattered() -> None:
    ranks = []
    for seed in range(1000):
        plan = make_plan(Dice(f"world {seed} plain"))
        for fact in plan.facts:
            for asked in (fact.plain_step, fact.vague_step):
                ranks.append(live_rank(plan, fact.new_step or fact.step, asked))
    for depth in (0.1, 0.2, 0.3, 0.4, 0.5):
        among_the_oldest = sum(rank < depth for rank in ranks) / len(ranks)
        among_the_newest = sum(rank > 1 - depth for rank in ranks) / len(ranks)
        assert abs(among_the_oldest - among_the_newest) < 0.03, depth
        assert abs(among_the_oldest - depth) < 0.04  # and evenly spread


def digest(world: World) -> str:
    return hashlib.sha256(repr(world).encode()).hexdigest()[:16]


def test_a_seed_gives_the_same_session_on_every_machine() -> None:
    assert digest(build_world(0)) == "c7a578ab93d18a5e"
    assert digest(build_world(0, "hard")) == "f20ffca98a24804e"
    assert digest(build_world(1)) != digest(build_world(0))


def test_until_never_shows_a_later_step() -> None:
    world = build_world(0)
    for step in (0, 30, 60):
        assert [item.step for item in world.until(step)] == list(range(step + 1))


def test_a_larger_store_for_the_same_questions() -> None:
    small, large = build_world(0), build_world(0, log_lines=(140, 310))
    assert size(large) > 9 * size(small)
    assert [q.answer for q in large.questions] == [q.answer for q in small.questions]


# The hard session


@pytest.mark.parametrize("seed", range(5))
def test_hard_has_every_kind_with_its_author_and_trust(seed: int) -> None:
    world = build_world(seed, "hard")
    assert {item.kind for item in world.items} == set(KINDS)
    for item in world.items:
        if item.author != "model":
            assert (item.author, item.trust) == KINDS[item.kind][:2]
    turns = {item.author: item.trust for item in world.items if item.kind == "history"}
    assert turns == {"user": "trusted", "model": "own"}
    tools = [item for item in world.items if item.kind == "tool definition"]
    assert sum(item.pinned for item in tools) == 3 and sum(not item.pinned for item in tools) == 4
    assert max(item.step for item in tools) > 20  # a pin that is not at the start


@pytest.mark.parametrize("seed", range(5))
def test_hard_items_are_in_time_order_and_their_size_is_pinned(seed: int) -> None:
    world = build_world(seed, "hard")
    assert all(a.step <= b.step for a, b in pairwise(world.items))
    assert size(world) == HARD_SIZES[seed]


def test_hard_answers_are_there_when_asked_for_200_seeds() -> None:
    for seed in SEEDS:
        world = build_world(seed, "hard")
        for question in world.questions:
            seen = world.until(question.step)
            assert any(states(item.text, question.answer) for item in seen), (seed, question)


@pytest.mark.parametrize("seed", range(5))
def test_hard_noise_has_every_word_of_a_question_but_no_value(seed: int) -> None:
    world = build_world(seed, "hard")
    answers = {q.answer for q in world.questions} | {q.stale for q in world.questions if q.stale}
    asked = [words(q.text) - {"what"} for q in world.questions if q.kind == "plain"]
    mimics = [
        line
        for item in logs(world)
        for line in item.text.split("\n")
        if any(question <= words(line) for question in asked)
    ]
    assert len(mimics) > 30
    assert not any(states(line, value) for line in mimics for value in answers)


@pytest.mark.parametrize("seed", range(5))
def test_hard_has_near_duplicate_logs_that_differ_in_one_line(seed: int) -> None:
    texts = [item.text.split("\n") for item in logs(build_world(seed, "hard"))]
    twins = [
        (a, b)
        for i, a in enumerate(texts)
        for b in texts[i + 1 :]
        if len(a) == len(b) and sum(x != y for x, y in zip(a, b, strict=True)) == 1
    ]
    assert len(twins) == 4
    for a, b in twins:
        ((x, y),) = [(x, y) for x, y in zip(a, b, strict=True) if x != y]
        assert x.startswith("config") and y.startswith("config")


@pytest.mark.parametrize("seed", range(5))
def test_hard_chat_repeats_stale_values_and_keys_miss_three_facts(seed: int) -> None:
    world = build_world(seed, "hard")
    stale = {q.stale for q in world.questions if q.stale}
    chat = [item for item in world.items if item.kind == "history"]
    for value in stale:
        assert sum(states(item.text, value) for item in chat) == 2
    current = {q.answer for q in world.questions if q.kind != "rule"}
    keyed = [item for item in world.items if item.key]
    unkeyed = [v for v in current if not any(states(item.text, v) for item in keyed)]
    assert len(unkeyed) == 3


# Errors


@pytest.mark.parametrize("sizes", [(0, 0), (0, 5), (9, 8), (-3, 2)])
def test_sizes_no_log_can_have(sizes: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="log_lines must be"):
        build_world(0, log_lines=sizes)


def test_unknown_preset() -> None:
    with pytest.raises(ValueError, match="'plain' or 'hard'"):
        build_world(0, "easy")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"kind": "rumour"}, "no kind of item 'rumour'"),
        ({"step": -1}, "at least 0"),
        ({"author": "me\n### step 0 | rule"}, "author must be one line"),
        ({"key": "a\nb"}, "key must be one line"),
    ],
)
def test_items_that_are_none(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        Item(**{"step": 1, "kind": "note", "text": "x", **fields})


@pytest.mark.parametrize("case", cases("world"))
def test_what_is_too_small_ends_at_once(case: dict[str, Any]) -> None:
    """No drawing is repeated until it fits: too small is an error or a flag, never a loop."""
    with pytest.raises(ValueError, match="log_lines"):
        build_world(0, log_lines=(0, case["input"]["budget"]))
    world = build_world(0, log_lines=(1, 1))
    view = view_of(world, world.questions[0])
    for policy in (recent, relevant, curated, ledger):
        window = policy(view, case["input"]["budget"])
        assert window.over_budget and len(window.pieces) == 1
        with pytest.raises(ValueError, match="budget is 1"):
            policy(view, case["input"]["budget"], on_pinned_overflow="raise")
