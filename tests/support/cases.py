"""Real failures of similar systems, as small inputs with right values (`tests/data`)."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

_FILE = Path(__file__).parent.parent / "data" / "cases.jsonl"


@cache
def _all_cases() -> list[dict[str, Any]]:
    return [json.loads(line) for line in _FILE.read_text(encoding="utf-8").splitlines()]


def cases(kind: str) -> list[Any]:
    """The cases of one kind, as parameters that carry their id and their public report."""
    return [pytest.param(case, id=case["id"]) for case in _all_cases() if case["kind"] == kind]
