"""04.2: the cosine between two bags."""

import math
from collections.abc import Iterable, Iterator
from itertools import product
from random import Random

from ctxlab.checking.exercise import Exercise, Mistake
from ctxlab.routing import cosine

Bag = dict[str, int]

_WORDS = ("refund", "charge", "stop", "parcel", "email")


def _dot(a: Bag, b: Bag) -> int:
    return sum(times * b.get(word, 0) for word, times in a.items())


def _length(numbers: Iterable[int]) -> float:
    return math.sqrt(sum(number * number for number in numbers))


def _over(dot: float, below: float) -> float:
    return dot / below if dot else 0.0


def nan_for_empty(a: Bag, b: Bag) -> float:
    """Divide as an array library does: nothing by nothing is "not a number"."""
    return cosine(a, b) if a and b else math.nan


def _crash_for_empty(a: Bag, b: Bag) -> float:
    return _dot(a, b) / (_length(a.values()) * _length(b.values()))


def _jaccard(a: Bag, b: Bag) -> float:
    return _over(len(a.keys() & b.keys()), len(a.keys() | b.keys()))


def _cases(rng: Random) -> Iterator[tuple[Bag, Bag]]:
    counts = tuple(product(range(3), repeat=2))
    bags = [{word: n for word, n in zip("xy", pair, strict=True) if n} for pair in counts]
    yield from product(bags, repeat=2)
    for _ in range(40):
        yield _random_bag(rng), _random_bag(rng)


def _random_bag(rng: Random) -> Bag:
    words = rng.sample(_WORDS, rng.randrange(1, len(_WORDS)))
    return {word: rng.choice((1, 1, 2, 3)) for word in words}


SIMILARITY = Exercise(
    id="04.2",
    title="The cosine between two bags",
    level="core",
    minutes=6,
    name="similarity",
    right=cosine,
    cases=_cases,
    mistakes=(
        Mistake(
            "gives the dot product alone",
            lambda a, b: float(_dot(a, b)),
            "A bag against itself must give 1, however many words it has. What is missing?",
        ),
        Mistake(
            "divides by the length of the first bag only",
            lambda a, b: _over(_dot(a, b), _length(a.values())),
            "Swap the two bags. Should the answer change?",
        ),
        Mistake(
            "forgets the square root",
            lambda a, b: _over(_dot(a, b), _length(a.values()) ** 2 * _length(b.values()) ** 2),
            "The length of a bag is a root. A bag of four single words has length 2, not 4.",
        ),
        Mistake(
            "takes the number of words for the length",
            lambda a, b: _over(_dot(a, b), sum(a.values()) * sum(b.values())),
            "Three and four make five here, not seven: think of the sides of a triangle.",
        ),
        Mistake(
            "the length ignores how often a word occurs",
            lambda a, b: _over(_dot(a, b), math.sqrt(len(a) * len(b))),
            "A word that occurs twice: what does it add under the root?",
        ),
        Mistake(
            "a shared word counts once, however often it occurs",
            lambda a, b: _over(len(a.keys() & b.keys()), _length(a.values()) * _length(b.values())),
            "Twice in one bag, three times in the other: what does this word add to the product?",
        ),
        Mistake(
            "shared words over all words",
            _jaccard,
            "That is a good measure, named after Jaccard, but another one. Cosine divides by what?",
        ),
        Mistake(
            "an empty bag gives NaN",
            nan_for_empty,
            "NaN is neither above nor below any threshold. What does an empty bag share?",
        ),
        Mistake(
            "an empty bag crashes",
            _crash_for_empty,
            "What is the length of an empty bag, and what happens when you divide by it?",
        ),
        Mistake(
            "rounds to three decimals",
            lambda a, b: round(cosine(a, b), 3),
            "Round when you print. Two scores that differ in the fourth decimal are not equal.",
        ),
    ),
    hints=(
        "What should a bag give with itself? And two bags that share nothing, or hold nothing?",
        "Multiply the counts of each shared word and add up. Divide by both lengths; "
        "a length is the root of the added squares of the counts.",
        "def similarity(a, b):\n    dot = sum(times * b.get(word, ...) for word, times in ...)\n"
        "    if dot == 0:\n        return ...\n    lengths = math.sqrt(...) * math.sqrt(...)\n"
        "    return ...",
    ),
)
