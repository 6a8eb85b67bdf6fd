"""Exercise of notebook 00: the mechanics, on the smallest question there is."""

from collections.abc import Iterator
from random import Random

from ctxlab.checking.exercise import Exercise, Mistake


def fits(tokens: int, budget: int) -> bool:
    """Whether `tokens` may be sent under a budget of `budget` tokens.

    >>> fits(60, 60), fits(1, 0)
    (True, False)
    """
    return tokens <= budget


def _cases(rng: Random) -> Iterator[tuple[int, int]]:
    yield from ((tokens, budget) for tokens in range(4) for budget in range(4))
    yield from ((rng.randrange(9_000), rng.randrange(9_000)) for _ in range(40))


FITS = Exercise(
    id="00.1",
    title="Does it fit?",
    level="core",
    minutes=3,
    name="fits",
    right=fits,
    cases=_cases,
    mistakes=(
        Mistake(
            "a full window counts as too full",
            lambda tokens, budget: tokens < budget,
            "May a prompt use the last token of its budget?",
        ),
        Mistake(
            "a budget of 0 means no limit",
            lambda tokens, budget: budget == 0 or tokens <= budget,
            "If nothing is left, how much may be sent?",
        ),
        Mistake(
            "the comparison is the wrong way round",
            lambda tokens, budget: tokens >= budget,
            "Try 1 token and a budget of 2: which of the two is the limit?",
        ),
        Mistake(
            "answers with what is left over",
            lambda tokens, budget: budget - tokens,
            "The question is yes or no: return True or False.",
        ),
    ),
    hints=(
        "A budget is the largest number of tokens you may send. May you send exactly that many?",
        "Compare the two numbers. The result of a comparison is already True or False.",
        "def fits(tokens, budget):\n    return tokens ... budget   # which comparison?",
    ),
)

EXERCISES = (FITS,)
