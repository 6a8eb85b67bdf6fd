"""04.1: a text as a bag of words."""

import collections
import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import product
from random import Random

from ctxlab.checking.exercise import Exercise, Mistake
from ctxlab.routing import bag_of_words

Bag = dict[str, int]

_SMALL = frozenset(("a", "and", "for", "i", "is", "it", "my", "the", "to"))
_RESUME = ("r\u00e9sum\u00e9", "re\u0301sume\u0301", "R\u00c9SUM\u00c9")
"""One word, typed three ways: composed, with combining accents, in capitals."""
_WORDS = (
    *("I", "a", "the", "The", "my", "and", "refund", "Refund", "STOP", "stop", "invoice"),
    *("24", "caf\u00e9", "don't", "e-mail"),
)
_GAPS = (" ", " ", " ", ", ", "! ", "? ", ".\n", "  ")


def _words(text: str, pattern: str = r"\w+") -> list[str]:
    return re.findall(pattern, unicodedata.normalize("NFC", text).lower())


def _bag(words: Iterable[str]) -> Bag:
    return dict(collections.Counter(words))


def _case_kept(text: str) -> Bag:
    return _bag(re.findall(r"\w+", unicodedata.normalize("NFC", text)))


def _as_typed(text: str) -> Bag:
    return _bag(re.findall(r"\w+", text.lower()))


def _without_accents(text: str) -> Bag:
    apart = unicodedata.normalize("NFD", text.lower())
    return _bag(re.findall(r"\w+", "".join(c for c in apart if not unicodedata.combining(c))))


def _cases(rng: Random) -> Iterator[tuple[str]]:
    pieces = ("a", "I", "No", "no", "the", "9", "\u00e9", "don't")
    yield from ((text,) for text in ("", " ", "?!", *pieces, *_RESUME))
    yield from ((f"{one} {two}",) for one, two in product(pieces, repeat=2))
    yield from ((f"{one} {two}",) for one, two in product(_RESUME, repeat=2))
    yield from ((f"{one}{gap}{one}.",) for one in pieces for gap in (",", "\n"))
    for _ in range(40):
        words = rng.choices(_WORDS, k=rng.randrange(3, 12))
        yield ("".join(f"{word}{rng.choice(_GAPS)}" for word in words),)


COUNT_WORDS = Exercise(
    id="04.1",
    title="A bag of words",
    level="core",
    minutes=5,
    name="count_words",
    right=bag_of_words,
    cases=_cases,
    mistakes=(
        Mistake(
            "notes each word only once",
            lambda text: dict.fromkeys(_words(text), 1),
            "The same word twice in one request: what shall its number be?",
        ),
        Mistake(
            "punctuation stays on the words",
            lambda text: _bag(unicodedata.normalize("NFC", text).lower().split()),
            "Is 'stop!' another word than 'stop'? Look at the ends of your words.",
        ),
        Mistake(
            "an apostrophe stays inside a word",
            lambda text: _bag(_words(text, r"[\w']+")),
            "Everything that is no letter and no digit separates. What does that make of don't?",
        ),
        Mistake(
            "capital letters make other words",
            _case_kept,
            "Is 'Refund' at the beginning of a sentence another word than 'refund'?",
        ),
        Mistake(
            "accents count as they were typed",
            _as_typed,
            "An é is one character, or an e and an accent. They look the same; compare their len(). "
            "What brings both to one form?",
        ),
        Mistake(
            "takes the accents off",
            _without_accents,
            "The two ways to type an é shall be one word. Shall é and e be one word, too?",
        ),
        Mistake(
            "knows only the letters a to z",
            lambda text: _bag(re.findall(r"[a-z]+", text.lower())),
            "What becomes of a word with an é in it, and of a number?",
        ),
        Mistake(
            "leaves out words of one letter",
            lambda text: _bag(word for word in _words(text) if len(word) > 1),
            "'I' and 'a' are words as well. Who said that they do not count?",
        ),
        Mistake(
            "leaves out small words",
            lambda text: _bag(word for word in _words(text) if word not in _SMALL),
            "Every word counts here, 'the' and 'my' included; the worked example needs them.",
        ),
        Mistake(
            "hands over a Counter",
            lambda text: collections.Counter(_words(text)),
            "A Counter counts well, but it is not a plain dictionary. What does dict(…) make of it?",
        ),
        Mistake(
            "numbers are no words",
            lambda text: _bag(_words(text, r"[^\W\d_]+")),
            "Letters or digits: which of the two do you find?",
        ),
    ),
    hints=(
        "What must be the same before two words can be compared? Case is one thing. The other?",
        "First one form for accents (unicodedata.normalize), then lower case, then find the words "
        "(re.findall knows \\w+), then count them.",
        "def count_words(text):\n    text = unicodedata.normalize('NFC', ...).lower()\n    bag = {}\n"
        "    for word in re.findall(r'...', text):\n        bag[word] = ...\n    return bag",
    ),
)
