"""The notebooks keep the house format, hold when solved, and nbval really compares."""

import inspect
import re
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ctxlab.exercises import of_notebook
from tests.answers import answers
from tests.support.notebooks import FOLDER, WIDGET_VIEW, all_notebooks, read, run, write

NOTEBOOKS = [pytest.param(path, id=path.stem) for path in all_notebooks()]

# Numbers that may stand in prose without being computed, each kind with its reason.
ALLOWED_NUMBERS = (
    r"\*?\b(core|stretch) · \d+ minutes",  # an exercise's minutes, compared with the package below
    r"\*\*\d+ minutes\*\*",  # the notebook's minutes
    r"Exercise \d\d\.\d",  # ids
    r"[Nn]otebooks? \d\d( and \d\d)?",  # references to notebooks
    r"^# \d\d ·|^\| \d\d · .* \| \d+ \|$",  # the title, and the map with its minutes
    r"chars/\d",  # names of counters
)


def code_cells(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def prose(notebook: Any) -> str:
    return "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


def output_text(cell: Any) -> str:
    data = [o.get("data", {}) for o in cell.get("outputs", ())]
    streams = [o.get("text", "") for o in cell.get("outputs", ())]
    return "\n".join([*(d.get("text/plain", "") for d in data), *streams])


def number(path: Path) -> str:
    return path.name[:2]


@pytest.mark.parametrize("path", NOTEBOOKS)
def test_cells_are_short_and_prose_is_neither_thin_nor_thick(path: Path) -> None:
    notebook = read(path)
    lengths = [
        sum(bool(line.strip()) for line in c.source.splitlines()) for c in code_cells(notebook)
    ]
    assert statistics.median(lengths) <= 6
    assert sum(length <= 15 for length in lengths) >= 0.9 * len(lengths)
    assert max(lengths) <= 30
    words = len(re.sub(r"```.*?```", "", prose(notebook), flags=re.DOTALL).split())
    assert 25 <= words / len(lengths) <= 90
    width = max(len(line) for cell in code_cells(notebook) for line in cell.source.splitlines())
    assert width <= 96, "a line of code would scroll sideways"


@pytest.mark.parametrize("path", NOTEBOOKS)
def test_it_opens_and_ends_as_the_house_does(path: Path) -> None:
    notebook = read(path)
    first, last = notebook.cells[0].source, notebook.cells[-1].source
    assert first.startswith(f"# {number(path)} · ")
    opening = first.partition("**After this notebook you can**")[2]
    assert len(re.findall(r"^- ", opening, flags=re.MULTILINE)) == 3
    assert re.search(r"\*\*\d+ minutes\*\* · You need", opening)
    assert "**Measured here:**" in last and "**Try it on yours:**" in last
    assert prose(notebook).count("lorem") == 0


@pytest.mark.parametrize("path", NOTEBOOKS)
def test_the_learner_predicts_at_least_twice_and_plays_once(path: Path) -> None:
    code = "\n".join(cell.source for cell in code_cells(read(path)))
    assert len(re.findall(r"^predict\(", code, flags=re.MULTILINE)) >= 2
    assert len(re.findall(r"^my_\w+ = \.\.\.$", code, flags=re.MULTILINE)) >= 2
    assert len(re.findall(r"^\w+_playground\(", code, flags=re.MULTILINE)) == 1


@pytest.mark.parametrize("path", NOTEBOOKS)
def test_every_exercise_has_its_header_its_stub_and_its_check(path: Path) -> None:
    notebook = read(path)
    cells = {cell.id: cell for cell in notebook.cells}
    for exercise in of_notebook(number(path)):
        slug = exercise.id.replace(".", "-")
        header = f"## Exercise {exercise.id} · {exercise.title}\n\n*{exercise.level} · "
        assert cells[f"ask-{slug}"].source.startswith(f"{header}{exercise.minutes} minutes*")
        assert f"def {exercise.name}(" in cells[f"answer-{slug}"].source
        assert cells[f"answer-{slug}"].metadata == {"ctxlab": {"exercise": exercise.id}}
        assert cells[f"check-{slug}"].source == f'check("{exercise.id}", {exercise.name})'
        assert "not attempted" in output_text(cells[f"check-{slug}"])


@pytest.mark.parametrize("path", NOTEBOOKS)
def test_every_number_in_prose_is_in_an_output(path: Path) -> None:
    notebook = read(path)
    text = re.sub(r"```.*?```", "", prose(notebook), flags=re.DOTALL)
    for allowed in ALLOWED_NUMBERS:
        text = re.sub(allowed, "", text, flags=re.MULTILINE)
    outputs = "\n".join(map(output_text, code_cells(notebook)))
    computed = set(re.findall(r"\d[\d,.]*\d|\d", outputs))
    written = set(re.findall(r"(?<![\w.-])(\d[\d,.]*\d|\d)(?![\w-])", text))
    assert written <= computed


@pytest.mark.parametrize("path", NOTEBOOKS)
def test_it_is_saved_clean(path: Path) -> None:
    notebook, raw = read(path), path.read_text(encoding="utf-8")
    assert "widgets" not in notebook.metadata
    assert notebook.metadata["language_info"] == {"name": "python"}
    counts = [cell.execution_count for cell in code_cells(notebook)]
    assert counts == list(range(1, len(counts) + 1))
    ids = [cell.id for cell in notebook.cells]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"(cell-\d\d|(ask|answer|check)-\d\d-\d)", i) for i in ids)
    assert WIDGET_VIEW not in raw
    assert "execution" not in "".join(str(cell.metadata) for cell in notebook.cells)
    assert not re.search(r"https?://|<script|<link", raw), "nothing remote"
    assert not re.search(r"0x[0-9a-f]{6,}|/home/|/tmp/", raw.replace("/home/ana", ""))


@pytest.mark.parametrize("path", NOTEBOOKS)
def test_every_picture_has_its_words(path: Path) -> None:
    for cell in code_cells(read(path)):
        for output in cell.outputs:
            if "image/png" in output.get("data", {}):
                assert len(output.data["text/plain"]) > 40
                assert "<Figure" not in output.data["text/plain"]
                alt = output.metadata.get("image/png", {}).get("alt")
                assert alt or "playground" in cell.source


def solved(path: Path) -> Any:
    """The notebook with a right answer in each stub."""
    notebook = read(path)
    for cell in code_cells(notebook):
        exercise_id = cell.metadata.get("ctxlab", {}).get("exercise")
        if exercise_id:
            stub = cell.source.index("def ")
            cell.source = cell.source[:stub] + inspect.getsource(answers(exercise_id)[0])
    return notebook


@pytest.mark.parametrize("path", NOTEBOOKS)
def test_a_solved_notebook_passes_every_check(path: Path) -> None:
    notebook = run(solved(path))
    for cell in code_cells(notebook):
        if cell.metadata.get("ctxlab", {}).get("check"):
            assert "passed" in output_text(cell)


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="outputs are saved with Python 3.11")
@pytest.mark.parametrize("path", NOTEBOOKS)
def test_running_and_saving_changes_nothing(path: Path, tmp_path: Path) -> None:
    write(run(read(path)), tmp_path / path.name)
    saved, again = (p.read_text(encoding="utf-8") for p in (path, tmp_path / path.name))
    assert saved == again


def nbval(folder: Path) -> subprocess.CompletedProcess[str]:
    options = ["-c", "pyproject.toml", "-p", "no:cacheprovider", "-q"]
    command = [sys.executable, "-m", "pytest", *options, str(folder)]
    return subprocess.run(command, cwd=FOLDER.parent, capture_output=True, text=True, timeout=120)


@pytest.fixture
def small() -> Any:
    """The first cells of notebook 00, which are quick to run."""
    notebook = read(FOLDER / "00_start_here.ipynb")
    notebook.cells = notebook.cells[:4]
    return notebook


def test_nbval_is_red_when_a_stored_output_was_changed(small: Any, tmp_path: Path) -> None:
    write(small, tmp_path / "same.ipynb")
    table = small.cells[-1].outputs[0].data
    table["text/plain"] = table["text/plain"].replace("84", "85")
    write(small, tmp_path / "changed.ipynb")
    result = nbval(tmp_path)
    assert result.returncode == 1
    assert "1 failed, 5 passed" in result.stdout or "1 failed, 3 passed" in result.stdout, (
        result.stdout
    )


def test_nbval_is_red_when_a_notebook_was_stripped(small: Any, tmp_path: Path) -> None:
    for cell in code_cells(small):
        cell.outputs, cell.execution_count = [], None
    write(small, tmp_path / "stripped.ipynb")
    # the hook that refuses it is in the root's conftest.py
    (tmp_path / "conftest.py").write_text(
        (FOLDER.parent / "conftest.py").read_text(encoding="utf-8"), encoding="utf-8"
    )
    result = nbval(tmp_path)
    assert result.returncode == 4
    assert "saved without running" in result.stderr + result.stdout
