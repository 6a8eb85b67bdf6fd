"""01.4: cutting to a budget, marker paid."""

from collections.abc import Iterator
from random import Random
from typing import Any

from ctxlab.checking.counters import Counted
from ctxlab.checking.exercise import Exercise, Mistake
from ctxlab.exercises.ex01.word_ends import ends_of_words
from ctxlab.exercises.texts import random_text
from ctxlab.tokens import Counter, count_tokens
from ctxlab.truncation import ELISION, truncate_to_tokens


def cut_to_budget(text: str, limit: int, count: Counter) -> str:
    """The longest head of whole words that fits `limit` with its marker, or `""`.

    >>> cut_to_budget("alpha beta gamma", 3, count_tokens)
    'alpha […]'
    """
    return _cut(text, limit, count)


def _cut(
    text: str, limit: int, count: Counter, *, marker: str = ELISION, paid: str = ELISION
) -> str:
    if count(text) <= limit:
        return text
    fitting = [end for end in ends_of_words(text) if count(text[:end] + paid) <= limit]
    return text[: fitting[-1]] + marker if fitting else ""


def cut_characters(text: str, limit: int, count: Counter) -> str:
    if count(text) <= limit:
        return text
    fitting = [end for end in range(1, len(text)) if count(text[:end] + ELISION) <= limit]
    return text[: fitting[-1]] + ELISION if fitting else ""


def _cut_joined(text: str, limit: int, count: Counter) -> str:
    words = text.split()
    if count(" ".join(words)) <= limit:
        return " ".join(words)
    heads = [" ".join(words[:n]) + ELISION for n in range(1, len(words))]
    return max((head for head in heads if count(head) <= limit), key=len, default="")


def _cut_words_joined(text: str, limit: int, count: Counter) -> str:
    return text if count(text) <= limit else _cut_joined(text, limit, count)


def _cut_marker_apart(text: str, limit: int, count: Counter) -> str:
    if count(text) <= limit:
        return text
    room = limit - count(ELISION)
    fitting = [end for end in ends_of_words(text) if count(text[:end]) <= room]
    return text[: fitting[-1]] + ELISION if fitting else ""


def _cut_marker_at_any_price(text: str, limit: int, count: Counter) -> str:
    return _cut(text, limit, count) or (ELISION if text else "")


def _cut_always_marked(text: str, limit: int, count: Counter) -> str:
    fitting = [end for end in ends_of_words(text) if count(text[:end] + ELISION) <= limit]
    return text[: fitting[-1]] + ELISION if fitting else ""


def _cut_bare_marker(text: str, limit: int, count: Counter) -> str:
    return _cut(text, limit, count) or (ELISION if text and count(ELISION) <= limit else "")


def _cut_first_word_anyway(text: str, limit: int, count: Counter) -> str:
    result = _cut(text, limit, count)
    return result or text[: (ends_of_words(text) or [0])[0]]


def _cut_cases(rng: Random) -> Iterator[tuple[Any, ...]]:
    small = ("", "aa", "aa bb", "aa  bb", "aa\nbb cc", "aaaa bbbb cccc", "aaaaaa bbbbb\n  ccc dd e")
    for name in ("words", "chars/4", "chars/3"):
        yield from ((text, limit, Counted(name)) for text in small for limit in range(7))
        for _ in range(25):
            words = rng.randrange(2, 25)
            yield random_text(rng, words), rng.randrange(2 * words), Counted(name)


CUT = Exercise(
    id="01.4",
    title="Cut to a budget",
    level="core",
    minutes=8,
    name="cut_to_budget",
    right=cut_to_budget,
    answers=(cut_to_budget, truncate_to_tokens),
    cases=_cut_cases,
    mistakes=(
        Mistake(
            "the marker is not paid for",
            lambda text, limit, count: _cut(text, limit, count, paid=""),
            "Count what you return, not what you keep.",
        ),
        Mistake(
            "cuts inside a word",
            cut_characters,
            "Where does the kept text end in the failing case?",
        ),
        Mistake(
            "loses the line breaks",
            _cut_joined,
            "Compare the layout before and after: split and join forget what stood between words.",
        ),
        Mistake(
            "loses the layout of what it cuts",
            _cut_words_joined,
            "Joining words by one space forgets what stood between them. Slice the text instead.",
        ),
        Mistake(
            "counts head and marker apart",
            _cut_marker_apart,
            "Counts of parts need not add up. Which string will really be sent?",
        ),
        Mistake(
            "leaves a bare marker, whatever it costs",
            _cut_marker_at_any_price,
            "Nothing fits, and a marker alone says nothing. Is your result within the limit?",
        ),
        Mistake(
            "marks what was not cut",
            _cut_always_marked,
            "A text that fits comes back as it is. Does yours?",
        ),
        Mistake(
            "leaves a bare marker when nothing fits",
            _cut_bare_marker,
            "A marker without a word says nothing. What is better?",
        ),
        Mistake(
            "says nothing about the cut",
            lambda text, limit, count: _cut(text, limit, count, marker="", paid=""),
            "A reader must see that something is missing: where is the marker?",
        ),
        Mistake(
            "asks the wrong counter",
            lambda text, limit, count: _cut(text, limit, count_tokens),
            "The budget is kept by the counter you were given. Do you call it?",
        ),
        Mistake(
            "keeps the first word at any price",
            _cut_first_word_anyway,
            "If not even one word fits with its marker, what may you return?",
        ),
    ),
    hints=(
        "What is the longest result you may return, and what belongs to it besides the words?",
        "If all fits, return it. Else try the word ends; count the head together with the marker.",
        "def cut_to_budget(text, limit, count):\n    if ...: return text\n    best = ''\n"
        "    for end in ends_of_words(text):\n        head = text[:end] + ...\n        if ...: best = head\n"
        "    return best",
    ),
)
