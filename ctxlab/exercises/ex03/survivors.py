"""03.4: arranging what survived, not what was handed in."""

from collections.abc import Iterator
from random import Random

from ctxlab.checking.exercise import Exercise, Mistake
from ctxlab.exercises.sections import Sections
from ctxlab.ordering import order_for_recall
from ctxlab.sections import ContextSection


def arrange_survivors(sections: Sections, kept: list[int]) -> Sections:
    """The sections at the positions `kept`, dealt to both ends.

    >>> four = [ContextSection(name, "", priority=-i) for i, name in enumerate("ABCD")]
    >>> [section.name for section in arrange_survivors(four, [0, 2, 3])]
    ['A', 'D', 'C']
    """
    return order_for_recall([sections[i] for i in sorted(kept)])


def order_then_select(sections: Sections, kept: list[int]) -> Sections:
    """Deal everything first, then take out what did not survive."""
    survivors = [id(sections[i]) for i in kept]
    return [section for section in order_for_recall(sections) if id(section) in survivors]


def _by_value(sections: Sections, kept: list[int]) -> Sections:
    survivors = [sections[i] for i in kept]
    return order_for_recall([section for section in sections if section in survivors])


def _cases(rng: Random) -> Iterator[tuple[Sections, list[int]]]:
    for n in range(1, 6):
        sections = [ContextSection(f"s{i}", "", priority=n - i) for i in range(n)]
        for missing in range(n):
            yield sections, [i for i in range(n) if i != missing]
    for _ in range(40):
        n = rng.randrange(3, 9)
        names = [rng.choice("abcdef") for _ in range(n)]
        sections = [ContextSection(name, "", priority=ord(name) % 5) for name in names]
        yield sections, rng.sample(range(n), rng.randrange(2, n))


SURVIVORS = Exercise(
    id="03.4",
    title="Arrange the survivors",
    level="core",
    minutes=6,
    name="arrange_survivors",
    right=arrange_survivors,
    cases=_cases,
    mistakes=(
        Mistake(
            "orders first and selects after",
            order_then_select,
            "Drop the second best: who stands last in your result?",
        ),
        Mistake(
            "does not arrange",
            lambda sections, kept: [sections[i] for i in sorted(kept)],
            "The survivors are still in the caller's order. Where are the two ends?",
        ),
        Mistake(
            "arranges the dropped ones as well",
            lambda sections, kept: order_for_recall(sections),
            "How many sections go in, and how many survived?",
        ),
        Mistake(
            "keeps what was to be dropped",
            lambda sections, kept: order_for_recall(
                [section for i, section in enumerate(sections) if i not in kept]
            ),
            "The positions you are given are those that stay.",
        ),
        Mistake(
            "keeps a dropped twin",
            _by_value,
            "Two equal sections, one of them dropped: comparing finds both.",
        ),
        Mistake(
            "ties in the order of `kept`",
            lambda sections, kept: order_for_recall([sections[i] for i in kept]),
            "Equal priorities follow the caller's order. Is `kept` in that order?",
        ),
    ),
    hints=(
        "Which sections are there to be arranged at the moment when you arrange?",
        "First collect the survivors, in the caller's order; then deal them to both ends.",
        "survivors = [sections[i] for i in ...]\nreturn ...(survivors)",
    ),
)
