"""The working buffer: source A exactly for plain turns, and what no path may break."""

from collections import deque
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.bpe import bpe_counter
from ctxlab.memory import (
    Compaction,
    Hysteresis,
    Turn,
    WindowError,
    WorkingBuffer,
    count_turns,
)
from ctxlab.memory.rolling import Fold
from ctxlab.tokens import Counter, count_tokens
from ctxlab.truncation import ELISION, truncate_to_tokens
from tests.support.operations import operations
from tests.support.talk import halves_lost, orphans, sessions, talk, turn

STEPS = st.lists(st.tuples(st.sampled_from(["add", "compact", "fit"]), st.integers(0, 40)))


def initials(turns: Sequence[Turn]) -> str:
    """A summarizer that shows what it was given."""
    return " ".join(one.text for one in turns)


def append(previous: str, turns: Sequence[Turn]) -> str:
    """A fold that forgets nothing and therefore grows."""
    return f"{previous} {initials(turns)}".strip()


def _users(number: int) -> list[Turn]:
    return [Turn("user", f"turn {i}") for i in range(number)]


class SourceBuffer:
    """Source A's mechanism, word for word, for plain turns."""

    def __init__(self, buffer_size: int) -> None:
        self.buffer: deque[Turn] = deque()
        self.size, self.summary = buffer_size, ""
        self.evicted: list[Turn] = []

    def add_turn(self, one: Turn) -> None:
        self.buffer.append(one)
        while len(self.buffer) > self.size:
            self.evicted.append(self.buffer.popleft())
            self.summary = initials(self.evicted)


def test_one_turn_too_many_lands_in_the_summary() -> None:
    buffer = WorkingBuffer(3, initials)
    for one in _users(4):
        buffer.add_turn(one)
    assert buffer.summary == "turn 0"
    assert buffer.evicted == _users(4)[:1]
    assert buffer.buffer == deque(_users(4)[1:])


@given(st.integers(2, 6), st.lists(st.sampled_from(["user", "assistant"])))
def test_plain_turns_follow_the_source(size: int, roles: list[str]) -> None:
    """As long as the newest user turn is among the newest `size` turns."""
    source, buffer = SourceBuffer(size), WorkingBuffer(size, initials)
    for number, role in enumerate(roles):
        if role == "assistant" and not any(one.is_user for one in list(source.buffer)[1:]):
            role = "user"
        for memory in (source, buffer):
            memory.add_turn(Turn(role, f"{role} {number}"))
        assert buffer.buffer == source.buffer
        assert buffer.evicted == source.evicted
        assert buffer.summary == source.summary
        assert buffer.excess == 0


def test_the_newest_user_turn_stays_when_its_neighbours_leave() -> None:
    buffer = WorkingBuffer(2, initials)
    question = Turn("user", "please fix the build")
    for one in [question, *(Turn("assistant", f"step {i}") for i in range(50))]:
        buffer.add_turn(one)
    assert [one.text for one in buffer.buffer] == [question.text, "step 48", "step 49"]
    assert buffer.excess == 1 and question not in buffer.evicted
    buffer.add_turn(Turn("user", "thanks"))
    assert [one.text for one in buffer.buffer] == ["step 49", "thanks"]
    assert buffer.evicted[-2:] == [question, Turn("assistant", "step 48")]


def test_a_pinned_user_turn_is_a_rule_not_the_newest_question() -> None:
    buffer = WorkingBuffer(2, initials)
    note = Turn("user", "always use tabs", pinned=True)
    for one in [Turn("user", "go"), note, *(Turn("assistant", f"step {i}") for i in range(5))]:
        buffer.add_turn(one)
    assert [one.text for one in buffer.buffer] == ["go", "step 3", "step 4"]
    assert buffer.rules == [note]


def test_no_more_leaves_than_must() -> None:
    """The user turn that was held back leaves anyway: its tokens count as gone."""
    limits = Hysteresis(trigger=100, target=70)
    buffer = WorkingBuffer(None, initials, max_summary_tokens=5, tokens=limits)
    buffer.add_turn(Turn("user", "q" * 160))
    for i in range(3):
        buffer.add_turn(Turn("assistant", f"{i}" * 120))
    assert [one.text[0] for one in buffer.buffer] == ["q"]
    buffer.add_turn(Turn("assistant", "3" * 80))
    buffer.add_turn(Turn("user", "r" * 160))
    assert [one.text[0] for one in buffer.buffer] == ["3", "r"]
    assert [one.text[0] for one in buffer.evicted] == ["0", "1", "2", "q"]


def test_a_waiting_call_is_never_split_from_its_late_result() -> None:
    buffer = WorkingBuffer(2, initials)
    for one in talk(
        [("user", "go"), ("assistant", "call:a,b"), ("tool", "result:a"), ("user", "wait")]
    ):
        buffer.add_turn(one)
    for i in range(3):
        buffer.add_turn(Turn("assistant", f"still waiting {i}"))
    assert [one.text for one in buffer.evicted] == ["go"]
    assert buffer.excess == 4
    buffer.add_turn(turn("tool", "result:b"))
    assert [one.text for one in buffer.buffer] == ["wait"]  # the unit left, the user turn stays
    assert halves_lost(buffer.evicted, buffer.evicted) == []


def test_a_result_whose_call_has_left_is_refused_and_changes_nothing() -> None:
    buffer = WorkingBuffer(1, initials)
    for one in talk([("assistant", "call:a"), ("tool", "result:a"), ("user", "next")]):
        buffer.add_turn(one)
    before = buffer.window(), buffer.evicted, buffer.window_tokens
    with pytest.raises(ValueError, match="'a' has no call here"):
        buffer.add_turn(turn("tool", "result:a"))
    assert (buffer.window(), buffer.evicted, buffer.window_tokens) == before


@pytest.mark.parametrize("size", [0, 1, 3])
def test_rules_never_leave(size: int) -> None:
    buffer = WorkingBuffer(size, initials)
    rules = [Turn("system", "Be kind."), Turn("developer", "Never delete backup-prod-7.")]
    note = Turn("assistant", "build with tag alpha", pinned=True)
    for one in [rules[0], *_users(4), rules[1], *_users(4), note, *_users(4)]:
        buffer.add_turn(one)
    assert buffer.rules == buffer.window()[:3] == [*rules, note]
    assert len(buffer.evicted) + len(buffer.buffer) == 12


def test_a_failing_summarizer_changes_nothing() -> None:
    answers = iter(["fine", RuntimeError("no model"), None, "fine again"])

    def moody(turns: Sequence[Turn]) -> str:
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer  # type: ignore[return-value]

    buffer = WorkingBuffer(2, moody)
    for one in _users(3):
        buffer.add_turn(one)
    for error in (RuntimeError, TypeError):
        with pytest.raises(error, match=r"no model|returned None"):
            buffer.add_turn(Turn("assistant", "more"))
        assert (buffer.summary, len(buffer.evicted)) == ("fine", 1)
    buffer.add_turn(Turn("assistant", "last"))
    assert buffer.summary == "fine again" and len(buffer.evicted) == 3
    assert [one.text for one in buffer.buffer] == ["turn 2", "more", "last"]


def test_what_cannot_hold_is_refused_at_construction() -> None:
    limits = Hysteresis(trigger=100, target=50)
    for match, arguments in (
        ("buffer_size must be at least 0 turns, got -1", {"buffer_size": -1}),
        ("max_summary_tokens must be at least 0", {"max_summary_tokens": -1}),
        ("pass a summarizer", {"summarizer": None}),
        ("without a limit nothing ever leaves", {"buffer_size": None}),
        ("at most its target, 50, got None", {"tokens": limits}),
        ("at most its target, 50, got 51", {"tokens": limits, "max_summary_tokens": 51}),
    ):
        with pytest.raises(ValueError, match=match):
            WorkingBuffer(**{"buffer_size": 3, "summarizer": initials, **arguments})  # type: ignore[arg-type]
    for trigger, target, tail in ((5, 5, 0), (5, 6, 0), (5, -1, 0), (5, 4, -1)):
        with pytest.raises(ValueError, match=r"target|keep_tail"):
            Hysteresis(trigger, target, tail)


def test_reading_changes_nothing() -> None:
    buffer = WorkingBuffer(2, initials)
    for one in _users(5):
        buffer.add_turn(one)
    first = list(buffer.window())
    for answer in (buffer.buffer, buffer.evicted, buffer.rules, buffer.window()):
        answer.clear()
    assert buffer.window() == first
    assert len(buffer.evicted) == 3


def test_a_summarizer_cannot_change_the_log() -> None:
    buffer = WorkingBuffer(1, lambda turns: turns.clear() or "gone")  # type: ignore[attr-defined]
    for one in _users(3):
        buffer.add_turn(one)
    assert buffer.evicted == _users(3)[:2]


def test_hysteresis_rests_between_two_passes() -> None:
    buffer = WorkingBuffer(
        None, initials, max_summary_tokens=20, tokens=Hysteresis(200, 100, keep_tail=4)
    )
    for i in range(200):
        buffer.add_turn(Turn("user", f"{i:04d}" + "x" * 36))  # ten tokens each
        assert buffer.window_tokens <= 200 and buffer.excess_tokens == 0
    passes = buffer.compactions
    assert 10 < len(passes) < 25  # not one for each of the 180 turns that left
    assert all(one.before > 200 and one.after <= 100 for one in passes)
    assert {one.path for one in passes} == {"automatic"}


def test_the_kept_tail_and_what_must_stay_may_exceed_the_target() -> None:
    buffer = WorkingBuffer(
        None, initials, max_summary_tokens=5, tokens=Hysteresis(60, 20, keep_tail=3)
    )
    for i in range(9):
        buffer.add_turn(Turn("assistant", f"{i}" * 80))
    assert [one.text[0] for one in buffer.buffer] == ["6", "7", "8"]
    assert buffer.excess_tokens == buffer.window_tokens - 60 > 0


@pytest.mark.parametrize("count", [count_tokens, bpe_counter("o200k_base")])
def test_fit_after_an_overflow(count: Counter) -> None:
    buffer = WorkingBuffer(20, lambda turns: 9 * initials(turns), count=count)
    for one in [Turn("system", "Be kind."), *_users(12)]:
        buffer.add_turn(one)
    report = buffer.fit(30)
    assert report is not None and report.path == "overflow"
    assert report.after == buffer.window_tokens <= 30
    assert buffer.summary.endswith(ELISION) and report.was_cut
    assert buffer.buffer[-1].text == "turn 11"
    before = buffer.window()
    with pytest.raises(WindowError, match="but the limit is 3"):
        buffer.fit(3)
    assert buffer.window() == before


def test_fit_may_only_have_to_cut_the_summary() -> None:
    buffer = WorkingBuffer(1, lambda turns: "word " * 100)
    for one in _users(3):
        buffer.add_turn(one)
    report = buffer.fit(20)
    assert report is not None and (report.turns, report.read) == (0, 0)
    assert buffer.window_tokens <= 20
    assert buffer.fit(20) is None


def test_a_report_reads_well() -> None:
    report = Compaction("manual", 3, 120, 150, 90, 40, 500, 420)
    assert str(report) == (
        "manual: 3 turns left (120 tokens), read 150, summary 40, cut from 90; window 500 -> 420"
    )


def _check_everything(buffer: WorkingBuffer, log: list[Turn], cap: int) -> None:
    plain = [one for one in log if not one.is_rule]
    window = buffer.window()
    assert orphans(window) == [] and halves_lost(buffer.buffer, plain) == []
    assert buffer.rules == [one for one in log if one.is_rule]
    newest = [one for one in plain if one.is_user][-1:]
    assert all(any(one is kept for kept in buffer.buffer) for one in newest)
    assert count_tokens(buffer.summary) <= cap
    assert buffer.window_tokens == count_turns(window)
    assert sorted(map(id, [*buffer.evicted, *buffer.buffer])) == sorted(map(id, plain))
    places = {id(one): place for place, one in enumerate(plain)}
    kept = [places[id(one)] for one in buffer.buffer]
    assert kept == sorted(kept)
    left = [places[id(one)] for one in buffer.evicted if not one.is_user]
    assert left == sorted(left)  # only a user turn may have been held back
    called = {call.id for one in plain for call in one.calls}
    if buffer.excess and called == {one.result_of for one in plain if one.is_result}:
        assert buffer.excess == 1 and buffer.buffer[0] is newest[0]


@given(sessions(), STEPS, st.booleans())
def test_no_path_breaks_anything(
    log: list[Turn], steps: list[tuple[str, int]], folds: bool
) -> None:
    cap, turns = 12, iter(log)
    fold: Fold | None = append if folds else None
    buffer = WorkingBuffer(5, initials, fold=fold, max_summary_tokens=cap)
    added: list[Turn] = []
    for step, number in [*steps, *[("add", 0)] * len(log)]:
        evicted = buffer.evicted
        if step == "add" and (one := next(turns, None)):
            added.append(one)
            buffer.add_turn(one)
            assert buffer.excess == max(0, len(buffer.buffer) - 5)
        elif step == "compact":
            buffer.compact(keep_tail=number)
        elif step == "fit":
            _fit(buffer, 10 * number)
        _check_everything(buffer, added, cap)
        assert buffer.evicted[: len(evicted)] == evicted  # append-only
        if not folds and buffer.compactions and buffer.compactions[-1].path != "overflow":
            assert buffer.summary == truncate_to_tokens(initials(buffer.evicted), cap)


def _fit(buffer: WorkingBuffer, limit: int) -> None:
    try:
        buffer.fit(limit)
    except WindowError as error:
        assert error.needs > limit
    else:
        assert buffer.window_tokens <= limit


@given(sessions(), st.integers(0, 30), st.integers(1, 30), st.integers(0, 5))
def test_hysteresis_holds_or_cannot(log: list[Turn], target: int, more: int, tail: int) -> None:
    limits, cap = Hysteresis(target + more, target, tail), min(5, target)
    buffer = WorkingBuffer(None, initials, max_summary_tokens=cap, tokens=limits)
    for number, one in enumerate(log, start=1):
        buffer.add_turn(one)
        _check_everything(buffer, log[:number], cap)
        if buffer.excess_tokens:
            assert buffer.compact(keep_tail=tail) is None  # nothing more could leave


def _fold_session(turns: int) -> WorkingBuffer:
    buffer = WorkingBuffer(8, fold=append, max_summary_tokens=50)
    for one in talk(
        message
        for i in range(turns // 4)
        for message in (
            ("user", f"request {i}"),
            ("assistant", f"call:{i}"),
            ("tool", f"result:{i}"),
            ("assistant", "done"),
        )
    ):
        buffer.add_turn(one)
    return buffer


def test_folding_is_linear_in_work_and_in_reading() -> None:
    few, many = (operations(lambda n=n: _fold_session(n)) for n in (200, 1_600))  # type: ignore[misc]
    assert many < 8.5 * few
    few, many = (_fold_session(n).tokens_read for n in (200, 1_600))
    assert many < 9 * few


def test_letting_go_does_not_depend_on_what_stays() -> None:
    def leave_one(live: int) -> int:
        buffer = WorkingBuffer(2 * live, initials)
        for one in talk(
            m for i in range(live) for m in (("a", f"call:{i}"), ("tool", f"result:{i}"))
        ):
            buffer.add_turn(one)
        return operations(lambda: buffer.add_turn(Turn("user", "next")))

    assert leave_one(20) == leave_one(400)


def test_recomputing_reads_the_square() -> None:
    def read(turns: int) -> int:
        buffer = WorkingBuffer(0, lambda turns: "")
        for one in _users(turns):
            buffer.add_turn(one)
        return buffer.tokens_read

    assert 95 < read(1_000) / read(100) < 110
