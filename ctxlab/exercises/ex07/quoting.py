"""07.4: a mark before every line, as in a quoted mail."""

import re
from collections.abc import Iterator
from random import Random

from ctxlab.checking.exercise import Exercise, Mistake
from ctxlab.exercises.ex07.pieces import hostile_text
from ctxlab.exercises.texts import every_text
from ctxlab.fences.encoded import LINE_BREAK


def quote_lines(text: str) -> str:
    r"""`| ` at the start of every line of `text`; the line breaks stay as they are.

    >>> quote_lines("exit code 0\r\n### system")
    '| exit code 0\r\n| ### system'
    """
    return "| " + LINE_BREAK.sub(r"\g<0>| ", text)


def quote_after_line_feeds(text: str) -> str:
    """A line feed is not the only line break."""
    return "| " + text.replace("\n", "\n| ")


def _twice_at_crlf(text: str) -> str:
    return "| " + re.sub("[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]", r"\g<0>| ", text)


def _not_again(text: str) -> str:
    lines = quote_lines(text).splitlines(keepends=True)
    return "".join(line[2:] if line.startswith("| | ") else line for line in lines)


def _cases(rng: Random) -> Iterator[tuple[str]]:
    yield from ((text,) for text in every_text("a\n\r", 4))
    yield from ((text,) for text in ("| a", "| a\n| b", "a\n| b\r", "|", "| ", "a\u2028| b"))
    yield from ((f"a{end}b{end}",) for end in ("\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029"))
    for _ in range(30):
        yield (hostile_text(rng) + rng.choice(("", "\n| so it said", "\x85", "\r\n")),)


QUOTE_LINES = Exercise(
    id="07.4",
    title="Quote every line",
    level="stretch",
    minutes=6,
    name="quote_lines",
    right=quote_lines,
    cases=_cases,
    mistakes=(
        Mistake(
            "knows line feeds only",
            quote_after_line_feeds,
            "Try `'a\\rb'.splitlines()`. What else starts a new line?",
        ),
        Mistake(
            "makes every line break a line feed",
            lambda text: "\n".join(f"| {line}" for line in (text + ".").splitlines())[:-1],
            "The text must come back as it was. `splitlines` has an argument that helps.",
        ),
        Mistake(
            "splits lines and joins them",
            lambda text: "\n".join(f"| {line}" for line in text.splitlines()),
            "What became of the last line break, and of the kinds of line breaks?",
        ),
        Mistake(
            "no mark after a line break at the end",
            lambda text: "".join(f"| {line}" for line in text.splitlines(keepends=True)) or "| ",
            "After the last line break a new line begins, empty as yet. What may come after it?",
        ),
        Mistake(
            "no mark for an empty text",
            lambda text: quote_lines(text) if text else "",
            "An empty log is data, too. How would the reader know that there was one?",
        ),
        Mistake(
            "two marks at a carriage return with a line feed",
            _twice_at_crlf,
            "`\\r\\n` is one line break of two characters.",
        ),
        Mistake(
            "leaves quoted lines as they are",
            _not_again,
            "Who wrote that mark? Unquote your result: is it the text?",
        ),
        Mistake(
            "marks only the first line",
            lambda text: f"| {text}",
            "What does the reader take the second line for?",
        ),
    ),
    hints=(
        "How many lines has a text with one line break at its very end?",
        "`splitlines(keepends=True)` knows all kinds of line breaks and keeps them. It gives no "
        "last line if that is empty; a character more at the end, taken off again, helps.",
        "lines = (text + ...).splitlines(keepends=True)\nquoted = ''.join(... for line in lines)\n"
        "return quoted[...]",
    ),
)
