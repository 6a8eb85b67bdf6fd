"""Measuring from a notebook: in a process of its own, with one thread.

A notebook has usually loaded numpy already, and the number of threads that it
computes with is settled then. Taught in 03.
"""

import subprocess
import sys
from pathlib import Path

from ctxlab.recall.plans import Plan
from ctxlab.recall.results import Run, load_run
from ctxlab.recall.runs import Tell


def measure_apart(plan: Plan, path: Path, tell: Tell = print) -> Run:
    """Carry out `plan` with `ctxlab recall measure`, passing on its progress. Taught in 03.

    Interrupting stops the other process too; its run file is gone on with next
    time. Raises RuntimeError with what the command said if it failed.
    """
    command = [sys.executable, "-u", "-m", "ctxlab.recall", "measure", f"--out={path}"]
    for option in ("template", "facts", "contexts", "layout", "kind", "important", "seed"):
        command.append(f"--{option}={getattr(plan, option)}")
    said = ""
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
    ) as process:
        try:
            for line in process.stdout or ():
                said = line.strip()
                tell(said)
        except BaseException:
            process.terminate()
            raise
    if process.returncode:
        raise RuntimeError(f"the measurement stopped: {said}")
    return load_run(path)
