"""Intervals and shapes: what the bootstrap, Wilson's interval and the verdict promise."""

import random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.recall.curves import RecallCurve
from ctxlab.recall.shape import middle_half, shape_of_contexts, shape_of_shares
from ctxlab.recall.stats import (
    Interval,
    bootstrap_interval,
    percentiles,
    proportion_interval,
    resample,
)

UNIT = st.floats(0, 1)
FIVE = (0.0, 0.25, 0.5, 0.75, 1.0)


@given(st.lists(UNIT, min_size=1, max_size=12), st.integers(0, 99))
def test_a_bootstrap_interval_lies_within_the_data(units: list[float], seed: int) -> None:
    interval = bootstrap_interval(units, resamples=50, seed=seed)
    slack = 1e-9
    assert min(units) - slack <= interval.low <= interval.high <= max(units) + slack
    assert interval == bootstrap_interval(units, resamples=50, seed=seed)


@given(st.lists(st.integers(0, 9), min_size=1, max_size=9))
def test_a_sample_is_as_large_as_the_units_and_drawn_from_them(units: list[int]) -> None:
    for sample in resample(units, times=5):
        assert len(sample) == len(units)
        assert set(sample) <= set(units)


def test_a_bootstrap_interval_covers_the_truth_about_95_times_in_100() -> None:
    rng = random.Random(7)
    covered = 0
    for trial in range(200):
        units = [rng.gauss(0.5, 0.2) for _ in range(30)]
        covered += 0.5 in bootstrap_interval(units, resamples=400, seed=trial)
    assert 178 <= covered <= 198  # percentile intervals are a little narrow


def test_whole_contexts_are_drawn_not_single_answers() -> None:
    contexts = [[1.0] * 20, [0.0] * 20] * 5  # answers within a context agree completely
    by_context = bootstrap_interval(contexts, lambda rows: fmean(map(fmean, rows)))
    by_answer = bootstrap_interval([answer for row in contexts for answer in row])
    assert by_context.high - by_context.low > 3 * (by_answer.high - by_answer.low)


def test_a_bootstrap_without_units_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one unit"):
        bootstrap_interval([])


@given(UNIT, st.integers(1, 5000))
def test_wilsons_interval_holds_the_share_and_stays_a_share(share: float, answers: int) -> None:
    interval = proportion_interval(share, answers)
    assert 0 <= interval.low <= share + 1e-9 and share - 1e-9 <= interval.high <= 1


def test_wilsons_interval_at_the_ceiling_has_width() -> None:
    interval = proportion_interval(1.0, 12)
    assert (round(interval.low, 4), round(interval.high, 4)) == (0.7575, 1.0)
    with pytest.raises(ValueError, match="at least 1 answer"):
        proportion_interval(0.5, 0)


@given(st.lists(UNIT, min_size=1, max_size=30))
def test_percentiles_are_ordered_and_within(values: list[float]) -> None:
    low, high = percentiles(values)
    assert min(values) <= low <= high <= max(values)


@pytest.mark.parametrize(
    "row, verdict",
    [
        ([1, 0, 0, 0, 1], "U"),
        ([1, 0, 0, 0, 0], "primacy only"),
        ([0, 0, 0, 0, 1], "recency only"),
        ([0, 0, 0, 0, 0], "no end shown better"),
        ([0, 1, 1, 1, 0], "no end shown better"),
    ],
)
def test_the_verdict_names_the_shape(row: list[int], verdict: str) -> None:
    assert shape_of_contexts([row] * 6, FIVE).verdict == verdict
    assert shape_of_shares(row, FIVE, 500).verdict == verdict


def test_an_end_must_beat_the_middle_beyond_chance() -> None:
    contexts = [[1, 0, 0, 0, 1], [0, 1, 0, 1, 0], [0, 0, 1, 0, 1], [1, 1, 0, 1, 0]]
    assert shape_of_contexts(contexts, FIVE).verdict == "no end shown better"
    assert shape_of_shares([0.6, 0.5, 0.5, 0.5, 0.6], FIVE, 20).verdict == "no end shown better"


def test_the_middle_is_the_middle_half() -> None:
    assert middle_half([i / 19 for i in range(20)]) == list(range(5, 15))
    assert middle_half([i / 9 for i in range(10)]) == [3, 4, 5, 6]
    with pytest.raises(ValueError, match="no middle"):
        middle_half([0, 1])


def test_an_interval_prints_and_contains() -> None:
    interval = Interval(0.5, 0.4, 0.6)
    assert str(interval) == "0.50 [0.40, 0.60]"
    assert 0.4 in interval and 0.61 not in interval


@given(st.integers(2, 30), st.data())
def test_a_curve_gives_back_its_points_and_stays_between_them(
    items: int, data: st.DataObject
) -> None:
    recall = tuple(data.draw(st.lists(UNIT, min_size=items, max_size=items)))
    curve = RecallCurve("drawn", items, tuple(range(items)), recall)
    for slot, share in enumerate(recall):
        assert curve.at(slot, items) == pytest.approx(share)
    of = data.draw(st.integers(1, 60))
    for slot in range(of):
        assert min(recall) - 1e-9 <= curve.at(slot, of) <= max(recall) + 1e-9
    assert (curve.at(0, of), curve.at(of - 1, of)) == (
        recall[0],
        recall[-1] if of > 1 else recall[0],
    )


def test_between_measured_positions_a_curve_is_straight() -> None:
    curve = RecallCurve("sparse", 21, (0, 10, 20), (1.0, 0.0, 0.5))
    assert [round(curve.at(slot, 21), 2) for slot in (0, 5, 10, 14, 20)] == [1, 0.5, 0, 0.2, 0.5]
    assert curve.at(1, of=5) == pytest.approx(0.5), "a quarter of the way, in any list"


def test_a_curve_refuses_what_is_none() -> None:
    with pytest.raises(ValueError, match="at least 2 positions"):
        RecallCurve("short", 5, (0,), (1.0,))
    with pytest.raises(ValueError, match="must rise and stay below"):
        RecallCurve("outside", 5, (0, 5), (1.0, 1.0))
    with pytest.raises(ValueError, match="must rise"):
        RecallCurve("falling", 5, (3, 1), (1.0, 1.0))
    curve = RecallCurve("fine", 5, (0, 4), (1.0, 1.0))
    with pytest.raises(ValueError, match="slot 5 is not in a list of 5"):
        curve.at(5, of=5)
