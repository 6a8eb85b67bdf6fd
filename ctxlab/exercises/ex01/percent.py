"""01.2: how far an estimate is off, with its direction."""

from collections.abc import Iterator
from random import Random

from ctxlab.checking.exercise import Exercise, Mistake


def percent_off(estimate: int, real: int) -> float:
    """How far an estimate is off, in percent of the real count; negative: too low.

    >>> percent_off(30, 40)
    -25.0
    """
    return (estimate - real) / real * 100


def _percent_cases(rng: Random) -> Iterator[tuple[int, int]]:
    yield from ((estimate, real) for estimate in range(4) for real in range(1, 4))
    yield from ((rng.randrange(1, 900), rng.randrange(1, 900)) for _ in range(40))


PERCENT_OFF = Exercise(
    id="01.2",
    title="How far off, and which way?",
    level="core",
    minutes=3,
    name="percent_off",
    right=percent_off,
    cases=_percent_cases,
    mistakes=(
        Mistake(
            "the sign is the wrong way round",
            lambda estimate, real: (real - estimate) / real * 100,
            "An estimate that is too low overflows the window. Which sign shall it have?",
        ),
        Mistake(
            "compares with the estimate",
            lambda estimate, real: (estimate - real) / estimate * 100,
            "Percent of what? The real count is what you pay for.",
        ),
        Mistake(
            "hides the direction",
            lambda estimate, real: abs(estimate - real) / real * 100,
            "Too low and too high are different troubles. Does your result tell them apart?",
        ),
        Mistake(
            "a fraction instead of percent",
            lambda estimate, real: (estimate - real) / real,
            "A quarter too low is -25 in percent. What do you get?",
        ),
        Mistake(
            "the ratio instead of the difference",
            lambda estimate, real: estimate / real * 100,
            "What should a perfect estimate give?",
        ),
        Mistake(
            "rounds to whole percent",
            lambda estimate, real: round((estimate - real) / real * 100),
            "Keep the exact value; round only when you print it.",
        ),
    ),
    hints=(
        "A perfect estimate gives 0. One that is too low gives a negative number. Of what?",
        "Take the difference, estimate minus real, and relate it to the real count.",
        "def percent_off(estimate, real):\n    return (... - ...) / ... * 100",
    ),
)
