"""From saved notebooks to outcomes: solved, wrong, untouched, damaged and hostile copies."""

import csv
import inspect
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from ctxlab.cli import app
from ctxlab.exercises import find
from ctxlab.grading.grade import grade_notebook
from ctxlab.workspace import copy_notebooks
from tests.answers import answers
from tests.support.notebooks import FOLDER, read, write

IDS = ("02.1", "02.2", "02.3", "02.4", "02.5", "02.6")


def copy_of_02(path: Path, **changed: str) -> Path:
    """Notebook 02 solved, with the answers to some exercises replaced (`x02_3="..."`)."""
    notebook = read(FOLDER / "02_assembling_context.ipynb")
    for cell in notebook.cells:
        exercise_id = cell.metadata.get("ctxlab", {}).get("exercise")
        if exercise_id:
            right = inspect.getsource(answers(exercise_id)[0])
            cell.source = changed.get("x" + exercise_id.replace(".", "_"), right)
    write(notebook, path)
    return path


def outcomes(path: Path) -> dict[str, str]:
    return {i: result.outcome for i, result in grade_notebook(path).results.items()}


def test_a_solved_copy_passes(tmp_path: Path) -> None:
    assert outcomes(copy_of_02(tmp_path / "ana.ipynb")) == dict.fromkeys(IDS, "passed")


def test_an_untouched_copy_is_not_attempted() -> None:
    graded = grade_notebook(FOLDER / "02_assembling_context.ipynb")
    assert {r.outcome for r in graded.results.values()} == {"not attempted"}
    assert graded.trouble == ()


STOPS = """
def fill_by_priority(sections, remaining, count):
    kept = []
    order = [i for i, s in enumerate(sections) if not s.pinned]
    for i in sorted(order, key=lambda i: -sections[i].priority):
        cost = count(sections[i].text)
        if cost > remaining:
            break
        kept.append(i)
        remaining -= cost
    return sorted(kept)
"""


def test_a_planted_mistake_is_named_and_the_rest_still_counts(tmp_path: Path) -> None:
    graded = grade_notebook(copy_of_02(tmp_path / "ben.ipynb", x02_3=STOPS))
    result = graded.results["02.3"]
    assert result.outcome == "not yet" and result.is_certain
    assert result.mistake == find("02.3").mistakes[0]
    assert [r.outcome for i, r in graded.results.items() if i != "02.3"] == ["passed"] * 5


@pytest.mark.parametrize(
    "body",
    [
        "import os\n    os._exit(0)",
        "import os, signal\n    os.kill(os.getpid(), signal.SIGKILL)",
        "while True: pass",
        "raise SystemExit",
        "return input()",
        "print('x' * 5_000_000)",
        "def f(): return f()\n    return f()",
    ],
    ids=["_exit", "kill", "loop", "exit", "input", "print", "recursion"],
)
def test_one_bad_function_loses_only_its_own_exercise(tmp_path: Path, body: str) -> None:
    bad = f"def render_sections(sections):\n    {body}\n"
    helper = inspect.getsource(answers("02.1")[0]).replace("render_sections", "written")
    own = inspect.getsource(answers("02.6")[0]).replace("render_sections", "written")
    seen = outcomes(copy_of_02(tmp_path / "chi.ipynb", x02_1=bad, x02_6=f"{helper}\n\n{own}"))
    assert seen.pop("02.1") in ("not yet", "errored")
    assert seen == dict.fromkeys(IDS[1:], "passed")


def damaged(notebook: Any, how: str) -> None:
    cells = notebook.cells
    if how == "reversed":
        cells.reverse()
    elif how == "no ids, no metadata":
        for cell in cells:
            cell.pop("id", None)
            cell.metadata = {}
        notebook.nbformat_minor = 4
    elif how == "checks deleted":
        notebook.cells = [c for c in cells if "check(" not in c.source and "ctxlab" not in c.source]
        for cell in notebook.cells:
            cell.metadata = {}
    elif how == "a broken cell in front":
        cells.insert(0, {**cells[1], "id": "broken", "source": "def half(:", "outputs": []})
    elif how == "magics":
        for cell in cells:
            if cell.cell_type == "code":
                cell.source = "%%time\n!ls\n" + cell.source
    elif how == "answers twice":
        cells += [
            {**c, "id": f"{c.id}-again", "source": c.source}
            for c in cells
            if c.metadata.get("ctxlab", {}).get("exercise")
        ]


@pytest.mark.parametrize(
    "how",
    [
        "reversed",
        "no ids, no metadata",
        "checks deleted",
        "a broken cell in front",
        "magics",
        "answers twice",
    ],
)
def test_damage_elsewhere_costs_nothing(tmp_path: Path, how: str) -> None:
    path = copy_of_02(tmp_path / "dan.ipynb")
    notebook = json.loads(path.read_text(encoding="utf-8"))

    class Cells(dict):  # type: ignore[type-arg]
        __getattr__ = dict.__getitem__
        __setattr__ = dict.__setitem__

    made = Cells(notebook)
    made["cells"] = [
        Cells({**c, "source": "".join(c["source"]), "metadata": c["metadata"]})
        for c in notebook["cells"]
    ]
    damaged(made, how)
    path.write_text(json.dumps(made), encoding="utf-8")
    seen = outcomes(path)
    assert {seen[i] for i in IDS} == {"passed"}


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b'{"cells": [', "broken JSON"),
        (b"\xff\xfe\x00", "not UTF-8"),
        (b"[]", "no notebook of format 4"),
        (b"", "broken JSON"),
    ],
)
def test_an_unreadable_copy_says_why(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "eve.ipynb"
    path.write_bytes(content)
    graded = grade_notebook(path)
    assert graded.results == {}
    assert reason in graded.trouble[0]


def test_the_command_writes_a_gradebook_and_changes_nothing(tmp_path: Path) -> None:
    folder, out = tmp_path / "class", tmp_path / "out"
    folder.mkdir()
    copy_of_02(folder / "=cmd.ipynb")
    copy_of_02(folder / "ben.ipynb", x02_3=STOPS)
    (folder / "dan.ipynb").write_bytes(b"{")
    before = {path: path.read_bytes() for path in folder.iterdir()}
    result = CliRunner().invoke(app, ["grade", str(folder), "--out", str(out)])
    assert result.exit_code == 2, result.output
    assert {path: path.read_bytes() for path in folder.iterdir()} == before
    with (out / "gradebook.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["learner"]: row for row in csv.DictReader(file)}
    assert set(rows) == {"'=cmd", "ben", "dan"}
    assert rows["'=cmd"]["passed"] == "6" and rows["ben"]["02.3"] == "not yet"
    assert rows["ben"]["02.3 looks like"] == find("02.3").mistakes[0].name
    assert "broken JSON" in rows["dan"]["needs a look"]


def test_grading_nothing_is_an_error_with_a_way_out(tmp_path: Path) -> None:
    missing = CliRunner().invoke(app, ["grade", str(tmp_path / "none")])
    empty = CliRunner().invoke(app, ["status", str(tmp_path)])
    assert missing.exit_code == empty.exit_code == 1
    assert "there is no folder" in missing.output


def test_status_and_doctor(tmp_path: Path) -> None:
    copy_of_02(tmp_path / "02_assembling_context.ipynb", x02_3=STOPS)
    status = CliRunner().invoke(app, ["status", str(tmp_path)])
    assert status.exit_code == 0 and "5 of 6 passed" in status.output
    doctor = CliRunner().invoke(app, ["doctor"])
    assert doctor.exit_code == 0 and "o200k_base: works offline" in doctor.output


def test_the_learners_folder_is_never_overwritten(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    copied, kept = copy_notebooks(folder)
    assert kept == [] and len(copied) == len(list(FOLDER.glob("*.ipynb")))
    mine = folder / copied[0]
    mine.write_text("my work", encoding="utf-8")
    (folder / copied[1]).unlink()
    again, kept = copy_notebooks(folder)
    assert again == [copied[1]] and copied[0] in kept
    assert mine.read_text(encoding="utf-8") == "my work"


def test_the_command_line_starts_fast_enough_to_say_its_name() -> None:
    command = [sys.executable, "-c", "from ctxlab.cli import main; main()", "--help"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert run.returncode == 0 and "lab" in run.stdout and "grade" in run.stdout
