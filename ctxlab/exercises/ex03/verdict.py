"""03.1: is it a U? Both ends must beat the middle beyond chance."""

from collections.abc import Iterator
from random import Random

from ctxlab.checking.exercise import Exercise, Mistake

Range = tuple[float, float]


def verdict(first: Range, last: Range) -> str:
    """What two intervals say about a curve: `first` - middle, and `last` - middle.

    Each is (low, high). An end beats the middle if all of its interval is above 0.

    >>> verdict((0.5, 0.7), (-0.1, 0.3))
    'primacy only'
    """
    return _named(first[0] > 0, last[0] > 0)


def _named(primacy: bool, recency: bool) -> str:
    if primacy and recency:
        return "U"
    if primacy:
        return "primacy only"
    return "recency only" if recency else "neither"


def _cases(rng: Random) -> Iterator[tuple[Range, Range]]:
    ranges = ((-0.2, -0.1), (-0.3, 0.1), (-0.1, 0.3), (0.0, 0.2), (0.1, 0.3))
    yield from ((first, last) for first in ranges for last in ranges)
    for _ in range(20):
        yield _range(rng), _range(rng)


def _range(rng: Random) -> Range:
    low = rng.randrange(-30, 50) / 100
    return low, low + rng.randrange(5, 40) / 100


VERDICT = Exercise(
    id="03.1",
    title="Is it a U?",
    level="core",
    minutes=6,
    name="verdict",
    right=verdict,
    cases=_cases,
    mistakes=(
        Mistake(
            "believes the middle of the interval",
            lambda first, last: _named(sum(first) > 0, sum(last) > 0),
            "An interval from -0.1 to 0.3 is mostly above zero. Is chance ruled out?",
        ),
        Mistake(
            "one good end is enough",
            lambda first, last: "U" if max(first[0], last[0]) > 0 else "neither",
            "A U has two arms. What is a curve with one?",
        ),
        Mistake(
            "looks at the upper ends",
            lambda first, last: _named(first[1] > 0, last[1] > 0),
            "The upper end says what is possible. Which end says what is sure?",
        ),
        Mistake(
            "takes touching zero for better",
            lambda first, last: _named(first[0] >= 0, last[0] >= 0),
            "If the difference may be exactly zero, does the end beat the middle?",
        ),
        Mistake(
            "mixes up primacy and recency",
            lambda first, last: _named(last[0] > 0, first[0] > 0),
            "Primacy: the first is best. Which of the two arguments is that?",
        ),
        Mistake(
            "takes any clear difference for better",
            lambda first, last: _named(first[0] * first[1] > 0, last[0] * last[1] > 0),
            "An interval below zero is clear, too. What does it say about that end?",
        ),
    ),
    hints=(
        "When are you sure that a difference is above zero, and not only likely?",
        "Each interval gives a yes or no: is its low end above zero? Then name the four cases.",
        "primacy = first[...] > 0\nrecency = ...\nif primacy and recency: return 'U'\n...",
    ),
)
