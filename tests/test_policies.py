"""Policies: what is kept, what it costs, and that the planted defects are caught by name."""

import math
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlab.bpe import bpe_counter
from ctxlab.policies import (
    Piece,
    Policy,
    View,
    Window,
    WindowLimitError,
    curated,
    fill,
    keep_all,
    ledger,
    most_relevant_first,
    oracle,
    plain_wrap,
    random_order,
    recent,
    relevant,
    sweeping_ledger,
    view_of,
)
from ctxlab.policies.facts import live_facts, replaced_values
from ctxlab.policies.table import most_relevant_then_newest_first
from ctxlab.relevance import line_scores
from ctxlab.tokens import Counter, count_tokens
from ctxlab.trace import BudgetError
from ctxlab.world import Item, World, build_world, states
from tests.support.cases import cases
from tests.support.strategies import counters, texts

BUDGETED = (recent, relevant, curated, ledger, sweeping_ledger, random_order)
EVERY = (keep_all, *BUDGETED)
Sends = Callable[[View, int], str]
"""What a policy comes down to: the text it sends."""


def log(step: int, *lines: str, key: str | None = None) -> Item:
    return Item(step, "tool result", "\n".join(lines), key=key)


def text_of(policy: Callable[[View, int], Window]) -> Sends:
    return lambda view, budget: policy(view, budget).text


def views(seed: int = 0, count: Counter = count_tokens) -> list[View]:
    world = build_world(seed)
    return [view_of(world, question, count) for question in world.questions[::5]]


# The checks, by name. Each takes what a policy sends.


def check_the_budget_is_kept(sends: Sends) -> None:
    for view in views():
        for budget in (*range(200, 4000, 97), 8000):
            assert view.count(sends(view, budget)) <= budget


def check_the_question_is_paid(sends: Sends) -> None:
    """A question as large as half the budget leaves room for half."""
    items = [log(step, "word " * 20) for step in range(1, 20)]
    view = View(items, "why " * 200)
    text = sends(view, 400)
    assert view.question in text and view.count(text) <= 400


def check_replaced_facts_are_not_shown(sends: Sends) -> None:
    old = log(3, "config: a.key = ZK-4471", key="a.key")
    new = log(9, "config update: a.key = QT-0082", key="a.key")
    text = sends(View([old, new], "What is the a key?"), 500)
    assert "QT-0082" in text and "ZK-4471" not in text


def check_no_look_ahead(sends: Sends) -> None:
    """Asked before the update, the old value is the right one."""
    text = sends(View(_UPDATED_LATER[:1], "What is the a key?"), 500)
    assert "ZK-4471" in text


_UPDATED_LATER = (
    log(3, "config: a.key = ZK-4471", key="a.key"),
    log(9, "config update: a.key = QT-0082", key="a.key"),
)


def check_stops_at_the_first_that_does_not_fit(sends: Sends) -> None:
    """Small, huge, small: a sliding window has no gaps."""
    items = [log(1, "oldest"), log(2, "huge " * 400), log(3, "newest")]
    text = sends(View(items, "What now?"), 100)
    assert "newest" in text and "huge" not in text and "oldest" not in text


def check_skips_what_does_not_fit(sends: Sends) -> None:
    items = [log(1, "key small"), log(2, "key deploy " * 400), log(3, "key deploy")]
    text = sends(View(items, "key deploy"), 100)
    assert "key small" in text and text.count("key deploy") == 2  # once in the question


def check_the_best_line_counts(sends: Sends) -> None:
    """A log with the environment on every line must not push the fact out."""
    noise = [f"health check staging ok after {n} ms" for n in range(31)]
    items = [log(1, "config: staging.deploy_key = ZK-4471"), log(2, *noise)]
    assert "ZK-4471" in sends(View(items, "What is the staging deploy key?"), 310)


def check_a_long_item_keeps_its_best_lines(sends: Sends) -> None:
    lines = [f"step {n} done without a word about it" for n in range(60)]
    lines[50] = "config: staging.deploy_key = ZK-4471"
    text = sends(View([log(1, *lines)], "What is the staging deploy key?"), 200)
    assert "ZK-4471" in text and "lines cut]" in text
    kept = [line for line in text.split("\n") if line in lines]
    assert kept == sorted(kept, key=lines.index)  # in the original order


def check_rules_stand_first_and_the_question_last(sends: Sends) -> None:
    tools = Item(2, "tool definition", "run(command)", pinned=True)
    items = [log(1, "first"), tools, Item(3, "rule", "Never."), log(4, "last")]
    blocks = sends(View(items, "What now?"), 300).split("\n\n")
    ordered = [plain_wrap(items[i], items[i].text) for i in (1, 2, 0, 3)]
    assert blocks == [*ordered, "### question\nWhat now?"]


CHECKS: dict[Callable[[Sends], None], Sequence[Policy]] = {
    check_the_budget_is_kept: BUDGETED,
    check_the_question_is_paid: BUDGETED,
    check_replaced_facts_are_not_shown: (curated, ledger, sweeping_ledger),
    check_no_look_ahead: EVERY,
    check_stops_at_the_first_that_does_not_fit: (recent,),
    check_skips_what_does_not_fit: (relevant, curated, ledger),
    check_the_best_line_counts: (relevant, curated, ledger),
    check_a_long_item_keeps_its_best_lines: (curated, ledger),
    check_rules_stand_first_and_the_question_last: (*EVERY,),
}


@pytest.mark.parametrize(
    ("check", "policy"),
    [
        pytest.param(check, policy, id=f"{check.__name__}-{policy.name}")
        for check, policies in CHECKS.items()
        for policy in policies
    ],
)
def test_right_policies_pass(check: Callable[[Sends], None], policy: Policy) -> None:
    check(text_of(policy))


# The planted defects


def body_only(view: View, budget: int) -> str:
    """Counts bodies; headers, footers and blank lines are free."""
    left = budget - view.count(view.question)
    taken = []
    for position in most_relevant_first(view):
        cost = view.count(view.items[position].text)
        if cost <= left:
            taken.append(view.piece(position))
            left -= cost
    return view.render(taken)


def question_unpaid(view: View, budget: int) -> str:
    """Fills the budget, then adds the question."""
    filled = replace(relevant, on_misfit="skip")(View(view.items, "", view.count), budget)
    return view.render(filled.pieces)


def look_ahead(view: View, budget: int) -> str:
    """Supersedes by the whole session instead of what has happened."""
    last = {item.key: item for item in _UPDATED_LATER}
    live = [i for i, item in enumerate(view.items) if last.get(item.key, item) is item]
    return fill(view, budget, [view.piece(i) for i in live]).text


def by_sum_of_lines(view: View) -> Sequence[int]:
    sums = [sum(line_scores(item.text, view.weights)) for item in view.items]
    return sorted(view.candidates, key=lambda i: -sums[i])


def head_trim(view: View, budget: int) -> str:
    """Keeps the first 120 tokens of an item instead of the most relevant."""
    pieces = []
    for i in most_relevant_first(view):
        lines = view.items[i].text.split("\n")
        while view.count("\n".join(lines)) > 120:
            lines.pop()
        pieces.append(Piece(i, view.items[i], "\n".join([*lines, "[… lines cut]"])))
    return fill(view, budget, pieces).text


def pins_in_time_order(view: View, budget: int) -> str:
    window = keep_all(view, budget)
    blocks = [view.block(view.piece(piece.position)).text for piece in window.pieces]
    return "\n\n".join([*blocks[1:], blocks[0], view.question_block])


DEFECTS: list[tuple[str, Sends, Callable[[Sends], None]]] = [
    ("body-only counting", body_only, check_the_budget_is_kept),
    ("sum of lines", text_of(replace(relevant, rank=by_sum_of_lines)), check_the_best_line_counts),
    (
        "no supersede",
        text_of(replace(curated, supersede=False)),
        check_replaced_facts_are_not_shown,
    ),
    ("look-ahead", look_ahead, check_no_look_ahead),
    (
        "skip instead of stop",
        text_of(replace(recent, on_misfit="skip")),
        check_stops_at_the_first_that_does_not_fit,
    ),
    (
        "stop instead of skip",
        text_of(replace(relevant, on_misfit="stop")),
        check_skips_what_does_not_fit,
    ),
    ("head trim", head_trim, check_a_long_item_keeps_its_best_lines),
    ("question unpaid", question_unpaid, check_the_question_is_paid),
    ("question unpaid", question_unpaid, check_the_budget_is_kept),
    ("keeps everything", text_of(keep_all), check_the_budget_is_kept),
    ("rules not first", pins_in_time_order, check_rules_stand_first_and_the_question_last),
]


@pytest.mark.parametrize(
    ("defect", "check"),
    [pytest.param(d, check, id=f"{name}-{check.__name__}") for name, d, check in DEFECTS],
)
def test_planted_defects_fail_the_named_check(
    defect: Sends, check: Callable[[Sends], None]
) -> None:
    with pytest.raises(AssertionError):
        check(defect)


# Exact accounting, for any counter

PROPERTY = settings(deadline=None, derandomize=True, max_examples=300)
keys = st.sampled_from([None, None, "a.key", "b.key"])
kinds = st.sampled_from(["tool result", "tool result", "history", "note", "rule"])
items = st.builds(Item, st.just(0), kinds, texts, key=keys)
stores = st.lists(items, max_size=7)


@PROPERTY
@given(stores, texts, st.integers(0, 150), counters, st.sampled_from(BUDGETED), st.integers(0, 40))
def test_the_window_is_within_budget_for_any_counter(
    store: list[Item], question: str, budget: int, count: Counter, policy: Policy, trim: int
) -> None:
    view = View(store, question, count)
    window = replace(policy, trim=trim if policy.trim else None)(view, budget)
    assert count(window.text) == window.token_count
    assert window.over_budget == (window.token_count > budget)
    pins = {i for i, item in enumerate(store) if item.pinned}
    if window.over_budget:
        assert {piece.position for piece in window.pieces} == pins  # nothing else was taken
    check_nothing_is_lost(view, window)


def check_nothing_is_lost(view: View, window: Window) -> None:
    """A receipt for each item, and the receipts agree with the window."""
    by_position = {r.position: r for r in window.receipts}
    assert len(by_position) == len(window.receipts)
    assert set(range(len(view.items))) <= by_position.keys()
    shown = {piece.position for piece in window.pieces}
    taken = {p for p, r in by_position.items() if r.outcome in ("pinned", "whole", "trimmed")}
    assert shown == taken
    for receipt in window.receipts:
        if receipt.outcome == "withheld":
            assert receipt.why
        if receipt.outcome == "dropped":
            assert receipt.needs > receipt.left or receipt.why


@PROPERTY
@given(stores, texts, counters)
def test_keep_all_counts_what_it_sends(store: list[Item], question: str, count: Counter) -> None:
    view = View(store, question, count)
    window = keep_all(view, 0)
    assert len(window.pieces) == len(store)
    assert window.token_count == count(window.text)


@PROPERTY
@given(stores, texts, st.integers(0, 150), counters)
def test_odd_wrappers_are_paid_as_well(
    store: list[Item], question: str, budget: int, count: Counter
) -> None:
    def brackets(item: Item, body: str) -> str:
        return f"[{item.kind}]\n{body}\n\n[end]\n"

    window = relevant(View(store, question, count, brackets), budget)
    assert window.token_count == count(window.text)
    assert window.token_count <= budget or not any(not p.item.pinned for p in window.pieces)


def test_what_is_weighed_is_what_is_sent() -> None:
    """A wrapper that answers differently each time is asked once."""
    calls: list[str] = []

    def growing(item: Item, body: str) -> str:
        calls.append(body)
        return f"{'x' * 40 * len(calls)}\n{body}"

    view = View([log(1, "a"), log(2, "b")], "Why?", wrap=growing)
    window = relevant(view, 100)
    assert window.token_count == count_tokens(window.text)
    assert sorted(calls) == ["a", "b"]


@pytest.mark.parametrize("name", ["o200k_base", "cl100k_base"])
def test_added_up_real_counts_are_exact(name: str) -> None:
    count = bpe_counter(name)
    for view in views(1, count):
        for policy in (recent, curated, ledger):
            window = policy(view, 2000)
            assert window.token_count == count(window.text) <= 2000


def dear_joins(text: str) -> int:
    """Three tokens more at each joint of blocks: the window counts more than its parts."""
    return count_tokens(text) + 3 * text.count("\n\n###")


def test_a_window_that_counts_more_than_its_parts_is_repaired() -> None:
    view = View([log(step, "key") for step in range(1, 10)], "key", dear_joins)
    for budget in range(60, 140, 7):
        window = relevant(view, budget)
        assert window.token_count == dear_joins(window.text) <= budget
        assert dear_joins(view.render([*window.pieces, view.piece(8)])) > budget
        out = [receipt for receipt in window.receipts if "taken out again" in receipt.why]
        assert all(receipt.outcome == "dropped" and not receipt.took for receipt in out)
        check_nothing_is_lost(view, window)
    assert out


def test_a_plain_function_gets_as_much_in_as_the_counter_it_wraps() -> None:
    """Rounding each part up must not keep anything out."""
    for exact, plain in zip(views(), views(0, lambda text: count_tokens(text)), strict=True):
        for budget in range(300, 3000, 170):
            shown = [[p.position for p in relevant(v, budget).pieces] for v in (exact, plain)]
            assert shown[0] == shown[1]


def test_no_candidate_that_fits_is_left_out() -> None:
    """chars/4 is exact to the last token: one more is one too many."""
    for view in views():
        window = relevant(view, 2000)
        for receipt in window.receipts:
            if receipt.outcome == "dropped":
                more = [*window.pieces, view.piece(receipt.position)]
                assert view.count(view.render(more)) > 2000


# Question, pins, candidates: in this order


def test_question_and_pins_over_budget_are_kept_and_flagged() -> None:
    view = View([Item(0, "rule", "Never delete the bucket backup-prod-7."), log(1, "a")], "Why?")
    for policy in BUDGETED:
        window = policy(view, 10)
        assert window.over_budget and "backup-prod-7" in window.text and "Why?" in window.text
        assert [piece.position for piece in window.pieces] == [0]
        assert "OVER BUDGET" in window.explain()


def test_or_there_is_no_window_at_all() -> None:
    view = View([Item(0, "rule", "Never delete the bucket backup-prod-7.")], "Why?")
    needs = recent(view, 10).token_count
    with pytest.raises(BudgetError, match=f"need {needs} tokens but the budget is 10") as caught:
        recent(view, 10, on_pinned_overflow="raise")
    assert caught.value.largest == "step 0 | rule"
    assert not recent(view, needs, on_pinned_overflow="raise").over_budget


def test_the_question_alone_may_be_too_large() -> None:
    with pytest.raises(BudgetError, match="'question'"):
        recent(View([], "why " * 50), 10, on_pinned_overflow="raise")
    assert recent(View([], "why " * 50), 10).over_budget


def test_equal_to_the_budget_is_within_it() -> None:
    view = View([log(1, "a")], "Why?")
    exact = recent(view, 1000).token_count
    assert len(recent(view, exact).pieces) == 1
    assert len(recent(view, exact - 1).pieces) == 0


@pytest.mark.parametrize(
    ("budget", "error", "message"),
    [
        (None, TypeError, "whole number"),
        (9.5, TypeError, "whole number"),
        (-1, ValueError, "at least 0"),
    ],
)
def test_budgets_that_are_none(budget: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        recent(View([], ""), budget)


def test_a_request_over_the_window_limit_is_refused() -> None:
    view = views()[0]
    with pytest.raises(WindowLimitError, match="window holds 8000: refused"):
        keep_all(view, 1000, window_limit=8000)
    size = keep_all(view, 1000).token_count
    assert keep_all(view, 1000, window_limit=size).over_budget  # exactly full is accepted
    assert recent(view, 8000, window_limit=8000).token_count <= 8000


# Receipts


def test_receipts_in_full() -> None:
    long = "key " * 60
    store = [
        Item(0, "rule", "Never."),
        log(1, "a.key = ZK-4471", key="a.key"),
        log(2, "a.key = QT-0082", key="a.key"),
        log(3, long),
        Item(4, "note", "nothing"),
    ]
    explained = replace(curated, trim=None)(View(store, "Which key is it?"), 80).explain()
    assert explained.split("\n") == [
        "52 of 80 tokens; the question's 8 were paid first",
        "step 0   rule             pinned      needs 13, 72 left",
        "step 1   tool result      withheld    replaced: step 2 states a.key anew",
        "step 2   tool result      whole       needs 18, 59 left, rank 1 of 3",
        "step 3   tool result      dropped     needs 74, 41 left, rank 2 of 3",
        "step 4   note             whole       needs 13, 41 left, rank 3 of 3",
    ]


def test_recent_says_what_it_did_not_ask() -> None:
    window = recent(View([log(1, "a"), log(2, "b" * 400), log(3, "c")], "Why?"), 60)
    assert [receipt.outcome for receipt in window.receipts] == ["dropped", "dropped", "whole"]
    assert window.receipts[0].why == "not asked: stopped at step 2"
    assert window.receipts[1].why == ""


def test_an_item_that_is_not_proposed_has_a_receipt() -> None:
    window = fill(View([log(1, "a"), log(2, "b")], "Why?"), 100, [])
    assert {str(r.why) for r in window.receipts} == {"not proposed by the policy"}


def test_an_item_proposed_twice_or_unknown_is_refused() -> None:
    view = View([log(1, "a")], "Why?")
    with pytest.raises(ValueError, match="position 0 is proposed twice"):
        fill(view, 100, [view.piece(0), view.piece(0)])
    with pytest.raises(ValueError, match="no position 4"):
        fill(view, 100, [Piece(4, log(1, "a"), "a")])


def test_equal_items_each_have_a_place() -> None:
    twin = log(1, "same")
    window = relevant(View([twin, twin], "same"), 100)
    assert len(window.pieces) == 2 and window.text.count("same") == 3


def test_items_out_of_time_order_are_refused() -> None:
    with pytest.raises(ValueError, match="position 1 is of step 3"):
        View([log(4, "a"), log(3, "b")], "Why?")


# The order of wishes


def test_ties_go_to_the_oldest_or_the_newest_as_asked() -> None:
    store = [log(step, "key") for step in (1, 2, 3)]
    view = View(store, "key")
    newest = replace(relevant, rank=most_relevant_then_newest_first)
    room = fill(view, 1000, [view.piece(0)]).token_count
    assert [piece.position for piece in relevant(view, room).pieces] == [0]
    assert [piece.position for piece in newest(view, room).pieces] == [2]


def test_random_is_the_same_for_every_budget_and_every_run() -> None:
    view = views()[0]
    order = [r.rank for r in random_order(view, 500).receipts]
    assert order == [r.rank for r in random_order(view, 4000).receipts]
    assert order != sorted(order)


def test_words_are_weighed_by_what_was_seen_up_to_now() -> None:
    world = build_world(0)
    question = world.questions[0]
    seen = World("so far", world.until(question.step), [question])
    assert view_of(world, question).weights == view_of(seen, question).weights


def test_the_same_view_gives_the_same_bytes_in_every_run() -> None:
    code = (
        "from ctxlab.policies import *; from ctxlab.world import build_world; import zlib\n"
        "world = build_world(0, 'hard')\n"
        "views = [view_of(world, question) for question in world.questions]\n"
        "policies = recent, relevant, curated, ledger, sweeping_ledger, random_order\n"
        "sent = ''.join(policy(view, 1500).text for view in views for policy in policies)\n"
        "print(len(sent), zlib.crc32(sent.encode()))"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(runs) == 1


# The ledger


def test_live_facts_are_the_newest_and_say_their_step() -> None:
    assert live_facts(_UPDATED_LATER) == {"a.key": ("QT-0082", 9)}
    assert live_facts(_UPDATED_LATER[:1]) == {"a.key": ("ZK-4471", 3)}


def test_a_newer_item_that_cannot_be_read_leaves_no_older_value() -> None:
    assert live_facts([_UPDATED_LATER[0], log(9, "a.key was changed", key="a.key")]) == {}


@pytest.mark.parametrize("text", ["x.a.key = 1", "a.key2 = 1", "a.key", "a.key =", "= a.key"])
def test_only_the_key_itself_is_read(text: str) -> None:
    assert live_facts([log(1, text, key="a.key")]) == {}


def test_the_ledger_stands_behind_the_pins_and_stays_untrusted() -> None:
    store = [log(3, "config: a.key = ZK-4471", key="a.key"), Item(4, "rule", "Never.")]
    window = ledger(View(store, "What?"), 200)
    assert [piece.position for piece in window.pieces] == [1, -1, 0]
    block = window.text.split("\n\n")[1]
    assert block.startswith("### step 4 | tool result | untrusted\na.key = ZK-4471 (step 3)\n")


def test_a_small_budget_cuts_the_ledger_to_what_the_question_needs() -> None:
    store = [log(i, f"env.name{i} = AB-{1000 + i}", key=f"env.name{i}") for i in range(1, 30)]
    window = ledger(View(store, "What is name17?"), 60)
    assert not window.over_budget and "AB-1017" in window.text
    assert window.receipts[0].outcome == "trimmed"
    assert "lines cut]" in window.text


def test_only_unmistakable_values_are_swept() -> None:
    pairs = [("ZK-4471", "QT-0082"), ("true", "false"), ("80", "8080"), ("staging", "production")]
    store = [log(i, f"k{i} = {old}", key=f"k{i}") for i, (old, _) in enumerate(pairs)]
    store += [log(9, f"k{i} = {new}", key=f"k{i}") for i, (_, new) in enumerate(pairs)]
    assert replaced_values(store) == {"ZK-4471"}


def test_sweeping_takes_the_stale_line_and_leaves_the_rest() -> None:
    chat = Item(10, "history", "The a key is ZK-4471.\nIs the rollout done?")
    both = Item(11, "history", "It went from ZK-4471 to QT-0082.")
    only = Item(12, "history", "So it is ZK-4471?")
    view = View([*_UPDATED_LATER, chat, both, only], "What is the a key?")
    window = sweeping_ledger(view, 500)
    assert "The a key is ZK-4471." not in window.text and "Is the rollout done?" in window.text
    assert "It went from ZK-4471 to QT-0082." in window.text  # it states the live value too
    assert window.receipts[-1].outcome == "dropped" and "nothing of it" in window.receipts[-1].why
    assert ledger(view, 500).text.count("ZK-4471") == 3


# The oracle


def test_the_oracle_shows_the_line_with_the_answer_and_no_more() -> None:
    view = View([log(1, "noise", "a.key = ZK-4471", "noise"), log(2, "noise")], "Which key?")
    window = oracle(view, 100, "ZK-4471")
    assert [piece.body for piece in window.pieces] == ["a.key = ZK-4471\n[… 2 lines cut]"]


def test_the_oracle_shows_it_once() -> None:
    view = View([log(1, "It is ZK-4471."), log(2, "ZK-4471 it is.")], "Which key?")
    assert [piece.position for piece in oracle(view, 500, "ZK-4471").pieces] == [0]


# Real failures of similar systems


def case_view(case: dict[str, Any]) -> View:
    made = []
    for number, given_item in enumerate(case["input"]["items"]):
        if isinstance(given_item, str):
            made.append(log(number, given_item))
        else:
            key = given_item.get("key")
            made.append(Item(given_item["step"], "tool result", given_item["text"], key=key))
    return View(made, case["input"].get("question", "What is the staging deploy key?"))


def policy_cases(*needs: str) -> list[Any]:
    return [case for case in cases("policy") if set(needs) <= set(case.values[0]["right_value"])]


@pytest.mark.parametrize("policy", [curated, ledger, sweeping_ledger])
@pytest.mark.parametrize("case", policy_cases("contains"))
def test_the_new_value_is_there_and_the_old_is_not(case: dict[str, Any], policy: Policy) -> None:
    text = policy(case_view(case), case["input"].get("budget", 1000)).text
    assert all(states(text, value) for value in case["right_value"]["contains"])
    assert not any(value in text for value in case["right_value"]["not_contains"])


@pytest.mark.parametrize("policy", BUDGETED)
@pytest.mark.parametrize("case", policy_cases("raises"))
def test_the_question_is_never_added_after(case: dict[str, Any], policy: Policy) -> None:
    view, budget = case_view(case), case["input"]["budget"]
    with pytest.raises(BudgetError, match="'question'"):
        policy(view, budget, on_pinned_overflow="raise")
    window = policy(view, budget)
    assert window.over_budget and not window.pieces  # flagged, and nothing added to it


@pytest.mark.parametrize("case", policy_cases("must"))
def test_trimming_not_the_budget_may_lose_the_answer(case: dict[str, Any]) -> None:
    """With a trim, more budget finds no more; only a longer trim does."""
    noise = [f"the staging log says {n} of 40" for n in range(40)]
    noise.insert(35, "staging.region = ZK-4471")
    view = View([log(1, *noise)], "Where does staging run?")
    tight = replace(curated, trim=case["input"]["trim"])
    for budget in (*case["input"]["budgets"], 10**6):
        assert not states(tight(view, budget).text, "ZK-4471")
    assert states(replace(curated, trim=None)(view, 1000).text, "ZK-4471")


def test_all_cases_of_this_kind_are_used() -> None:
    used = [c for n in ("contains", "raises", "must") for c in policy_cases(n)]
    assert len(used) == len(cases("policy")) == 4


def test_sizes_of_the_plain_wrapper() -> None:
    item = log(12, "")
    assert math.ceil(len(plain_wrap(item, "") + "\n\n") / 4) == 15
