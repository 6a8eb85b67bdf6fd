"""Options of a run; the command of `__main__` passes them."""

from typing import Any

import pytest

from benchmarks.rows import ROWS


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("ctxlab benchmarks")
    group.addoption("--rows", default="", help="only rows whose id begins with one of these")
    group.addoption("--repeat", type=int, default=3, help="how often contenders take turns")
    group.addoption("--largest", type=int, default=10**9, help="leave out larger sizes")


def pytest_generate_tests(metafunc: Any) -> None:
    """One test for every measurement, in the order in which they are made."""
    if "measurement" not in metafunc.fixturenames:
        return
    option = metafunc.config.getoption
    starts = tuple(option("rows").split(","))
    wanted = [row for row in ROWS if row.id.startswith(starts)]
    plan = [one for row in wanted for one in row.plan(option("repeat"), option("largest"))]
    metafunc.parametrize("measurement", plan, ids=["-".join(map(str, one)) for one in plan])
