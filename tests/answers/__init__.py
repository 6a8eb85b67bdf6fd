"""Right answers written differently, for tests only: they are in no package.

Each module has `ANSWERS`: exercise id -> functions, named as the exercise asks.
The first one also solves the notebook in the tests of solved notebooks, so it
uses only what the notebook has imported or defined.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from ctxlab.exercises import notebooks


def answers(exercise_id: str) -> list[Callable[..., Any]]:
    """The right answers to one exercise."""
    module = import_module(f"tests.answers.ex{exercise_id.partition('.')[0]}")
    return module.ANSWERS.get(exercise_id, [])


def numbers() -> tuple[str, ...]:
    """Notebooks that have exercises."""
    return notebooks()
