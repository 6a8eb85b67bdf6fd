"""The command: what was understood, with notes, and never a traceback."""

import gzip
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ctxlab.logs import sample
from ctxlab.logs.cli import app


def run(*arguments: object) -> tuple[int, str]:
    result = CliRunner(env={"COLUMNS": "100"}).invoke(app, [str(a) for a in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.output


def test_it_shows_items_kinds_tokens_and_questions() -> None:
    code, out = run(sample("openai_messages.json"), "--questions", "2", "--items", "5")
    assert code == 0
    assert out.startswith("openai_messages.json: OpenAI-style messages, utf-8, 35 items\n")
    assert "rule             developer          1               26                  26" in out
    assert "all                                35            2,335               2,793" in out
    assert "\n4     history          user" in out and out.count("\nWhich ") == 2


def test_it_shows_notes_and_that_questions_ran_out(tmp_path: Path) -> None:
    path = tmp_path / "run.log"
    path.write_text("\x1b[31mnothing to ask about\x1b[0m\n", encoding="utf-8")
    code, out = run(path)
    assert code == 0 and "note: lines freed of colours" in out
    assert "0 of the 5 questions asked for" in out


def test_another_seed_asks_other_questions() -> None:
    path = sample("pip_install.log")
    assert run(path)[1] != run(path, "--seed", 1)[1] and run(path) == run(path)


def test_a_cap_can_be_given() -> None:
    code, out = run(sample("c_build.log"), "--max-bytes", 5_000)
    assert code == 0 and "note: read the first 5,000 bytes of 25,027" in out


@pytest.mark.parametrize(
    ("name", "data", "code", "word"),
    [
        ("empty.log", b"", 0, "the file is empty"),
        ("run.log.gz", gzip.compress(b"x"), 1, "unpack it first"),
        ("noise.bin", bytes(range(256)) * 9, 1, "is no text"),
        ("odd.json", b'[{"role": "user", "content": "\\ud800 [bold]x[/bold]"}]', 0, "1 items"),
    ],
)
def test_odd_files_get_a_message(
    tmp_path: Path, name: str, data: bytes, code: int, word: str
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    assert (run(path, "--items", 3)[0], word in run(path)[1]) == (code, True)


def test_markup_in_a_log_is_text(tmp_path: Path) -> None:
    path = tmp_path / "run.log"
    path.write_text("[bold]took[/bold] 12.5 ms at [red]x\n", encoding="utf-8")
    assert "[bold]took[/bold] …" in run(path)[1]


def test_what_cannot_be_opened(tmp_path: Path) -> None:
    code, out = run(tmp_path / "gone.log")
    assert code == 1 and "cannot read gone.log: No such file" in out
    code, out = run(tmp_path)
    assert code == 1 and "is a folder" in out


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="needs a user without rights")
def test_a_file_without_permission(tmp_path: Path) -> None:
    path = tmp_path / "secret.log"
    path.write_text("x", encoding="utf-8")
    path.chmod(0)
    assert run(path)[0] == 1
