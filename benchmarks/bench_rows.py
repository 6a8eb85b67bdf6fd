"""The measurements: each checks a result, then times the call that made it.

pytest-benchmark does the timing, in CPU time: what other programs do on the
machine is not counted, though it still disturbs the caches.
"""

import gc
from functools import lru_cache
from typing import Any

from benchmarks.clock import cpu_time
from benchmarks.row import Call, Contender
from benchmarks.rows import ROWS

_ROWS = {row.id: row for row in ROWS}
_ROUND = 0.02  # seconds; a shorter call is repeated until a round lasts this long
_SLOW = 1.0  # seconds; a call that lasts longer is timed in one round


def test_time(measurement: tuple[str, int, int, str], benchmark: Any) -> None:
    """One contender, at one size, once more."""
    row, n, turn, name = measurement
    contender = _ROWS[row].named(name)
    benchmark.extra_info.update(row=row, n=n, turn=turn, contender=name)
    if contender.once:
        result = benchmark.pedantic(contender.make(_case(row, n)))
        benchmark.extra_info["remark"] = _remark(row, n, result)
        return
    call, seconds, benchmark.extra_info["remark"] = _checked(row, n, name)
    gc.collect()
    benchmark.pedantic(call, **_rounds(contender, seconds))


def _rounds(contender: Contender, seconds: float) -> dict[str, Any]:
    rounds = 1 if seconds > _SLOW else 3
    if contender.before:
        return {"setup": contender.before, "rounds": rounds}
    return {"rounds": rounds, "iterations": max(1, int(_ROUND / max(seconds, 1e-7)))}


@lru_cache(maxsize=1)
def _case(row: str, n: int) -> Any:
    return _ROWS[row].case(n)


@lru_cache(maxsize=8)
def _checked(row: str, n: int, name: str) -> tuple[Call, float, str]:
    """The call to time, how long it took once, and a remark on its result."""
    contender = _ROWS[row].named(name)
    call = contender.make(_case(row, n))
    if contender.before:
        contender.before()
    start = cpu_time()
    result = call()
    seconds = cpu_time() - start
    return call, seconds, _remark(row, n, result)


def _remark(row: str, n: int, result: Any) -> str:
    return _ROWS[row].check(_case(row, n), result, _our_result(row, n))


@lru_cache(maxsize=1)
def _our_result(row: str, n: int) -> Any:
    return _ROWS[row].ours.make(_case(row, n))()
