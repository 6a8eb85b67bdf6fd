"""Own logs: bytes to text, text to items; nothing crashes, nothing goes in silence."""

import gzip
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ctxlab.logs import Log, LogError, load_log, sample
from ctxlab.logs.cleaning import clean
from ctxlab.logs.plain import HARD_LINES, LONG_LINE, read_plain, start_of

LOG = "naïve start: ✓ 12 ms\nport 8073 is open\n\tindented — done\n"


def written(folder: Path, data: bytes | str, name: str = "run.log") -> Path:
    path = folder / name
    path.write_bytes(data.encode("utf-8") if isinstance(data, str) else data)
    return path


def loaded(folder: Path, data: bytes | str, name: str = "run.log") -> Log:
    return load_log(written(folder, data, name))


def text_of(log: Log) -> str:
    return "\n".join(item.text for item in log.items)


# The recorded samples.

SAMPLES = {
    "anthropic_messages.json": ("Anthropic-style messages", 35),
    "c_build.log": ("plain text", 21),
    "coding_session.jsonl": ("session file", 31),
    "openai_messages.json": ("OpenAI-style messages", 35),
    "pip_install.log": ("plain text", 10),
    "pytest_run.log": ("plain text", 20),
    "shell_session.log": ("plain text", 23),
}


@pytest.mark.parametrize("name", SAMPLES)
def test_every_sample_is_understood(name: str) -> None:
    log = load_log(sample(name))
    assert (log.shape, len(log.items)) == SAMPLES[name]
    assert [item.step for item in log.items] == list(range(len(log.items)))


def test_every_sample_is_small_clean_and_described() -> None:
    files = {path.name: path for path in sample().iterdir() if not path.name.startswith((".", "R"))}
    assert set(files) == set(SAMPLES)
    readme = sample("README.md").read_text(encoding="utf-8")
    for name, path in files.items():
        text = path.read_bytes().decode("utf-8")
        assert len(text.encode()) < 40_000 and f"| `{name}` |" in readme
        seen = clean(text)[0]
        folders = {"/home/", "/src/", "/usr/", "/tmp/", "/dev/", "/untrusted/", "/system/"}
        assert set(re.findall(r"(?<![\w.:/<])/\w+/", seen)) <= folders
        assert set(re.findall(r"/home/\w+", seen)) <= {"/home/dev"}
        assert set(re.findall(r"\w+://([\w.-]+)", seen)) <= {"packages.example.org", "127.0.0.1"}
        assert set(re.findall(r"[\w.-]+@[\w.-]+", seen)) <= {"dev@box"}


# Plain text.


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("$ make test", "make test"),
        ("dev@box:~/tally$ git log", "git log"),
        ("(venv) dev@box:~/tally$ git log", "git log"),
        ("root@box:/# ls", "ls"),
        ("PS C:\\Users\\dev> dir", "dir"),
        ("::group::Build (Debug)", "Build (Debug)"),
        ("2026-03-05T08:47:00.1234567Z ##[group]Run tests", "Run tests"),
        ("Step 3/10 : COPY . .", "COPY . ."),
        ("===== FAILURES =====", "FAILURES"),
        ("_ test_with_a_very_long_name _", "test_with_a_very_long_name"),
        ("------- build -------", "build"),
        ("plain words", None),
        ("=====", None),
        ("  $ indented", None),
        ("$", None),
        ("costs 5 $ a month", None),
        ("", None),
    ],
)
def test_what_begins_an_item(line: str, name: str | None) -> None:
    assert start_of(line) == name


def test_an_item_for_each_command() -> None:
    log = load_log(sample("shell_session.log"))
    [item] = [item for item in log.items if item.name == "./build/test_words"]
    assert item.text == (
        "dev@box:~/tally$ ./build/test_words\ntest_words.c:8: length is 3, expected 5"
    )
    assert (item.kind, item.author, item.trust) == ("tool result", "outside world", "untrusted")


def test_an_item_knows_its_line() -> None:
    lines = sample("c_build.log").read_text(encoding="utf-8").split("\n")
    for item in load_log(sample("c_build.log")).items:
        assert lines[item.line - 1] == item.text.split("\n")[0]


@given(
    st.lists(st.sampled_from(["a", "  b", "", "$ c", "== d ==", "x" * 2_500, "|"]), max_size=150)
)
def test_no_line_is_lost_and_no_item_is_endless(lines: list[str]) -> None:
    items = list(read_plain("\n".join(lines)))
    kept = "".join(item.text for item in items).replace("\n", "")
    assert kept == "".join(lines)
    assert all(item.text.count("\n") < HARD_LINES for item in items)
    assert all(len(line) <= LONG_LINE for item in items for line in item.text.split("\n"))


def test_a_long_line_is_laid_out_and_noted(tmp_path: Path) -> None:
    log = loaded(tmp_path, "x" * 100_000)
    assert [note for note in log.notes if "laid out" in note] == [
        "lines longer than 1,000 characters, laid out as several: 1"
    ]
    assert text_of(log).replace("\n", "") == "x" * 100_000


# Encodings.


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"]
)
def test_encodings_are_recognised(tmp_path: Path, encoding: str) -> None:
    log = loaded(tmp_path, LOG.encode(encoding))
    assert text_of(log) == LOG.strip() and log.notes == ()
    assert log.encoding == encoding


def test_a_line_in_another_encoding_is_read_and_noted(tmp_path: Path) -> None:
    data = (
        "✓ 1\n".encode()
        + "caf\u00e9 \u201cx\u201d\n".encode("cp1252")
        + "✓ 3\n".encode()
        + b"\x81\n"
    )
    log = loaded(tmp_path, data)
    assert text_of(log) == "✓ 1\ncafé “x”\n✓ 3\n\x81"
    assert log.notes == ("lines that are not UTF-8, read as Windows-1252: 2 (lines 2, 4)",)


def test_utf16_appended_to_utf8_is_read(tmp_path: Path) -> None:
    data = ("start of the log, all in one encoding\n" * 20).encode() + "port 8073\n".encode(
        "utf-16-le"
    )
    log = loaded(tmp_path, data)
    assert text_of(log).endswith("port 8073") and "control characters" in log.notes[0]


def test_a_hole_of_zero_bytes_is_no_reason_to_refuse(tmp_path: Path) -> None:
    log = loaded(tmp_path, b"before\n" + bytes(5_000) + b"after\n")
    assert text_of(log) == "before\nafter" and log.notes


# What is no log.


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (gzip.compress(b"a log"), "gzip; unpack it first"),
        (b"PK\x03\x04....", "zip archive; unpack it first"),
        (b"\x89PNG\r\n\x1a\n....", "picture"),
        (b"%PDF-1.7", "PDF"),
        (b"\x7fELF" + bytes(200), "a program"),
        (random.Random(1).randbytes(100_000), "no text: .* control"),
        (random.Random(2).randbytes(200), "no text: .* control"),
        (bytes(range(256)) * 40, "no text: .* control"),
    ],
)
def test_what_is_no_text_is_refused_with_a_reason(tmp_path: Path, data: bytes, why: str) -> None:
    with pytest.raises(LogError, match=f"^run.log is .*{why}"):
        loaded(tmp_path, data)


@pytest.mark.parametrize("data", [b"", b"\n \n\r\n", b"\xef\xbb\xbf", b"\xff\xfe"])
def test_an_empty_file_says_so(tmp_path: Path, data: bytes) -> None:
    log = loaded(tmp_path, data)
    assert log.is_empty and log.notes == ("the file is empty: no items",)


def test_only_control_characters_says_so(tmp_path: Path) -> None:
    log = loaded(tmp_path, b"\x1b[0m\r\n\x1b[0m\r\n")
    assert log.is_empty and log.notes


def test_a_folder_and_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="is a folder"):
        load_log(tmp_path)
    with pytest.raises(FileNotFoundError):
        load_log(tmp_path / "gone.log")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.binary(max_size=300) | st.text(st.characters(exclude_categories=["Cs"])).map(str.encode))
def test_no_bytes_crash_and_none_vanish_in_silence(tmp_path: Path, data: bytes) -> None:
    try:
        log = loaded(tmp_path, data)
    except LogError as error:
        assert "run.log is" in str(error)
    else:
        assert log.items or log.notes


# Terminal text.


@pytest.mark.parametrize(
    ("raw", "seen", "changed"),
    [
        ("a\r\nb\r\n", "a\nb\n", 0),
        ("a\rb\rc", "a\nb\nc", 0),
        ("\x1b[1;31mred\x1b[0m\n", "red\n", 1),
        ("\x1b[38;5;208morange\x1b[K\n", "orange\n", 1),
        ("\x1b]0;title\x07text\n", "text\n", 1),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\\n", "link\n", 1),
        ("\x1b(Bplain\n", "plain\n", 1),
        ("\x1b[?2004hprompt$ ls\r\n\x1b[?2004l\ra\r\n", "prompt$ ls\na\n", 2),
        (" 10 %\r 50 %\r100 %\n", "100 %\n", 1),
        ("downloading\rdone\x1b[K\n", "done\n", 1),
        ("downloading\rdone\n", "doneloading\n", 1),
        ("a-\b\\\b|\bb\n", "ab\n", 1),
        ("bell\x07 and form\x0cfeed\n", "bell and formfeed\n", 1),
        ("tab\tstays\n", "tab\tstays\n", 0),
        ("header\r\r\nnext\r\n", "header\nnext\n", 1),
        ("cut off \x1b[3", "cut off [3", 1),
    ],
)
def test_terminal_text_becomes_what_was_seen(raw: str, seen: str, changed: int) -> None:
    assert clean(raw) == (seen, changed)


def test_colours_are_noted(tmp_path: Path) -> None:
    log = loaded(tmp_path, "\x1b[31mred\x1b[0m\nplain\n")
    assert log.notes == ("lines freed of colours, control characters or overwritten text: 1",)


# Large files.


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize("size", range(40, 60))
def test_a_cut_file_ends_with_a_whole_line(tmp_path: Path, encoding: str, size: int) -> None:
    data = ("✓ naïve\n" * 100).encode(encoding)
    log = load_log(written(tmp_path, data), max_bytes=size)
    assert set(text_of(log).split("\n")) == {"✓ naïve"}
    assert log.notes == (
        f"read the first {size:,} bytes of {len(data):,}; for another part, cut it out "
        "(head, tail, split) or raise max_bytes",
    )


@pytest.mark.parametrize("size", [100, 101, 102, 103])
def test_a_cut_inside_one_endless_line(tmp_path: Path, size: int) -> None:
    log = load_log(written(tmp_path, "✓" * 1_000), max_bytes=size)
    assert set(text_of(log)) == {"✓"} and len(log.notes) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="memory is measured as Linux reports it")
def test_a_huge_file_takes_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "huge.log"
    with path.open("wb") as file:
        for i in range(500):
            file.write(b"".join(b"request %d took %d ms\n" % (i * k, k) for k in range(2_000)))
        file.truncate(200_000_000)
    code = (
        "import re, sys; from ctxlab.logs import load_log; log = load_log(sys.argv[1]);"
        "print(len(log.items), log.notes[0][:45]);"  # ru_maxrss would count the parent's as well
        "status = open('/proc/self/status', encoding='utf-8').read();"
        "print(int(re.search(r'VmHWM:\\s+(\\d+)', status)[1]) // 1024)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True
    )
    first, memory = run.stdout.splitlines()
    assert first.endswith("read the first 20,000,000 bytes of 200,000,00")
    assert int(memory) < 300  # MiB, the interpreter included
