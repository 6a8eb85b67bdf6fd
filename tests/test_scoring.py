"""Scores, rates and intervals; who may see answers; and the five-seed table itself."""

import gc
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

import pytest

from ctxlab.bpe import bpe_counter
from ctxlab.policies import (
    Policy,
    View,
    Window,
    curated,
    keep_all,
    ledger,
    oracle,
    random_order,
    recent,
    relevant,
    sweeping_ledger,
)
from ctxlab.policies.table import Oracle
from ctxlab.scoring import (
    BUDGETS,
    Case,
    Rate,
    Row,
    Score,
    budget_curve,
    prepare,
    score,
    summary,
)
from ctxlab.scoring.measuring import name_of
from ctxlab.world import Item, Question, World, build_world
from ctxlab.world.session import Preset

POLICIES: tuple[Policy | Oracle, ...] = (
    *(keep_all, random_order, recent, relevant, curated),
    *(ledger, sweeping_ledger, oracle),
)


@cache
def five_seeds(preset: Preset) -> tuple[Case, ...]:
    return prepare(build_world(seed, preset) for seed in range(5))


# Nobody but the oracle may see an answer


def reachable(start: object) -> Iterator[object]:
    """Everything that data hangs together with; code and modules are not data."""
    seen, waiting = set[int](), [start]
    skipped = (ModuleType, FunctionType, BuiltinFunctionType, MethodType, type)
    while waiting:
        here = waiting.pop()
        if id(here) not in seen and not isinstance(here, skipped):
            seen.add(id(here))
            yield here
            waiting += gc.get_referents(here)


@pytest.mark.parametrize("preset", ["plain", "hard"])
def test_no_answer_and_no_later_step_can_be_reached_from_a_view(preset: Preset) -> None:
    for case in prepare([build_world(0, preset)]):
        for policy in (curated, sweeping_ledger):
            policy(case.view, 2000)  # fills what the view remembers
        seen = {item for item in case.view.items}
        for here in reachable(case.view):
            assert not isinstance(here, Question | World | Case)
            assert not isinstance(here, Item) or here in seen or here.author == "assembler"
            if isinstance(here, str) and case.question.answer in here:
                assert len(here) > len(case.question.answer)  # in a text, never by itself


def test_the_reachability_check_can_fail() -> None:
    case = five_seeds("plain")[0]
    assert any(isinstance(here, Question) for here in reachable([case]))


def test_only_the_oracle_itself_is_told() -> None:
    told: list[tuple[Any, ...]] = []

    class Peeking:
        name = "oracle"
        sees_answers = True

        def __call__(self, view: View, budget: int, *more: Any, **named: Any) -> Window:
            told.append((*more, *named.values()))
            return recent(view, budget)

    score(Peeking(), five_seeds("plain")[:3], [1000])
    assert told == [(), (), ()]


@pytest.mark.parametrize("copy", [Oracle(), replace(oracle, name="mine")])
def test_a_copy_of_the_oracle_is_barred(copy: Oracle) -> None:
    with pytest.raises(TypeError, match="not a copy of it"):
        score(copy, five_seeds("plain")[:1], [1000])


# One window


def one(text: str | Callable[[View, int], str], budget: int = 500) -> Score:
    question = Question(41, "plain", "Which key?", "QT-0082", "ZK-4471")
    world = World("tiny", [Item(0, "rule", "Never delete backup-prod-7.")], [question])
    sends = text if callable(text) else lambda view, budget: text
    (result,) = score(sends, prepare([world]), [budget])
    return result


def test_answers_stale_values_and_rules_are_scored_apart() -> None:
    rule = "Never delete backup-prod-7."
    assert one(f"{rule} QT-0082")[5:8] == (True, False, True)
    assert one(f"{rule} ZK-4471")[5:8] == (False, True, True)
    assert one("ZK-4471, now QT-0082")[5:8] == (True, True, False)
    assert one("QT-00821 and AZK-4471, never delete")[5:8] == (False, False, False)


def test_the_text_is_counted_whatever_the_assembler_claims() -> None:
    def lies(view: View, budget: int) -> Any:
        return replace(recent(view, budget), text="word " * 400, token_count=1)

    assert one(lies).tokens == 500 and not one(lies).over
    assert one(lies, 499).over


def test_no_update_means_no_stale_value_to_count() -> None:
    (row,) = summary(score(keep_all, five_seeds("plain"), [1000]))
    assert row.stale == Rate(30, 30)
    assert row.answered == Rate(100, 100)


def test_a_function_of_your_own_is_scored() -> None:
    def mine(view: View, budget: int) -> str:
        return "nothing"

    (row,) = budget_curve(mine, [build_world(0)], [100])
    assert (row.policy, row.answered, row.rule) == ("mine", Rate(0, 20), Rate(0, 20))
    assert name_of(mine) == "mine" and name_of(curated) == "curated"


# Rates and rows


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (5, 10, 0.2366, 0.7634),
        (72, 100, 0.6252, 0.7986),
    ],
)
def test_wilson_s_interval(hits: int, of: int, low: float, high: float) -> None:
    assert Rate(hits, of).interval == pytest.approx((low, high), abs=5e-4)


def test_a_rate_of_nothing() -> None:
    assert math.isnan(Rate(0, 0).value) and Rate(0, 0).interval == (0.0, 1.0)


def made(policy: str, budget: int, kind: Any, answered: bool) -> Score:
    return Score(policy, budget, "w", 41, kind, answered, None, True, budget + 1)


def test_rows_by_kind_of_question_in_the_order_they_came() -> None:
    scores = [
        made("b", 9, "plain", True),
        made("a", 9, "vague", False),
        made("b", 9, "vague", False),
        made("b", 5, "plain", True),
    ]
    rows = summary(scores)
    assert [(row.policy, row.budget, row.answered) for row in rows] == [
        ("b", 9, Rate(1, 2)),
        ("a", 9, Rate(0, 1)),
        ("b", 5, Rate(1, 1)),
    ]
    vague = summary(scores, "vague")
    assert [(row.policy, row.answered) for row in vague] == [("a", Rate(0, 1)), ("b", Rate(0, 1))]
    assert rows[0].over == Rate(2, 2) and rows[0].mean_tokens == 10
    assert summary([]) == []


def test_the_curve_says_that_more_budget_may_not_help() -> None:
    assert budget_curve.__doc__ and "More budget need not mean more answers" in budget_curve.__doc__


# The five-seed table: answers of 100, stale values of 30, rule of 100, over budget of 100

COLUMNS = (500, 1000, 2000, 4000, 8000)
PLAIN: dict[str, tuple[tuple[int, int], ...]] = {
    "keep_all": ((100, 30), (100, 30), (100, 30), (100, 30), (100, 30)),
    "random": ((21, 0), (22, 1), (27, 6), (38, 11), (66, 23)),
    "recent": ((21, 0), (26, 0), (34, 0), (45, 1), (74, 7)),
    "relevant": ((53, 17), (68, 19), (71, 22), (76, 27), (87, 30)),
    "curated": ((69, 0), (72, 0), (80, 0), (91, 0), (100, 0)),
    "ledger": ((100, 0), (100, 0), (100, 0), (100, 0), (100, 0)),
    "ledger+sweep": ((100, 0), (100, 0), (100, 0), (100, 0), (100, 0)),
    "oracle": ((100, 0), (100, 0), (100, 0), (100, 0), (100, 0)),
}
HARD: dict[str, tuple[tuple[int, int], ...]] = {
    "keep_all": ((100, 30), (100, 30), (100, 30), (100, 30), (100, 30)),
    "random": ((24, 4), (29, 11), (33, 15), (44, 21), (63, 29)),
    "recent": ((25, 0), (26, 0), (29, 3), (38, 6), (59, 29)),
    "relevant": ((33, 24), (39, 24), (40, 24), (68, 28), (89, 30)),
    "curated": ((41, 26), (44, 25), (71, 27), (91, 28), (100, 30)),
    "ledger": ((76, 22), (83, 23), (89, 27), (96, 30), (100, 30)),
    "ledger+sweep": ((76, 10), (83, 10), (89, 10), (96, 10), (100, 10)),
    "oracle": ((100, 0), (100, 0), (100, 0), (100, 0), (100, 0)),
}


@cache
def rows(preset: Preset, policy: Policy | Oracle) -> list[Row]:
    return summary(score(policy, five_seeds(preset), COLUMNS))


@pytest.mark.parametrize("policy", POLICIES, ids=name_of)
@pytest.mark.parametrize(("preset", "table"), [("plain", PLAIN), ("hard", HARD)])
def test_the_table(preset: Preset, table: dict[str, Any], policy: Policy | Oracle) -> None:
    measured = rows(preset, policy)
    assert tuple((row.answered.hits, row.stale.hits) for row in measured) == table[policy.name]
    assert all(row.rule == Rate(100, 100) for row in measured)
    assert all(row.over.hits == (100 if policy is keep_all else 0) for row in measured)


def answers(policy: Policy | Oracle, preset: Preset = "plain") -> list[int]:
    return [row.answered.hits for row in rows(preset, policy)]


def stale(policy: Policy, preset: Preset = "plain") -> list[int]:
    return [row.stale.hits for row in rows(preset, policy)]


def test_floor_and_ceiling() -> None:
    for preset in ("plain", "hard"):
        assert all(
            low <= mid <= high == 100
            for low, mid, high in zip(
                answers(random_order, preset),
                answers(curated, preset),
                answers(oracle, preset),
                strict=True,
            )
        )


def test_supersede_removes_staleness_and_trim_buys_answers() -> None:
    supersede = replace(relevant, name="supersede", supersede=True)
    trimmed = replace(relevant, name="trim", trim=120)
    assert stale(supersede) == stale(curated) == [0] * 5
    assert min(stale(trimmed)) > 15
    gain = {p.name: sum(answers(p)[2:]) - sum(answers(relevant)[2:]) for p in (supersede, trimmed)}
    assert gain["trim"] > 5 * gain["supersede"] > 0


def test_a_tighter_trim_loses_at_large_budgets() -> None:
    tight = replace(curated, name="trim 60", trim=60)
    assert answers(tight)[2] > answers(curated)[2]
    assert answers(tight)[-1] == answers(tight)[-2] < answers(curated)[-1]


def test_hard_breaks_lexical_relevance_and_shows_what_keys_do_not_know() -> None:
    pairs = zip(answers(relevant, "hard")[:4], answers(relevant)[:4], strict=True)
    assert all(hard < plain - 5 for hard, plain in pairs)
    assert min(stale(ledger, "hard")) > 15  # chat repeats what was replaced
    assert set(stale(sweeping_ledger, "hard")) == {10}  # the update that no key marks


def test_the_whole_table_is_quick() -> None:
    start = time.process_time()
    cases = prepare(build_world(seed) for seed in range(5))
    for policy in POLICIES:
        score(policy, cases, BUDGETS)
    assert time.process_time() - start < 20  # measured: about 4 s


def test_a_real_counter_keeps_the_budget_too() -> None:
    cases = prepare([build_world(0)], bpe_counter("o200k_base"))
    for policy in (recent, relevant, curated, ledger):
        assert not any(result.over for result in score(policy, cases, [500, 2000]))
