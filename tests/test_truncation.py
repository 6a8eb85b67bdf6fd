"""Cutting: a prefix and a marker, within the limit, for every counter and text."""

import re
from typing import Any

import pytest
import regex
from hypothesis import assume, given
from hypothesis import strategies as st

from ctxlab.bpe import bpe_counter
from ctxlab.checking.counters import Counted
from ctxlab.tokens import Counter, count_tokens
from ctxlab.truncation import ELISION, truncate_to_tokens
from tests.support.cases import cases
from tests.support.strategies import COUNTERS, counters, distinct_words, not_additive, texts

MONOTONE = [count for count in COUNTERS if count not in (not_additive, distinct_words)]


def kept_part(text: str, result: str) -> str:
    return text if result == text else result.removesuffix(ELISION)


@given(text=texts, limit=st.integers(0, 40), count=counters)
def test_a_cut_is_a_prefix_and_a_marker_within_the_limit(
    text: str, limit: int, count: Counter
) -> None:
    result = truncate_to_tokens(text, limit, count)
    assert count(result) <= limit
    if result != text:
        assert result == "" or result.endswith(ELISION)
        assert text.startswith(kept_part(text, result))
        assert result == "" or kept_part(text, result).strip()


@given(text=texts, limit=st.integers(0, 40), count=counters)
def test_no_grapheme_is_split(text: str, limit: int, count: Counter) -> None:
    kept = kept_part(text, truncate_to_tokens(text, limit, count))
    assume(kept != text)
    ends = {match.end() for match in regex.finditer(r"\X", text)}
    assert len(kept) in ends | {0}
    assert not kept.endswith("\u200d")
    pair = text[len(kept) - 1 : len(kept) + 1] if kept else ""
    assert not re.fullmatch("[\ud800-\udbff][\udc00-\udfff]", pair)


@pytest.mark.parametrize("count", MONOTONE)
@given(text=texts, limit=st.integers(0, 40))
def test_what_fits_comes_back_unchanged(count: Counter, text: str, limit: int) -> None:
    if count(text) <= limit:
        assert truncate_to_tokens(text, limit, count) == text


@pytest.mark.parametrize("count", MONOTONE)
@given(text=texts, limit=st.integers(0, 40))
def test_no_longer_head_of_whole_words_would_fit(count: Counter, text: str, limit: int) -> None:
    result = truncate_to_tokens(text, limit, count)
    assume(result != text)
    word_ends = [m.end() for m in regex.finditer(r"[^\s\u200d\p{GCB=Prepend}](?=\s)", text)]
    fitting = [end for end in word_ends if count(text[:end] + ELISION) <= limit]
    assert len(kept_part(text, result)) >= max(fitting, default=0)


@pytest.mark.parametrize(
    "text", ["word " * 1_000_000, "a" * 5_000_000, "漢" * 3_000_000, "😀" * 10**6]
)
def test_the_cost_follows_the_limit_and_not_the_length(text: str) -> None:
    for limit in (10, 1000):
        short, long = Counted("chars/4"), Counted("chars/4")
        head = text[: 100 * limit]
        assert truncate_to_tokens(head, limit, short) == truncate_to_tokens(text, limit, long)
        assert long.characters <= short.characters < 400 * limit


def test_the_layout_survives() -> None:
    code = "def f(x):\n    if x:\n        return 1\n    return 2\n"
    assert truncate_to_tokens(code, 10) == "def f(x):\n    if x:\n        return 1 […]"


def test_a_cut_by_token_ids_would_have_gone_over() -> None:
    count = bpe_counter("cl100k_base")
    text = " ра\u0400 abc def"
    assert all(count(truncate_to_tokens(text, n, count)) <= n for n in range(6))


@pytest.mark.parametrize("limit", range(8))
def test_an_emoji_family_is_kept_whole_or_not_at_all(limit: int) -> None:
    family = "👨‍👩‍👧‍👦"
    kept = kept_part(family * 9, truncate_to_tokens(family * 9, limit))
    assert kept == family * (len(kept) // len(family))


@pytest.mark.parametrize("case", cases("truncate"))
def test_reported_failures_of_truncating(case: dict[str, Any]) -> None:
    given, right = case["input"], case["right_value"]
    result = truncate_to_tokens(given["text"], given["limit_tokens"])
    assert result.endswith(right["ends_with"])
    assert set(kept_part(given["text"], result)) == {"😀"}
    assert result.encode("utf-8")


@pytest.mark.parametrize("case", cases("compress"))
def test_nothing_to_shorten_is_no_error(case: dict[str, Any]) -> None:
    (text,) = case["input"]["context"]
    assert truncate_to_tokens(text, case["input"]["target_tokens"]) == case["right_value"]["text"]


def test_a_negative_limit_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 0 tokens, got -1"):
        truncate_to_tokens("a", -1)


def test_a_broken_counter_is_not_read_as_too_long() -> None:
    def broken(text: str) -> int:
        raise RuntimeError("tokenizer is gone")

    with pytest.raises(RuntimeError, match="tokenizer is gone"):
        truncate_to_tokens("a b c", 2, broken)


def test_the_default_counter_is_the_estimate() -> None:
    assert truncate_to_tokens("alpha beta gamma", 3) == truncate_to_tokens(
        "alpha beta gamma", 3, count_tokens
    )
