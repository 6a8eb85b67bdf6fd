"""The other process: runs learners' functions, knows no answer, returns plain data.

One JSON job a line on standard input: `{"source", "name", "cases",
"call_limits", "iterators", "seconds", "exercise"}`. One JSON result a line on
what was standard output when the process began; learners' prints go nowhere.
"""

import json
import linecache
import os
import sys
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from ctxlab.checking.blocking import AnswerReached, blocked
from ctxlab.checking.deadline import TimeUp, deadline
from ctxlab.checking.observe import describe_exception, observe_all
from ctxlab.checking.stubs import is_stub
from ctxlab.exercises import find

FILE = "your notebook"


def main() -> None:
    """Work off the jobs on standard input."""
    results = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    for line in sys.stdin:
        results.write(json.dumps(work(json.loads(line))) + "\n")
        results.flush()


def work(job: dict[str, Any]) -> dict[str, Any]:
    """Do one job: `{"stub": true}`, `{"failed": why}` or `{"seen": [observation, …]}`."""
    with blocked(find(job["exercise"]).blocks):
        function = _defined(job)
        if isinstance(function, str):
            return {"failed": function}
        if is_stub(function):
            return {"stub": True}
        seen = observe_all(
            function,
            job["cases"],
            seconds=job["seconds"],
            call_limits=job["call_limits"],
            iterators=job["iterators"],
        )
        return {"seen": [asdict(observation) for observation in seen]}


def _defined(job: dict[str, Any]) -> Callable[..., Any] | str:
    """The learner's function, or why its definition failed."""
    source = job["source"]
    linecache.cache[FILE] = (len(source), None, source.splitlines(keepends=True), FILE)
    namespace: dict[str, Any] = {"__name__": "__main__"}
    try:
        with deadline(job["seconds"]):
            exec(compile(source, FILE, "exec"), namespace)
        function: Callable[..., Any] = namespace[job["name"]]
    except TimeUp:
        return "what it needs from other cells did not finish in time"
    except AnswerReached:
        return "what it needs from other cells calls the package's answer"
    except BaseException as error:
        raised = describe_exception(error)
        return f"{raised.types[0]} raised while it was defined: {raised.message} {raised.where}"
    return function


if __name__ == "__main__":
    main()
