"""Rare-word relevance by the best line, and trimming to the most relevant lines."""

import math
import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlab.bpe import bpe_counter
from ctxlab.relevance import (
    line_scores,
    lines_of,
    marker,
    rare_word_weights,
    relevance,
    trim,
    words,
)
from ctxlab.tokens import Counter, count_tokens, with_margin
from tests.support.strategies import COUNTERS

PROPERTY = settings(deadline=None, derandomize=True, max_examples=300)
QUESTION = "What is the staging deploy key?"
FACT = "config: staging.deploy_key = ZK-4471"
NOISE = "health check staging ok after 48 ms"

# Words and weights


def test_a_dotted_key_is_three_words() -> None:
    assert words(FACT) == {"config", "staging", "deploy", "key", "zk", "4471"}


def test_words_have_no_stems() -> None:
    """What makes "Which key deploys staging?" vague."""
    assert "deploy" not in words("Which key deploys staging?")


@pytest.mark.parametrize(("text", "expected"), [("ÜBER-Straße", {"über", "strasse"}), ("", set())])
def test_words_of_other_scripts(text: str, expected: set[str]) -> None:
    assert words(text) == expected


def test_rare_words_count_for_more() -> None:
    weights = rare_word_weights(QUESTION, lines_of("\n".join([FACT, *[NOISE] * 9])))
    assert weights["staging"] == pytest.approx(math.log(2))
    assert weights["deploy"] == weights["key"] == pytest.approx(math.log(11))
    assert "what" not in weights  # on no line: it can match nothing


def test_a_word_repeated_on_a_line_counts_once() -> None:
    assert line_scores("key key key", {"key": 2.0}) == (2.0,)


# Best line, not the sum of lines


def check_a_long_log_does_not_win(score: Callable[[str, dict[str, float]], float]) -> None:
    """A log that says "staging" on every line must not beat the line with the answer."""
    long_log = "\n".join([NOISE] * 31)
    weights = rare_word_weights(QUESTION, lines_of(f"{FACT}\n{long_log}"))
    assert score(FACT, weights) > score(long_log, weights)


def sum_of_lines(text: str, weights: dict[str, float]) -> float:
    return sum(line_scores(text, weights))


def test_best_line_relevance() -> None:
    check_a_long_log_does_not_win(relevance)


def test_the_sum_of_lines_is_caught() -> None:
    with pytest.raises(AssertionError):
        check_a_long_log_does_not_win(sum_of_lines)


@PROPERTY
@given(st.lists(st.text("ab key\n"), min_size=1), st.integers(0, 5))
def test_more_lines_never_lower_and_copies_never_raise(texts: list[str], copies: int) -> None:
    weights = {"key": 2.0, "a": 1.0}
    joined = "\n".join(texts)
    assert relevance(joined, weights) == max(relevance(text, weights) for text in texts)
    assert relevance("\n".join([joined] * (copies + 1)), weights) == relevance(joined, weights)


# Trim

Trim = Callable[[str, dict[str, float], int, Counter], str]
WEIGHTS = {"key": 3.0, "staging": 1.0}


def log_with_answer_at(position: int) -> str:
    lines = [f"step {i} done without a word about it" for i in range(30)]
    lines.insert(position, FACT)
    return "\n".join(lines)


def check_the_answer_survives_anywhere(cut: Trim) -> None:
    """A trim that looks at relevance keeps the best line wherever it stands."""
    for position in range(31):
        assert "ZK-4471" in cut(log_with_answer_at(position), WEIGHTS, 120, count_tokens)


def head_trim(text: str, weights: dict[str, float], limit: int, count: Counter) -> str:
    lines = text.split("\n")
    while count("\n".join(lines)) > limit:
        lines.pop()
    return "\n".join(lines)


def test_trim_keeps_the_best_line() -> None:
    check_the_answer_survives_anywhere(trim)


def test_a_head_trim_is_caught() -> None:
    with pytest.raises(AssertionError):
        check_the_answer_survives_anywhere(head_trim)


def test_trim_in_full() -> None:
    text = "noise\nstaging ok\nnoise\nstaging key\nnoise\nthe key"
    assert trim(text, WEIGHTS, 9, count_tokens) == "staging key\nthe key\n[… 4 lines cut]"


def test_equal_lines_are_kept_from_the_top() -> None:
    text = "\n".join(f"staging {i}" for i in range(9))
    assert trim(text, WEIGHTS, 10) == "staging 0\nstaging 1\n[… 7 lines cut]"


def test_one_line_is_one_line() -> None:
    assert marker(1) == "[… 1 line cut]" and marker(2) == "[… 2 lines cut]"


def test_skips_a_line_that_does_not_fit_and_goes_on() -> None:
    text = f"key {'x' * 90}\nstaging\n{'y' * 30}"
    assert trim(text, WEIGHTS, 8) == "staging\n[… 2 lines cut]"


def test_a_line_too_long_for_the_limit_is_cut_at_its_end() -> None:
    assert trim(f"{'word ' * 40}\nkey {'word ' * 40}", WEIGHTS, 12).startswith("key word word")
    assert trim("word " * 40, WEIGHTS, 4) == "word word […]"


@pytest.mark.parametrize("limit", [0, 1, 2, 3])
def test_no_bare_marker(limit: int) -> None:
    assert trim("one long line of words\n" * 9, WEIGHTS, limit) == ""


def test_negative_limit() -> None:
    with pytest.raises(ValueError, match="at least 0 tokens, got -1"):
        trim("x", WEIGHTS, -1)


def test_a_text_that_counts_more_than_its_lines_is_cut_further() -> None:
    def dear(text: str) -> int:
        return count_tokens(text) + text.count("\n") ** 2

    text = "\n".join(f"key {n}" for n in range(30))
    for limit in range(8, 60):
        assert 0 < dear(trim(text, WEIGHTS, limit, dear)) <= limit


TEXTS = st.lists(st.text("ab key staging漢😀\r", max_size=30), max_size=12).map("\n".join)


@PROPERTY
@given(TEXTS, st.integers(0, 60), st.sampled_from(COUNTERS))
def test_trim_keeps_its_promises(text: str, limit: int, count: Counter) -> None:
    result = trim(text, WEIGHTS, limit, count)
    assert count(result) <= limit
    if count(text) <= limit:
        assert result == text
        return
    if result and " […]" not in result:
        check_it_is_a_marked_selection(text, result)


def check_it_is_a_marked_selection(text: str, result: str) -> None:
    *kept, last = result.split("\n")
    lines = text.split("\n")
    stated = re.fullmatch(r"\[… (\d+) lines? cut\]", last)
    assert kept and stated and int(stated[1]) == len(lines) - len(kept)
    rest = iter(lines)
    assert all(line in rest for line in kept)  # a subsequence: in the original order


@PROPERTY
@given(st.lists(st.text("ab key staging", max_size=30), min_size=2, max_size=12))
def test_nothing_more_relevant_that_fits_is_left_out(texts: list[str]) -> None:
    """With chars/4: each line left out would not fit instead of those less relevant."""
    text = "\n".join(texts)
    limit = max(count_tokens(text) - 3, 0)
    result = trim(text, WEIGHTS, limit)
    if not result or result == text or " […]" in result:
        return
    kept = result.split("\n")[:-1]
    best = max(line_scores(text, WEIGHTS))
    size = min(len(line) for line in texts if relevance(line, WEIGHTS) == best)
    if math.ceil((size + 1 + len(marker(len(texts) - 1))) / 4) <= limit:
        assert max(relevance(line, WEIGHTS) for line in kept) == best


@pytest.mark.parametrize("name", ["o200k_base", "cl100k_base"])
def test_trim_uses_what_a_real_counter_allows(name: str) -> None:
    count = bpe_counter(name)
    for position in (0, 15, 30):
        result = trim(log_with_answer_at(position), WEIGHTS, 120, count)
        assert 100 <= count(result) <= 120 and "ZK-4471" in result


def test_a_margin_makes_the_trim_tighter() -> None:
    text = log_with_answer_at(9)
    assert len(trim(text, WEIGHTS, 120, with_margin(count_tokens, 50))) < len(
        trim(text, WEIGHTS, 120)
    )
