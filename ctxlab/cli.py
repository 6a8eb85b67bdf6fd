"""The command line: `ctxlab lab`, `status`, `grade`, `doctor`."""

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.console import Console
from rich.progress import track

from ctxlab import doctor as doctor_module
from ctxlab import workspace
from ctxlab.grading.grade import Graded, grade_notebook, notebooks_in
from ctxlab.grading.gradebook import write_gradebook
from ctxlab.logs.cli import logs
from ctxlab.recall.cli import app as recall
from ctxlab.terminal import grade_table, status_table

app = typer.Typer(
    help="ctxlab: learn context engineering in notebooks with instant checks.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command()(logs)
app.add_typer(recall, name="recall")
console = Console(highlight=False)

Folder = Annotated[Path, typer.Argument(help="A folder of notebooks.")]


def main() -> None:
    """Run the command line."""
    app()


@app.command()
def lab(
    folder: Annotated[Path, typer.Argument(help="Your folder.")] = workspace.DEFAULT,
    browser: Annotated[bool, typer.Option(help="Open the browser.")] = True,
    port: Annotated[int, typer.Option(help="The port to serve at.")] = 8888,
) -> None:
    """Copy the notebooks into your own folder (nothing is overwritten) and open JupyterLab."""
    try:
        copied, kept = workspace.copy_notebooks(folder)
    except OSError as error:
        _stop(str(error))
    if copied:
        console.print(f"New in {folder}: {', '.join(copied)}")
    if kept:
        console.print(f"Yours, left as they are: {', '.join(kept)}")
    console.print("Starting JupyterLab. Stop it with Ctrl-C.")
    raise typer.Exit(subprocess.call(_jupyter(folder, browser, port)))


@app.command()
def status(folder: Folder = workspace.DEFAULT) -> None:
    """Check every exercise in your saved notebooks and show where you are. (* is stretch.)"""
    graded = _grade_all(folder)
    console.print(status_table(graded))
    _print_trouble(graded)


@app.command()
def grade(
    folder: Folder,
    out: Annotated[Path, typer.Option(help="Folder for the results.")] = Path("ctxlab-grades"),
) -> None:
    """Check a folder of saved notebooks: a table and a CSV, learner by exercise.

    Exit code: 0 if all were checked, 2 if some need a look, 1 if nothing could be done.
    """
    graded = _grade_all(folder)
    out.mkdir(parents=True, exist_ok=True)
    write_gradebook(out / "gradebook.csv", folder, graded)
    table = grade_table(folder, graded)
    wide = console.options.update(max_width=10_000)  # a class may be wider than the window
    needed = console.measure(table, options=wide).maximum
    Console(highlight=False, width=max(console.width, needed)).print(table)
    _print_trouble(graded)
    console.print(f"Written: {out / 'gradebook.csv'}", soft_wrap=True)
    raise typer.Exit(2 if any(copy.trouble for copy in graded) else 0)


@app.command()
def doctor() -> None:
    """Look at the installation and say what to do if something is missing."""
    findings = doctor_module.examine()
    for finding in findings:
        console.print(str(finding), soft_wrap=True)
    raise typer.Exit(0 if all(finding.is_ok for finding in findings) else 1)


def _jupyter(folder: Path, browser: bool, port: int) -> list[str]:
    """The command that starts JupyterLab in `folder`, without asking any host for news."""
    command = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={folder.resolve()}"]
    settings = Path(__file__).parent / "lab_settings"  # no pop-up that asks about news
    command += [f"--ServerApp.port={port}", f"--LabApp.app_settings_dir={settings}"]
    command += ["--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
    command += ["--LabApp.extension_manager=readonly"]
    first = "00_start_here.ipynb"
    if (folder / first).exists():
        command += [f"--LabApp.default_url=/lab/tree/{first}"]
    if not browser:
        command += ["--no-browser"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command += ["--allow-root"]  # Jupyter asks for it by name, for example in a container
    return command


def _grade_all(folder: Path) -> list[Graded]:
    if not folder.is_dir():
        _stop(f"there is no folder {folder}; make one with: ctxlab lab {folder}")
    paths = notebooks_in(folder)
    if not paths:
        _stop(f"there are no notebooks in {folder}")
    progress = track(paths, "Checking", console=console, transient=True)
    return [grade_notebook(path) for path in progress]


def _stop(message: str) -> NoReturn:
    console.print(message, style="bold", soft_wrap=True, markup=False)
    raise typer.Exit(1)


def _print_trouble(graded: Iterable[Graded]) -> None:
    for copy in graded:
        for trouble in copy.trouble:
            console.print(f"{copy.path.name}: {trouble}", markup=False, soft_wrap=True)
