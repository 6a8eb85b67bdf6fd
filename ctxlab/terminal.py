"""Results as tables in a terminal."""

from collections.abc import Sequence
from pathlib import Path

from rich.markup import escape
from rich.table import Table

from ctxlab.checking.result import SIGNS
from ctxlab.exercises import find
from ctxlab.grading.grade import Graded
from ctxlab.grading.gradebook import graded_ids, learner, looks_like


def status_table(copies: Sequence[Graded]) -> Table:
    """Every exercise of one learner's notebooks with its outcome."""
    table = Table(box=None, pad_edge=False, show_header=False)
    for graded in copies:
        results = graded.results.values()
        passed = sum(result.outcome == "passed" for result in results)
        name = escape(graded.path.name)
        table.add_row("", f"[bold]{name}[/]", "", f"[bold]{passed} of {len(results)} passed[/]")
        for result in results:
            exercise = find(result.id)
            minutes = f"{exercise.minutes} min" + ("*" if exercise.level == "stretch" else "")
            named = " · ".join(filter(None, (result.outcome, escape(looks_like(result)))))
            table.add_row(SIGNS[result.outcome], f"{result.id} {exercise.title}", minutes, named)
        table.add_row()
    return table


def grade_table(folder: Path, copies: Sequence[Graded]) -> Table:
    """Learner by exercise, one sign each."""
    ids = graded_ids(copies)
    signs = "  ".join(f"{sign} {outcome}" for outcome, sign in SIGNS.items())
    table = Table(
        box=None, pad_edge=False, caption=f"{signs}  ? unreadable", caption_justify="left"
    )
    for column in ("learner", *ids, "passed"):
        table.add_column(column, no_wrap=True)
    for copy in copies:
        absent = "" if copy.results else "?"
        row = [SIGNS[copy.results[i].outcome] if i in copy.results else absent for i in ids]
        table.add_row(escape(learner(folder, copy)), *row, str(row.count(SIGNS["passed"])))
    return table
