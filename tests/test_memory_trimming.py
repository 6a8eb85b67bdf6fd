"""Trimming a list of turns: units, rules, the newest user turn, and the limits."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.memory import ToolCall, Turn, WindowError, count_turn, count_turns, trim_turns
from ctxlab.memory.units import Entry, Units
from tests.support.cases import cases
from tests.support.operations import operations
from tests.support.talk import halves_lost, orphans, sessions, talk, turn

LIMITS = st.none() | st.integers(0, 30)
TRIM_CASES = [case for case in cases("compact") if "messages" in case.values[0]["input"]]


@pytest.mark.parametrize("case", TRIM_CASES)
def test_public_cases(case: dict[str, Any]) -> None:
    asked, right = case["input"], case["right_value"]
    turns = talk(asked["messages"])
    trimmed = trim_turns(
        turns,
        max_turns=asked.get("keep"),
        max_tokens=asked.get("budget"),
        on_pinned_overflow="flag",
    )
    texts = [one.text for one in trimmed.kept]
    if "kept" in right:
        assert texts in (right["kept"], right.get("also_ok"))
    assert len(trimmed.dropped) == right.get("dropped", len(trimmed.dropped))
    assert right.get("kept_includes", "") in ["", *texts]
    assert orphans(trimmed.kept) == [] and halves_lost(trimmed.kept, turns) == []
    users = [one for one in turns if one.is_user]
    assert set(users[-1:]) <= set(trimmed.kept)
    assert [one for one in trimmed.kept if one.is_rule] == [one for one in turns if one.is_rule]


def test_what_must_stay_and_does_not_fit_is_an_error_with_numbers() -> None:
    turns = talk([("system", "sys"), ("user", "one"), ("user", "latest question")])
    with pytest.raises(WindowError, match="need 2 turns but the limit is 1") as error:
        trim_turns(turns, max_turns=1)
    assert (error.value.needs, error.value.limit) == (2, 1)
    with pytest.raises(WindowError, match="need 5 tokens but the limit is 4"):
        trim_turns(turns, max_tokens=4)
    flagged = trim_turns(turns, max_tokens=4, on_pinned_overflow="flag")
    assert (flagged.tokens, flagged.over_limit) == (5, True)
    assert [one.text for one in flagged.dropped] == ["one"]


@pytest.mark.parametrize("name", ["max_turns", "max_tokens"])
def test_a_negative_limit_is_named(name: str) -> None:
    with pytest.raises(ValueError, match=f"{name} must be at least 0"):
        trim_turns([], **{name: -1})  # type: ignore[arg-type]


def test_zero_is_zero_and_none_is_no_limit() -> None:
    turns = talk([("assistant", "hello")])
    assert trim_turns(turns, max_turns=0).kept == ()
    assert trim_turns(turns).kept == tuple(turns)


def test_it_stops_at_the_first_unit_that_does_not_fit() -> None:
    turns = talk([("assistant", "old"), ("assistant", "x" * 80), ("user", "now")])
    assert [one.text for one in trim_turns(turns, max_tokens=10).kept] == ["now"]


def test_a_result_without_a_call_is_always_dropped() -> None:
    turns = talk([("tool", "result:gone"), ("tool", "plain"), ("user", "hello")])
    assert [one.text for one in trim_turns(turns).kept] == ["hello"]


def test_the_same_object_twice_is_two_turns() -> None:
    one = Turn("assistant", "hello")
    assert trim_turns([one, one, one], max_turns=2).kept == (one, one)


def test_an_id_used_again_belongs_to_its_latest_call() -> None:
    turns = talk([("assistant", "call:a"), ("tool", "result:a")] * 2)
    assert trim_turns(turns, max_turns=3).kept == tuple(turns[2:])


@given(sessions(), LIMITS, LIMITS)
def test_no_half_no_loss_no_excess(
    turns: list[Turn], max_turns: int | None, max_tokens: int | None
) -> None:
    trimmed = trim_turns(
        turns, max_turns=max_turns, max_tokens=max_tokens, on_pinned_overflow="flag"
    )
    assert halves_lost(trimmed.kept, turns) == [] and orphans(trimmed.kept) == []
    assert sorted(map(id, [*trimmed.kept, *trimmed.dropped])) == sorted(map(id, turns))
    places = [turns.index(one) for one in trimmed.kept]
    assert places == sorted(places)
    assert trimmed.tokens == count_turns(trimmed.kept)
    must = [one for one in turns if one.is_rule] + [one for one in turns if one.is_user][-1:]
    assert {id(one) for one in must} <= {id(one) for one in trimmed.kept}
    fits = max_turns is None or len(trimmed.kept) <= max_turns
    fits = fits and (max_tokens is None or trimmed.tokens <= max_tokens)
    assert trimmed.over_limit is not fits
    assert fits or len(trimmed.kept) == len(must)


@given(sessions())
def test_what_fits_comes_back_unchanged(turns: list[Turn]) -> None:
    trimmed = trim_turns(turns, max_turns=len(turns), max_tokens=count_turns(turns))
    assert list(trimmed.kept) == turns and trimmed.dropped == ()


@given(sessions(), st.integers(0, 30))
def test_a_larger_limit_never_keeps_less(turns: list[Turn], limit: int) -> None:
    small, large = (
        trim_turns(turns, max_tokens=tokens, on_pinned_overflow="flag").kept
        for tokens in (limit, limit + 5)
    )
    assert set(map(id, small)) <= set(map(id, large))


@pytest.mark.parametrize("case", [c for c in cases("count") if "message" in c.values[0]["input"]])
def test_tool_arguments_are_counted(case: dict[str, dict[str, Any]]) -> None:
    message = case["input"]["message"]
    calls = tuple(ToolCall(**call) for call in message["tool_calls"])
    counted = count_turn(Turn(str(message["role"]), str(message["content"]), calls))
    assert counted >= case["right_value"]["tokens_min"]


def test_turns_that_cannot_be_are_refused() -> None:
    with pytest.raises(ValueError, match="cannot be pinned"):
        Turn("tool", "found it", result_of="c1", pinned=True)
    with pytest.raises(ValueError, match="cannot call a tool"):
        Turn("tool", "", (ToolCall("c2"),))
    with pytest.raises(TypeError, match="strings"):
        Turn("user", None)  # type: ignore[arg-type]
    assert Turn("assistant", "", [ToolCall("c1")]).calls == (ToolCall("c1"),)  # type: ignore[arg-type]


def _units_of(turns: list[Turn]) -> list[list[str]]:
    units = Units()
    for place, one in enumerate(turns):
        units.append(Entry(place, one, 0))
    return [[entry.turn.text for entry in unit.entries] for unit in units]


def test_units_melt_back_to_the_call() -> None:
    turns = talk(
        [
            ("user", "u"),
            ("assistant", "call:a,b"),
            ("tool", "result:a"),
            ("user", "wait"),
            ("assistant", "call:c"),
            ("tool", "result:b"),
            ("tool", "result:c"),
            ("assistant", "done"),
        ]
    )
    assert _units_of(turns) == [
        ["u"],
        ["call:a,b", "result:a", "wait", "call:c", "result:b", "result:c"],
        ["done"],
    ]


def test_results_without_an_id_answer_the_latest_call() -> None:
    turns = [
        turn("assistant", "call:a,b"),
        Turn("tool", "x"),
        Turn("user", "hm"),
        Turn("tool", "y"),
    ]
    assert _units_of(turns) == [["call:a,b", "x", "hm", "y"]]


def test_results_without_an_id_close_one_call_each() -> None:
    units = Units()
    waiting = []
    for place, one in enumerate(
        [turn("assistant", "call:a,b"), Turn("tool", "x"), Turn("tool", "y")]
    ):
        units.append(Entry(place, one, 0))
        waiting.append([sorted(unit.waiting) for unit in units])
    assert waiting == [[["a", "b"]], [["b"]], [[]]]


def _long_talk(rounds: int) -> list[Turn]:
    return talk(
        message
        for i in range(rounds)
        for message in (("user", "go"), ("assistant", f"call:{i}"), ("tool", f"result:{i}"))
    )


def test_trimming_is_linear() -> None:
    small, large = _long_talk(100), _long_talk(1_000)
    few = operations(lambda: trim_turns(small, max_turns=150))
    assert operations(lambda: trim_turns(large, max_turns=1_500)) < 11 * few
