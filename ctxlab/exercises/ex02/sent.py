"""02.4: counting the string that is sent."""

from collections.abc import Iterator
from random import Random
from typing import Any

from ctxlab.checking.counters import Counted
from ctxlab.checking.exercise import Exercise, Mistake
from ctxlab.exercises.sections import Sections, random_sections, small_sections
from ctxlab.sections import render, render_section
from ctxlab.tokens import Counter, count_tokens


def prompt_tokens(sections: Sections, count: Counter) -> int:
    """Tokens of what is really sent: headers, blank lines and all.

    >>> from ctxlab.sections import ContextSection
    >>> prompt_tokens([ContextSection("task", "Go on.")], count_tokens)
    4
    """
    return count(render(sections))


def _prompt_cases(rng: Random) -> Iterator[tuple[Any, ...]]:
    for name in ("chars/4", "words"):
        yield from ((sections, Counted(name)) for sections in small_sections())
        for _ in range(20):
            yield random_sections(rng, rng.randrange(1, 7)), Counted(name)


PROMPT_TOKENS = Exercise(
    id="02.4",
    title="Count what is sent",
    level="core",
    minutes=3,
    name="prompt_tokens",
    right=prompt_tokens,
    cases=_prompt_cases,
    mistakes=(
        Mistake(
            "headers and blank lines are free",
            lambda sections, count: sum(count(section.text) for section in sections),
            "What else is in the string besides the texts?",
        ),
        Mistake(
            "blank lines are free",
            lambda sections, count: count("".join(render_section(s) for s in sections)),
            "Something stands between two sections. Is it sent?",
        ),
        Mistake(
            "adds up the blocks",
            lambda sections, count: sum(count(render_section(s)) for s in sections),
            "Each block is rounded up, and the blank lines are missing. Count the whole string once.",
        ),
        Mistake(
            "counts characters",
            lambda sections, count: len(render(sections)),
            "In which unit is the budget? You were handed a counter.",
        ),
        Mistake(
            "asks the wrong counter",
            lambda sections, count: count_tokens(render(sections)),
            "The budget is kept by the counter you were given.",
        ),
        Mistake(
            "a token for every header",
            lambda sections, count: sum(count(s.text) + 1 for s in sections),
            "A guess per header is wrong by a little, often. What can be counted instead of guessed?",
        ),
    ),
    hints=(
        "What exactly goes over the wire? Could you print it?",
        "Render first, then count once. You have written the rendering in 02.1.",
        "def prompt_tokens(sections, count):\n    return count(...)",
    ),
)
