"""Bills of reading and of the cached prefix, by hand and from a buffer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.memory import Hysteresis, Turn, WorkingBuffer, count_turns
from ctxlab.memory.bills import (
    CachePrices,
    CompactionBill,
    fold_reads,
    prefix_bill,
    recompute_reads,
    shared_prefix,
)
from tests.support.talk import sessions


@given(st.lists(st.integers(0, 900)), st.integers(0, 300))
def test_reads_are_sums(evicted: list[int], summary: int) -> None:
    assert recompute_reads(evicted) == sum(sum(evicted[: i + 1]) for i in range(len(evicted)))
    folds = [tokens + (summary if i else 0) for i, tokens in enumerate(evicted)]
    assert fold_reads(evicted, summary) == sum(folds)


def test_a_prefix_bill_by_hand() -> None:
    rule, a, b, c = (Turn("user", letter * 400) for letter in "rabc")
    grown = prefix_bill([[rule, a], [rule, a, b]])
    assert (grown.read, grown.written, grown.shared) == (200, 300, 0.4)
    assert grown.cost == pytest.approx(200 * 0.1 + 300 * 1.25)
    slid = prefix_bill([[rule, a, b], [rule, b, c]], CachePrices(read=0.5, write=2))
    assert (slid.read, slid.written, slid.cost) == (100, 500, 1050)
    assert prefix_bill([]).shared == 0.0


@given(sessions(), sessions())
def test_the_shared_prefix_is_shared_and_ends(before: list[Turn], after: list[Turn]) -> None:
    number = shared_prefix(before, after)
    assert before[:number] == after[:number]
    assert before[number : number + 1] != after[number : number + 1] or number in (
        len(before),
        len(after),
    )
    bill = prefix_bill([before, after])
    assert bill.read + bill.written == count_turns(before) + count_turns(after)


def test_compacting_on_every_turn_costs_more_than_resting() -> None:
    """Same summary cap, about the same window: the sliding one rewrites its prompt each time."""
    every = WorkingBuffer(10, lambda turns: f"{len(turns)} turns", max_summary_tokens=20)
    limits = Hysteresis(trigger=1_500, target=500)
    rests = WorkingBuffer(None, lambda turns: "s", max_summary_tokens=20, tokens=limits)
    bills = []
    for buffer in (every, rests):
        windows = []
        for number in range(100):
            buffer.add_turn(Turn("user", f"{number:04d}" + "x" * 396))
            windows.append(buffer.window())
        bills.append(prefix_bill(windows))
    sliding, resting = bills
    assert sliding.shared < 0.1 < 0.8 < resting.shared
    assert resting.cost < sliding.cost / 2


def test_when_a_compaction_pays() -> None:
    bill = CompactionBill(before=20_000, after=4_000, shared=1_000, read=17_000, written=500)
    assert bill.once == pytest.approx(17_000 + 5 * 500 + 3_000 * 1.15)
    assert bill.saved_per_request == pytest.approx(1_600)
    assert bill.pays_after == 15
    assert CompactionBill(before=500, after=500, shared=0, read=400).pays_after is None
    with pytest.raises(ValueError, match="smaller window, 400, got 401"):
        CompactionBill(before=500, after=400, shared=401, read=0)
