"""02.5: taking sections out until the prompt fits."""

from collections.abc import Iterator
from random import Random
from typing import Any

from ctxlab.assembly import assemble_context
from ctxlab.checking.counters import Counted
from ctxlab.checking.exercise import Exercise, Mistake
from ctxlab.exercises.ex02.sent import prompt_tokens
from ctxlab.exercises.sections import Sections, random_sections, small_sections
from ctxlab.sections import ContextSection
from ctxlab.tokens import Counter


def repair(sections: Sections, budget: int, count: Counter) -> Sections:
    """Take out sections until the rendered prompt fits: lowest priority, then latest.

    Raises ValueError if the pinned ones alone do not fit.

    >>> from ctxlab.tokens import count_tokens
    >>> repair([ContextSection("a", "x" * 40, 1), ContextSection("b", "y", 2)], 5, count_tokens)
    [ContextSection(name='b', text='y', priority=2, pinned=False, truncatable=False)]
    """
    return _repaired(sections, budget, count, lambda s, i: (s.priority, -i))


def _repaired(
    sections: Sections, budget: int, count: Counter, rank: Any, *, cost: Any = prompt_tokens
) -> Sections:
    kept = list(range(len(sections)))
    while cost([sections[i] for i in kept], count) > budget:
        victims = [i for i in kept if not sections[i].pinned]
        if not victims:
            raise ValueError(f"the pinned sections do not fit into {budget} tokens")
        kept.remove(min(victims, key=lambda i: rank(sections[i], i)))
    return [sections[i] for i in kept]


def _repair_once(sections: Sections, budget: int, count: Counter) -> Sections:
    victims = [i for i, s in enumerate(sections) if not s.pinned]
    if prompt_tokens(sections, count) <= budget or not victims:
        return repair(sections, budget, count)
    out = min(victims, key=lambda i: (sections[i].priority, -i))
    return [s for i, s in enumerate(sections) if i != out]


def _repair_pins_too(sections: Sections, budget: int, count: Counter) -> Sections:
    unpinned = [ContextSection(str(i), s.text, s.priority) for i, s in enumerate(sections)]
    kept = list(range(len(sections)))
    while kept and prompt_tokens([sections[i] for i in kept], count) > budget:
        kept.remove(min(kept, key=lambda i: (unpinned[i].priority, -i)))
    return [sections[i] for i in kept]


def _repair_gives_up(sections: Sections, budget: int, count: Counter) -> Sections:
    try:
        return repair(sections, budget, count)
    except ValueError:
        return [section for section in sections if section.pinned]


def _repair_twins(sections: Sections, budget: int, count: Counter) -> Sections:
    kept = list(sections)
    while prompt_tokens(kept, count) > budget:
        victims = [s for s in kept if not s.pinned]
        if not victims:
            raise ValueError("the pinned sections do not fit")
        out = min(reversed(victims), key=lambda s: s.priority)
        kept = [s for s in kept if s != out]
    return kept


def _repair_cases(rng: Random) -> Iterator[tuple[Any, ...]]:
    for sections in small_sections():
        yield from ((sections, budget, Counted("chars/4")) for budget in (0, 3, 4, 6, 8, 12))
    for name in ("chars/4", "words"):
        for _ in range(30):
            yield random_sections(rng, rng.randrange(2, 8)), rng.randrange(4, 40), Counted(name)


REPAIR = Exercise(
    id="02.5",
    title="Repair until it fits",
    level="core",
    minutes=8,
    name="repair",
    right=repair,
    answers=(repair, assemble_context),
    cases=_repair_cases,
    mistakes=(
        Mistake(
            "takes out the most important first",
            lambda sections, budget, count: _repaired(
                sections, budget, count, lambda s, i: (-s.priority, -i)
            ),
            "Which section is missed least?",
        ),
        Mistake(
            "takes out the earlier of two equals",
            lambda sections, budget, count: _repaired(
                sections, budget, count, lambda s, i: (s.priority, i)
            ),
            "Of two equal priorities the first has the better claim. Which one goes?",
        ),
        Mistake(
            "takes out from the end, whatever its priority",
            lambda sections, budget, count: _repaired(sections, budget, count, lambda s, i: -i),
            "The last section may be the most important one. What decides?",
        ),
        Mistake(
            "takes out pinned sections",
            _repair_pins_too,
            "A rule that can be pushed out is no rule. What if only pins are left?",
        ),
        Mistake(
            "counts the texts alone",
            lambda sections, budget, count: _repaired(
                sections,
                budget,
                count,
                lambda s, i: (s.priority, -i),
                cost=lambda kept, count: sum(count(s.text) for s in kept),
            ),
            "Count your result as it is sent: is it within the budget?",
        ),
        Mistake(
            "takes out one section and hopes",
            _repair_once,
            "Is it within the budget after that? Who checks?",
        ),
        Mistake(
            "sends the pins although they do not fit",
            _repair_gives_up,
            "No valid prompt exists. How does the caller learn of it?",
        ),
        Mistake(
            "throws out twins together",
            _repair_twins,
            "Comparing sections by value finds both. Which one did you mean?",
        ),
    ),
    hints=(
        "As long as it is too long, something must go. What goes first, and what never?",
        "Loop while the rendered count is over the budget. Remember positions: twins are equal.",
        "kept = list(range(len(sections)))\nwhile ... > budget:\n    victims = [i for i in kept if ...]\n"
        "    if not victims: raise ValueError('...')\n    kept.remove(min(victims, key=lambda i: ...))\n"
        "return [...]",
    ),
)
