"""What a learner calls in a notebook: `check`, `hint` and `predict`. Taught in 00."""

import difflib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import Any

from ctxlab.checking.blocking import blocked
from ctxlab.checking.diagnose import diagnose
from ctxlab.checking.exercise import Mistake
from ctxlab.checking.key import AnswerKey
from ctxlab.checking.observe import observe_all
from ctxlab.checking.result import CheckResult
from ctxlab.checking.stubs import is_stub
from ctxlab.exercises import all_ids, find

SECONDS = 5.0
"""How long a learner's function may take for all cases of one check."""


def check(exercise_id: str, function: Callable[..., Any]) -> CheckResult:
    """Compare `function` with the right one on the exercise's cases.

    Raises KeyError for an unknown exercise and TypeError for something that
    cannot be called. Taught in 00.

    >>> check("00.1", lambda tokens, budget: tokens <= budget).outcome
    'passed'
    """
    exercise = find(_known(exercise_id))
    if not callable(function):
        raise TypeError(
            f"check({exercise_id!r}, …) needs your function itself, for example "
            f"check({exercise_id!r}, {exercise.name}); it got {type(function).__name__} "
            f"{function!r:.60}"
        )
    if is_stub(function):
        note = f"Write {exercise.name} in the cell above, run it, then run this cell again."
        return CheckResult(exercise.id, exercise.title, "not attempted", note=note)
    key = visible_key(exercise.id)
    with blocked(exercise.blocks):
        seen = list(
            observe_all(
                function,
                key.cases,
                seconds=SECONDS,
                call_limits=key.call_limits,
                iterators=exercise.iterators,
            )
        )
    return diagnose(key, seen)


@lru_cache(maxsize=256)
def visible_key(exercise_id: str) -> AnswerKey:
    """The answer key of an exercise with the cases that learners see."""
    return AnswerKey(find(exercise_id))


@dataclass(frozen=True)
class Note:
    """A short text for the learner, with or without some code; as text and as HTML."""

    text: str
    code: str = ""

    def __repr__(self) -> str:
        return f"{self.text}\n\n{self.code}" if self.code else self.text

    def _repr_html_(self) -> str:
        code = f"<pre>{escape(self.code)}</pre>" if self.code else ""
        return f'<div style="white-space:pre-wrap">{escape(self.text)}</div>{code}'


def hint(exercise_id: str, level: int = 1) -> Note:
    """Help in three levels: a question, the idea, the skeleton. Never the answer.

    Raises KeyError for an unknown exercise, ValueError for another level.
    Taught in 00.
    """
    hints = find(_known(exercise_id)).hints
    if not 1 <= level <= len(hints):
        raise ValueError(f"hints have levels 1 to {len(hints)}, got {level}")
    if level == len(hints):
        return Note(f"Hint {level} of {len(hints)}, a skeleton:", hints[-1])
    more = f'More: hint("{exercise_id}", {level + 1})'
    return Note(f"Hint {level} of {len(hints)}: {hints[level - 1]}\n{more}")


def known_mistake(exercise_id: str, name: str) -> Mistake:
    """A known mistake of an exercise by its name, to read and to try. Taught in 01.

    Its form in a notebook is its source. Raises KeyError, naming those there are.

    >>> known_mistake("00.1", "a full window counts as too full").function(1, 1)
    False
    """
    mistakes = {mistake.name: mistake for mistake in find(_known(exercise_id)).mistakes}
    if name not in mistakes:
        known = "; ".join(mistakes)
        raise KeyError(f"{exercise_id} has no known mistake {name!r}; it has: {known}")
    return mistakes[name]


def predict(guess: Any, actual: Any, unit: str = "") -> Note:
    """Compare a prediction that was written down with what came out.

    `...` means "no prediction yet", and then nothing is given away. Taught in 00.

    >>> predict(10, 12, "tokens")
    You said 10 tokens, it is 12 tokens: 2 too low.
    >>> predict(..., 12)
    No prediction yet. Replace the ... by your guess, then run the cell again.
    """
    if guess is ... or guess is None:
        return Note("No prediction yet. Replace the ... by your guess, then run the cell again.")
    if trouble := _no_guess(guess, actual):
        return Note(trouble)
    unit = f" {unit}" if unit else ""
    opening = f"You said {guess}{unit}, it is {actual}{unit}"
    is_right = guess == actual
    if isinstance(guess, str):
        is_right = guess.strip().casefold() == actual.casefold()
    if is_right:
        return Note(f"{opening}: exactly right.")
    if isinstance(actual, bool | str):
        return Note(f"{opening}. Worth a thought: what made you expect the other?")
    return Note(f"{opening}: {abs(guess - actual):g} too {'low' if guess < actual else 'high'}.")


def _no_guess(guess: Any, actual: Any) -> str:
    """Why `guess` is no prediction of something like `actual`; "" if it is one."""
    if isinstance(actual, bool):
        return "" if isinstance(guess, bool) else "Write True or False."
    if isinstance(actual, str):
        return "" if isinstance(guess, str) else "Write a name, in quotation marks."
    is_number = isinstance(guess, int | float) and not isinstance(guess, bool)
    return "" if is_number else "Write a number, without quotation marks."


def _known(exercise_id: str) -> str:
    known = all_ids()
    if exercise_id in known:
        return exercise_id
    near = difflib.get_close_matches(str(exercise_id), known, n=3, cutoff=0.3) or known[:3]
    raise KeyError(f"no exercise {exercise_id!r}; did you mean {' or '.join(near)}?")
