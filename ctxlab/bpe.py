"""Real token counts: tiktoken's byte-pair encodings, offline.

`bpe_counter("o200k_base")` is plain tiktoken; the vocabulary comes from an
installed package (see `tiktoken_ext/ctxlab_vocab.py`), so nothing is
downloaded. Text that spells a special token (`<|endoftext|>`) is ordinary
text: in a document it *is* ordinary text.

Not here: training an encoding. Taught in 01.
"""

import re
from collections.abc import Iterator
from functools import cache, cached_property
from typing import TYPE_CHECKING

from ctxlab.remembering import Remembered

if TYPE_CHECKING:
    import tiktoken

ENCODINGS = ("o200k_base", "cl100k_base")

_PIECE = 100_000  # characters encoded at once: keeps memory flat on long texts
_UNBROKEN = 500_000  # tiktoken panics on a million spaces in one call
_WORD_START = re.compile(r"(?<=\S) (?=\S)")  # no token spans a space in its middle


class BpeCounter:
    """The exact count of one of tiktoken's encodings; get it with `bpe_counter`.

    Exact for every text without an unbroken stretch (no single space between
    words) of more than 500,000 characters; such a stretch is counted in pieces.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"bpe_counter({self.name!r})"

    @cached_property
    def encoding(self) -> "tiktoken.Encoding":
        """tiktoken's own encoding; loading it takes about a second, once."""
        import tiktoken

        return tiktoken.get_encoding(self.name)

    @cached_property
    def _remembered(self) -> Remembered:
        return Remembered(self)

    def forget(self) -> None:
        """Empty the memory of weights."""
        self._remembered.clear()

    def __call__(self, text: str) -> int:
        if len(text) <= _PIECE:
            return len(self.encoding.encode_ordinary(text))
        return sum(len(self.encoding.encode_ordinary(piece)) for piece in _pieces(text))

    def split(self, text: str) -> list[bytes]:
        """The tokens of `text` as bytes: a token may hold part of a character.

        >>> bpe_counter("o200k_base").split("unbelievable")
        [b'un', b'bel', b'ievable']
        """
        return [
            token
            for piece in _pieces(text)
            for token in self.encoding.decode_tokens_bytes(self.encoding.encode_ordinary(piece))
        ]

    def weigh(self, *parts: str) -> int:
        """The count itself: no token spans the blank line before a `### ` header.

        What is handed over in several parts is remembered (see `remembering`).
        """
        return self._remembered(*parts) if len(parts) > 1 else self("".join(parts))

    def total(self, weight: int) -> int:
        """Weights are tokens already."""
        return weight


@cache
def bpe_counter(name: str = "o200k_base") -> BpeCounter:
    """A counter for tiktoken's `o200k_base` or `cl100k_base`. Taught in 01.

    >>> bpe_counter("o200k_base")("hello world")
    2
    """
    if name not in ENCODINGS:
        raise ValueError(f"no encoding {name!r}; ctxlab carries {' and '.join(ENCODINGS)}")
    return BpeCounter(name)


def _pieces(text: str) -> Iterator[str]:
    """`text` cut where no token can span the cut."""
    start = 0
    while len(text) - start > _PIECE:
        space = _WORD_START.search(text, start + _PIECE, start + _UNBROKEN)
        end = space.start() if space else min(start + _UNBROKEN, len(text))
        yield text[start:end]
        start = end
    yield text[start:]
