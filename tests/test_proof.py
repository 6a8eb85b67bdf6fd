"""The checks are proved by running every known mistake: this holds for each exercise."""

import inspect
import json
import re
from typing import Any

import pytest

from ctxlab import check, hint
from ctxlab.checking.check import visible_key
from ctxlab.checking.diagnose import diagnose
from ctxlab.exercises import all_ids, find
from tests.answers import answers

EXERCISES = [pytest.param(exercise_id, id=exercise_id) for exercise_id in all_ids()]
MISTAKES = [
    pytest.param(exercise_id, number, id=f"{exercise_id} {mistake.name}")
    for exercise_id in all_ids()
    for number, mistake in enumerate(find(exercise_id).mistakes)
]


def stubs() -> list[Any]:
    def dots(*args: Any) -> Any: ...

    def text(*args: Any) -> Any:
        """Only a docstring."""

    def nothing(*args: Any) -> Any:
        pass

    def raising(*args: Any) -> Any:
        raise NotImplementedError("write me")

    return [dots, text, nothing, raising]


@pytest.mark.parametrize("exercise_id", EXERCISES)
def test_a_stub_is_not_attempted(exercise_id: str) -> None:
    assert {check(exercise_id, stub).outcome for stub in stubs()} == {"not attempted"}


@pytest.mark.parametrize("exercise_id", EXERCISES)
def test_right_answers_written_differently_pass(exercise_id: str) -> None:
    written = answers(exercise_id)
    assert len(written) >= 2
    assert written[0].__name__ == find(exercise_id).name
    for answer in written:
        result = check(exercise_id, answer)
        assert result.outcome == "passed", result


@pytest.mark.parametrize("exercise_id", EXERCISES)
def test_there_are_enough_known_mistakes(exercise_id: str) -> None:
    names = [mistake.name for mistake in find(exercise_id).mistakes]
    assert len(set(names)) == len(names) >= (2 if exercise_id.startswith("00") else 5)


@pytest.mark.parametrize(("exercise_id", "number"), MISTAKES)
def test_a_known_mistake_fails_and_is_named(exercise_id: str, number: int) -> None:
    """As `check` would name it; its helpers are the package's, so they are not blocked here."""
    mistake = find(exercise_id).mistakes[number]
    key = visible_key(exercise_id)
    result = diagnose(key, [key.wrong(number, i) for i in range(len(key.cases))])
    assert result.outcome == "not yet"
    assert result.mistake == mistake and result.is_certain
    assert mistake.name in repr(result) and mistake.name in result._repr_markdown_()
    assert result.call and result.case is not None


@pytest.mark.parametrize("exercise_id", EXERCISES)
def test_no_two_mistakes_look_alike(exercise_id: str) -> None:
    key = visible_key(exercise_id)
    cases = range(len(key.cases))
    numbers = range(len(key.exercise.mistakes))
    for one in numbers:
        for other in numbers[one + 1 :]:
            assert any(not key.wrong(one, i).matches(key.wrong(other, i)) for i in cases)


def code_lines(text: str) -> set[str]:
    lines = (re.sub(r"\s+", " ", line.split("#")[0]).strip() for line in text.splitlines())
    trivial = re.compile(
        r"(def .*|for \w+(, \w+)* in \w+:|return best|return kept|else:|kept = \[\]|return low|)$"
    )
    return {line for line in lines if len(line) > 14 and not trivial.match(line)}


@pytest.mark.parametrize("exercise_id", EXERCISES)
def test_hints_do_not_give_the_answer_away(exercise_id: str) -> None:
    exercise = find(exercise_id)
    hints = "\n".join(exercise.hints)
    for answer in (exercise.right, *answers(exercise_id)):
        if inspect.isfunction(answer):
            given = code_lines(inspect.getsource(answer)) & code_lines(hints)
            assert all("..." in line for line in given), given
    assert exercise.hints[0].rstrip().endswith("?"), "the first hint is a question"
    assert "..." in exercise.hints[2] or "___" in exercise.hints[2], "the third is a skeleton"
    assert repr(hint(exercise_id, 3)).count(exercise.hints[2]) == 1


@pytest.mark.parametrize("exercise_id", EXERCISES)
def test_two_runs_say_the_same(exercise_id: str) -> None:
    def wrong(*args: Any) -> Any:
        return "something else"

    one, two = check(exercise_id, wrong), check(exercise_id, wrong)
    assert repr(one) == repr(two)
    assert one._repr_html_() == two._repr_html_()
    assert one._repr_markdown_() == two._repr_markdown_()
    assert one.outcome == "not yet"


@pytest.mark.parametrize("exercise_id", EXERCISES)
def test_the_packages_own_answer_is_out_of_reach(exercise_id: str) -> None:
    right = find(exercise_id).right

    def copied(*args: Any) -> Any:
        try:
            return right(*args)
        except BaseException:
            return right(*args)

    result = check(exercise_id, copied)
    assert result.outcome == "not yet"
    assert "calls the package's answer" in result.note
    assert check(exercise_id, answers(exercise_id)[0]).outcome == "passed"  # all is as before


@pytest.mark.parametrize("exercise_id", EXERCISES)
def test_the_smallest_case_comes_first(exercise_id: str) -> None:
    sizes = [len(json.dumps(case)) for case in visible_key(exercise_id).cases]
    assert sizes == sorted(sizes)
    assert visible_key(exercise_id).cases == find(exercise_id).encoded_cases()
