"""Stopping a learner's endless loop, without killing the notebook's kernel.

Three ways, by what the platform has: an interval timer (POSIX, main thread),
an exception sent from another thread (Windows, other threads), and a trace
function (the browser, which has neither). A loop inside C code is out of their
reach: restart the kernel.
"""

import ctypes
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from types import FrameType
from typing import Any

_AGAIN = 0.05  # seconds after which a loop that swallowed the exception gets it again


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
    """POSIX: a signal from an interval timer."""

    def raise_time_up(_signal: int, _frame: FrameType | None) -> None:
        raise TimeUp

    previous = signal.signal(signal.SIGALRM, raise_time_up)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-6), _AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


@contextmanager
def by_thread(seconds: float) -> Iterator[None]:
    """Elsewhere: another thread asks the interpreter to raise in this one."""
    victim = threading.get_ident()
    finished = threading.Event()

    def raise_time_up() -> None:
        wait = seconds
        while not finished.wait(wait):
            send(ctypes.c_ulong(victim), ctypes.py_object(TimeUp))
            wait = _AGAIN

    send = ctypes.pythonapi.PyThreadState_SetAsyncExc
    watchdog = threading.Thread(target=raise_time_up, daemon=True)
    watchdog.start()
    try:
        yield
    finally:
        finished.set()
        watchdog.join()
        send(ctypes.c_ulong(victim), None)  # one that came too late is taken back


@contextmanager
def by_trace(seconds: float) -> Iterator[None]:
    """The browser: a look at the clock on every line. Slow, but it needs nothing."""
    end = time.monotonic() + seconds

    def look(_frame: FrameType, _event: str, _argument: Any) -> Any:
        if time.monotonic() > end:
            raise TimeUp
        return look

    previous = sys.gettrace()
    sys.settrace(look)
    try:
        yield
    finally:
        sys.settrace(previous)
