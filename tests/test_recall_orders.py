"""The rivals of order_for_recall, and the expected recall of an order."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.assembly import assemble_context
from ctxlab.ordering import order_for_recall
from ctxlab.recall import RIVALS, expected_recall, published, slots_of, unchanged_prefix
from ctxlab.recall.curves import RecallCurve
from ctxlab.recall.orders import best_at_end, best_in_middle, long_context_reorder, random_order
from ctxlab.sections import ContextSection, render
from tests.support.cases import cases

U = RecallCurve("a U", 5, (0, 2, 4), (1.0, 0.2, 0.8))
SECTIONS = st.lists(
    st.builds(ContextSection, st.sampled_from("abc"), st.just(""), st.integers(0, 3)), max_size=12
)


def ranked(names: str) -> list[ContextSection]:
    return [ContextSection(name, f"text of {name}", priority=-i) for i, name in enumerate(names)]


def names(sections: list[ContextSection]) -> str:
    return "".join(section.name for section in sections)


@given(SECTIONS)
def test_every_order_keeps_every_section_as_the_same_object(sections: list[ContextSection]) -> None:
    for order in (*RIVALS.values(), random_order(3)):
        assert sorted(map(id, order(sections))) == sorted(map(id, sections))


@given(st.integers(1, 40))
def test_only_the_deal_keeps_the_best_first_whatever_the_parity(number: int) -> None:
    sections = [ContextSection(str(i), "", priority=-i) for i in range(number)]
    assert order_for_recall(sections)[0].name == "0"
    assert best_at_end(sections)[-1].name == "0"
    common = long_context_reorder(sections)
    assert common[0 if number % 2 else -1].name == "0"


@pytest.mark.parametrize("case", cases("order"))
def test_cases_of_similar_systems(case: dict[str, Any]) -> None:
    given_, right = case["input"], case["right_value"]
    if "lists" in given_:
        for ranked_names, order in zip(given_["lists"], right["orders"], strict=True):
            assert _dealt([(name, -i) for i, name in enumerate(ranked_names)]) == order
        return
    items = given_.get("items") or [(n, -i) for i, n in enumerate(given_["items_best_first"])]
    assert _dealt(items) == right["order"]


def test_the_common_reorder_misses_the_deal_on_even_lists() -> None:
    assert names(long_context_reorder(ranked("abcd"))) == "bdca"
    assert names(order_for_recall(ranked("abcd"))) == "acdb"


@given(st.integers(3, 30))
def test_the_floor_puts_the_best_in_the_middle(number: int) -> None:
    sections = [ContextSection(str(i), "", priority=-i) for i in range(number)]
    slot = [section.name for section in best_in_middle(sections)].index("0")
    assert abs(slot - (number - 1) / 2) <= 1


def test_expected_recall_is_the_mean_of_the_curve_at_the_slots() -> None:
    a, b, c, *_ = sections = ranked("abcde")
    slots = slots_of(order_for_recall(sections), [a, b])
    assert slots == [0, 4]
    assert expected_recall(slots, 5, U) == pytest.approx(0.9)
    assert slots_of([a, a, b], [a, a, c]) == [0, 1, None]
    assert expected_recall([0, None], 5, U) == pytest.approx(0.5)
    with pytest.raises(ValueError, match="there are none"):
        expected_recall([], 5, U)


@given(st.permutations(range(8)))
def test_on_a_u_no_order_of_two_beats_the_deal(order: list[int]) -> None:
    sections = [ContextSection(str(i), "", priority=-i) for i in range(8)]
    best = sections[:2]
    dealt = expected_recall(slots_of(order_for_recall(sections), best), 8, U)
    other = expected_recall(slots_of([sections[i] for i in order], best), 8, U)
    assert other <= dealt + 1e-9


def test_the_deal_loses_where_the_curve_has_one_good_end() -> None:
    curve = published().curve("LongChat-13B (16K)", 140, "key-value retrieval")
    sections = ranked("abcdefghij")
    expected = {
        name: expected_recall(slots_of(order(sections), sections[:4]), 10, curve)
        for name, order in RIVALS.items()
    }
    assert expected["order_for_recall"] < expected["best last"]


def test_arranging_before_selection_breaks_the_u() -> None:
    sections = [
        ContextSection("A", "a " * 10, priority=9),
        ContextSection("B", "b " * 400, priority=8),  # too large: it will be dropped
        ContextSection("C", "c " * 10, priority=7),
        ContextSection("D", "d " * 10, priority=6),
    ]
    before = assemble_context(order_for_recall(sections), 60)
    after = assemble_context(sections, 60, arrange=order_for_recall)
    assert (before.included, after.included) == (("A", "C", "D"), ("A", "D", "C"))


@given(st.text(max_size=40), st.text(max_size=40))
def test_the_unchanged_prefix_is_a_share(before: str, after: str) -> None:
    share = unchanged_prefix(before, after)
    assert 0 <= share <= 1
    assert unchanged_prefix(after, after) == 1


def test_moving_the_best_to_the_front_changes_the_whole_prefix() -> None:
    monday, tuesday = ranked("abcd"), ranked("bacd")
    fixed = sorted(monday, key=lambda section: section.name)
    assert unchanged_prefix(render(fixed), render(fixed)) == 1
    assert (
        unchanged_prefix(render(order_for_recall(monday)), render(order_for_recall(tuesday))) < 0.1
    )


def _dealt(items: Any) -> list[str]:
    sections = [ContextSection(name, "", priority=priority) for name, priority in items]
    return [section.name for section in order_for_recall(sections)]
