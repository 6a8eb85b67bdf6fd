"""The commands: what they print, where they write, and going on after an interrupt."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ctxlab.recall import cli
from ctxlab.recall.plans import Plan
from tests.support.recall import MadeUpReader

run = CliRunner().invoke


@pytest.fixture(autouse=True)
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[MadeUpReader]]:
    """The readers that commands get, one after the other; the folder is a fresh one."""
    readers: list[MadeUpReader] = [MadeUpReader()]
    monkeypatch.setattr(cli, "_local", lambda: readers[0])
    monkeypatch.chdir(tmp_path)
    yield readers


def test_measure_prints_the_curve_and_keeps_the_answers(tmp_path: Path) -> None:
    done = run(cli.app, ["measure", "--facts", "5", "--contexts", "3"])
    assert done.exit_code == 0, done.output
    assert "trial 3 of 3" in done.output
    assert "made up, on-call-5, 5 items: 0: 1.00, 1: 0.00" in done.output
    assert "U: first - middle 1.00 [1.00, 1.00]" in done.output
    assert [path.name for path in tmp_path.iterdir()] == ["recall-on-call-5.jsonl"]


def test_an_interrupt_is_no_traceback_and_the_command_goes_on(reader: list[MadeUpReader]) -> None:
    reader[0] = MadeUpReader(stop_after=1)
    options = ["measure", "--facts", "5", "--contexts", "3"]
    stopped = run(cli.app, options)
    assert stopped.exit_code == 130 and "goes on from here" in stopped.output
    reader[0] = MadeUpReader()
    done = run(cli.app, options)
    assert "1 trials are already in recall-on-call-5.jsonl; 2 are left" in done.output
    assert reader[0].asked == 2


def test_a_reorder_run_prints_each_order() -> None:
    options = ["--kind", "reorder", "--facts", "6", "--important", "2", "--contexts", "2"]
    done = run(cli.app, ["measure", *options])
    assert "on-call-6-reorder, recall of 2 facts" in done.output
    assert "dealt, best first  1.00" in done.output and "front              0.50" in done.output


def test_measure_all_writes_run_files_and_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli, "STORED", (Plan("on-call", 5, 2), Plan("deploy-key", 5, 2)))
    done = run(cli.app, ["measure-all", "all"])
    assert done.exit_code == 0, done.output
    assert sorted(path.name for path in (tmp_path / "all").iterdir()) == [
        "deploy-key-5.jsonl",
        "measured.csv",
        "measured.json",
        "on-call-5.jsonl",
    ]
    assert "0 are left" in run(cli.app, ["measure-all", "all"]).output


@pytest.mark.parametrize(
    "options, message",
    [
        (["--template", "phone"], "no template 'phone'; there are deploy-key, on-call"),
        (["--facts", "1000"], "a context holds 1 to 121 facts, not 1000"),
        (["--kind", "reorder", "--facts", "4"], "important must be 1 to 3, got 4"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(options: list[str], message: str) -> None:
    done = run(cli.app, ["measure", *options])
    assert done.exit_code == 1
    assert done.output == message + "\n"


def test_show_prints_all_that_is_stored() -> None:
    done = run(cli.app, ["show"])
    assert done.exit_code == 0, done.output
    assert done.output.count("first - middle") == 10 and done.output.count("dealt, best first") == 3


def test_help_names_the_commands() -> None:
    done = run(cli.app, ["--help"])
    for command in ("get-model", "measure", "measure-all", "show"):
        assert command in done.output
