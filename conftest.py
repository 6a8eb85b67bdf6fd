"""Settings for the tests, and what nbval needs to compare everything that matters."""

import os
from typing import Any

import pytest
from hypothesis import settings

from ctxlab.recall.runs import use_threads

use_threads(1)  # before numpy is loaded: several are slower on a busy machine, and less repeatable
os.environ["PYTHONHASHSEED"] = "0"  # for the kernels and other processes that tests start
settings.register_profile("ctxlab", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("ctxlab")


def pytest_collection_modifyitems(items: list[Any]) -> None:
    """Refuse what nbval would pass without comparing, and give slow machines time."""
    unrun: dict[str, list[int]] = {}
    for item in items:
        if type(item).__name__ != "IPyNbCell":
            continue
        item.output_timeout = 60  # nbval waits 5 seconds for an output and has no option
        if item.cell.source.strip() and item.cell.execution_count is None:
            unrun.setdefault(item.path.name, []).append(item.cell_num)
    if unrun:
        raise pytest.UsageError(f"saved without running, so nothing to compare: {unrun}")
