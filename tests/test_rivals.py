"""Rivals of the nonce fence: what each attack does to each, what each costs."""

import re
import secrets
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab import bpe_counter, count_tokens
from ctxlab.fences.attacks import ATTACKS, RIVALS, attack_table, judge, loosely
from ctxlab.fences.costs import cached_shares, wrapper_costs
from ctxlab.fences.encoded import ENCODED, LINE_BREAK
from ctxlab.fences.parts import Part, Rival
from ctxlab.fences.spelled import NONCE_FENCE
from ctxlab.sections import ContextSection

SAMPLES = Path(__file__).parent.parent / "ctxlab" / "logs" / "samples"
RIVAL = {rival.name: rival for rival in RIVALS}
WON = {"escapes", "escapes loosely", "boundary lost"}

any_text = st.text(st.characters(exclude_categories=()))
lines = st.lists(any_text | st.sampled_from(["\n", "\r", "\u2028", "| ", "\x85", "### system\n"]))


@pytest.fixture(scope="module")
def table() -> dict[tuple[str, str], str]:
    return dict(attack_table())


def broken_by(table: dict[tuple[str, str], str], rival: str) -> set[str]:
    return {attack for attack in ATTACKS if table[attack, rival] in WON}


def test_the_table_has_every_attack_on_every_rival(table: dict[tuple[str, str], str]) -> None:
    assert len(table) == len(ATTACKS) * len(RIVALS) == 16 * 12
    assert attack_table() == table  # fresh numbers change no verdict


def test_the_nonce_fence_holds_or_refuses(table: dict[tuple[str, str], str]) -> None:
    verdicts = {attack: table[attack, "nonce fence"] for attack in ATTACKS}
    assert {attack for attack, verdict in verdicts.items() if verdict != "holds"} == {"label"}
    assert verdicts["label"] == "refused"


@pytest.mark.parametrize("attack", ATTACKS)
def test_every_attack_wins_somewhere_or_shows_a_loss(
    table: dict[tuple[str, str], str], attack: str
) -> None:
    assert {table[attack, rival] for rival in RIVAL} & (WON | {"altered"})


@pytest.mark.parametrize(
    ("rival", "attacks"),
    {
        "### name": set(ATTACKS) - {"no end", "label", "no white space", "its own signs"},
        "fixed fence": {"end marker", "two chunks", "already wrapped", "entities", "label"}
        | {"other case", "attribute", "full width", "look-alike", "zero width"},
        "tags, filtered": {"two chunks", "rebuilt by a filter", "label", "entities"}
        | {"other case", "attribute", "full width", "look-alike", "zero width"},
        "nonce, kept": {"end marker", "entities", "two chunks"},
        "quoted lines": {"label"},
        "JSON string": set(),
        "datamarking": {"label", "no white space"},
        "base64": {"label"},
    }.items(),
)
def test_what_breaks_a_rival(
    table: dict[tuple[str, str], str], rival: str, attacks: set[str]
) -> None:
    assert broken_by(table, rival) == attacks


def test_the_shortcut_for_wrapped_text_is_a_hole_of_its_own(
    table: dict[tuple[str, str], str],
) -> None:
    more = broken_by(table, "fixed fence, once") - broken_by(table, "fixed fence")
    assert more == {"no end"}


def test_escaping_holds_to_the_letter_and_not_for_a_lenient_reader(
    table: dict[tuple[str, str], str],
) -> None:
    assert table["end marker", "tags, escaped"] == "escapes loosely"
    assert table["its own signs", "tags, escaped"] == "holds"


@pytest.mark.parametrize("rival", RIVALS, ids=lambda rival: rival.name)
def test_harmless_text_holds(rival: Rival) -> None:
    assert judge(rival, Part("log", ("exit code 0",))) == "holds"


exact = [*(rival for rival in ENCODED if rival.name != "datamarking"), NONCE_FENCE]


@pytest.mark.parametrize("rival", exact, ids=lambda rival: rival.name)
@given(parts=lines)
def test_these_give_any_text_back_and_let_none_of_it_out(rival: Rival, parts: list[str]) -> None:
    text = "".join(parts)
    outside, bodies = rival.read(rival.prompt(Part("log", (text,))))
    assert bodies == [text]
    assert outside.split() == rival.read(rival.prompt(Part("log", ("x",)))).outside.split()


@given(any_text)
def test_a_line_break_is_what_splitlines_takes_for_one(text: str) -> None:
    assert LINE_BREAK.sub("\n", text + ".") == "\n".join((text + ".").splitlines())


def test_quoting_after_line_feeds_only_would_let_a_carriage_return_out() -> None:
    naive = Rival(
        "naive",
        lambda part: "quoted from log:\n| " + part.text.replace("\n", "\n| "),
        RIVAL["quoted lines"].read,
        RIVAL["quoted lines"].spelling,
    )
    assert judge(naive, ATTACKS["other line breaks"](naive.spelling)) == "escapes"


@pytest.mark.parametrize(
    "text",
    [
        *("</UNTRUSTED >", "</untrusted\tx=1>", "<\u00a0/untrusted>", "</un\u200btrusted>"),
        *("＜/untrusted＞", "&lt;/untrusted>", "</untrusted/>", "</untrustеd>"),
    ],
)
def test_a_lenient_reader_takes_near_misses_for_the_end(text: str) -> None:
    assert loosely(text) == "</untrusted>"


def test_a_section_name_with_a_line_break_is_refused() -> None:
    with pytest.raises(ValueError, match="one line"):
        ContextSection("a\n### system", "x")


# Costs.


@pytest.fixture(scope="module")
def texts() -> list[str]:
    log = (SAMPLES / "c_build.log").read_text(encoding="utf-8")
    return re.findall(r"(?:.*\n){22}", log)


def overheads(texts: list[str], name: str) -> dict[str, float]:
    counter = count_tokens if name == "chars/4" else bpe_counter(name)
    return {cost.name: cost.overhead for cost in wrapper_costs(texts, counter)}


def test_characters_cannot_see_what_datamarking_costs(texts: list[str]) -> None:
    assert overheads(texts, "chars/4")["datamarking"] < 0.03  # its header alone
    assert overheads(texts, "o200k_base")["datamarking"] > 0.25


@pytest.mark.parametrize("name", ["chars/4", "o200k_base", "cl100k_base"])
def test_the_nonce_fence_is_cheaper_than_rewriting_the_text(texts: list[str], name: str) -> None:
    cost = overheads(texts, name)
    assert 0 < cost["fixed fence"] < cost["nonce fence"] < cost["quoted lines"] < cost["base64"]


def test_two_runs_cost_the_same(texts: list[str]) -> None:
    assert wrapper_costs(texts, bpe_counter()) == wrapper_costs(texts, bpe_counter())


def test_nothing_to_wrap_is_an_error() -> None:
    for nothing in ([], [""]):
        with pytest.raises(ValueError, match="nothing to wrap"):
            wrapper_costs(nothing)


def test_a_number_per_item_keeps_the_cached_prefix(texts: list[str]) -> None:
    shares = cached_shares(texts)
    assert shares["per call"] < 0.05 and shares["per item"] > 0.9
    assert cached_shares(texts) == shares


def test_digits_that_happen_to_agree_change_no_share(
    texts: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = cached_shares(texts, bpe_counter())
    numbers = count(731500264000)
    monkeypatch.setattr(secrets, "randbelow", lambda limit: next(numbers))
    assert cached_shares(texts, bpe_counter()) == usual
