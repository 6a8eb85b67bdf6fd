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
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

Job = dict[str, Any]
Result = dict[str, Any]
Process = subprocess.Popen[bytes]

GRACE = 5.0
"""Seconds on top of a job's own limit, after which the process is killed."""

MAX_ANSWER = 50_000_000
"""Bytes of one answer that are read."""


def run_jobs(jobs: Sequence[Job]) -> list[Result]:
    """One result a job, in order: as in `child`, or `{"died": reason}`."""
    results: list[Result] = []
    while len(results) < len(jobs):
        results.extend(_run_until_trouble(jobs[len(results) :]))
    return results


def _run_until_trouble(jobs: Sequence[Job]) -> Iterator[Result]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        process = _start(folder)
        lines: queue.Queue[bytes] = queue.Queue()
        _in_background(_pump, os.dup(_pipe(process.stdout).fileno()), lines)
        try:
            for job in jobs:
                result = _ask(process, lines, job)
                yield result
                if "died" in result:
                    return
        finally:
            _end(process)


def _start(folder: str) -> Process:
    """The other process, in an empty folder: no file lies there to be imported or harmed."""
    package = Path(__file__).parent.parent
    paths = [str(package.parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    return subprocess.Popen(
        [sys.executable, "-m", "ctxlab.grading.child"],
        bufsize=0,  # so that closing a pipe never waits for a thread that uses it
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONSAFEPATH": "1"},
    )


def _ask(process: Process, lines: "queue.Queue[bytes]", job: Job) -> Result:
    _in_background(_send, process, json.dumps(job).encode() + b"\n")
    try:
        line = lines.get(timeout=2 * job["seconds"] + GRACE)
        result: object = json.loads(line)
    except queue.Empty:
        return {"died": "no answer in time; it was stopped"}
    except (ValueError, RecursionError):
        reason = "its answers are too large" if line else "its process ended without an answer"
        return {"died": reason}
    return result if isinstance(result, dict) else {"died": "it gave no answer that can be read"}


# Pipes are served by threads: a process that does not read, or whose children
# keep a pipe open, must not keep this one waiting.


def _in_background(function: Callable[..., None], *arguments: Any) -> None:
    threading.Thread(target=function, args=arguments, daemon=True).start()


def _send(process: Process, data: bytes) -> None:
    with suppress(OSError, ValueError):  # it has ended; `_ask` sees that
        while data:
            data = data[_pipe(process.stdin).write(data) :]


def _pump(source: int, lines: "queue.Queue[bytes]") -> None:
    """Move output to the queue; the empty line at the end means that it is over."""
    with os.fdopen(source, "rb") as stream:
        while line := stream.readline(MAX_ANSWER):
            lines.put(line)
    lines.put(b"")


def _end(process: Process) -> None:
    """End the process and all it has started."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
    _pipe(process.stdin).close()
    _pipe(process.stdout).close()


def _pipe(end: IO[bytes] | None) -> IO[bytes]:
    assert end is not None  # there is a pipe for each; the types cannot say so
    return end
