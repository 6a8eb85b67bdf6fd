"""Grading saved notebooks: one outcome an exercise, whatever the state of the file."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ctxlab.checking.check import SECONDS, visible_key
from ctxlab.checking.diagnose import diagnose
from ctxlab.checking.exercise import Exercise
from ctxlab.checking.observe import Observation, Raised
from ctxlab.checking.result import CheckResult
from ctxlab.exercises import all_ids, find, of_notebook
from ctxlab.grading.extract import Definitions, extract
from ctxlab.grading.notebook import UnreadableNotebook, read_notebook
from ctxlab.grading.runner import Job, Result, run_jobs


@dataclass(frozen=True)
class Graded:
    """One notebook's results by exercise id, and what a person should look at."""

    path: Path
    results: dict[str, CheckResult]
    trouble: tuple[str, ...] = ()


def grade_notebook(path: Path) -> Graded:
    """Check every exercise of the saved notebook at `path`."""
    try:
        saved = read_notebook(path)
    except (UnreadableNotebook, OSError) as error:
        return Graded(path, {}, (str(error),))
    definitions = extract(saved.sources)
    exercises = _exercises(saved.mentioned, definitions)
    results = _results(exercises, definitions)
    died = [f"{r.id}: {r.note}" for r in results.values() if r.outcome == "errored" and not r.case]
    return Graded(path, results, (*definitions.broken_cells, *died))


def notebooks_in(folder: Path) -> list[Path]:
    """The notebooks below `folder`, without Jupyter's checkpoints and backups, sorted."""
    found = folder.rglob("*.ipynb")
    return sorted(
        path
        for path in found
        if not any(part.startswith(".") for part in path.relative_to(folder).parts)
    )


def _exercises(mentioned: Iterable[str], definitions: Definitions) -> list[Exercise]:
    """All exercises of the notebooks that the copy belongs to."""
    known = set(all_ids())
    ids = {i for i in mentioned if i in known}
    if not ids:  # ids and checks are gone: go by the names of the functions
        ids = {i for i in known if definitions.source_for(find(i).name) is not None}
    numbers = sorted({i.partition(".")[0] for i in ids})
    return [exercise for number in numbers for exercise in of_notebook(number)]


def _results(exercises: Sequence[Exercise], definitions: Definitions) -> dict[str, CheckResult]:
    jobs = {e.id: job for e in exercises if (job := _job(e, definitions)) is not None}
    answers = dict(zip(jobs, run_jobs(list(jobs.values())), strict=True))
    return dict(_judged(exercises, answers))


def _judged(
    exercises: Sequence[Exercise], answers: dict[str, Result]
) -> Iterator[tuple[str, CheckResult]]:
    for exercise in exercises:
        answer = answers.get(exercise.id, {"missing": True})
        blank = CheckResult(exercise.id, exercise.title, "not attempted")
        if "missing" in answer:
            yield exercise.id, replace(blank, note=f"there is no function {exercise.name}")
        elif "stub" in answer:
            yield exercise.id, blank
        elif trouble := answer.get("died") or answer.get("failed"):
            yield exercise.id, replace(blank, outcome="errored", note=trouble)
        else:
            seen = [_observation(plain) for plain in answer["seen"]]
            yield exercise.id, diagnose(visible_key(exercise.id), seen)


def _job(exercise: Exercise, definitions: Definitions) -> Job | None:
    source = definitions.source_for(exercise.name)
    if source is None:
        return None
    key = visible_key(exercise.id)
    return {
        "exercise": exercise.id,
        "source": source,
        "name": exercise.name,
        "cases": key.cases,
        "call_limits": key.call_limits,
        "iterators": exercise.iterators,
        "seconds": SECONDS,
    }


def _observation(plain: Result) -> Observation:
    raised = plain["raised"]
    as_raised = (
        Raised(tuple(raised["types"]), raised["message"], raised["where"]) if raised else None
    )
    return Observation(**{**plain, "raised": as_raised})
