"""Running a function on a case and noting all that can be seen from outside.

An exception is an output like any other, and so are a changed argument and a
counter asked too often. Nothing here knows the right answer.
"""

import builtins
import io
import linecache
import sysconfig
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ctxlab.checking.blocking import AnswerReached, was_reached
from ctxlab.checking.compare import same
from ctxlab.checking.counters import all_calls
from ctxlab.checking.deadline import TimeUp, deadline
from ctxlab.checking.plain import NotPlain, Plain, decode, encode, encode_arguments

_FOLDERS = ("stdlib", "platstdlib", "purelib", "platlib")
_LIBRARIES = (
    str(Path(__file__).parent.parent),  # this package
    *{sysconfig.get_path(name) for name in _FOLDERS},
    "<frozen ",
)
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
    before = all_calls()
    printed = _Notepad()
    seen: dict[str, Any] = {}
    try:
        with redirect_stdout(printed), deadline(seconds):
            seen = _seen_of(function, arguments, iterators)
            seen["mutated"] = _has_changed(arguments, case)
    except TimeUp:
        seen = {"timed_out": True}
    except AnswerReached:
        pass  # noted by the function that was reached
    calls = all_calls() - before
    return Observation(
        **seen,
        calls=calls,
        too_many_calls=call_limit is not None and calls > call_limit,
        printed=printable(printed.getvalue()[:_PRINTED_MAX]),
        reached_answer=was_reached(),
    )


def _seen_of(
    function: Callable[..., Any], arguments: tuple[Any, ...], iterators: bool
) -> dict[str, Any]:
    """What comes back, read while the clock still runs: reading may run a learner's code."""
    try:
        return {"answer": encode(function(*arguments), iterators=iterators)}
    except NotPlain as error:
        return {"odd_type": printable(str(error))}
    except (TimeUp, AnswerReached, KeyboardInterrupt):
        raise
    except BaseException as error:  # SystemExit and its like are outputs, too
        return {"raised": describe_exception(error)}


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
        room = max(_PRINTED_MAX - self.tell(), 0)
        super().write(text[:room])
        return len(text)


def describe_exception(error: BaseException) -> Raised:
    """The exception with the learner's own line; frames of libraries are left out."""
    types = tuple(map(_type_name, type(error).__mro__[:-1]))
    return Raised(types, printable(_message(error)[:500]), printable(_learners_line(error)))


def printable(text: str) -> str:
    r"""`text` that can be written as UTF-8: half a surrogate pair is shown as its escape.

    >>> printable("a\ud83d")
    'a\\ud83d'
    """
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _type_name(kind: type) -> str:
    """Its name; a learner's own ValueError is not the built-in one."""
    is_namesake = getattr(builtins, kind.__name__, kind) is not kind
    return printable(f"{kind.__module__}.{kind.__name__}" if is_namesake else kind.__name__)


def _message(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:
        return ""


def _learners_line(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if not frame.filename.startswith(_LIBRARIES)]
    if not own:
        return ""
    line = linecache.getline(own[-1].filename, own[-1].lineno or 0).strip()
    return f"in {own[-1].name}, line {own[-1].lineno}: {line}" if line else f"in {own[-1].name}"


def _has_changed(arguments: tuple[Any, ...], case: Plain) -> bool:
    try:
        return bool(encode_arguments(arguments) != case)
    except Exception:  # NotPlain, and whatever else a learner's object does
        return True
