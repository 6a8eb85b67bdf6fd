"""Assembling a prompt: constraint, selection, arrangement, as three operations.

1. Pinned gate: what must be there is paid first, or there is no prompt.
2. Priority fill: the rest by priority, skipping what does not fit.
3. Rendering, in the order handed in or the one that `arrange` gives.

Decisions are kept by list position: two equal sections, or one object listed
twice, each get a decision of their own. Counts of parts need not add up to the
count of the prompt, so the final string is counted, and repaired until it
fits. Source: phase 04, `assemble_context`. Taught in 02.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from ctxlab.accounts import Account, Bodies, BodiesAccount, WholeAccount, chosen_sections
from ctxlab.adding import AdditiveAccount
from ctxlab.sections import ContextSection, render
from ctxlab.tokens import Counter, SectionCounter, count_tokens
from ctxlab.trace import Assembly, BudgetError, Decision, Fate
from ctxlab.truncation import ELISION, truncate_to_tokens

Accounting = Literal["rendered", "bodies"]
Arrange = Callable[[list[ContextSection]], Iterable[ContextSection]]


def assemble_context(
    sections: Iterable[ContextSection],
    budget: int,
    *,
    count: Counter = count_tokens,
    accounting: Accounting = "rendered",
    on_pinned_overflow: Literal["raise", "flag"] = "raise",
    arrange: Arrange | None = None,
) -> Assembly:
    """The best prompt within `budget` tokens, by priority, with every decision explained.

    `accounting="rendered"` counts the string that is sent; `"bodies"` is source
    A's simplification, in which headers and blank lines are free. `arrange`
    orders the survivors (for example `order_for_recall`); without it they keep
    the caller's order. Pins that do not fit raise BudgetError, or are kept and
    flagged as `over_budget`.

    Raises TypeError for a budget that is no int (None is not "no limit") and
    ValueError for a negative one. Taught in 02.

    >>> rule = ContextSection("rule", "Never delete backup-prod-7.", pinned=True)
    >>> chat = ContextSection("chat", "Nice weather we are having here.", priority=1)
    >>> assemble_context([rule, chat], budget=12).included
    ('rule',)
    """
    sections = list(sections)
    _check(budget, accounting, on_pinned_overflow)
    account = _open_account(sections, budget, count, accounting)
    fates = _take_pins(sections, budget, account)
    if account.used() > budget and on_pinned_overflow == "raise":
        raise _overflow(fates, account.used(), budget)
    fates += _fill_by_priority(sections, budget, account)
    draft = _Draft(sections, account.bodies, arrange)
    repaired, tokens = _repair(draft, budget, account)
    if tokens > budget and on_pinned_overflow == "raise":
        raise _overflow(fates, tokens, budget)
    return repaired.finished(tokens, budget, fates)


def _check(budget: int, accounting: str, on_pinned_overflow: str) -> None:
    if not isinstance(budget, int):
        raise TypeError(f"budget must be a whole number of tokens, got {budget!r}")
    if budget < 0:
        raise ValueError(f"budget must be at least 0 tokens, got {budget}")
    for name, value, known in (
        ("accounting", accounting, ("rendered", "bodies")),
        ("on_pinned_overflow", on_pinned_overflow, ("raise", "flag")),
    ):
        if value not in known:
            raise ValueError(f"{name} must be {known[0]!r} or {known[1]!r}, got {value!r}")


def _open_account(
    sections: Sequence[ContextSection], budget: int, count: Counter, accounting: Accounting
) -> Account:
    if accounting == "bodies":
        return BodiesAccount(count)
    if isinstance(count, SectionCounter):
        return AdditiveAccount(sections, count)
    return WholeAccount(sections, count, budget)


def _take_pins(sections: Sequence[ContextSection], budget: int, account: Account) -> list[Fate]:
    """Phase 1: pins are taken whatever they cost; the caller of this judges the sum."""
    fates: list[Fate] = []
    for position, section in enumerate(sections):
        if section.pinned:
            before = account.used()
            account.take(position, section.text)
            cost = account.used() - before
            fates.append((position, section.name, "pinned", 0, cost, budget - before, cost, False))
    return fates


def _fill_by_priority(
    sections: Sequence[ContextSection], budget: int, account: Account
) -> list[Fate]:
    """Phase 2: highest priority first, equal priorities in the caller's order."""
    candidates = [i for i, section in enumerate(sections) if not section.pinned]
    candidates.sort(key=[-section.priority for section in sections].__getitem__)
    return [
        _decide(sections[position], position, rank, budget, account)
        for rank, position in enumerate(candidates, start=1)
    ]


def _decide(
    section: ContextSection, position: int, rank: int, budget: int, account: Account
) -> Fate:
    """Whole if it fits, else its head if it may be cut, else not at all."""
    needs, left = account.take_if_fits(position, section.text, budget)
    if needs <= left:
        return position, section.name, "whole", rank, needs, left, needs, False
    body = _cut_in_place(section, position, budget, account)
    if not body:
        return position, section.name, "dropped", rank, needs, left, 0, False
    used = account.used()
    account.take(position, body)
    return position, section.name, "cut", rank, needs, left, account.used() - used, False


def _cut_in_place(section: ContextSection, position: int, budget: int, account: Account) -> str:
    """The longest marked head with which the account stays within budget, or ""."""
    if not section.truncatable or account.used() >= budget:
        return ""
    if account.with_body(position, ELISION) > budget:  # not even the marker
        return ""
    return truncate_to_tokens(section.text, budget, lambda body: account.with_body(position, body))


def _repair(draft: "_Draft", budget: int, account: Account) -> tuple["_Draft", int]:
    """Take sections out again, lowest priority first, then latest, until it fits.

    Doubles the number taken out and then halves the gap: O(log n) full counts.
    Returns what is left and its tokens.
    """
    tokens = draft.count(account)
    victims = draft.victims() if tokens > budget else []
    low, high = 0, 1  # `low` taken out is too few
    while high < len(victims) and draft.without(victims[:high]).count(account) > budget:
        low, high = high, 2 * high
    high = min(high, len(victims))
    while high - low > 1:
        middle = (low + high) // 2
        fits = draft.without(victims[:middle]).count(account) <= budget
        low, high = (low, middle) if fits else (middle, high)
    if not high:
        return draft, tokens
    repaired = draft.without(victims[:high])
    return repaired, repaired.count(account)


def _overflow(fates: Sequence[Fate], needs: int, budget: int) -> BudgetError:
    pins = [Decision._make(fate) for fate in fates if fate[2] == "pinned"]
    largest = max(pins, key=lambda pin: pin.needs)
    return BudgetError(needs, budget, largest.name, largest.needs)


@dataclass(frozen=True)
class _Draft:
    """What was chosen, and phase 3: the order it is written in."""

    sections: Sequence[ContextSection]
    bodies: Bodies
    arrange: Arrange | None

    def victims(self) -> list[int]:
        """Positions of what may be taken out again, first the first to go."""
        free = [i for i in self.bodies if not self.sections[i].pinned]
        return sorted(free, key=lambda i: (self.sections[i].priority, -i))

    def without(self, positions: Iterable[int]) -> "_Draft":
        gone = set(positions)
        kept = {i: body for i, body in self.bodies.items() if i not in gone}
        return replace(self, bodies=kept)

    def count(self, account: Account) -> int:
        """Tokens of the prompt as it is arranged."""
        return account.count_prompt([i for i, _ in self.arranged], lambda: self.text)

    @cached_property
    def arranged(self) -> list[tuple[int, ContextSection]]:
        """(position, section as it is rendered) in the order of the prompt."""
        positions = sorted(self.bodies)
        survivors = chosen_sections(self.sections, self.bodies)
        if self.arrange is None:
            return list(zip(positions, survivors, strict=True))
        waiting: dict[int, deque[int]] = defaultdict(deque)  # one object may be listed twice
        for position, section in zip(positions, survivors, strict=True):
            waiting[id(section)].append(position)
        ordered = list(self.arrange(list(survivors)))
        if sorted(map(id, ordered)) != sorted(map(id, survivors)):
            raise ValueError(
                f"arrange must return the {len(survivors)} sections it was given, reordered; "
                f"it returned {len(ordered)} that are not the same objects"
            )
        return [(waiting[id(section)].popleft(), section) for section in ordered]

    @cached_property
    def text(self) -> str:
        return render(section for _, section in self.arranged)

    def finished(self, tokens: int, budget: int, fates: Sequence[Fate]) -> Assembly:
        order = tuple(position for position, _ in self.arranged)
        kept = set(order)
        if any(fate[0] not in kept and fate[2] != "dropped" for fate in fates):
            fates = [fate if fate[0] in kept else _taken_out(fate) for fate in fates]
        return Assembly(self.text, tokens, budget, tuple(fates), order)


def _taken_out(fate: Fate) -> Fate:
    """Dropped by the repair, unless it was dropped before."""
    position, name, outcome, rank, needs, left, _, _ = fate
    return position, name, "dropped", rank, needs, left, 0, outcome != "dropped"
