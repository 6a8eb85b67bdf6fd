"""Running a function on a case and noting all that can be seen from outside.

An exception is an output like any other, and so are a changed argument and a
counter asked too often. Nothing here knows the right answer.
"""

import builtins
import io
import linecache
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ctxlab.checking.blocking import AnswerReached, was_reached
from ctxlab.checking.compare import same
from ctxlab.checking.counters import Counted
from ctxlab.checking.deadline import TimeUp, deadline
from ctxlab.checking.plain import NotPlain, Plain, decode, encode, encode_arguments

_PACKAGE = str(Path(__file__).parent.parent)
_PRINTED_MAX = 2_000  # characters kept of what a learner prints


@dataclass(frozen=True)
class Raised:
    """An exception: the names of its types, most special first, its text, and where."""

    types: tuple[str, ...]
    message: str
    where: str = ""

    @property
    def kind(self) -> str:
        """The most special built-in type."""
        return next(name for name in self.types if hasattr(builtins, name))

    def explains(self, other: "Raised") -> bool:
        """Whether `other` is of the same built-in type, or a special case of it."""
        return self.kind in other.types


@dataclass(frozen=True)
class Observation:
    """What a function did on one case."""

    answer: Plain = None
    raised: Raised | None = None
    odd_type: str = ""
    """What it returned instead of plain data."""
    mutated: bool = False
    calls: int = 0
    too_many_calls: bool = False
    printed: str = ""
    timed_out: bool = False
    reached_answer: bool = False

    def matches(self, other: "Observation") -> bool:
        """Whether both show the same behaviour; `self` is the expected one."""
        if self.timed_out or other.timed_out or other.reached_answer:
            return self.timed_out and other.timed_out
        if (self.mutated, self.too_many_calls) != (other.mutated, other.too_many_calls):
            return False
        if self.raised or other.raised:
            return bool(self.raised and other.raised and self.raised.explains(other.raised))
        if self.odd_type or other.odd_type:
            return self.odd_type == other.odd_type
        return same(self.answer, other.answer)


def observe(
    function: Callable[..., Any],
    case: Plain,
    *,
    seconds: float = 60,
    call_limit: int | None = None,
    iterators: bool = False,
) -> Observation:
    """Call `function` on a private copy of the case's arguments."""
    arguments = decode(case)
    counters = [a for a in arguments if isinstance(a, Counted)]
    printed = _Notepad()
    seen: dict[str, Any] = {}
    try:
        with redirect_stdout(printed), deadline(seconds):
            seen["answer"] = encode(function(*arguments), iterators=iterators)
    except NotPlain as error:
        seen["odd_type"] = str(error)
    except TimeUp:
        seen["timed_out"] = True
    except KeyboardInterrupt:
        raise
    except AnswerReached:
        pass
    except BaseException as error:  # SystemExit and its like are outputs, too
        seen["raised"] = describe_exception(error)
    calls = sum(counter.calls for counter in counters)
    return Observation(
        **seen,
        mutated=_has_changed(arguments, case),
        calls=calls,
        too_many_calls=call_limit is not None and calls > call_limit,
        printed=printed.getvalue()[:_PRINTED_MAX],
        reached_answer=was_reached(),
    )


def observe_all(
    function: Callable[..., Any],
    cases: Sequence[Plain],
    *,
    seconds: float,
    call_limits: Sequence[int | None],
    iterators: bool = False,
) -> Iterator[Observation]:
    """One observation a case; stops after one that ran out of the common time."""
    end = time.monotonic() + seconds
    for case, limit in zip(cases, call_limits, strict=True):
        left = max(end - time.monotonic(), 0.01)
        seen = observe(function, case, seconds=left, call_limit=limit, iterators=iterators)
        yield seen
        if seen.timed_out or seen.reached_answer:
            return


class _Notepad(io.StringIO):
    """Keeps the beginning of what is printed; an endless print fills no memory."""

    def write(self, text: str) -> int:
        return super().write(text) if self.tell() < _PRINTED_MAX else len(text)


def describe_exception(error: BaseException) -> Raised:
    """The exception with the learner's own line; the package's frames are left out."""
    types = tuple(kind.__name__ for kind in type(error).__mro__[:-1])
    return Raised(types, str(error)[:500], _learners_line(error))


def _learners_line(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if not frame.filename.startswith(_PACKAGE)]
    if not own:
        return ""
    line = linecache.getline(own[-1].filename, own[-1].lineno or 0).strip()
    return f"in {own[-1].name}, line {own[-1].lineno}: {line}" if line else f"in {own[-1].name}"


def _has_changed(arguments: tuple[Any, ...], case: Plain) -> bool:
    try:
        return bool(encode_arguments(arguments) != case)
    except (NotPlain, RecursionError):
        return True
