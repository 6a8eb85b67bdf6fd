"""Arrangement: best first, second best last, for every number of sections."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.ordering import order_for_recall
from ctxlab.sections import ContextSection
from tests.support.cases import cases


def ranked(names: list[str]) -> list[ContextSection]:
    return [ContextSection(name, "", priority=-i) for i, name in enumerate(names)]


def names(sections: list[ContextSection]) -> list[str]:
    return [section.name for section in sections]


@given(st.integers(0, 50))
def test_it_equals_insertion_into_the_middle(n: int) -> None:
    """Another way to state the deal: rank k is inserted at ceil(k / 2)."""
    expected: list[str] = []
    for k in range(n):
        expected.insert(math.ceil(k / 2), str(k))
    assert names(order_for_recall(ranked([str(k) for k in range(n)]))) == expected


@given(st.lists(st.integers(0, 3), max_size=12))
def test_it_only_moves_and_keeps_ties_in_order(priorities: list[int]) -> None:
    sections = [ContextSection(str(i), "", p) for i, p in enumerate(priorities)]
    order = order_for_recall(sections)
    assert sorted(map(id, order)) == sorted(map(id, sections))
    best = sorted(sections, key=lambda s: -s.priority)
    assert order[:1] == best[:1]
    assert order[-1:] == best[1:2] or len(best) == 1


@pytest.mark.parametrize("case", cases("order"))
def test_reported_failures_of_ordering(case: dict[str, Any]) -> None:
    given, right = case["input"], case["right_value"]
    if "items_best_first" in given:
        assert names(order_for_recall(ranked(given["items_best_first"]))) == right["order"]
    elif "items" in given:
        sections = [ContextSection(name, "", priority) for name, priority in given["items"]]
        assert names(order_for_recall(sections)) == right["order"]
    else:
        orders = [names(order_for_recall(ranked(items))) for items in given["lists"]]
        assert orders == right["orders"]
