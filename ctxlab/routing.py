"""Routing: which workflow a request belongs to, or an honest "I cannot tell".

A request and each intent become bags of words; the cosine between two bags says
how much they share. Two gates stand before an answer: the best score must reach
a threshold, and it must lead by a margin. A router that only takes the best
score always answers, also when two intents score the same and half of the
request is lost. A refusal names all the intents it could not tell apart, so
that somebody can ask back.

Not here: stop words, stemming, synonyms, spelling, languages written without
spaces, embeddings. A bag of words knows none of them; notebook 04 measures what
that costs. Source: phase 04, "A routing decision, to the arithmetic".
Taught in 04.
"""

import collections
import math
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING

from ctxlab.gates import Ranking, RouteDecision, decide

if TYPE_CHECKING:
    import regex

Bag = Mapping[str, int]
Intents = Mapping[str, str | Iterable[str]]
"""Name of an intent -> its prototype: a text, or its words."""


def bag_of_words(text: str) -> dict[str, int]:
    """How often each word occurs, without case and however its accents were typed.

    No word is left out: "I" and "a" count, as they do in the worked example.
    Taught in 04.

    >>> bag_of_words("Stop! I said stop.")
    {'stop': 2, 'i': 1, 'said': 1}
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    return dict(collections.Counter(_word().findall(unicodedata.normalize("NFKC", folded))))


def cosine(a: Bag, b: Bag) -> float:
    """The cosine between two bags: 0.0 shares nothing, 1.0 is the same mixture.

    An empty bag shares nothing with anything: 0.0, never NaN. Taught in 04.

    >>> round(cosine(bag_of_words("cancel and refund charge"), bag_of_words("charge")), 3)
    0.5
    """
    dot = sum(times * b.get(word, 0) for word, times in a.items())
    return _ratio(dot, _squares(a), _squares(b))


class Router:
    """Intents prepared once; a request then reads only the words it shares with them.

    Words lead to the intents that hold them (an inverted index), so a request
    over 10,000 intents costs what it matches, not 10,000 cosines. Taught in 04.

    >>> router = Router({"billing": "refund charge", "cancel": "cancel charge"})
    >>> router.route("a charge").tied
    ('billing', 'cancel')
    """

    def __init__(self, intents: Intents) -> None:
        self._names: list[str] = []
        self._norms: list[int] = []
        self._holders: dict[str, list[tuple[int, int]]] = {}
        for name, prototype in intents.items():
            self._add(name, prototype)

    def rank(self, query: str) -> Ranking:
        """The scores of all intents that share a word with `query`, best first."""
        bag = bag_of_words(query)
        dots: dict[int, int] = {}
        for word, times in bag.items():
            for intent, weight in self._holders.get(word, ()):
                dots[intent] = dots.get(intent, 0) + times * weight
        norm = _squares(bag)
        scored = [(self._names[i], _ratio(dot, norm, self._norms[i])) for i, dot in dots.items()]
        return tuple(sorted(scored, key=lambda pair: (-round(pair[1], 12), pair[0])))

    def route(self, query: str, threshold: float = 0.3, margin: float = 0.05) -> RouteDecision:
        """Rank the intents and pass the two gates; see `decide`."""
        return decide(self.rank(query), threshold, margin)

    def _add(self, name: str, prototype: str | Iterable[str]) -> None:
        bag = bag_of_words(prototype if isinstance(prototype, str) else " ".join(prototype))
        for word, weight in bag.items():
            self._holders.setdefault(word, []).append((len(self._names), weight))
        self._names.append(name)
        self._norms.append(_squares(bag))


def route(
    query: str, intents: Intents, threshold: float = 0.3, margin: float = 0.05
) -> RouteDecision:
    """Where `query` goes among `intents`, in one call; `Router` prepares them once.

    Taught in 04.

    >>> intents = {"billing": "refund charge invoice payment money", "cancel": "cancel stop"}
    >>> route("I need a refund for my invoice payment", intents).explain()
    'billing: 0.474, next 0.000'
    """
    return Router(intents).route(query, threshold, margin)


def _ratio(dot: int, square_a: int, square_b: int) -> float:
    """Whole numbers up to the last step: nothing depends on the order of the words."""
    return dot / math.sqrt(square_a * square_b) if dot else 0.0


def _squares(bag: Bag) -> int:
    return sum(times * times for times in bag.values())


@cache
def _word() -> "regex.Pattern[str]":
    import regex  # its \w keeps combining marks with their letter; loaded on first use

    return regex.compile(r"\w+")
