"""Counters that count their own calls, for rules such as "at most 2 log2(n) counts".

A rule about cost is checked by counting what was done, never by timing it.
"""

from collections.abc import Callable
from functools import cache

from ctxlab.bpe import bpe_counter
from ctxlab.tokens import CharCounter, Counter, count_tokens


def _count_words(text: str) -> int:
    return len(text.split())


# Made when asked for, so that no vocabulary is loaded before a case needs it.
_MAKERS: dict[str, Callable[[], Counter]] = {
    "chars/4": lambda: count_tokens,
    "chars/3": lambda: CharCounter(3),
    "words": lambda: _count_words,
    "o200k_base": lambda: bpe_counter("o200k_base"),
    "cl100k_base": lambda: bpe_counter("cl100k_base"),
}


_asked = 0  # by all counters together: a copy of a counter adds to the same bill


def all_calls() -> int:
    """How often counters have been asked so far, whichever they were."""
    return _asked


class Counted:
    """The counter called `name` ("chars/4", "chars/3", "words", …).

    It is a counter like any other; `calls` says how often it was asked, and
    `characters` how many characters it has read in all. Neither can be set: a
    bill that can be reset is none. Taught in 01.

    >>> count = Counted("words")
    >>> count("to be or not"), count.calls
    (4, 1)
    """

    def __init__(self, name: str) -> None:
        if name not in _MAKERS:
            raise ValueError(f"no counter {name!r}; there are {', '.join(_MAKERS)}")
        self._name = name
        self._calls = 0
        self._characters = 0

    @property
    def name(self) -> str:
        """Which counter it is."""
        return self._name

    @property
    def calls(self) -> int:
        """How often it was asked."""
        return self._calls

    @property
    def characters(self) -> int:
        """How many characters it has read."""
        return self._characters

    def __call__(self, text: str) -> int:
        global _asked
        _asked += 1
        self._calls += 1
        self._characters += len(text)
        return _counter(self._name)(text)

    def __repr__(self) -> str:
        return f"Counted({self.name!r})"


@cache
def _counter(name: str) -> Counter:
    return _MAKERS[name]()
