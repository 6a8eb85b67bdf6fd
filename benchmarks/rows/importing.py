"""What `import ctxlab` costs, in a fresh interpreter, beside `import tiktoken`."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

from benchmarks.row import Call, Contender, Row, need

_HEAVY = {"matplotlib", "ipywidgets", "IPython", "numpy", "regex", "rich", "typer"}


def _importing(modules: str) -> Callable[[Any], Call]:
    code = f"import sys, {modules}; print(*sys.modules)"
    return lambda case: lambda: subprocess.check_output([sys.executable, "-c", code], text=True)


def _check(case: Any, result: str, ours: Any) -> str:
    loaded = {name.partition(".")[0] for name in result.split()}
    need("tiktoken" in loaded or loaded.isdisjoint(_HEAVY), f"loads {loaded & _HEAVY}")
    return ""


def _row(id: str, what: str, ours: str, rival: str, goal: float) -> Row:
    return Row(
        id=id,
        what=what,
        sizes=(1,),
        case=lambda n: None,
        ours=Contender(f"import {ours}", _importing(ours)),
        rivals=(Contender(f"import {rival}", _importing(rival), goal),),
        check=_check,
    )


ROWS = (
    _row("import", "start Python and import", "ctxlab", "tiktoken", 1),
    _row("import-both", "start Python and import", "tiktoken, ctxlab", "tiktoken", 0.8),
)
