"""Keeping the package's own answer out of reach while an exercise is checked.

The answer is an ordinary function of the package, so a learner could simply
call it. While their code runs, that function's code is replaced by one that
refuses: this reaches every alias of it, however it was imported.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import FunctionType
from typing import Any


class AnswerReached(BaseException):
    """The learner's function called the package's answer to this exercise."""


_reached = False


def report_reached() -> None:
    """Called by a blocked function: take note, even if the exception is swallowed."""
    global _reached
    _reached = True
    raise AnswerReached


def was_reached() -> bool:
    """Whether the answer was called inside the `blocked` block that is open."""
    return _reached


def _refuse(*_args: Any, **_kwargs: Any) -> None:
    # Runs with another module's globals, so it must import what it uses.
    from ctxlab.checking.blocking import report_reached

    report_reached()


@contextmanager
def blocked(functions: Iterable[Callable[..., Any]]) -> Iterator[None]:
    """Make calls of `functions` raise AnswerReached inside the block."""
    global _reached
    _reached = False
    originals = [(function, function.__code__) for function in map(_python_function, functions)]
    for function, _ in originals:
        function.__code__ = _refuse.__code__
    try:
        yield
    finally:
        _reached = False
        for function, code in originals:
            function.__code__ = code


def _python_function(function: Callable[..., Any]) -> FunctionType:
    """The function that runs when `function` is called."""
    if isinstance(function, FunctionType):
        return function
    call = type(function).__call__
    if not isinstance(call, FunctionType):
        raise TypeError(f"cannot block {function!r}: it is not written in Python")
    return call
