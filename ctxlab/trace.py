"""What was decided about each section, and the prompt that came of it.

Taught in 02.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

Outcome = Literal["pinned", "whole", "cut", "dropped"]


class BudgetError(ValueError):
    """The pinned sections alone need more than the budget: there is no valid prompt.

    `needs` and `budget` are in tokens; `largest` names the largest pin. Taught in 02.
    """

    def __init__(self, needs: int, budget: int, largest: str, largest_tokens: int) -> None:
        self.needs, self.budget, self.largest = needs, budget, largest
        super().__init__(
            f"the pinned sections need {needs} tokens but the budget is {budget}; the largest is "
            f"{largest!r} with {largest_tokens}. Raise the budget, shorten or unpin a section, "
            "or pass on_pinned_overflow='flag' to keep the pins and be told."
        )


class Decision(NamedTuple):
    """One section's fate, with the numbers behind it. All sizes are in tokens.

    `position` is the place in the caller's list (names need not be unique),
    `rank` the place in the order of selection (1 is asked first; pins are 0),
    `needs` what the whole section would have added, `left` what was left of
    the budget at that moment, `took` what it added in the end.
    """

    position: int
    name: str
    outcome: Outcome
    rank: int
    needs: int
    left: int
    took: int
    repaired: bool

    def __str__(self) -> str:
        why = f"needs {self.needs}, {self.left} left"
        if self.repaired:
            why += "; taken out again: the joined prompt counted more than its parts"
        elif self.outcome == "cut":
            why += f", cut to {self.took}"
        return f"{self.rank:>3}  {self.name:<16} {self.outcome:<8} {why}"


Fate = tuple[int, str, Outcome, int, int, int, int, bool]
"""The fields of a `Decision`."""


@dataclass(frozen=True)
class Assembly:
    """A prompt and how it came about.

    `included`, `truncated` and `dropped` are names for reading, in prompt order
    (dropped: in the order of selection). Names may repeat; `decisions` has one
    entry a section, told apart by position. `token_count` is the count of
    `text`, or of the bodies under `accounting="bodies"`. Taught in 02.
    """

    text: str
    token_count: int
    budget: int
    fates: Sequence[Fate]
    """The decisions as bare tuples: explanations cost nothing until they are asked for."""
    order: Sequence[int]
    """Positions of the included sections, in the order of the prompt."""

    @cached_property
    def decisions(self) -> Sequence[Decision]:
        """One entry a section: pins in the caller's order, then the rest by rank."""
        return tuple(map(Decision._make, self.fates))

    @property
    def over_budget(self) -> bool:
        """True only if pins were kept although they do not fit."""
        return self.token_count > self.budget

    @property
    def included(self) -> tuple[str, ...]:
        """Names of the sections in the prompt, in its order."""
        return self._names("pinned", "whole", "cut")

    @property
    def truncated(self) -> tuple[str, ...]:
        """Names of the sections that were cut, in prompt order."""
        return self._names("cut")

    @property
    def dropped(self) -> tuple[str, ...]:
        """Names of the sections left out, in the order of selection."""
        return tuple(d.name for d in self.decisions if d.outcome == "dropped")

    def explain(self) -> str:
        """One line a section: its rank, its fate, and the numbers behind it."""
        return "\n".join(str(decision) for decision in self.decisions)

    def _names(self, *outcomes: Outcome) -> tuple[str, ...]:
        decisions = {decision.position: decision for decision in self.decisions}
        return tuple(decisions[i].name for i in self.order if decisions[i].outcome in outcomes)
