"""Assembling: the budget holds, pins stay, positions decide, and every step is explained."""

import math
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.assembly import assemble_context
from ctxlab.bpe import bpe_counter
from ctxlab.checking.counters import Counted
from ctxlab.ordering import order_for_recall
from ctxlab.sections import ContextSection, render
from ctxlab.tokens import Counter, count_tokens
from ctxlab.trace import BudgetError
from tests.support.cases import cases
from tests.support.strategies import counters, section_lists

Sections = list[ContextSection]
budgets = st.integers(0, 80)
arrangements = st.sampled_from([None, order_for_recall, lambda sections: sections[::-1]])


def plain_chars4(text: str) -> int:
    return math.ceil(len(text) / 4)


@given(sections=section_lists(), budget=budgets, count=counters, arrange=arrangements)
def test_the_prompt_is_within_budget_or_the_pins_are_named(
    sections: Sections, budget: int, count: Counter, arrange: Any
) -> None:
    try:
        assembly = assemble_context(sections, budget, count=count, arrange=arrange)
    except BudgetError as error:
        pins = [section for section in sections if section.pinned]
        assert error.needs > budget == error.budget
        assert error.largest in {pin.name for pin in pins}
        assert str(error.needs) in str(error) and str(budget) in str(error)
        assert repr(error.largest) in str(error)
        return
    assert count(assembly.text) == assembly.token_count <= budget
    assert not assembly.over_budget


@given(sections=section_lists(), budget=budgets, count=counters, arrange=arrangements)
def test_pins_are_kept_and_flagged_if_asked(
    sections: Sections, budget: int, count: Counter, arrange: Any
) -> None:
    assembly = assemble_context(
        sections, budget, count=count, arrange=arrange, on_pinned_overflow="flag"
    )
    pins = {i for i, section in enumerate(sections) if section.pinned}
    assert pins <= set(assembly.order)
    assert assembly.over_budget == (count(assembly.text) > budget)
    if assembly.over_budget:
        assert set(assembly.order) == pins


@given(sections=section_lists(), budget=budgets, count=counters)
def test_every_position_has_one_fate(sections: Sections, budget: int, count: Counter) -> None:
    assembly = assemble_context(sections, budget, count=count, on_pinned_overflow="flag")
    fates = {d.position: d.outcome for d in assembly.decisions}
    assert len(assembly.decisions) == len(fates) == len(sections)
    included = {i for i, fate in fates.items() if fate != "dropped"}
    assert included == set(assembly.order)
    assert list(assembly.order) == sorted(assembly.order)  # the caller's order
    for i in included:
        body = sections[i].text
        if fates[i] != "cut":
            assert f"### {sections[i].name}\n{body}" in assembly.text
        else:
            assert sections[i].truncatable


@given(sections=section_lists(), budget=budgets, count=counters)
def test_arranging_moves_the_survivors_and_nothing_else(
    sections: Sections, budget: int, count: Counter
) -> None:
    assembly = assemble_context(
        sections, budget, count=count, arrange=order_for_recall, on_pinned_overflow="flag"
    )
    survivors = [sections[i] for i in sorted(assembly.order)]
    expected = [section.name for section in order_for_recall(survivors)]
    assert list(assembly.included) == expected


@given(sections=section_lists(), budget=budgets, count=counters)
def test_same_input_same_prompt(sections: Sections, budget: int, count: Counter) -> None:
    one, two = (
        assemble_context(sections, budget, count=count, on_pinned_overflow="flag") for _ in "12"
    )
    assert one == two


@given(sections=section_lists(), budget=budgets)
def test_it_is_the_greedy_walk_whatever_the_way_of_counting(
    sections: Sections, budget: int
) -> None:
    """The three ways of keeping books agree with the plain definition."""
    uncut = [ContextSection(s.name, s.text, s.priority, s.pinned) for s in sections]
    chosen = [i for i, section in enumerate(uncut) if section.pinned]
    if count_tokens(render(uncut[i] for i in chosen)) > budget:
        return
    for i in sorted(range(len(uncut)), key=lambda i: -uncut[i].priority):
        trial = sorted({*chosen, i})
        if not uncut[i].pinned and count_tokens(render(uncut[j] for j in trial)) <= budget:
            chosen = trial
    for count in (count_tokens, plain_chars4):
        assert list(assemble_context(uncut, budget, count=count).order) == sorted(chosen)


@pytest.fixture
def worked() -> Sections:
    clause = "Refunds reach the card they came from in a week."
    return order_for_recall(
        [
            ContextSection("system", "You are a careful billing assistant.", 100, pinned=True),
            ContextSection("task", "Explain the duplicate charge on my card.", 95, pinned=True),
            ContextSection("policy", clause * 6, 60, truncatable=True),
            ContextSection("chit_chat", "Lovely weather we had at the weekend! " * 8, 10),
        ]
    )


def test_the_worked_pass_of_the_source(worked: Sections) -> None:
    assert [s.name for s in worked] == ["system", "policy", "chit_chat", "task"]
    assembly = assemble_context(worked, 60, accounting="bodies")
    assert assembly.included == ("system", "policy", "task")
    assert assembly.truncated == ("policy",)
    assert assembly.dropped == ("chit_chat",)
    needs = {d.name: (d.needs, d.left) for d in assembly.decisions}
    assert needs["system"] == (9, 60) and needs["task"] == (10, 51)
    assert needs["policy"] == (72, 41) and needs["chit_chat"][0] == 76
    assert assembly.token_count <= 60
    assert 66 <= count_tokens(assembly.text) <= 69  # the off-by-a-header bug
    assert not assembly.over_budget


def test_the_same_pass_with_exact_books(worked: Sections) -> None:
    assembly = assemble_context(worked, 60)
    assert assembly.included == ("system", "policy", "task")
    assert assembly.token_count == count_tokens(assembly.text) <= 60


@pytest.mark.parametrize("case", cases("assemble"))
def test_reported_failures_of_assembling(case: dict[str, Any]) -> None:
    given, right = case["input"], case["right_value"]
    if "sections" not in given:
        return  # the two other shapes have tests of their own below
    sections = [ContextSection(**section) for section in given["sections"]]
    if right.get("pass_the_same_object_twice"):
        sections = [sections[0]] * 2
    counted = []
    for budget in given.get("budgets", [given.get("budget")]):
        for count in (count_tokens, plain_chars4):
            if right.get("raises"):
                with pytest.raises(BudgetError) as raised:
                    assemble_context(sections, budget, count=count)
                assert raised.value.budget == budget < raised.value.needs
                assert raised.value.largest == right.get("error_names_section", "system")
                continue
            assembly = assemble_context(sections, budget, count=count)
            counted.append(len(assembly.included))
            assert assembly.token_count <= budget
            for field in ("included", "truncated", "dropped"):
                assert list(getattr(assembly, field)) == right.get(
                    field, list(getattr(assembly, field))
                )
            if "text" in right:
                assert assembly.text == right["text"]
    if "included_count" in right:
        assert counted[::2] == counted[1::2] == right["included_count"]
    if case["id"] == "pub-42-early-section-eats-all":
        assert assembly.dropped == ("profile", "plan")
        assert all(d.needs > d.left for d in assembly.decisions if d.outcome == "dropped")


def test_fixed_costs_are_paid_before_history() -> None:
    (case,) = [c.values[0] for c in cases("assemble") if c.id == "pub-15-overhead-not-counted"]
    given, right = case["input"], case["right_value"]
    fixed = [ContextSection(n, t, pinned=True) for n, t in given["fixed_overhead"].items()]
    turns = [ContextSection("turn", t, priority=i) for i, t in enumerate(given["history"])]
    assembly = assemble_context([*fixed, *turns], given["budget"], accounting="bodies")
    assert assembly.token_count <= given["budget"]
    kept = [turns[i - len(fixed)].text for i in assembly.order if i >= len(fixed)]
    assert kept == right["kept"]
    assert sum(map(count_tokens, kept)) <= right["history_tokens_max"]


def test_a_size_is_counted_and_never_believed() -> None:
    (case,) = [c.values[0] for c in cases("assemble") if c.id == "peer-26-declared-size"]
    given, right = case["input"], case["right_value"]
    section = ContextSection("item", given["item"]["text"], truncatable=True)
    assembly = assemble_context([section], given["budget"])
    assert count_tokens(assembly.text) <= right["rendered_tokens_max"]
    assert assembly.truncated == ("item",)


HASH_SEED = """
from ctxlab import ContextSection, assemble_context, order_for_recall
sections = [ContextSection(n, "text " + n, 5, truncatable=True) for n in "dbca"]
assembly = assemble_context(sections, 100, arrange=order_for_recall)
print(repr(assembly.text), assemble_context(sections, 100).included)
"""


@pytest.mark.parametrize("case", cases("determinism"))
def test_same_bytes_whatever_the_hash_seed(case: dict[str, Any]) -> None:
    printed = {
        subprocess.run(
            [sys.executable, "-c", HASH_SEED],
            env={"PYTHONHASHSEED": setting.partition("=")[2], "PATH": ""},
            capture_output=True,
            check=True,
        ).stdout
        for setting in case["input"]["run_twice_with"]
    }
    assert len(printed) == 1
    assert str(tuple(case["right_value"]["included"])).encode() in printed.pop()


def test_a_dropped_high_rank_breaks_the_ends_only_if_ordered_first() -> None:
    sizes = {"A": 40, "B": 400, "C": 40, "D": 40}
    docs = [ContextSection(n, "x" * size, -i) for i, (n, size) in enumerate(sizes.items())]
    assert assemble_context(order_for_recall(docs), 60).included == ("A", "C", "D")
    assert assemble_context(docs, 60, arrange=order_for_recall).included == ("A", "D", "C")


@pytest.mark.parametrize(
    "arrange", [lambda s: s[1:], lambda s: [*s, s[0]], lambda s: [s[0]] * len(s)]
)
def test_an_arrangement_may_neither_lose_nor_add(arrange: Any) -> None:
    sections = [ContextSection(name, "text") for name in "abc"]
    with pytest.raises(ValueError, match="arrange must return the 3 sections it was given"):
        assemble_context(sections, 100, arrange=arrange)


@pytest.mark.parametrize("budget", [None, 10.0, "10"])
def test_a_budget_is_a_whole_number(budget: Any) -> None:
    with pytest.raises(TypeError, match="budget must be a whole number of tokens"):
        assemble_context([], budget)


def test_bad_settings_are_named() -> None:
    with pytest.raises(ValueError, match="budget must be at least 0 tokens, got -1"):
        assemble_context([], -1)
    with pytest.raises(ValueError, match="accounting must be 'rendered' or 'bodies', got 'body'"):
        assemble_context([], 1, accounting="body")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="on_pinned_overflow must be 'raise' or 'flag'"):
        assemble_context([], 1, on_pinned_overflow="ignore")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["a\nb", "a\r", "\u2028", "a\x85b", "a\x0b"])
def test_a_name_with_a_line_break_would_forge_a_header(name: str) -> None:
    with pytest.raises(ValueError, match="a section name must be one line"):
        ContextSection(name, "text")


def test_sections_refuse_what_is_no_text_and_no_number() -> None:
    with pytest.raises(TypeError, match="must be strings"):
        ContextSection("a", None)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="priority of 'a' is not a number"):
        ContextSection("a", "", priority=math.nan)


def test_a_broken_counter_is_passed_on() -> None:
    def broken(text: str) -> int:
        raise RuntimeError("tokenizer is gone")

    with pytest.raises(RuntimeError, match="tokenizer is gone"):
        assemble_context([ContextSection("a", "b", truncatable=True)], 10, count=broken)


def test_a_repaired_section_says_so() -> None:
    def jumps(text: str) -> int:
        return 8 * text.count("###") + (9 if text.count("###") == 3 else 0)

    sections = [ContextSection(name, "text", priority=i) for i, name in enumerate("abc")]
    assembly = assemble_context(sections, 30, count=jumps)
    assert assembly.included == ("b", "c") and assembly.dropped == ("a",)
    assert "taken out again" in assembly.explain()


def test_the_number_of_counts_grows_like_the_number_of_sections() -> None:
    """Also for a counter without extras the whole prompt is not counted for each section."""

    def characters_counted(n: int) -> int:
        count = Counted("o200k_base")
        sections = [ContextSection(f"s{i}", "word " * 8, priority=i % 7) for i in range(n)]
        assemble_context(sections, 6 * n, count=count)
        return count.characters

    few, many = characters_counted(400), characters_counted(1600)
    assert many < 4.5 * few


def test_o200k_counts_every_block_about_once() -> None:
    count = bpe_counter("o200k_base")
    sections = [ContextSection(f"s{i}", "word " * 8, priority=i % 7) for i in range(300)]
    assembly = assemble_context(sections, 1500, count=count)
    assert 1400 < assembly.token_count == count(assembly.text) <= 1500
