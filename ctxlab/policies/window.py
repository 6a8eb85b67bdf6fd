"""Filling the window: the question is paid first, then pins, then candidates.

`fill` takes pieces in the order they are wanted and keeps the books on the
string that is sent, wrappers, blank lines and question included. The result is
within the budget for any counter, or says `over_budget`: that happens when
question and pins alone do not fit, and when a policy ignores the budget.
Every item of the store gets a receipt. Source: the store and the window,
"Budget, pinned, supersede, trim". Taught in 06.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ctxlab.policies.purse import Purse, Receipt
from ctxlab.policies.view import Piece, View, in_order
from ctxlab.trace import BudgetError

OnMisfit = Literal["skip", "stop", "keep"]
OnOverflow = Literal["flag", "raise"]


@dataclass(frozen=True)
class Window:
    """What is sent, and how it came about. Sizes are in tokens. Taught in 06.

    `pieces` are in the order of the window; the question follows them.
    `receipts` has one entry an item of the store, in store order, preceded by
    those of blocks the assembler made itself.
    """

    text: str
    token_count: int
    budget: int
    question_tokens: int
    pieces: Sequence[Piece]
    receipts: Sequence[Receipt]

    @property
    def over_budget(self) -> bool:
        """True if question and pins did not fit, or the policy ignores the budget."""
        return self.token_count > self.budget

    def explain(self) -> str:
        """The sum, then one line an item: its fate and the numbers behind it."""
        flag = "  OVER BUDGET" if self.over_budget else ""
        head = (
            f"{self.token_count} of {self.budget} tokens{flag}; "
            f"the question's {self.question_tokens} were paid first"
        )
        return "\n".join([head, *map(str, self.receipts)])


def fill(
    view: View,
    budget: int,
    pieces: Iterable[Piece],
    on_misfit: OnMisfit = "skip",
    withheld: Mapping[int, str] | None = None,
    on_pinned_overflow: OnOverflow = "flag",
) -> Window:
    """The window that holds question, pins and, in the order wanted, what fits.

    A piece that does not fit is skipped, or ends the filling ("stop"), or is
    kept all the same ("keep"). `withheld` gives reasons for items that are not
    proposed (position -> reason); they go on the receipts.

    Raises TypeError for a budget that is no int, ValueError for a negative one
    and for an item proposed twice, BudgetError for question and pins over
    budget under `on_pinned_overflow="raise"`. Taught in 06.

    >>> from ctxlab.world.items import Item
    >>> view = View([Item(0, "rule", "Be kind."), Item(1, "note", "x" * 400)], "Why?")
    >>> print(fill(view, 60, [view.piece(1)]).receipts[1])
    step 1   note             dropped     needs 111, 41 left, rank 1 of 1
    """
    _check(budget, on_misfit, on_pinned_overflow)
    purse = Purse(view, budget)
    receipts = pay_pins(purse)
    purse.settle()
    if purse.used > budget and on_pinned_overflow == "raise":
        raise _overflow(purse, receipts)
    fixed = len(purse.pieces)
    receipts += _take_in_order(purse, _checked(view, pieces), on_misfit)
    purse.repair(len(purse.pieces) if on_misfit == "keep" else fixed)
    return _closed(view, purse, receipts, withheld or {})


def _check(budget: int, on_misfit: str, on_pinned_overflow: str) -> None:
    if not isinstance(budget, int):
        raise TypeError(f"budget must be a whole number of tokens, got {budget!r}")
    if budget < 0:
        raise ValueError(f"budget must be at least 0 tokens, got {budget}")
    for name, value, known in (
        ("on_misfit", on_misfit, ("skip", "stop", "keep")),
        ("on_pinned_overflow", on_pinned_overflow, ("flag", "raise")),
    ):
        if value not in known:
            raise ValueError(f"{name} must be one of {', '.join(known)}, got {value!r}")


def _checked(view: View, pieces: Iterable[Piece]) -> list[Piece]:
    """The pieces without the pins, which are in already; none twice."""
    wanted = [piece for piece in pieces if not piece.item.pinned]
    seen: set[int] = set()
    for position in (piece.position for piece in wanted):
        if position in seen:
            raise ValueError(f"the item at position {position} is proposed twice")
        if position >= len(view.items):
            raise ValueError(f"there is no position {position}: the store has {len(view.items)}")
        seen.add(position)
    return wanted


def pay_pins(purse: Purse) -> list[Receipt]:
    """Take the pins, whatever they cost; the caller of this judges the sum."""
    receipts = []
    for position, item in enumerate(purse.view.items):
        if item.pinned:
            left, before = purse.left, purse.used
            purse.take(purse.view.piece(position))
            cost = purse.used - before
            receipts.append(Receipt(position, item.step, item.kind, "pinned", cost, left, cost))
    return receipts


def _take_in_order(purse: Purse, wanted: Sequence[Piece], on_misfit: OnMisfit) -> list[Receipt]:
    receipts = []
    stopped = ""
    for rank, piece in enumerate(wanted, start=1):
        receipt = purse.offer(piece, on_misfit == "keep", stopped)
        receipts.append(receipt._replace(rank=rank, of=len(wanted)))
        if on_misfit == "stop" and receipt.outcome == "dropped" and not stopped:
            stopped = f"not asked: stopped at step {piece.item.step}"
    return receipts


def _overflow(purse: Purse, receipts: Sequence[Receipt]) -> BudgetError:
    sizes = [(receipt.took, f"step {receipt.step} | {receipt.kind}") for receipt in receipts]
    cost, name = max([*sizes, (purse.question_tokens, "question")])
    return BudgetError(purse.used, purse.budget, name, cost)


def _closed(
    view: View, purse: Purse, receipts: Iterable[Receipt], withheld: Mapping[int, str]
) -> Window:
    """The window; items nobody spoke of get a receipt as well."""
    kept = {piece.position for piece in purse.pieces}
    by_position = {}
    for receipt in receipts:
        is_out = receipt.outcome in ("whole", "trimmed") and receipt.position not in kept
        by_position[receipt.position] = receipt.taken_out() if is_out else receipt
    for position in set(range(len(view.items))) - by_position.keys():
        item = view.items[position]
        why = withheld.get(position, "not proposed by the policy")
        by_position[position] = Receipt(position, item.step, item.kind, "withheld", why=why)
    return Window(
        view.render(purse.pieces),
        purse.used,
        purse.budget,
        purse.question_tokens,
        in_order(purse.pieces),
        [by_position[position] for position in sorted(by_position)],
    )
