"""Assembling again when one of n sections has changed, against assembling anew.

Every call gets a text that was never seen before, at another place. Both ways
must give a prompt whose stated count is the true one.
"""

import random
from collections.abc import Callable
from typing import Any

from benchmarks.row import Call, Contender, Row, need
from benchmarks.workloads import prose, sections
from ctxlab.assembly import assemble_context
from ctxlab.bpe import BpeCounter
from ctxlab.sections import ContextSection, render

_WARM, _COLD = BpeCounter("o200k_base"), BpeCounter("o200k_base")


class Case:
    """Sections, and a budget of half their tokens."""

    def __init__(self, n: int, words: int) -> None:
        self.words = words
        self.sections = sections(n, words)
        self.budget = _COLD(render(self.sections)) // 2
        self.rng = random.Random(n)

    def changed(self) -> list[ContextSection]:
        """The sections with a new text somewhere."""
        place = self.rng.randrange(1, len(self.sections))
        text = prose(self.rng, self.words)
        new = ContextSection(f"section {place}", text, self.rng.random(), truncatable=True)
        return [*self.sections[:place], new, *self.sections[place + 1 :]]


def _assembling(count: BpeCounter) -> Callable[[Case], Call]:
    return lambda case: lambda: assemble_context(case.changed(), case.budget, count=count)


def _check(case: Case, result: Any, ours: Any) -> str:
    need(result.token_count == _COLD(result.text) <= case.budget, "the count is not the true one")
    return ""


def _row(words: int) -> Row:
    return Row(
        id=f"reassemble-{words}",
        what=f"assemble again, 1 of n sections of {words} words changed, o200k_base",
        sizes=(1_000, 10_000),
        case=lambda n: Case(n, words),
        ours=Contender("ctxlab, again", _assembling(_WARM)),
        rivals=(Contender("ctxlab, anew", _assembling(_COLD), 20, before=_COLD.forget),),
        check=_check,
    )


ROWS = (_row(40), _row(170))  # 170 words: the size of a tool log in the 60-step session
