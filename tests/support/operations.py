"""Counting what a call does: bytecode instructions, never seconds.

The count is the same on every run and every machine, so a test can ask how it
grows. Work inside C functions (sorting, joining) is not seen.
"""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def operations(call: Callable[[], object]) -> int:
    """How many bytecode instructions Python runs for `call()`."""
    total = 0

    def watch(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal total
        frame.f_trace_opcodes = True
        total += event == "opcode"
        return watch

    before = sys.gettrace()
    sys.settrace(watch)
    try:
        call()
    finally:
        sys.settrace(before)
    return total
