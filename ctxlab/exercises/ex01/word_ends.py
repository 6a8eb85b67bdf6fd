"""01.3: the safe places to cut."""

import re
from collections.abc import Iterator
from random import Random

from ctxlab.checking.exercise import Exercise, Mistake
from ctxlab.exercises.texts import every_text, random_text


def ends_of_words(text: str) -> list[int]:
    r"""Positions at which a word of `text` ends, so that `text[:end]` ends with it.

    >>> ends_of_words("to be,\n or")
    [2, 6, 10]
    """
    return [match.end() for match in re.finditer(r"\S+", text)]


def _sum_of_lengths(text: str) -> list[int]:
    ends, position = [], 0
    for word in text.split():
        ends.append(position + len(word))
        position += len(word) + 1
    return ends


def _text_cases(rng: Random) -> Iterator[tuple[str]]:
    yield from ((text,) for text in every_text("a \n", 4))
    yield from ((random_text(rng, rng.randrange(1, 20)),) for _ in range(30))


WORD_ENDS = Exercise(
    id="01.3",
    title="Where words end",
    level="core",
    minutes=5,
    name="ends_of_words",
    right=ends_of_words,
    cases=_text_cases,
    iterators=True,
    mistakes=(
        Mistake(
            "gives where words start",
            lambda text: [match.start() for match in re.finditer(r"\S+", text)],
            "Print text[:position] for each position: does it end with a whole word?",
        ),
        Mistake(
            "one too early",
            lambda text: [match.end() - 1 for match in re.finditer(r"\S+", text)],
            "text[:end] leaves out the character at end. Is the word's last letter still there?",
        ),
        Mistake(
            "a line break does not end a word",
            lambda text: [match.end() for match in re.finditer(r"[^ ]+", text)],
            "Which characters besides the space can stand between two words?",
        ),
        Mistake(
            "assumes one space between words",
            _sum_of_lengths,
            "Adding up the lengths of the words forgets something when two spaces follow each other.",
        ),
        Mistake(
            "forgets a word at the very end",
            lambda text: [match.end() for match in re.finditer(r"\S+(?=\s)", text)],
            "Does the last word need a space behind it to be a word?",
        ),
        Mistake(
            "gives the lengths of the words",
            lambda text: [len(word) for word in text.split()],
            "A position counts from the start of the text, not of the word.",
        ),
        Mistake(
            "takes letters and digits only for a word",
            lambda text: [match.end() for match in re.finditer(r"\w+", text)],
            "A word is a run without white space. Is the full stop in 'a.b' a space?",
        ),
        Mistake(
            "looks for each word from the start",
            lambda text: [text.find(word) + len(word) for word in text.split()],
            "A word may occur twice. Which of the two does find give?",
        ),
        Mistake(
            "takes every space, and the end, for the end of a word",
            lambda text: [i for i, c in enumerate(text) if c.isspace()] + [len(text)],
            "After two spaces in a row, how many words have ended? And in an empty text?",
        ),
        Mistake(
            "ends after the space",
            lambda text: [match.end() for match in re.finditer(r"\S+\s?", text)],
            "A cut there would leave a space at the end. Where did the word itself end?",
        ),
    ),
    hints=(
        "In 'to be', the first word ends at 2: text[:2] is 'to'. What is the second position?",
        "re.finditer finds every run of characters that are not white space; a match knows its end.",
        "def ends_of_words(text):\n    return [match.___() for match in re.finditer(r'___', text)]",
    ),
)
