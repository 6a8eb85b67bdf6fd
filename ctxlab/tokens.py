"""Counting tokens: the estimate, what a counter is, and counting at section starts.

A counter is any deterministic function `str -> int >= 0` with `count("") == 0`.
Everything in ctxlab that counts takes one as `count=`. The default is the
four-characters rule, an estimate; `ctxlab.bpe` has the real ones.

Not here: the tokenizers themselves (tiktoken's), and cutting (`truncation`).
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

Counter = Callable[[str], int]


@runtime_checkable
class SectionCounter(Protocol):
    """A counter whose counts can be added up at section starts.

    Counts of parts do not add up in general: a token may span the joint. A
    counter that offers these two methods promises that they do wherever the
    next part begins with a `### ` header after a blank line:
    `count(a + b) == total(weigh(a) + weigh(b))`.
    """

    def __call__(self, text: str, /) -> int:
        """The number of tokens in `text`."""

    def weigh(self, *parts: str) -> int:
        """What the parts, put together, add: in the counter's own unit."""

    def total(self, weight: int) -> int:
        """Tokens for a sum of weights."""


@dataclass(frozen=True)
class CharCounter:
    """`ceil(characters / chars_per_token)`: an estimate, offline and obvious. Taught in 01.

    Source: phase 04, "A worked assembly pass". It is 2 to 6 times too low for
    Chinese or emoji, and too high for code: an estimate is called an estimate.

    >>> CharCounter(4)("four characters a token")
    6
    >>> CharCounter(3).name
    'chars/3 (an estimate)'
    """

    chars_per_token: int = 4

    def __post_init__(self) -> None:
        if self.chars_per_token < 1:
            raise ValueError(f"chars_per_token must be at least 1, got {self.chars_per_token}")

    @property
    def name(self) -> str:
        """What reports call this counter."""
        return f"chars/{self.chars_per_token} (an estimate)"

    def __call__(self, text: str) -> int:
        return -(-len(text) // self.chars_per_token)  # rounded up

    def weigh(self, *parts: str) -> int:
        """Characters: they add up exactly; only the rounding does not."""
        return sum(map(len, parts))

    def total(self, weight: int) -> int:
        """Tokens for `weight` characters."""
        return -(-weight // self.chars_per_token)


count_tokens = CharCounter(4)
"""The default counter: `ceil(len(text) / 4)`."""


def with_margin(count: Counter, percent: float) -> Counter:
    """`count` raised by `percent` and rounded up: for estimates that must not be low.

    Taught in 01.

    >>> with_margin(count_tokens, 50)("a" * 40)
    15
    """
    if percent < 0:
        raise ValueError(f"a margin must be at least 0 percent, got {percent}")

    def raised(text: str) -> int:
        return math.ceil(count(text) * (1 + percent / 100))

    raised.__name__ = f"{counter_name(count)} + {percent:g} %"
    return raised


def counter_name(count: Counter) -> str:
    """What a report calls the counter.

    >>> counter_name(count_tokens)
    'chars/4 (an estimate)'
    """
    for attribute in ("name", "__name__"):
        if isinstance(name := getattr(count, attribute, None), str):
            return name
    return type(count).__name__
