"""Figures, tables and the playground of notebook 05 say what the package measures."""

import pytest

from ctxlab.memory import Turn, WorkingBuffer
from ctxlab.memory.bills import prefix_bill
from ctxlab.memory.sessions import build_session
from ctxlab.memory.survival import WAYS, Way, oracle, survive
from ctxlab.memory.turns import ToolCall
from ctxlab.show import (
    compaction_playground,
    compaction_view,
    prefix_panels,
    survival_lines,
    survivors,
    turn_table,
    unit_strip,
)
from ctxlab.show.stepping import SUMMARIES

CALL = Turn("assistant", calls=(ToolCall("c1", "look", "here"),))
RESULT = Turn("tool", "first\nsecond\nthird", result_of="c1")
TALK = [Turn("system", "Be kind."), CALL, Turn("user", "Take your time."), RESULT]
SMALL = build_session(6, rounds=12, facts=4)


def test_a_turn_table_says_who_called_what() -> None:
    text = repr(turn_table([*TALK, Turn("user", "x" * 100)]))
    assert "assistant  c1: look(here)" in text
    assert "tool       c1 → first +2 lines" in text
    assert "x" * 58 + " […]" in text and "x" * 59 not in text


def test_a_strip_says_the_units() -> None:
    picture = unit_strip(TALK[1:])
    assert repr(picture) == "3 turns in 1 units\nunit 1: calls c1, user, result c1"
    assert repr(unit_strip([CALL, RESULT, Turn("user", "so?")])).endswith("unit 2: user")


def test_a_strip_refuses_half_of_a_call() -> None:
    with pytest.raises(ValueError, match="no call here"):
        unit_strip([RESULT])


def test_panels_say_what_the_bill_says() -> None:
    rule, a, b = (Turn("user", letter * 400) for letter in "rab")
    windows = [[rule], [rule, a], [rule, b]]
    assert round(100 * prefix_bill(windows).shared) == 40
    assert (
        repr(prefix_panels({"one": windows, "two": [[rule]]}))
        == "one: 3 requests, largest 200 tokens, 40 % from the cache\n"
        "two: 1 requests, largest 100 tokens, 0 % from the cache"
    )


@pytest.mark.parametrize("way", [*WAYS, oracle(SMALL)], ids=lambda way: way.name)
def test_survivors_are_those_of_the_measure(way: Way) -> None:
    measured = survive(SMALL, way, 100)
    assert f"{way.name}: {measured.kept} of {measured.known} kept" in repr(survivors(SMALL, 100))


def test_lines_are_the_mean_over_sessions() -> None:
    sessions = [SMALL, build_session(7, rounds=12, facts=4)]
    text = repr(survival_lines(sessions, [60, 140]))
    for way in WAYS:
        shares = [sum(survive(s, way, cap).share for s in sessions) / 2 for cap in (60, 140)]
        assert f"{way.name}: 60 → {shares[0]:.2f}, 140 → {shares[1]:.2f}" in text
    assert "oracle: 60 → " in text


def test_the_view_follows_each_fact() -> None:
    where = [
        [line.partition(": ")[2] for line in repr(compaction_view(SMALL, turn)).splitlines()
         if line.startswith("◆ staging licence")]
        for turn in (13, 14, 24, 49)
    ]  # fmt: skip
    assert where == [
        [],
        ["in the window, word for word"],
        ["in the window, by the summary"],
        ["lost: it is in the log alone"],
    ]


@pytest.mark.parametrize("summary", SUMMARIES)
def test_the_view_is_what_the_buffer_holds(summary: str) -> None:
    page = compaction_view(SMALL, 40, summary, size=5, cap=80)
    buffer: WorkingBuffer = SUMMARIES[summary](5, 80)
    for turn in SMALL.turns[:40]:
        buffer.add_turn(turn)
    text = page.text
    assert f"a window of {buffer.window_tokens} tokens, {len(buffer.compactions)} passes" in text
    assert f"log: {len(buffer.evicted)} turns" in text
    assert all(f"  {line}" in text.replace("◆ ", "") for line in buffer.summary.splitlines())
    assert "system: Never delete the bucket backup-prod-7." in text


def test_the_view_before_anything_was_said() -> None:
    page = compaction_view(SMALL, 0)
    assert page.text.count("(nothing)") == 3


def test_the_view_escapes() -> None:
    assert "<script" not in compaction_view(SMALL, 40).html
    marked = type(SMALL)((Turn("user", "<script>"), Turn("user", "so?")), ())
    assert "&lt;script&gt;" in compaction_view(marked, 2).html


def test_the_playground_follows_its_controls() -> None:
    playground = compaction_playground(SMALL, turn=36, size=6, cap=100)
    assert repr(playground.view) == repr(compaction_view(SMALL, 36, "recompute", 6, 100))
    playground.controls["summary"].value = "fold"
    playground.controls["turn"].value = 20
    assert repr(playground.view) == repr(compaction_view(SMALL, 20, "fold", 6, 100))
