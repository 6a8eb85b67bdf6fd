"""Policies: different answers to "what do I keep?", from a store to a window.

A policy is a row of a table: in which order it wants the items, whether it
drops replaced facts (supersede), how long an item may be (trim), and what it
does when one does not fit. `curated` is `relevant` plus two moves, and
`replace(relevant, supersede=True)` is the half-way house.

`ledger` adds the live `key = value` facts in one block. `random_order` is the
floor; `oracle` the ceiling, the one policy that is told the answer. Source: the
store and the window, "Four ways to fill the window". Taught in 06.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from ctxlab.policies.facts import ledger_pieces, swept
from ctxlab.policies.view import Piece, View
from ctxlab.policies.window import OnMisfit, OnOverflow, Window, fill
from ctxlab.relevance import marker
from ctxlab.world.items import states
from ctxlab.world.sentences import Dice

Rank = Callable[[View], Sequence[int]]
"""The positions of the candidates, the one wanted most first."""


class WindowLimitError(ValueError):
    """The request is larger than the model accepts: it is refused outright. Taught in 06."""

    def __init__(self, policy: str, tokens: int, limit: int) -> None:
        self.tokens, self.limit = tokens, limit
        super().__init__(
            f"{policy} sends {tokens} tokens but the model's window holds {limit}: refused. "
            "Use a policy that keeps to a budget, and a budget below the limit."
        )


def oldest_first(view: View) -> Sequence[int]:
    """In time order."""
    return view.candidates


def newest_first(view: View) -> Sequence[int]:
    """Latest first."""
    return view.candidates[::-1]


def most_relevant_first(view: View) -> Sequence[int]:
    """By relevance to the question; equal ones keep the order of the store, oldest first."""
    return sorted(view.candidates, key=lambda i: -view.relevance[i])


def most_relevant_then_newest_first(view: View) -> Sequence[int]:
    """By relevance to the question; of equal ones the newest first."""
    return sorted(view.candidates, key=lambda i: (-view.relevance[i], -i))


def shuffled(view: View) -> Sequence[int]:
    """In an order that has nothing to do with the question, the same for every budget."""
    size = sum(len(item.text) for item in view.items)
    return Dice(f"{size} {view.question!a}").shuffled(view.candidates)


@dataclass(frozen=True)
class Policy:
    """One answer to "what do I keep?"; call it with a view and a budget in tokens.

    Vary one with `dataclasses.replace(curated, trim=60)`. The call takes
    `window_limit=` (a larger request raises WindowLimitError) and
    `on_pinned_overflow=` ("flag" or "raise", as in `fill`). Taught in 06.

    >>> from ctxlab.world.items import Item
    >>> view = View([Item(1, "note", "one"), Item(2, "note", "two")], "Which?")
    >>> [receipt.outcome for receipt in recent(view, 24).receipts]
    ['dropped', 'whole']
    """

    name: str
    rank: Rank = field(repr=False)
    supersede: bool = False
    trim: int | None = None
    on_misfit: OnMisfit = "skip"
    ledger: bool = False
    sweep: bool = False

    def __call__(
        self,
        view: View,
        budget: int,
        *,
        window_limit: int | None = None,
        on_pinned_overflow: OnOverflow = "flag",
    ) -> Window:
        withheld = _replaced(view) if self.supersede else {}
        wanted = [view.piece(i, self.trim) for i in self.rank(view) if i not in withheld]
        if self.sweep:
            wanted = swept(view, wanted)
        if self.ledger:
            wanted = [*ledger_pieces(view, budget), *wanted]
        window = fill(view, budget, wanted, self.on_misfit, withheld, on_pinned_overflow)
        if window_limit is not None and window.token_count > window_limit:
            raise WindowLimitError(self.name, window.token_count, window_limit)
        return window


def _replaced(view: View) -> dict[int, str]:
    return {
        old: f"replaced: step {view.items[new].step} states {view.items[old].key} anew"
        for old, new in view.superseded.items()
    }


TRIM = 120
"""Tokens an item is trimmed to by `curated`, as in the source."""

keep_all = Policy("keep_all", oldest_first, on_misfit="keep")
"""Everything that has happened, whatever the budget."""

recent = Policy("recent", newest_first, on_misfit="stop")
"""A sliding window: newest first, until one does not fit."""

relevant = Policy("relevant", most_relevant_first)
"""Best first, skipping what does not fit."""

curated = Policy("curated", most_relevant_first, supersede=True, trim=TRIM)
"""`relevant` without replaced facts and with long items trimmed."""

ledger = Policy("ledger", most_relevant_first, supersede=True, trim=TRIM, ledger=True)
"""`curated` with the live facts in one block."""

sweeping_ledger = replace(ledger, name="ledger+sweep", sweep=True)
"""`ledger` without the lines that still repeat a replaced value, in chat for example."""

random_order = Policy("random", shuffled)
"""The floor: what luck finds."""


@dataclass(frozen=True)
class Oracle:
    """The ceiling: pins, question and the one line with the answer, which it is told.

    No other policy may see an answer. Taught in 06.
    """

    name: str = "oracle"

    def __call__(self, view: View, budget: int, answer: str) -> Window:
        pieces = [
            Piece(i, view.items[i], _only(view.items[i].text, answer))
            for i in view.candidates
            if states(view.items[i].text, answer)
        ]
        return fill(view, budget, pieces[:1])


oracle = Oracle()


def _only(text: str, answer: str) -> str:
    lines = text.split("\n")
    kept = [line for line in lines if states(line, answer)]
    return "\n".join([*kept, marker(len(lines) - len(kept))]) if len(kept) < len(lines) else text
