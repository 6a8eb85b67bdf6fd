"""Arrangement: where each section lands. Source: phase 04, `order_for_recall`.

Many models use what stands at the two ends of a prompt better than what stands
in its middle. Dealing sections to the ends by priority puts the best first and
the second best last. Whether that pays depends on the model: notebook 03
measures it. Taught in 02 and 03.
"""

from collections.abc import Iterable
from operator import attrgetter

from ctxlab.sections import ContextSection


def order_for_recall(sections: Iterable[ContextSection]) -> list[ContextSection]:
    """Deal the sections to both ends by priority: best first, second best last.

    Equal priorities keep the caller's order: the first takes the better place.

    >>> ranked = [ContextSection(name, "", priority=-i) for i, name in enumerate("abcde")]
    >>> [section.name for section in order_for_recall(ranked)]
    ['a', 'c', 'e', 'd', 'b']
    """
    ranked = sorted(sections, key=attrgetter("priority"), reverse=True)  # equals keep their order
    front, back = ranked[0::2], ranked[1::2]
    return front + back[::-1]
