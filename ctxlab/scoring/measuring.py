"""Scoring: is the right value in the window? A replaced one? The rule?

Three separate questions, since one does not answer the other: a window may
hold the current value and the stale one beside it. Values are matched as whole
tokens, no model is asked. What is *not* measured: whether a model would find
the value in there (notebook 03 does that), or obey the rule.

`prepare` works out once what many policies and budgets share. Source: the store
and the window. Taught in 06.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ctxlab.policies.table import Oracle, Policy, oracle
from ctxlab.policies.view import View, Wrap, plain_wrap, view_of
from ctxlab.policies.window import Window
from ctxlab.scoring.scores import Row, Score, summary
from ctxlab.tokens import Counter, count_tokens
from ctxlab.world.items import Question, QuestionKind, World, states

BUDGETS = (500, 1000, 1500, 2000, 3000, 4000, 6000, 8000)
"""Budgets in tokens that the tables use; the session itself has about 14,000."""

Assembler = Policy | Oracle | Callable[[View, int], Window | str]
"""What can be scored: a policy, or your own function of a view and a budget."""


@dataclass(frozen=True)
class Case:
    """A question, what a policy may see of it, and what must be in the window."""

    world: str
    question: Question
    view: View
    rules: Sequence[str]


def prepare(
    worlds: Iterable[World], count: Counter = count_tokens, wrap: Wrap = plain_wrap
) -> tuple[Case, ...]:
    """One case a question, ready for any number of policies and budgets. Taught in 06.

    >>> from ctxlab.world.session import build_world
    >>> len(prepare([build_world(0), build_world(1)]))
    40
    """
    return tuple(
        Case(world.name, question, view_of(world, question, count, wrap), world.rules)
        for world in worlds
        for question in world.questions
    )


def score(
    assembler: Assembler, cases: Iterable[Case], budgets: Iterable[int] = BUDGETS
) -> list[Score]:
    """Every case at every budget, the windows counted anew. Taught in 06.

    >>> from ctxlab.world.session import build_world
    >>> from ctxlab.policies.table import recent
    >>> sum(result.over for result in score(recent, prepare([build_world(0)]), [500]))
    0
    """
    budgets = tuple(budgets)
    return [_scored(assembler, case, budget) for case in cases for budget in budgets]


def _scored(assembler: Assembler, case: Case, budget: int) -> Score:
    question, view = case.question, case.view
    text = _text(assembler, case, budget)
    return Score(
        name_of(assembler),
        budget,
        case.world,
        question.step,
        question.kind,
        answered=states(text, question.answer),
        stale=states(text, question.stale) if question.stale else None,
        rule=all(rule in text for rule in case.rules),
        tokens=view.count(text),
    )


def _text(assembler: Assembler, case: Case, budget: int) -> str:
    """What the assembler sends. Only the oracle itself is told the answer."""
    if assembler is oracle:
        return oracle(case.view, budget, case.question.answer).text
    if isinstance(assembler, Oracle):
        raise TypeError("only ctxlab.policies.oracle itself is told answers, not a copy of it")
    window = assembler(case.view, budget)
    return window if isinstance(window, str) else window.text


def name_of(assembler: Assembler) -> str:
    """What tables call it.

    >>> name_of(lambda view, budget: "")
    '<lambda>'
    """
    name = getattr(assembler, "name", None) or getattr(assembler, "__name__", None)
    return str(name or type(assembler).__name__)


def budget_curve(
    assembler: Assembler,
    worlds: Iterable[World],
    budgets: Iterable[int] = BUDGETS,
    kind: QuestionKind | None = None,
) -> list[Row]:
    """Answers, stale values, rule and cost at each budget, in one call. Taught in 06.

    More budget need not mean more answers: a trim, not the budget, may be what
    loses one, and then no budget brings it back.

    >>> from ctxlab.world.session import build_world
    >>> from ctxlab.policies.table import ledger
    >>> [row.answered.hits for row in budget_curve(ledger, [build_world(0)], [1000])]
    [20]
    """
    return summary(score(assembler, prepare(worlds), budgets), kind)
