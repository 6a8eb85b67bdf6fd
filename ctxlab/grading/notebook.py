"""Reading a saved notebook as people hand it in: any nbformat 4, ids or not.

Only the code and the hints about exercises are taken; outputs and checks that
came along are never believed.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MAX_BYTES = 50_000_000
"""Larger files are refused: stored output has run away, and clearing it helps."""

_CHECK_CALL = re.compile(r"""\bcheck\(\s*["'](\d\d\.\d+)["']""")


class UnreadableNotebook(ValueError):
    """The file is no notebook that can be read; the message says why, for people."""


@dataclass(frozen=True)
class SavedNotebook:
    """Sources of the code cells in order, and ids of exercises that are mentioned."""

    sources: tuple[str, ...]
    mentioned: frozenset[str]


def read_notebook(path: Path) -> SavedNotebook:
    """The notebook at `path`. Raises UnreadableNotebook with a reason."""
    size = path.stat().st_size
    if size > MAX_BYTES:
        limit = f"{MAX_BYTES // 1_000_000} MB"
        raise UnreadableNotebook(f"{size // 1_000_000} MB, more than {limit}: clear its outputs")
    try:
        content = json.loads(path.read_bytes().decode("utf-8"))
    except UnicodeDecodeError:
        raise UnreadableNotebook("not UTF-8 text") from None
    except (json.JSONDecodeError, RecursionError) as error:
        raise UnreadableNotebook(f"broken JSON, perhaps cut off: {error}") from None
    cells = content.get("cells") if isinstance(content, dict) else None
    if not isinstance(cells, list):
        raise UnreadableNotebook("no notebook of format 4: it has no list of cells")
    code = [cell for cell in cells if isinstance(cell, dict) and cell.get("cell_type") == "code"]
    sources = tuple(map(_source, code))
    mentioned = {*_CHECK_CALL.findall("\n".join(sources)), *_tagged(code)}
    return SavedNotebook(sources, frozenset(mentioned))


def _source(cell: dict[str, Any]) -> str:
    source = cell.get("source", "")
    return "".join(map(str, source)) if isinstance(source, list) else str(source)


def _tagged(cells: list[dict[str, Any]]) -> Iterator[str]:
    for cell in cells:
        metadata = cell.get("metadata")
        own = metadata.get("ctxlab") if isinstance(metadata, dict) else None
        if isinstance(own, dict) and isinstance(own.get("exercise"), str):
            yield own["exercise"]
