"""Hypothesis strategies and awkward counters, shared by the property tests."""

import math

from hypothesis import strategies as st

from ctxlab.bpe import bpe_counter
from ctxlab.sections import ContextSection
from ctxlab.tokens import CharCounter, count_tokens

# Pieces that make trouble: joints, emoji, combining marks, CJK, special tokens, surrogates.
_PIECES = [
    *("a", "the", "deploy_key", "unbelievable", "0x7f3a", "12345", "#", "###", "### x", "."),
    *(" ", "  ", "\n", "\n\n", "\t", "\r\n", "\u00a0", "\u3000", "\u2028"),
    *("漢", "字", "русский", "é", "e\u0301", "\u0301", "नि", "क्ष", "\u0600"),
    *("👩‍💻", "👨‍👩‍👧‍👦", "🇩🇪", "👍🏽", "\u200d", "🏳️‍🌈", "❤️"),
    *("<|endoftext|>", "<|im_start|>", "\ud83d", "\ude00", "\x00", "\x1c"),
]

texts = st.one_of(
    st.lists(st.sampled_from(_PIECES), max_size=40).map("".join),
    st.text(alphabet=st.characters(codec=None), max_size=60),
)
"""Texts of troublesome pieces, and texts of any characters, lone surrogates included."""

names = st.lists(st.sampled_from(["doc", "rule", "###", " ", "漢", "a"]), max_size=3).map("".join)

sections = st.builds(
    ContextSection,
    name=names,
    text=texts,
    priority=st.integers(0, 3),
    pinned=st.sampled_from([False, False, False, True]),
    truncatable=st.booleans(),
)


@st.composite
def section_lists(draw: st.DrawFn) -> list[ContextSection]:
    """Lists of sections, some with one object listed twice."""
    made = draw(st.lists(sections, max_size=6))
    if made and draw(st.booleans()):
        made.insert(draw(st.integers(0, len(made))), draw(st.sampled_from(made)))
    return made


def not_additive(text: str) -> int:
    """A counter that is neither additive nor monotone: parts say little about the whole."""
    return math.ceil(len(text) / 4) + 3 * text.count("\n\n#") + (5 if len(text) % 7 == 3 else 0)


def distinct_words(text: str) -> int:
    """A counter for which the whole is far cheaper than its parts."""
    return len(set(text.split()))


def plain_o200k(text: str) -> int:
    """The real count, offered as a plain function without any extras."""
    return bpe_counter("o200k_base")(text)


COUNTERS = [
    count_tokens,
    CharCounter(1),
    bpe_counter("o200k_base"),
    bpe_counter("cl100k_base"),
    plain_o200k,
    not_additive,
    distinct_words,
]

counters = st.sampled_from(COUNTERS)
