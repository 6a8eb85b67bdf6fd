"""02.6: gate, fill and rendering as one function, under exact accounting."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

from ctxlab.assembly import assemble_context
from ctxlab.checking.counters import Counted
from ctxlab.checking.exercise import Exercise, Mistake
from ctxlab.exercises.ex02.fill import fill_by_priority
from ctxlab.exercises.ex02.gate import pinned_gate
from ctxlab.exercises.ex02.repairing import repair
from ctxlab.exercises.sections import Sections, random_sections, small_sections
from ctxlab.sections import ContextSection, render
from ctxlab.tokens import Counter


def assemble(sections: Sections, budget: int, count: Counter) -> str:
    """The prompt: pins first, then by priority whatever still fits as rendered.

    Raises ValueError if the pins alone do not fit.

    >>> from ctxlab.tokens import count_tokens
    >>> assemble([ContextSection("task", "Go.", pinned=True)], 10, count_tokens)
    '### task\\nGo.'
    """
    return render(sections[i] for i in sorted(_chosen(sections, budget, count)))


def _chosen(sections: Sections, budget: int, count: Counter) -> list[int]:
    return _walk(
        sections, budget, lambda chosen: count(render(sections[i] for i in sorted(chosen)))
    )


def _walk(sections: Sections, budget: int, cost: Any, *, stops: bool = False) -> list[int]:
    chosen = [i for i, section in enumerate(sections) if section.pinned]
    if cost(chosen) > budget:
        raise ValueError(f"the pinned sections need {cost(chosen)} tokens, the budget is {budget}")
    for i in _by_priority(sections):
        if cost([*chosen, i]) <= budget:
            chosen.append(i)
        elif stops:
            break
    return chosen


def _by_priority(sections: Sections) -> list[int]:
    positions = [i for i, section in enumerate(sections) if not section.pinned]
    return sorted(positions, key=lambda i: -sections[i].priority)


def concatenate_and_cut(sections: Sections, budget: int, count: Counter) -> str:
    """Join everything, cut when the budget is reached."""
    text = "\n".join(section.text for section in sections)
    while count(text) > budget:
        text = text[:-1]
    return text


def bodies_only(sections: Sections, budget: int, count: Counter) -> str:
    """Pay for the texts, send headers and blank lines as well."""
    chosen = _walk(sections, budget, lambda kept: sum(count(sections[i].text) for i in kept))
    return render(sections[i] for i in sorted(chosen))


def by_value(sections: Sections, budget: int, count: Counter) -> str:
    """Remember the chosen sections themselves: equal ones are one entry."""
    chosen = {sections[i] for i in _chosen(sections, budget, count)}
    return render(section for section in sections if section in chosen)


def by_id(sections: Sections, budget: int, count: Counter) -> str:
    """Remember the id() of the chosen sections: one object listed twice is one entry."""
    chosen = {id(sections[i]) for i in _chosen(sections, budget, count)}
    return render(section for section in sections if id(section) in chosen)


def _stops(sections: Sections, budget: int, count: Counter) -> str:
    def cost(chosen: Iterable[int]) -> int:
        return count(render(sections[i] for i in sorted(chosen)))

    return render(sections[i] for i in sorted(_walk(sections, budget, cost, stops=True)))


def _fills_then_repairs(sections: Sections, budget: int, count: Counter) -> str:
    taken = fill_by_priority(sections, pinned_gate(sections, budget, count), count)
    kept = [s for i, s in enumerate(sections) if s.pinned or i in taken]
    return render(repair(kept, budget, count))


def _in_order_of_selection(sections: Sections, budget: int, count: Counter) -> str:
    return render(sections[i] for i in _chosen(sections, budget, count))


def _pins_compete(sections: Sections, budget: int, count: Counter) -> str:
    return assemble([_unpinned(s) for s in sections], budget, count)


def _unpinned(section: ContextSection) -> ContextSection:
    return ContextSection(section.name, section.text, section.priority)


def _twins(rng: Random) -> Sections:
    """Equal sections, some of them one object listed twice, with room for a part of them."""
    one = ContextSection("doc", "x" * rng.randrange(4, 30), priority=rng.randrange(3))
    other = ContextSection(one.name, one.text, one.priority)
    task = ContextSection("task", "Go on.", priority=9, pinned=True)
    return rng.choice(([one, task, one], [one, task, other], [one, one, other], [task, one, one]))


def _uneven(rng: Random) -> Sections:
    """Sections of very different sizes: what is skipped leaves room for smaller ones."""
    sizes = rng.sample((4, 8, 40, 80, 400), 4)
    return [ContextSection("abcd"[i], "x" * size, rng.randrange(9)) for i, size in enumerate(sizes)]


def _cases(rng: Random) -> Iterator[tuple[Any, ...]]:
    for sections in small_sections():
        yield from ((sections, budget, Counted("chars/4")) for budget in (0, 3, 5, 8, 12))
    for _ in range(40):
        yield _twins(rng), rng.randrange(6, 30), Counted("chars/4")
    for _ in range(60):
        yield _uneven(rng), rng.randrange(20, 60), Counted("chars/4")
    for name in ("chars/4", "words"):
        for _ in range(30):
            yield random_sections(rng, rng.randrange(2, 8)), rng.randrange(6, 40), Counted(name)


def _mistakes() -> Sequence[Mistake]:
    return (
        Mistake(
            "concatenate and cut",
            concatenate_and_cut,
            "Which section was hit by the cut? Who decided that?",
        ),
        Mistake(
            "headers and blank lines are free",
            bodies_only,
            "Count your result. Is it within the budget?",
        ),
        Mistake(
            "keeps sections by value",
            by_value,
            "Two equal sections: one was chosen, one was not. What does `in` find?",
        ),
        Mistake(
            "keeps sections by id()",
            by_id,
            "One object may be listed twice. What tells its two places apart?",
        ),
        Mistake(
            "gives up on all that comes after the first misfit",
            _stops,
            "A small section may fit where a large one did not, whether you stop there or take out "
            "from the end until it fits.",
        ),
        Mistake(
            "fills by texts, then repairs",
            _fills_then_repairs,
            "A repair takes out whole sections. Ask each section, before it is in, whether it fits.",
        ),
        Mistake(
            "writes in the order of selection",
            _in_order_of_selection,
            "Selection went by priority. In which order do you render?",
        ),
        Mistake(
            "pinned sections compete with the rest",
            _pins_compete,
            "A rule with a low priority: can it be pushed out?",
        ),
    )


ASSEMBLE = Exercise(
    id="02.6",
    title="Put it together",
    level="stretch",
    minutes=10,
    name="assemble",
    right=assemble,
    answers=(assemble, assemble_context),
    cases=_cases,
    mistakes=tuple(_mistakes()),
    hints=(
        "Which comes first: what must be there, what else fits, or how it is written?",
        "Keep a list of positions. For each candidate, count the prompt as it would be with it.",
        "chosen = [... pinned ...]\nif ...: raise ValueError('...')\nfor i in sorted(..., key=...):\n"
        "    if prompt_tokens(...) <= budget: chosen.append(i)\n"
        "return render_sections([... in the caller's order ...])",
    ),
)
