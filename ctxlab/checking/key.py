"""The answer key of an exercise: its cases, and what each known function does on them.

Made once and shared by all checks of that exercise, whether one learner asks
often or a class hands in three hundred copies.
"""

from collections.abc import Callable, Sequence
from typing import Any

from ctxlab.checking.exercise import Exercise
from ctxlab.checking.observe import Observation, observe
from ctxlab.checking.plain import Plain


class AnswerKey:
    """`exercise` on the cases that `seed` gives; observations are made when asked for."""

    def __init__(self, exercise: Exercise, seed: str = "visible") -> None:
        self.exercise = exercise
        self.cases: Sequence[Plain] = exercise.encoded_cases(seed)
        self.call_limits = [exercise.call_limit(case) for case in self.cases]
        self._seen: dict[tuple[int, int], Observation] = {}
        self._functions = [exercise.right, *(m.function for m in exercise.mistakes)]

    def right(self, i: int) -> Observation:
        """What the right function does on case `i`."""
        return self._observed(0, i)

    def wrong(self, mistake: int, i: int) -> Observation:
        """What the function of known mistake number `mistake` does on case `i`."""
        return self._observed(mistake + 1, i)

    def observe(self, function: Callable[..., Any], i: int) -> Observation:
        """What any function does on case `i`."""
        exercise = self.exercise
        return observe(
            function,
            self.cases[i],
            call_limit=self.call_limits[i],
            iterators=exercise.iterators,
        )

    def _observed(self, number: int, i: int) -> Observation:
        if (number, i) not in self._seen:
            seen = self.observe(self._functions[number], i)
            if seen.reached_answer:  # asked for while the answer is blocked: not to be kept
                return seen
            self._seen[number, i] = seen
        return self._seen[number, i]
