"""The exercises, one module a notebook: `ex00`, `ex01`, …

A module is loaded when one of its exercises is asked for.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from ctxlab.checking.exercise import Exercise


@cache
def notebooks() -> tuple[str, ...]:
    """Numbers of the notebooks that have exercises: "00", "01", …"""
    names = sorted(module.name for module in iter_modules(__path__))
    return tuple(name.removeprefix("ex") for name in names if name.startswith("ex"))


@cache
def of_notebook(number: str) -> tuple[Exercise, ...]:
    """The exercises of one notebook, in order."""
    exercises: tuple[Exercise, ...] = import_module(f"ctxlab.exercises.ex{number}").EXERCISES
    return exercises


@cache
def all_ids() -> tuple[str, ...]:
    """Every exercise's id, in order."""
    return tuple(exercise.id for number in notebooks() for exercise in of_notebook(number))


def find(exercise_id: str) -> Exercise:
    """The exercise with this id, for example "02.3". Raises KeyError if there is none."""
    for exercise in of_notebook(exercise_id.partition(".")[0]):
        if exercise.id == exercise_id:
            return exercise
    raise KeyError(f"no exercise {exercise_id!r}")
