"""Stopping a learner's endless loop, without killing the notebook's kernel.

Three ways, by what the platform has: an interval timer (POSIX, main thread),
an exception sent from another thread (Windows, other threads), and a trace
function (the browser, which has neither). A loop inside C code is out of their
reach: restart the kernel.
"""

import contextlib
import ctypes
import dis
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

# A loop that swallowed the exception gets it again, sooner each time, until it is
# hit outside its `try`.
_AGAIN, _SOONEST = 0.05, 0.00002  # seconds

_PATIENCE = 0.5  # seconds to wait for a place outside any `try`, if there is but one shot
_LINES_ARE_NOT_ENOUGH = sys.version_info < (3, 12)  # `while True: pass` begins no new line there
_PACKAGE = str(Path(__file__).parent.parent)

# Frames that must not be interrupted: they put everything back in order.
_OURS = {__file__, contextlib.__file__, threading.__file__, signal.__file__}


class TimeUp(BaseException):
    """Raised in code that ran too long. No Exception, so `except Exception` lets it pass."""


def deadline(seconds: float) -> AbstractContextManager[None]:
    """Raise TimeUp inside the block if it takes longer than `seconds`."""
    if sys.platform == "emscripten":
        return by_trace(seconds)
    in_main_thread = threading.current_thread() is threading.main_thread()
    if hasattr(signal, "setitimer") and in_main_thread:
        return by_timer(seconds)
    return by_thread(seconds)


@contextmanager
def by_timer(seconds: float) -> Iterator[None]:
    """POSIX: a signal from an interval timer. A timer that was running goes on afterwards."""
    is_over, wait = False, _AGAIN

    def raise_time_up(_signal: int, frame: FrameType | None) -> None:
        nonlocal wait
        if is_over:
            return
        signal.setitimer(signal.ITIMER_REAL, wait)
        wait = max(wait / 2, _SOONEST)
        if _may_stop(frame):
            raise TimeUp

    begin = time.monotonic()
    previous = signal.signal(signal.SIGALRM, raise_time_up)
    left, interval = signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-6))
    try:
        yield
    finally:
        is_over = True
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
        if left:
            left = max(left - (time.monotonic() - begin), 1e-6)
            signal.setitimer(signal.ITIMER_REAL, left, interval)


@contextmanager
def by_thread(seconds: float) -> Iterator[None]:
    """Elsewhere: another thread asks the interpreter to raise in this one."""
    victim = threading.get_ident()
    finished = threading.Event()

    def watch() -> None:
        wait = seconds
        while not finished.wait(wait):
            if _may_stop(sys._current_frames().get(victim)):
                send(ctypes.c_ulong(victim), ctypes.py_object(TimeUp))
            wait = max(min(wait, 2 * _AGAIN) / 2, _SOONEST)

    send = ctypes.pythonapi.PyThreadState_SetAsyncExc
    watchdog = threading.Thread(target=watch, daemon=True)
    watchdog.start()
    try:
        yield
    finally:
        _end(watchdog, finished)


def _end(watchdog: threading.Thread, finished: threading.Event) -> None:
    """End the watchdog, and take delivery of a TimeUp that is still on its way.

    Taking it back with a NULL would leave the interpreter looking for it for ever.
    """
    while True:
        try:
            finished.set()
            watchdog.join()
            for _ in range(10):  # Python delivers where loops jump back
                pass
        except TimeUp:
            continue
        return


@contextmanager
def by_trace(seconds: float) -> Iterator[None]:
    """The browser: a look at the clock on every line. Slow, but it needs no other thread.

    Python switches a trace function off when it raises, so there is one shot
    only. It waits for a place where no `try` would catch it, for a while.
    """
    end = time.monotonic() + seconds
    outside = sys._getframe(2)

    def look(frame: FrameType, _event: str, _argument: Any) -> Any:
        if not _may_stop(frame):
            return None
        frame.f_trace_opcodes = _LINES_ARE_NOT_ENOUGH
        late = time.monotonic() - end
        if late > _PATIENCE or (late > 0 and not _is_guarded(frame, outside)):
            raise TimeUp
        return look

    previous = sys.gettrace()
    sys.settrace(look)
    try:
        yield
    finally:
        sys.settrace(previous)


def _is_guarded(frame: FrameType | None, outside: FrameType) -> bool:
    """Whether code that is being checked stands inside a `try`, in this frame or above it."""
    while frame is not None and frame is not outside:
        if not frame.f_code.co_filename.startswith(_PACKAGE) and _is_in_try(frame):
            return True
        frame = frame.f_back
    return False


def _is_in_try(frame: FrameType) -> bool:
    entries = dis.Bytecode(frame.f_code).exception_entries  # type: ignore[attr-defined]
    return any(entry.start <= frame.f_lasti < entry.end for entry in entries)


def _may_stop(frame: FrameType | None) -> bool:
    return frame is not None and frame.f_code.co_filename not in _OURS
