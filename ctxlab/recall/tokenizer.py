"""The model's own tokenizer: byte-level byte-pair encoding, as GPT-2 introduced it.

A text is cut into pieces (digits one by one, then words with their leading
space), each piece is written as bytes, and neighbouring parts are merged in
the order in which training found the merges. Vocabulary and merges come with
the weights.

Left out: special tokens. Text that spells one (`<|im_end|>`) is ordinary text.
Sources: Sennrich et al. 2016 (byte-pair encoding); GPT-2 (bytes as characters);
llama.cpp (the cutting rule named "smollm"). Taught in 03.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any

import regex

_DIGIT = regex.compile(r"\p{N}")
_WORD = regex.compile(r"'(?:s|t|re|ve|m|ll|d)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+")


class Tokenizer:
    """Text to token ids and back, for one vocabulary. Taught in 03.

    >>> tiny = Tokenizer(["h", "i", "hi", "!"], ["h i"])
    >>> tiny.encode("hi!"), tiny.decode([2, 3])
    ([2, 3], 'hi!')
    """

    def __init__(self, tokens: Sequence[str], merges: Sequence[str]) -> None:
        self._tokens = tokens
        self._ids = {token: i for i, token in enumerate(tokens)}
        self._ranks = {tuple(merge.split(" ")): rank for rank, merge in enumerate(merges)}
        self._merged = lru_cache(maxsize=4096)(self._merge)

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any]) -> "Tokenizer":
        """The tokenizer that a weights file carries among its facts."""
        kind = facts["tokenizer.ggml.model"], facts["tokenizer.ggml.pre"]
        if kind != ("gpt2", "smollm"):
            raise ValueError(f"this tokenizer knows gpt2 with the rule smollm, not {kind}")
        return cls(facts["tokenizer.ggml.tokens"], facts["tokenizer.ggml.merges"])

    def encode(self, text: str) -> list[int]:
        """The token ids of `text`. A lone surrogate is encoded as U+FFFD."""
        data = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        return [token for piece in _pieces(data) for token in self._merged(piece)]

    def decode(self, tokens: Sequence[int]) -> str:
        """The text of the tokens; bytes that are no UTF-8 become U+FFFD."""
        letters = "".join(self._tokens[token] for token in tokens)
        return bytes(_byte_of()[letter] for letter in letters).decode("utf-8", "replace")

    def _merge(self, piece: str) -> tuple[int, ...]:
        """Merge the best-ranked neighbours until no two of them are a known merge."""
        parts = [_letter_of()[byte] for byte in piece.encode()]
        while len(parts) > 1:
            pairs = list(pairwise(parts))
            best = min(pairs, key=self._rank)
            if best not in self._ranks:
                break
            parts = list(_joined(parts, best))
        return tuple(self._ids[part] for part in parts)

    def _rank(self, pair: tuple[str, str]) -> float:
        return self._ranks.get(pair, float("inf"))


def _pieces(text: str) -> Iterator[str]:
    """Digits alone; between them, words with the space before them."""
    start = 0
    for digit in _DIGIT.finditer(text):
        yield from _WORD.findall(text[start : digit.start()])
        yield digit.group()
        start = digit.end()
    yield from _WORD.findall(text[start:])


def _joined(parts: Sequence[str], pair: tuple[str, str]) -> Iterator[str]:
    """`parts` with every occurrence of `pair`, from the left, made one."""
    i = 0
    while i < len(parts):
        step = 2 if tuple(parts[i : i + 2]) == pair else 1
        yield "".join(parts[i : i + step])
        i += step


@cache
def _letter_of() -> dict[int, str]:
    """GPT-2's alphabet: a printable character for each of the 256 bytes.

    Printable bytes stand for themselves; the others, in order, from U+0100 on.
    """
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in printable]
    return {byte: chr(byte) for byte in printable} | {
        byte: chr(256 + i) for i, byte in enumerate(others)
    }


@cache
def _byte_of() -> dict[str, int]:
    return {letter: byte for byte, letter in _letter_of().items()}
