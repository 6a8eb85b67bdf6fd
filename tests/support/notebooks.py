"""Running notebooks and saving them so that nothing changes when nothing changed.

`python -m tests.support.notebooks [FILES]` runs the notebooks top to bottom and
saves them with their outputs: no timestamps, no widget state, no counters of a
particular session, no version of Python.
"""

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parent.parent.parent / "notebooks"
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"

Notebook = Any


def all_notebooks() -> list[Path]:
    """The course's notebooks, in order."""
    return sorted(FOLDER.glob("*.ipynb"))


def read(path: Path) -> Notebook:
    """A notebook as nbformat reads it."""
    return nbformat.read(path, as_version=4)


def write(notebook: Notebook, path: Path) -> None:
    """Save in one canonical form."""
    path.write_text(nbformat.writes(notebook, version=4) + "\n", encoding="utf-8", newline="\n")


def run(notebook: Notebook, timeout: int = 120) -> Notebook:
    """Execute all cells in a fresh kernel and tidy the outputs. Raises on an error in a cell."""
    os.environ["PYTHONHASHSEED"] = "0"
    client = NotebookClient(
        notebook,
        timeout=timeout,
        kernel_name="python3",
        record_timing=False,
        store_widget_state=False,
        resources={"metadata": {"path": str(FOLDER)}},
    )
    client.execute()
    return tidy(notebook)


def tidy(notebook: Notebook) -> Notebook:
    """Remove what differs from run to run: widget models, Python's version."""
    notebook.metadata.pop("widgets", None)
    notebook.metadata["language_info"] = {"name": "python"}
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            output.get("data", {}).pop(WIDGET_VIEW, None)
    return notebook


def run_and_save(paths: Iterable[Path]) -> None:
    """Run each notebook and save it in place."""
    for path in paths:
        notebook = run(read(path))
        write(notebook, path)
        print(path.name)


if __name__ == "__main__":
    run_and_save([Path(name) for name in sys.argv[1:]] or all_notebooks())
