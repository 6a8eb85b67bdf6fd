"""02.2: what must be there is paid first."""

from collections.abc import Iterator
from random import Random
from typing import Any

from ctxlab.checking.counters import Counted
from ctxlab.checking.exercise import Exercise, Mistake
from ctxlab.exercises.sections import Sections, random_sections, small_sections
from ctxlab.sections import ContextSection, render
from ctxlab.tokens import Counter


def pinned_gate(sections: Sections, budget: int, count: Counter) -> int:
    """What is left of `budget` after the pinned bodies; ValueError if they do not fit.

    >>> from ctxlab.tokens import count_tokens
    >>> pinned_gate([ContextSection("rule", "Never.", pinned=True)], 10, count_tokens)
    8
    """
    needs = sum(count(section.text) for section in sections if section.pinned)
    if needs > budget:
        raise ValueError(f"the pinned sections need {needs} tokens, the budget is {budget}")
    return budget - needs


def _strict_gate(sections: Sections, budget: int, count: Counter) -> int:
    left = pinned_gate(sections, budget, count)
    if left == 0:
        raise ValueError("nothing left")
    return left


def _gate_cases(rng: Random) -> Iterator[tuple[Any, ...]]:
    for sections in small_sections():
        yield from ((sections, budget, Counted("chars/4")) for budget in range(4))
    for name in ("chars/4", "words"):
        for _ in range(20):
            yield random_sections(rng, rng.randrange(1, 7)), rng.randrange(20), Counted(name)


def _pinned_needs(sections: Sections, count: Counter) -> int:
    return sum(count(section.text) for section in sections if section.pinned)


def _all_or_raise(sections: Sections, budget: int, count: Counter) -> int:
    return pinned_gate([_pin(section) for section in sections], budget, count)


def _rendered_gate(sections: Sections, budget: int, count: Counter) -> int:
    needs = count(render(section for section in sections if section.pinned))
    if needs > budget:
        raise ValueError(f"the pinned sections need {needs} tokens, the budget is {budget}")
    return budget - needs


def _pin(section: ContextSection) -> ContextSection:
    return ContextSection(section.name, section.text, pinned=True)


def _twins_once_gate(sections: Sections, budget: int, count: Counter) -> int:
    return pinned_gate(list(dict.fromkeys(sections)), budget, count)


PINNED_GATE = Exercise(
    id="02.2",
    title="The pinned gate",
    level="core",
    minutes=5,
    name="pinned_gate",
    right=pinned_gate,
    cases=_gate_cases,
    mistakes=(
        Mistake(
            "refuses pins that fit exactly",
            _strict_gate,
            "Pins of 60 tokens and a budget of 60: is there a valid prompt?",
        ),
        Mistake(
            "lets pins through that do not fit",
            lambda sections, budget, count: budget - _pinned_needs(sections, count),
            "What does a negative rest mean for the sections that come after?",
        ),
        Mistake(
            "pretends that nothing is left",
            lambda sections, budget, count: max(budget - _pinned_needs(sections, count), 0),
            "With 0 left the prompt still holds the pins. Is it within the budget?",
        ),
        Mistake(
            "counts sections that are not pinned",
            _all_or_raise,
            "Which sections must be there whatever happens?",
        ),
        Mistake(
            "answers with what the pins need",
            lambda sections, budget, count: budget - pinned_gate(sections, budget, count),
            "The next phase wants to know what it may spend.",
        ),
        Mistake(
            "counts headers as well",
            _rendered_gate,
            "For now only the texts are paid for. Which strings do you count?",
        ),
        Mistake(
            "counts characters",
            lambda sections, budget, count: pinned_gate(sections, budget, len),
            "The budget is in tokens. You were handed a counter.",
        ),
        Mistake(
            "pays for equal pins once",
            _twins_once_gate,
            "Two equal sections are both sent. Who pays for the second?",
        ),
    ),
    hints=(
        "Which sections have to be in the prompt? What if they alone are too large?",
        "Add up the counts of the pinned texts. More than the budget: raise ValueError.",
        "needs = sum(count(...) for s in sections if ...)\nif ...: raise ValueError('...')\nreturn ...",
    ),
)
