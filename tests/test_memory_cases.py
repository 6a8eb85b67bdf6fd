"""Every public case of compaction, on the working buffer; one test each, by its id."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from ctxlab.memory import Hysteresis, Turn, WorkingBuffer, count_turns
from ctxlab.memory.bills import fold_reads, recompute_reads
from ctxlab.tokens import count_tokens
from tests.support.cases import cases
from tests.support.talk import halves_lost, orphans, talk

CASES = {
    param.id: param.values[0] for kind in ("compact", "compaction_cost") for param in cases(kind)
}
ON_MESSAGES = [param for param in cases("compact") if "messages" in param.values[0]["input"]]


def _case(id: str) -> tuple[dict[str, Any], dict[str, Any]]:
    return CASES[id]["input"], CASES[id]["right_value"]


def _fed(buffer: WorkingBuffer, turns: Sequence[Turn]) -> WorkingBuffer:
    for one in turns:
        buffer.add_turn(one)
    return buffer


@pytest.mark.parametrize("case", ON_MESSAGES)
def test_message_lists(case: dict[str, Any]) -> None:
    """What every path leaves of these lists is valid and can be answered."""
    turns = talk(case["input"]["messages"])
    size = case["input"].get("keep", case["input"].get("keep_tail", 2))
    for path in ("automatic", "manual", "overflow"):
        buffer = _fed(WorkingBuffer(size, lambda turns: "we talked"), turns)
        if path == "manual":
            buffer.compact()
        if path == "overflow":
            buffer.fit(case["input"].get("budget", 40))
        assert orphans(buffer.window()) == []
        assert halves_lost(buffer.buffer, turns) == []
        assert buffer.rules == [one for one in turns if one.is_rule]
        assert [one for one in turns if one.is_user][-1:] == [
            one for one in buffer.buffer if one.is_user
        ][-1:]


def test_summary_outside_limit() -> None:
    asked, right = _case("pub-08-summary-outside-limit")
    limit = right["tokens_summary_plus_buffer_max"]
    tokens = Hysteresis(asked["budget"], target=asked["budget"] - 1)
    buffer = WorkingBuffer(
        None, lambda turns: str(asked["summary"]), max_summary_tokens=19, tokens=tokens
    )
    turns = [Turn("assistant", text) for text in ("z" * 80, *asked["buffer_turns"])]
    _fed(buffer, [*turns, *turns])
    assert buffer.summary
    assert count_turns(buffer.window()) <= limit
    by_size = _fed(WorkingBuffer(2, lambda turns: str(asked["summary"])), turns)
    by_size.fit(asked["budget"])
    assert [one.text for one in by_size.buffer] == asked["buffer_turns"]
    assert by_size.summary and by_size.window_tokens <= limit


def test_resummarize_everything() -> None:
    asked, right = _case("pub-09-resummarize-everything")
    one = Turn("user", "x" * 4 * asked["tokens_per_turn"])
    cap, most = asked["summary_cap"], right["fold_tokens_read_max"]

    def verbose(turns: Sequence[Turn]) -> str:
        return "word " * 400

    anew = WorkingBuffer(asked["buffer_size"], verbose, max_summary_tokens=cap)
    folded = WorkingBuffer(
        asked["buffer_size"], fold=lambda old, turns: verbose(turns), max_summary_tokens=cap
    )
    for buffer in (anew, folded):
        _fed(buffer, [one] * asked["turns"])
        assert len(buffer.evicted) == len(buffer.compactions) == right["evictions"]
    assert anew.tokens_read == right["full_recompute_tokens_read"]
    assert most - 100 < folded.tokens_read <= most
    evicted = [compaction.evicted for compaction in anew.compactions]
    assert recompute_reads(evicted) == anew.tokens_read
    assert fold_reads(evicted, cap) == most


def test_summary_of_summary_grows() -> None:
    asked, right = _case("pub-10-summary-of-summary-grows")
    buffer = WorkingBuffer(
        0,
        fold=lambda old, turns: f"{old} " + " ".join(one.text for one in turns),
        max_summary_tokens=asked["summary_cap"],
    )
    for number in range(asked["compactions"]):
        buffer.add_turn(Turn("assistant", f"talk {number} " * 100))
        assert count_tokens(buffer.summary) <= right["summary_tokens_max_after_every_pass"]
        assert buffer.summary.count("[…]") <= 1
    assert len(buffer.compactions) == asked["compactions"]
    assert [one.role for one in buffer.window()] == ["summary"]


@pytest.mark.parametrize("role", ["system", "user"])
def test_one_path_forgets_pins(role: str) -> None:
    asked, _ = _case("pub-27-one-path-forgets-pins")
    pins = [Turn(role, text, pinned=True) for text in asked["pins"]]
    talked = [Turn("user", f"talk {number}") for number in range(9)]
    automatic = _fed(WorkingBuffer(2, lambda turns: "x"), [*pins, *talked])
    manual = _fed(WorkingBuffer(20, lambda turns: "x"), [*talked, *pins])
    manual.compact()
    overflow = _fed(WorkingBuffer(20, lambda turns: "x"), [*talked[:5], *pins, *talked[5:]])
    overflow.fit(10)
    for buffer in (automatic, manual, overflow):
        assert buffer.evicted
        assert buffer.window()[: len(pins)] == pins
        assert [one.text.encode() for one in buffer.rules] == [p.encode() for p in asked["pins"]]


def test_rules_summarised() -> None:
    asked, _ = _case("pub-28-rules-summarised")
    turns = talk(asked["messages"])
    limits = Hysteresis(asked["budget"], target=40)
    buffer = WorkingBuffer(None, lambda turns: "we talked", max_summary_tokens=5, tokens=limits)
    _fed(buffer, turns)
    assert [one.text for one in buffer.window()] == [turns[0].text, "we talked", turns[2].text]


def test_stale_usage() -> None:
    asked, right = _case("pub-40-stale-usage")
    after = right["reported_tokens_after"]
    buffer = WorkingBuffer(100, lambda turns: "x" * 4 * (after - 9))
    _fed(
        buffer, [Turn("assistant", "x" * 4 * (asked["before_tokens"] - 9)), Turn("user", "y" * 36)]
    )
    report = buffer.compact()
    assert report is not None
    assert (report.before, report.after) == (asked["before_tokens"], after)
    assert buffer.window_tokens == count_turns(buffer.window()) == after


def test_read_destroys_store() -> None:
    asked, right = _case("peer-21-read-destroys-store")
    turns = [Turn("user", f"turn {number} " * 3) for number in range(asked["turns"])]
    limits = Hysteresis(asked["budget"], target=30)
    buffer = WorkingBuffer(None, lambda turns: "x", max_summary_tokens=5, tokens=limits)
    _fed(buffer, turns)
    assert buffer.window() == buffer.window()
    assert len(buffer.evicted) + len(buffer.buffer) == right["stored_after"]


def test_summary_bigger_than_source() -> None:
    asked, right = _case("peer-25-summary-bigger-than-source")
    text = "word " * (4 * asked["summary_text_tokens"] // 5)
    buffer = WorkingBuffer(0, lambda turns: text, max_summary_tokens=asked["summary_target"])
    buffer.add_turn(Turn("assistant", "x" * 4 * asked["evicted_tokens"]))
    (report,) = buffer.compactions
    assert report.evicted == asked["evicted_tokens"]
    assert (report.written, report.was_cut) == (asked["summary_text_tokens"], True)
    assert report.summary == count_tokens(buffer.summary) <= right["or_cut_to"]
    assert report.after == buffer.window_tokens == report.summary


def test_negative_buffer() -> None:
    asked, _ = _case("peer-39-negative-buffer")
    with pytest.raises(ValueError, match="at least 0 turns, got -1"):
        WorkingBuffer(asked["buffer_size"], lambda turns: "")


def test_no_case_is_forgotten() -> None:
    here = Path(__file__).read_text(encoding="utf-8")
    on_messages = {param.id for param in ON_MESSAGES}
    assert [id for id in CASES if id not in on_messages and f'"{id}"' not in here] == []
