"""Counters that count their own calls, for rules such as "at most 2 log2(n) counts".

A rule about cost is checked by counting what was done, never by timing it.
"""

from collections.abc import Callable
from functools import cache

from ctxlab.bpe import bpe_counter
from ctxlab.tokens import Counter, count_tokens


def _count_words(text: str) -> int:
    return len(text.split())


# Made when asked for, so that no vocabulary is loaded before a case needs it.
_MAKERS: dict[str, Callable[[], Counter]] = {
    "chars/4": lambda: count_tokens,
    "words": lambda: _count_words,
    "o200k_base": lambda: bpe_counter("o200k_base"),
    "cl100k_base": lambda: bpe_counter("cl100k_base"),
}


class Counted:
    """The counter called `name` ("chars/4", "words", "o200k_base", "cl100k_base").

    It is a counter like any other; `calls` says how often it was asked, and
    `characters` how many characters it has read in all. Taught in 01.

    >>> count = Counted("words")
    >>> count("to be or not"), count.calls
    (4, 1)
    """

    def __init__(self, name: str) -> None:
        if name not in _MAKERS:
            raise ValueError(f"no counter {name!r}; there are {', '.join(_MAKERS)}")
        self.name = name
        self.calls = 0
        self.characters = 0

    def __call__(self, text: str) -> int:
        self.calls += 1
        self.characters += len(text)
        return _counter(self.name)(text)

    def __repr__(self) -> str:
        return f"Counted({self.name!r})"


@cache
def _counter(name: str) -> Counter:
    return _MAKERS[name]()
