"""The gradebook: learner by exercise, as a CSV that no spreadsheet can be tricked with."""

import csv
from collections.abc import Sequence
from pathlib import Path

from ctxlab.checking.result import CheckResult
from ctxlab.grading.grade import Graded


def graded_ids(graded: Sequence[Graded]) -> list[str]:
    """All exercises that any of the copies has, in order."""
    return sorted({exercise_id for copy in graded for exercise_id in copy.results})


def learner(folder: Path, graded: Graded) -> str:
    """Who handed it in: the copy's path below the folder, without its ending."""
    return graded.path.relative_to(folder).with_suffix("").as_posix()


def looks_like(result: CheckResult) -> str:
    """The named mistake, or what went wrong where there is no outcome to name one for."""
    if result.mistake is None:
        return result.note if result.outcome == "errored" else ""
    return result.mistake.name if result.is_certain else f"perhaps: {result.mistake.name}"


def write_gradebook(path: Path, folder: Path, graded: Sequence[Graded]) -> None:
    """Write one row a copy: outcomes, named mistakes, number passed, what needs a look."""
    ids = graded_ids(graded)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        named = [f"{exercise_id} looks like" for exercise_id in ids]
        writer.writerow(["learner", *ids, *named, "passed", "needs a look"])
        writer.writerows([_safe(cell) for cell in _row(folder, copy, ids)] for copy in graded)


def _row(folder: Path, copy: Graded, ids: Sequence[str]) -> list[str]:
    results = [copy.results.get(exercise_id) for exercise_id in ids]
    outcomes = [result.outcome if result else "" for result in results]
    mistakes = [looks_like(result) if result else "" for result in results]
    passed = str(outcomes.count("passed"))
    return [learner(folder, copy), *outcomes, *mistakes, passed, "; ".join(copy.trouble)]


def _safe(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell
