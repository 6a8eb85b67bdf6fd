"""03.2: the deal, and the ways it has gone wrong in public."""

from collections.abc import Iterator
from random import Random

from ctxlab.checking.exercise import Exercise, Mistake
from ctxlab.exercises.sections import Sections
from ctxlab.ordering import order_for_recall
from ctxlab.recall.orders import best_at_end, best_in_middle, long_context_reorder
from ctxlab.sections import ContextSection


def _ranked(sections: Sections) -> Sections:
    return sorted(sections, key=lambda section: -section.priority)


def back_not_reversed(sections: Sections) -> Sections:
    """Deal to two piles and put one behind the other."""
    ranked = _ranked(sections)
    return ranked[0::2] + ranked[1::2]


def _unranked(sections: Sections) -> Sections:
    return list(sections[0::2]) + list(sections[1::2])[::-1]


def _later_first(sections: Sections) -> Sections:
    ranked = _ranked(list(reversed(sections)))
    return ranked[0::2] + ranked[1::2][::-1]


def _cases(rng: Random) -> Iterator[tuple[Sections]]:
    for n in range(7):
        yield ([ContextSection(f"s{i}", "", priority=n - i) for i in range(n)],)
        yield ([ContextSection(f"s{i}", "", priority=5) for i in range(n)],)
    for _ in range(30):
        n = rng.randrange(2, 9)
        yield ([ContextSection(f"s{i}", "", priority=rng.randrange(6)) for i in range(n)],)


DEAL = Exercise(
    id="03.2",
    title="The deal",
    level="core",
    minutes=8,
    name="deal",
    right=order_for_recall,
    cases=_cases,
    mistakes=(
        Mistake(
            "the best ends up last",
            best_at_end,
            "Which end gets the first card? Turn your result round and compare.",
        ),
        Mistake(
            "the best one's end depends on how many there are",
            long_context_reorder,
            "Try three sections and four. Is the best first both times?",
        ),
        Mistake(
            "the back is not turned round",
            back_not_reversed,
            "The second best should stand last of all. Where does yours stand?",
        ),
        Mistake(
            "deals without ranking first",
            _unranked,
            "You were handed the sections in any order. Who is best?",
        ),
        Mistake(
            "the later of two equals gets the better place",
            _later_first,
            "Equal priorities: the one that came first has the better claim.",
        ),
        Mistake(
            "puts the best in the middle",
            best_in_middle,
            "Where does the curve dip? That is where the worst should go.",
        ),
        Mistake(
            "ranks and does not deal",
            lambda sections: _ranked(sections),
            "Best first is an order, too, but what stands last in it?",
        ),
    ),
    hints=(
        "Think of two players at the ends of a table. Who gets the best card, who the second?",
        "Rank by priority, deal alternately to front and back, then turn the back round.",
        "ranked = sorted(..., key=...)\nfront = ranked[...]\nback = ranked[...]\nreturn front + ...",
    ),
)
