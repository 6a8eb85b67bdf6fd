"""Running a plan: trial after trial, each written at once, with an estimate of the rest.

An interrupted run goes on where it stopped. One thread is the default: sums are
then added in one order, so that a measurement can be repeated. Taught in 03.
"""

import json
import os
import platform
import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import ctxlab
from ctxlab.recall.plans import Plan, Trial
from ctxlab.recall.readers import Answer, Reader
from ctxlab.recall.runfile import Record, resume

Tell = Callable[[str], None]

_THREADS = (
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "OMP_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
    "BLIS_NUM_THREADS",
)


def use_threads(number: int) -> int | None:
    """Let numpy compute with so many threads, if it is not loaded yet; else None. Taught in 03.

    With more than one, a busy machine slows it down out of proportion.
    """
    if "numpy" in sys.modules:
        return None
    for variable in _THREADS:
        os.environ[variable] = str(number)
    return number


def measure(
    plan: Plan, reader: Reader, path: Path, threads: int | None = None, tell: Tell = print
) -> Path:
    """Carry out what is still to do of `plan`, appending each trial to the file `path`.

    `threads` is only noted (see `use_threads`). Raises RunFileError if the file
    holds another measurement. Taught in 03.
    """
    header = _header(plan, reader, threads)
    done = {(r.context, r.order) for r in resume(path, header)}
    waiting = [trial for trial in plan.trials() if (trial.context, trial.order) not in done]
    if done:
        tell(f"{len(done)} trials are already in {path.name}; {len(waiting)} are left")
    start = time.monotonic()
    with path.open("a", encoding="utf-8") as file:
        for number, trial in enumerate(waiting, start=1):
            record = _record(trial, reader.answer(plan, trial))
            file.write(json.dumps(asdict(record)) + "\n")
            file.flush()
            tell(_progress(number, len(waiting), time.monotonic() - start))
    return path


def _header(plan: Plan, reader: Reader, threads: int | None) -> dict[str, Any]:
    return {
        "plan": asdict(plan),
        "prompts_sha256": plan.fingerprint(),
        "reader": reader.about(),
        "ctxlab": ctxlab.__version__,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "threads": threads,
    }


def _record(trial: Trial, answers: list[Answer]) -> Record:
    log_probs = tuple(round(a.log_prob, 4) for a in answers if a.log_prob is not None)
    hits = tuple(int(answer.hit) for answer in answers)
    return Record(trial.context, trial.order, trial.slots, hits, log_probs)


def _progress(number: int, total: int, seconds: float) -> str:
    left = seconds / number * (total - number)
    return f"trial {number} of {total}: {seconds:.0f} s so far, about {left:.0f} s left"
