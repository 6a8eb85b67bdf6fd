"""Orders that compete with `order_for_recall`, and what a curve expects of each.

The expected recall of an order needs no model: it is the mean of the curve at
the slots that the order gives to the sections that matter.

Left out: which sections are kept (`assembly`). Sources: phase 04
(`order_for_recall`); LangChain's and LlamaIndex's LongContextReorder, whose
behaviour `long_context_reorder` has. Taught in 03.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from random import Random
from statistics import fmean

from ctxlab.ordering import order_for_recall
from ctxlab.recall.curves import RecallCurve
from ctxlab.sections import ContextSection

Sections = Iterable[ContextSection]
Order = Callable[[Sections], list[ContextSection]]


def input_order(sections: Sections) -> list[ContextSection]:
    """As they came. Taught in 03.

    >>> [s.name for s in input_order(_abcde())]
    ['a', 'b', 'c', 'd', 'e']
    """
    return list(sections)


def best_first(sections: Sections) -> list[ContextSection]:
    """Highest priority first; ties in the caller's order. Taught in 03.

    >>> [s.name for s in best_first(reversed(_abcde()))]
    ['a', 'b', 'c', 'd', 'e']
    """
    return sorted(sections, key=lambda section: -section.priority)


def best_last(sections: Sections) -> list[ContextSection]:
    """`best_first`, turned round: the best stands next to the question. Taught in 03.

    >>> [s.name for s in best_last(_abcde())]
    ['e', 'd', 'c', 'b', 'a']
    """
    return best_first(sections)[::-1]


def best_in_middle(sections: Sections) -> list[ContextSection]:
    """The deal turned inside out, worst outside: a floor to compare with. Taught in 03.

    >>> [s.name for s in best_in_middle(_abcde())]
    ['e', 'c', 'a', 'b', 'd']
    """
    worst_first = best_last(sections)
    return worst_first[0::2] + worst_first[1::2][::-1]


def best_at_end(sections: Sections) -> list[ContextSection]:
    """`order_for_recall`, turned round: best last, second best first. Taught in 03.

    >>> [s.name for s in best_at_end(_abcde())]
    ['b', 'd', 'e', 'c', 'a']
    """
    return order_for_recall(sections)[::-1]


def long_context_reorder(sections: Sections) -> list[ContextSection]:
    """The common reorder: deals from the worst up, so the best one's end flips with parity.

    The best is first if there is an odd number of sections and last if it is
    even. Source: LangChain's and LlamaIndex's LongContextReorder. Taught in 03.

    >>> [s.name for s in long_context_reorder(_abcde())]
    ['a', 'c', 'e', 'd', 'b']
    >>> [s.name for s in long_context_reorder(_abcde()[:4])]
    ['b', 'd', 'c', 'a']
    """
    dealt = order_for_recall(sections)
    return dealt if len(dealt) % 2 else dealt[::-1]


def random_order(seed: int | str) -> Order:
    """An order drawn by `seed`: the baseline that every order must beat. Taught in 03.

    >>> len(random_order(1)(_abcde()))
    5
    """

    def shuffled(sections: Sections) -> list[ContextSection]:
        mixed = list(sections)
        Random(seed).shuffle(mixed)
        return mixed

    return shuffled


RIVALS: dict[str, Order] = {
    "input order": input_order,
    "best first": best_first,
    "best last": best_last,
    "best in the middle": best_in_middle,
    "order_for_recall": order_for_recall,
    "order_for_recall, turned round": best_at_end,
    "LongContextReorder": long_context_reorder,
}
"""The orders that notebook 03 compares, by the name it gives them."""


def slots_of(arranged: Sequence[ContextSection], wanted: Sections) -> list[int | None]:
    """Where each wanted section stands (from 0), or None if it was left out. Taught in 03.

    Sections are told apart as objects, since their names need not be unique.

    >>> a, b, c, d, e = _abcde()
    >>> slots_of(order_for_recall([a, b, c, d]), [a, b, e])
    [0, 3, None]
    """
    places: dict[int, deque[int]] = defaultdict(deque)  # one object may be listed twice
    for slot, section in enumerate(arranged):
        places[id(section)].append(slot)
    return [places[id(s)].popleft() if places[id(s)] else None for s in wanted]


def expected_recall(slots: Sequence[int | None], of: int, curve: RecallCurve) -> float:
    """The mean of the curve at the given slots of a list of `of`; None counts 0. Taught in 03.

    Raises ValueError without slots.

    >>> u = RecallCurve("a U", 5, (0, 2, 4), (1.0, 0.2, 0.8))
    >>> expected_recall([0, 4], 5, u), expected_recall([2, None], 5, u)
    (0.9, 0.1)
    """
    if not slots:
        raise ValueError("expected recall is a mean over slots; there are none")
    return fmean(0.0 if slot is None else curve.at(slot, of) for slot in slots)


def _abcde() -> list[ContextSection]:
    """Five sections, the best first: what the examples above arrange."""
    return [ContextSection(name, "", priority=-i) for i, name in enumerate("abcde")]
