"""From observations to a result: what failed first, and which mistake explains it.

A known mistake is named when it explains everything that was seen. One that
explains the smallest failing case and at least 90 % of the failing ones is
offered as a question. Otherwise nothing is guessed: a wrong name is worse
than none.
"""

from collections.abc import Sequence
from dataclasses import replace

from ctxlab.checking import wording
from ctxlab.checking.exercise import Mistake
from ctxlab.checking.key import AnswerKey
from ctxlab.checking.observe import Observation
from ctxlab.checking.plain import decode
from ctxlab.checking.result import CheckResult

_NEARLY_ALL = 0.9


def diagnose(key: AnswerKey, seen: Sequence[Observation]) -> CheckResult:
    """Judge what a learner's function did on the first `len(seen)` of the key's cases."""
    exercise = key.exercise
    result = CheckResult(exercise.id, exercise.title, "passed", total_cases=len(key.cases))
    if seen and seen[-1].reached_answer:
        note = f"This calls the package's answer: write {exercise.name} yourself."
        return replace(result, outcome="not yet", note=note)
    complaints = {i: complaint(key, i, got) for i, got in enumerate(seen)}
    failing = [i for i, text in complaints.items() if text is not None]
    result = replace(result, passed_cases=len(seen) - len(failing))
    if not failing:
        is_complete = len(seen) == len(key.cases)
        return (
            result if is_complete else replace(result, outcome="errored", note="it stopped early")
        )
    first = failing[0]
    mistake, is_certain = _explanation(key, seen, failing)
    is_error = seen[first].raised and not key.right(first).raised and mistake is None
    return replace(
        result,
        outcome="errored" if is_error else "not yet",
        case=key.cases[first],
        call=wording.call(exercise.name, exercise.parameters, key.cases[first]),
        expected="" if exercise.judge else wording.outcome(key.right(first)),
        got=wording.outcome(seen[first]),
        note=complaints[first] or _where(seen[first]),
        printed=seen[first].printed,
        mistake=mistake,
        is_certain=is_certain,
    )


def complaint(key: AnswerKey, i: int, got: Observation) -> str | None:
    """What is wrong on case `i`: None if nothing, "" if the comparison says it all."""
    right = key.right(i)
    if got.mutated and not right.mutated:
        return "The arguments were changed: work on a copy."
    if got.too_many_calls:
        return f"The counter was asked {got.calls} times: {key.call_limits[i]} are enough."
    has_answer = not (got.raised or got.timed_out or got.odd_type or right.raised)
    if key.exercise.judge is None or not has_answer:
        return None if right.matches(got) else ""
    return key.exercise.judge(*decode(key.cases[i]), decode(got.answer))


def _where(seen: Observation) -> str:
    return seen.raised.where if seen.raised else ""


def _explanation(
    key: AnswerKey, seen: Sequence[Observation], failing: Sequence[int]
) -> tuple[Mistake | None, bool]:
    """The mistake that explains what was seen, and whether it explains all of it."""
    judged = [i for i, got in enumerate(seen) if not got.timed_out]
    failing = [i for i in failing if i in judged]
    likely: list[tuple[int, Mistake]] = []
    for number, mistake in enumerate(key.exercise.mistakes if failing else ()):
        explained = {i for i in judged if key.wrong(number, i).matches(seen[i])}
        if len(explained) == len(judged):
            return mistake, True
        covered = len(explained.intersection(failing))
        if failing[0] in explained and covered >= _NEARLY_ALL * len(failing):
            likely.append((covered, mistake))
    best = max((covered for covered, _ in likely), default=0)
    named = [mistake for covered, mistake in likely if covered == best]
    return (named[0], False) if len(named) == 1 else (None, False)
