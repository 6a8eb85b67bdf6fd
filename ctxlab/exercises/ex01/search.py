"""01.5: the same cut with few questions; the rule is checked by counting calls."""

import bisect
import math
from collections.abc import Iterator
from random import Random
from typing import Any

from ctxlab.checking.counters import Counted
from ctxlab.checking.exercise import Exercise, Mistake
from ctxlab.exercises.texts import random_words
from ctxlab.tokens import Counter


def words_that_fit(words: list[str], limit: int, count: Counter) -> int:
    """How many leading words, joined by spaces, fit into `limit` tokens.

    Asks the counter about log2(n) times.

    >>> from ctxlab.tokens import count_tokens
    >>> words_that_fit(["to", "be", "or", "not"], 2, count_tokens)
    3
    """

    def tokens(n: int) -> int:
        return count(" ".join(words[:n]))

    return bisect.bisect_right(range(1, len(words) + 1), limit, key=tokens)


def one_by_one(words: list[str], limit: int, count: Counter) -> int:
    n = 0
    while n < len(words) and count(" ".join(words[: n + 1])) <= limit:
        n += 1
    return n


def _adding_up(words: list[str], limit: int, count: Counter) -> int:
    n, used = 0, 0
    while n < len(words) and used + count(words[n]) <= limit:
        used += count(words[n])
        n += 1
    return n


def _search(words: list[str], limit: int, count: Counter, glue: str = " ") -> int:
    return bisect.bisect_right(
        range(1, len(words) + 1), limit, key=lambda n: count(glue.join(words[:n]))
    )


def _fit_cases(rng: Random) -> Iterator[tuple[Any, ...]]:
    for words in ([], ["a"], ["aaaa"], ["a", "b"], ["aaaa", "b", "cccccccc"]):
        yield from ((words, limit, Counted("chars/4")) for limit in range(6))
    for number in (5, 20, 60, 200):
        for _ in range(6):
            yield random_words(rng, number), rng.randrange(1, 2 * number), Counted("chars/4")
        yield random_words(rng, number), 10 * number, Counted("chars/4")


def _fit_limit(words: list[str], limit: int, count: Counter) -> int:
    return 2 * math.ceil(math.log2(len(words) + 1)) + 2


WORDS_THAT_FIT = Exercise(
    id="01.5",
    title="Search, do not walk",
    level="stretch",
    minutes=8,
    name="words_that_fit",
    right=words_that_fit,
    cases=_fit_cases,
    max_calls=_fit_limit,
    mistakes=(
        Mistake(
            "walks word by word",
            one_by_one,
            "The result is right, the bill is not. How many questions does a telephone book need?",
        ),
        Mistake(
            "adds up the counts of single words",
            _adding_up,
            "Count the joined text: the spaces cost something, and rounding up each word costs more.",
        ),
        Mistake(
            "never tries all the words",
            lambda words, limit, count: min(_search(words, limit, count), max(len(words) - 1, 0)),
            "What if everything fits? Check where your search may end.",
        ),
        Mistake(
            "gives the first number that does not fit",
            lambda words, limit, count: _search(words, limit, count) + 1,
            "Your search ends beside the place you want. On which side?",
        ),
        Mistake(
            "leaves the limit itself unused",
            lambda words, limit, count: _search(words, limit - 1, count),
            "Exactly `limit` tokens still fit: < or <= ?",
        ),
        Mistake(
            "joins without spaces",
            lambda words, limit, count: _search(words, limit, count, glue=""),
            "The words are sent with a space between them. Do you count it?",
        ),
        Mistake(
            "gives the number of tokens",
            lambda words, limit, count: count(" ".join(words[: _search(words, limit, count)])),
            "The question is how many words. What does your last line return?",
        ),
    ),
    hints=(
        "You may ask about ten questions for a thousand words. Which word do you ask about first?",
        "More words never count less. Keep a number that fits and one that does not; halve the gap.",
        "low, high = ...\nwhile ...:\n    middle = ...\n    if ... <= limit: low = ...\n"
        "    else: high = ...\nreturn ...",
    ),
)
