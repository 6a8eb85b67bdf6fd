"""02.3: the rest by priority."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from ctxlab.checking.counters import Counted
from ctxlab.checking.exercise import Exercise, Mistake
from ctxlab.exercises.sections import Sections, random_sections, small_sections
from ctxlab.sections import ContextSection
from ctxlab.tokens import Counter


def fill_by_priority(sections: Sections, remaining: int, count: Counter) -> list[int]:
    """Positions of the unpinned sections that fit, best first, in the caller's order.

    What does not fit is skipped; equal priorities are asked in the caller's order.

    >>> fill_by_priority([ContextSection("a", "x" * 8, 1), ContextSection("b", "y", 5)], 1, len)
    [1]
    """
    return sorted(_filled(sections, remaining, count, _by_priority(sections)))


def _by_priority(sections: Sections) -> list[int]:
    positions = [i for i, section in enumerate(sections) if not section.pinned]
    return sorted(positions, key=lambda i: -sections[i].priority)


def _filled(
    sections: Sections, remaining: int, count: Counter, asked: Sequence[int], *, stops: bool = False
) -> list[int]:
    kept = []
    for i in asked:
        cost = count(sections[i].text)
        if cost <= remaining:
            kept.append(i)
            remaining -= cost
        elif stops:
            break
    return kept


def _latest_first(sections: Sections) -> list[int]:
    return sorted(_by_priority(sections), key=lambda i: (-sections[i].priority, -i))


def _twins_share(sections: Sections, remaining: int, count: Counter) -> list[int]:
    kept = _filled(sections, remaining, count, _by_priority(sections))
    return sorted(sections.index(sections[i]) for i in kept)


def _numbered_apart(sections: Sections, remaining: int, count: Counter) -> list[int]:
    unpinned = [section for section in sections if not section.pinned]
    return fill_by_priority(unpinned, remaining, count)


def _never_pays(sections: Sections, remaining: int, count: Counter) -> list[int]:
    return [i for i in sorted(_by_priority(sections)) if count(sections[i].text) <= remaining]


def _fill_cases(rng: Random) -> Iterator[tuple[Any, ...]]:
    for sections in small_sections():
        yield from ((sections, left, Counted("chars/4")) for left in range(6))
    for name in ("chars/4", "words"):
        for _ in range(25):
            yield random_sections(rng, rng.randrange(2, 8)), rng.randrange(1, 16), Counted(name)


FILL = Exercise(
    id="02.3",
    title="Fill by priority",
    level="core",
    minutes=8,
    name="fill_by_priority",
    right=fill_by_priority,
    cases=_fill_cases,
    mistakes=(
        Mistake(
            "stops at the first section that does not fit",
            lambda sections, remaining, count: sorted(
                _filled(sections, remaining, count, _by_priority(sections), stops=True)
            ),
            "A large section does not fit; a small one behind it would. What happens to it?",
        ),
        Mistake(
            "asks in the caller's order",
            lambda sections, remaining, count: _filled(
                sections, remaining, count, sorted(_by_priority(sections))
            ),
            "Who is asked first when there is room for only one?",
        ),
        Mistake(
            "lowest priority first",
            lambda sections, remaining, count: sorted(
                _filled(
                    sections,
                    remaining,
                    count,
                    sorted(_by_priority(sections), key=lambda i: sections[i].priority),
                )
            ),
            "A higher number is more important. In which direction do you sort?",
        ),
        Mistake(
            "the later of two equals goes first",
            lambda sections, remaining, count: sorted(
                _filled(sections, remaining, count, _latest_first(sections))
            ),
            "Sorting and then reversing turns equals round. What keeps them in order?",
        ),
        Mistake(
            "answers in the order of priority",
            lambda sections, remaining, count: _filled(
                sections, remaining, count, _by_priority(sections)
            ),
            "Selection is done by priority; the answer is in the caller's order.",
        ),
        Mistake(
            "twins share one place",
            _twins_share,
            "index() finds the first equal section. Which position did you mean?",
        ),
        Mistake(
            "numbers the unpinned sections on their own",
            _numbered_apart,
            "A position counts in the list you were handed, pinned sections included.",
        ),
        Mistake(
            "forgets to pay",
            _never_pays,
            "After a section was taken, how much is left for the next?",
        ),
        Mistake(
            "refuses an exact fit",
            lambda sections, remaining, count: sorted(
                _filled(sections, remaining, lambda text: count(text) + 1, _by_priority(sections))
            ),
            "Is 5 tokens of room enough for 5 tokens? And what is left after a section was taken?",
        ),
        Mistake(
            "takes pinned sections as well",
            lambda sections, remaining, count: fill_by_priority(
                [ContextSection(s.name, s.text, s.priority) for s in sections], remaining, count
            ),
            "The pins were paid for at the gate. Do they compete here?",
        ),
    ),
    hints=(
        "Who is asked first? And what happens to the next one if the first does not fit?",
        "Sort positions by priority, highest first (sorted keeps equals in order), then walk once.",
        "kept = []\nfor i in sorted(..., key=...):\n    cost = ...\n    if ...:\n        kept.append(i)\n"
        "        remaining ...\nreturn sorted(kept)",
    ),
)
