"""03.3: what a curve alone expects of an order."""

from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean

from ctxlab.checking.exercise import Exercise, Mistake
from ctxlab.recall import orders

Slots = Sequence[int | None]


def expected(slots: Slots, curve: Sequence[float]) -> float:
    """The mean of `curve` at `slots`; a section that was left out (None) counts 0.

    >>> expected([0, 3], [1.0, 0.2, 0.1, 0.6])
    0.8
    """
    return fmean(0.0 if slot is None else curve[slot] for slot in slots)


def _found(slots: Slots, curve: Sequence[float]) -> list[float]:
    return [curve[slot] for slot in slots if slot is not None]


def _cases(rng: Random) -> Iterator[tuple[list[int | None], list[float]]]:
    small: list[list[int | None]] = [[0], [1], [2], [None], [0, 2], [2, 0, None], [1, 1]]
    yield from ((slots, [1.0, 0.25, 0.5]) for slots in small)
    for _ in range(30):
        n = rng.randrange(3, 9)
        places = rng.sample([*range(n), None, None], rng.randrange(1, n))
        yield places, [rng.randrange(101) / 100 for _ in range(n)]


EXPECTED = Exercise(
    id="03.3",
    title="What a curve expects",
    level="core",
    minutes=5,
    name="expected",
    right=expected,
    answers=(expected, orders.expected_recall),
    cases=_cases,
    mistakes=(
        Mistake(
            "forgets what was left out",
            lambda slots, curve: fmean(_found(slots, curve) or [0.0]),
            "Two sections matter and one is missing. Can you recall both?",
        ),
        Mistake(
            "adds up and does not divide",
            lambda slots, curve: sum(_found(slots, curve)),
            "A recall is at most one. What is yours?",
        ),
        Mistake(
            "divides by the length of the curve",
            lambda slots, curve: sum(_found(slots, curve)) / len(curve),
            "A mean over what? Over the sections that matter.",
        ),
        Mistake(
            "counts slots from one",
            lambda slots, curve: fmean(
                0.0 if slot is None else curve[max(slot - 1, 0)] for slot in slots
            ),
            "Slot 0 is the first place. Which recall belongs to it?",
        ),
        Mistake(
            "takes the best place of all",
            lambda slots, curve: max(_found(slots, curve), default=0.0),
            "All of these sections matter, not only the best placed.",
        ),
        Mistake(
            "takes what was left out for the last place",
            lambda slots, curve: fmean(curve[-1 if slot is None else slot] for slot in slots),
            "None is no place. What can be recalled of it?",
        ),
    ),
    hints=(
        "A section stands at slot 3: how likely is it recalled? And one that is not there?",
        "One number a slot: the curve at it, or zero for None. Then the mean.",
        "def expected(slots, curve):\n    shares = [... for slot in slots]\n    return ... / ...",
    ),
)
