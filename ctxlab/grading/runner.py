"""Sending jobs to the other process, and surviving whatever happens there.

Every job has a time limit of its own. If the process dies or hangs, the job it
was at is the guilty one; the rest is sent to a fresh process. This first
version limits time and keeps processes apart; it is no sandbox.
"""

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

Job = dict[str, Any]
Result = dict[str, Any]

GRACE = 5.0
"""Seconds on top of a job's own limit, after which the process is killed."""


def run_jobs(jobs: Sequence[Job]) -> list[Result]:
    """One result a job, in order: as in `child`, or `{"died": reason}`."""
    results: list[Result] = []
    while len(results) < len(jobs):
        results.extend(_run_until_trouble(jobs[len(results) :]))
    return results


def _run_until_trouble(jobs: Sequence[Job]) -> Iterator[Result]:
    process = subprocess.Popen(
        [sys.executable, "-m", "ctxlab.grading.child"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
        start_new_session=True,
    )
    lines: queue.Queue[str] = queue.Queue()
    threading.Thread(target=_pump, args=(process, lines), daemon=True).start()
    try:
        for job in jobs:
            result = _ask(process, lines, job)
            yield result
            if "died" in result:
                return
    finally:
        _end(process)


def _ask(process: "subprocess.Popen[str]", lines: "queue.Queue[str]", job: Job) -> Result:
    assert process.stdin is not None
    try:
        process.stdin.write(json.dumps(job) + "\n")
        process.stdin.flush()
        line = lines.get(timeout=2 * job["seconds"] + GRACE)
        result: Result = json.loads(line)
    except queue.Empty:
        return {"died": "no answer in time; it was stopped"}
    except (OSError, ValueError):
        return {"died": "its process ended before it gave an answer"}
    return result


def _pump(process: "subprocess.Popen[str]", lines: "queue.Queue[str]") -> None:
    """Move output to the queue; the empty line at the end means that it is over."""
    assert process.stdout is not None
    for line in process.stdout:
        lines.put(line)
    lines.put("")


def _end(process: "subprocess.Popen[str]") -> None:
    """End the process and all it has started."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with suppress(OSError):
                stream.close()
