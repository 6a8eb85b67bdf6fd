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


_is_open = False
_reached = False


def report_reached() -> None:
    """Called by a blocked function: take note, even if the exception is swallowed."""
    global _reached
    _reached = _is_open
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
    """Make calls of `functions` raise AnswerReached inside the block.

    Raises TypeError for a function that is not written in Python, RuntimeError
    inside another such block: what that one has noted would be forgotten.
    """
    global _is_open, _reached
    if _is_open:
        raise RuntimeError("a function that is being checked cannot itself call check")
    originals = [(f, f.__code__) for function in functions for f in _python_functions(function)]
    _is_open = True
    try:
        for function, code in originals:
            function.__code__ = _refuse.__code__.replace(co_freevars=code.co_freevars)
        yield
    finally:
        for function, code in originals:
            function.__code__ = code
        _is_open = _reached = False


def _python_functions(function: Callable[..., Any]) -> Iterator[FunctionType]:
    """The functions that run when `function` is called: itself, and what it wraps."""
    found = function if isinstance(function, FunctionType) else type(function).__call__
    if not isinstance(found, FunctionType):
        raise TypeError(f"cannot block {function!r}: it is not written in Python")
    yield found
    if hasattr(found, "__wrapped__"):
        yield from _python_functions(found.__wrapped__)
