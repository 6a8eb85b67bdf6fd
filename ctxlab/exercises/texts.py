"""Texts for cases: every short one over a small alphabet, and random ones."""

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

_WORDS = ("a", "to", "the", "key", "that", "staging", "answer", "overflow", "naïve", "漢字", "😀")
_GAPS = (" ", " ", " ", "  ", "\n", "\n\n    ", "\t")


def every_text(alphabet: str, longest: int) -> Iterator[str]:
    """All texts over `alphabet` with up to `longest` characters, shortest first."""
    for length in range(longest + 1):
        yield from map("".join, product(alphabet, repeat=length))


def random_text(rng: Random, words: int, gaps: Sequence[str] = _GAPS) -> str:
    """About `words` words with gaps of every kind between them."""
    return "".join(f"{rng.choice(_WORDS)}{rng.choice(gaps)}" for _ in range(words)).rstrip()


def random_words(rng: Random, number: int) -> list[str]:
    """A list of words."""
    return [rng.choice(_WORDS) for _ in range(number)]
