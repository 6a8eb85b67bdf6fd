"""An exercise: a right function, cases, and known mistakes.

Everything else follows from these three. A check compares a learner's function
with the right one on the cases; a mistake is named when its function explains
what the learner's returned; the checks themselves are proved by running every
mistake; and grading a class is the same comparison with further cases.
"""

import inspect
import json
import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from types import FunctionType
from typing import Any, Literal

from ctxlab.checking.plain import Plain, decode, encode_arguments

Arguments = tuple[Any, ...]
Judge = Callable[..., str | None]


@dataclass(frozen=True)
class Mistake:
    """A wrong function with a name and a hint that asks a question or points somewhere."""

    name: str
    function: Callable[..., Any]
    hint: str

    @property
    def source(self) -> str:
        """The wrong function as it is written."""
        return textwrap.dedent(inspect.getsource(self.function)).strip()

    def __call__(self, *arguments: Any) -> Any:
        """What the wrong function answers."""
        return self.function(*arguments)

    def __repr__(self) -> str:
        return f"# known mistake: {self.name}\n{self.source}"

    def _repr_markdown_(self) -> str:
        return f"```python\n{self!r}\n```"


@dataclass(frozen=True)
class Exercise:
    """One exercise, stated once for learner and instructor.

    `right` is the package's own function. `cases` makes argument tuples from a
    random generator: small exhaustive ones and random ones; they are checked
    smallest first. With a `judge` several answers may be right: it gets the
    arguments and the answer and returns a complaint or None. `max_calls` turns
    a case's arguments into the number of times the counter among them may be
    asked. `iterators` accepts a generator where a list is expected. `answers`
    are the functions blocked while the exercise is checked, if not `right`.
    """

    id: str
    title: str
    level: Literal["core", "stretch"]
    minutes: int
    name: str
    right: Callable[..., Any]
    cases: Callable[[Random], Iterable[Arguments]]
    mistakes: tuple[Mistake, ...]
    hints: tuple[str, str, str]
    judge: Judge | None = None
    max_calls: Callable[..., int] | None = None
    iterators: bool = False
    answers: tuple[Callable[..., Any], ...] = ()

    @property
    def notebook(self) -> str:
        """The notebook's number: "02" of "02.3"."""
        return self.id.partition(".")[0]

    @property
    def blocks(self) -> tuple[Callable[..., Any], ...]:
        """What a learner may not call here: the answers, and their helpers beside them."""
        answers = self.answers or (self.right,)
        modules = {answer.__module__ for answer in answers}
        own = [name for name in modules if name.startswith("ctxlab.exercises.")]
        helpers = (f for name in own for f in vars(sys.modules[name]).values() if _is_plain(f))
        return (*answers, *(f for f in helpers if f.__module__ in own and f not in answers))

    @cached_property
    def parameters(self) -> tuple[str, ...]:
        """Names of the arguments."""
        return tuple(inspect.signature(self.right).parameters)

    def encoded_cases(self, seed: str = "visible") -> Sequence[Plain]:
        """The cases as plain data, without doubles, smallest first; same seed, same cases."""
        cases = [encode_arguments(tuple(case)) for case in self.cases(Random(f"{self.id} {seed}"))]
        unique = {json.dumps(case): case for case in cases}
        return [unique[text] for text in sorted(unique, key=lambda text: (len(text), text))]

    def call_limit(self, case: Plain) -> int | None:
        """How often the counter may be asked in this case."""
        return None if self.max_calls is None else self.max_calls(*decode(case))


def _is_plain(value: object) -> bool:
    """A function whose code can be replaced by a plain one."""
    if not isinstance(value, FunctionType) or inspect.isgeneratorfunction(value):
        return False
    return value.__closure__ is None
