"""01.1: the four-characters rule, and the ways to get it slightly wrong."""

import math
from collections.abc import Iterator
from random import Random

from ctxlab.checking.exercise import Exercise, Mistake
from ctxlab.exercises.texts import every_text, random_text
from ctxlab.tokens import count_tokens


def _estimate_cases(rng: Random) -> Iterator[tuple[str]]:
    yield from ((text,) for text in every_text("a ", 5))
    yield from (("é" * length,) for length in range(1, 10))
    yield from ((random_text(rng, rng.randrange(1, 30)),) for _ in range(40))


ESTIMATE = Exercise(
    id="01.1",
    title="Estimate the tokens of a text",
    level="core",
    minutes=3,
    name="estimate_tokens",
    right=count_tokens,
    cases=_estimate_cases,
    mistakes=(
        Mistake(
            "rounds down",
            lambda text: len(text) // 4,
            "How many tokens does a text of one character need?",
        ),
        Mistake(
            "rounds to the nearest",
            lambda text: round(len(text) / 4),
            "One character too many for 2 tokens: are 2 tokens enough?",
        ),
        Mistake(
            "adds a token even when nothing is left over",
            lambda text: len(text) // 4 + 1,
            "Four characters make exactly one token in this estimate. And none?",
        ),
        Mistake(
            "counts bytes instead of characters",
            lambda text: math.ceil(len(text.encode()) / 4),
            "Python's len of a string and of its bytes differ for é. Which one does the rule name?",
        ),
        Mistake(
            "counts words",
            lambda text: len(text.split()),
            "The rule is about characters; where do you use their number?",
        ),
        Mistake(
            "leaves out the spaces at the ends",
            lambda text: math.ceil(len(text.strip()) / 4),
            "Are spaces characters? They are sent, too.",
        ),
        Mistake(
            "answers with a fraction",
            lambda text: len(text) / 4,
            "There is no quarter of a token. In which direction do you round?",
        ),
    ),
    hints=(
        "A text of 5 characters: 1.25 tokens are not possible. 1 or 2?",
        "Divide the number of characters by four and round up. math.ceil rounds up.",
        "def estimate_tokens(text):\n    return math.ceil(... / ...)",
    ),
)
