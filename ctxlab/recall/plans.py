"""What is to be measured: a plan, and the trials that it consists of.

A curve plan asks for facts at every position of a list. A reorder plan takes
the same facts in six orders and asks for the few that matter. Either way a
trial is one list and several questions about it, and the seed says it all.
Taught in 03.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ctxlab.ordering import order_for_recall
from ctxlab.recall.orders import (
    Order,
    best_at_end,
    best_first,
    best_in_middle,
    best_last,
    random_order,
)
from ctxlab.recall.prompts import LAYOUTS, TEMPLATES, Fact, draw_facts, list_of_facts
from ctxlab.sections import ContextSection

KINDS = ("curve", "reorder")
MOST_ASKED = 24  # positions asked of a long list: 6 at either end, 12 across the middle

REORDERS: dict[str, Order] = {
    "middle": best_in_middle,
    "random": random_order("drawn"),  # replaced by one of its own in each context
    "front": best_first,
    "back": best_last,
    "dealt, best first": order_for_recall,
    "dealt, best last": best_at_end,
}
"""The orders of the paired experiment, all on the same facts."""


@dataclass(frozen=True)
class Trial:
    """One list of facts and the questions asked about it. Taught in 03."""

    context: int
    order: str
    """The name of the order in a reorder plan, else empty."""
    shared: str
    """What all questions share: introduction, facts, perhaps prose."""
    slots: tuple[int, ...]
    """The positions (from 0) of the facts that are asked for."""
    facts: tuple[Fact, ...]
    """The facts asked for, in the same order as `slots`."""


@dataclass(frozen=True)
class Plan:
    """A measurement that its fields describe completely. Taught in 03.

    >>> plan = Plan("on-call", facts=20, contexts=12)
    >>> plan.key, len(list(plan.trials())), len(next(plan.trials()).facts)
    ('on-call-20', 12, 20)
    """

    template: str
    facts: int
    contexts: int
    layout: str = "plain"
    kind: str = "curve"
    important: int = 4
    """How many facts matter, in a reorder plan."""
    seed: int = 0

    def __post_init__(self) -> None:
        for field, known in (("template", TEMPLATES), ("layout", LAYOUTS), ("kind", KINDS)):
            if getattr(self, field) not in known:
                value = getattr(self, field)
                raise ValueError(f"no {field} {value!r}; there are {', '.join(known)}")
        if self.facts < 3 or self.contexts < 1:
            raise ValueError("a plan needs at least 3 facts (first, middle, last) and 1 context")
        if self.kind == "reorder" and not 1 <= self.important < self.facts:
            raise ValueError(f"important must be 1 to {self.facts - 1}, got {self.important}")

    @property
    def key(self) -> str:
        """A short name, fit for a file: template, facts, and what is special."""
        special = [word for word in (self.layout, self.kind) if word not in ("plain", "curve")]
        return "-".join([self.template, str(self.facts), *special])

    def trials(self, start: int = 0) -> Iterator[Trial]:
        """The trials, context by context, from context `start` on."""
        for context in range(start, self.contexts):
            facts = draw_facts(TEMPLATES[self.template], self.facts, context, self.seed)
            if self.kind == "curve":
                yield self._trial(context, "", facts, asked_positions(self.facts))
            else:
                yield from self._reordered(context, facts)

    def fingerprint(self) -> str:
        """The sha256 of every prompt, question and value: equal plans, equal prompts."""
        digest = hashlib.sha256()
        for trial in self.trials():
            digest.update(repr(trial).encode())
        return digest.hexdigest()

    def _reordered(self, context: int, facts: Sequence[Fact]) -> Iterator[Trial]:
        """The first facts matter most; each order sees them shuffled among the others."""
        ranks = {fact: self.important - i for i, fact in enumerate(facts[: self.important])}
        mixed = random_order(f"{self.seed}/{context}/mixed")
        sections = {
            ContextSection(fact.name, fact.value, priority=ranks.get(fact, 0)): fact
            for fact in facts
        }
        for name, order in REORDERS.items():
            if name == "random":
                order = random_order(f"{self.seed}/{context}/random")
            arranged = [sections[section] for section in order(mixed(sections))]
            yield self._trial(context, name, arranged, [arranged.index(fact) for fact in ranks])

    def _trial(
        self, context: int, order: str, facts: Sequence[Fact], slots: Sequence[int]
    ) -> Trial:
        sentences = [TEMPLATES[self.template].sentence(fact) for fact in facts]
        shared = list_of_facts(sentences, self.layout)
        return Trial(context, order, shared, tuple(slots), tuple(facts[i] for i in slots))


def asked_positions(number: int, most: int = MOST_ASKED) -> list[int]:
    """All positions of a short list; of a long one both ends and some of the middle. Taught in 03.

    >>> asked_positions(5), asked_positions(40, most=8)
    ([0, 1, 2, 3, 4], [0, 1, 9, 16, 23, 30, 38, 39])
    """
    if number <= most:
        return list(range(number))
    end = most // 4
    across = most - 2 * end
    step = (number - 2 * end) / (across + 1)
    middle = [round(end - 0.5 + step * (i + 1)) for i in range(across)]
    return [*range(end), *middle, *range(number - end, number)]
