"""Counting what a call does: lines of Python that run, never seconds.

The count is the same on every run, machine and version of Python, so a test can ask how it
grows. Work inside C functions (sorting, joining) is not seen.
"""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def operations(call: Callable[[], object]) -> int:
    """How many lines of Python run for `call()`."""
    total = 0

    def watch(_frame: FrameType, event: str, _: Any) -> Any:
        nonlocal total
        total += event == "line"
        return watch

    before = sys.gettrace()
    sys.settrace(watch)
    try:
        call()
    finally:
        sys.settrace(before)
    return total
