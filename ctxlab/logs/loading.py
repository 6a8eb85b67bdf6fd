"""A file of yours as a store: `load_log` finds out by itself what it is.

JSON and JSON lines that hold messages become conversations, all else is read as
plain text. Whatever could not be read is in the notes: nothing is lost in
silence. Not here: following a file that grows. Taught in 08.
"""

import json
import os
import re
from itertools import islice
from pathlib import Path

from ctxlab.logs.cleaning import clean
from ctxlab.logs.collector import Collector
from ctxlab.logs.decoding import decode
from ctxlab.logs.items import Log, LogError
from ctxlab.logs.plain import LONG_LINE, read_plain
from ctxlab.logs.records import read_data

MAX_BYTES = 20_000_000
"""How much of a file is read, so that a huge one does not fill the memory."""


def load_log(path: str | os.PathLike[str], max_bytes: int = MAX_BYTES) -> Log:
    """The items of a log or transcript in time order, and notes on what was not taken.

    Reads plain-text logs, CI output, message lists of the OpenAI and Anthropic
    shapes (JSON or JSON lines) and session files of coding assistants. Only the
    first `max_bytes` are read. Raises LogError for what is no text, FileNotFoundError
    and the like for what cannot be opened. Taught in 08.

    >>> log = load_log(sample("shell_session.log"))
    >>> log.shape, log.items[5].name
    ('plain text', './build/test_words')
    """
    path = Path(path).expanduser()
    data, notes = _read(path, max_bytes)
    text, encoding, more = decode(data, path.name, is_cut=bool(notes))
    notes += more
    if not text.strip():
        return Log(path.name, "empty", encoding, (), (*notes, "the file is empty: no items"))
    shape, collector, more = _understand(text)
    return Log(path.name, shape, encoding, tuple(collector.items), (*notes, *more))


def sample(name: str = "") -> Path:
    """One of the recorded files that come with the package, or their folder. Taught in 08.

    >>> sample("pytest_run.log").exists()
    True
    """
    return Path(__file__).parent / "samples" / name


def _read(path: Path, max_bytes: int) -> tuple[bytes, list[str]]:
    if path.is_dir():
        raise LogError(f"{path.name} is a folder: give the path of one file in it")
    with path.open("rb") as file:
        data = file.read(max_bytes)
        is_cut = bool(file.read(1))
    if not is_cut:
        return data, []
    size = path.stat().st_size
    return data, [
        f"read the first {max_bytes:,} bytes of {size:,}; for another part, cut it out "
        "(head, tail, split) or raise max_bytes"
    ]


def _understand(text: str) -> tuple[str, Collector, list[str]]:
    collector, notes = _read_json(text)
    if collector is not None and collector.items:
        return _shape(collector), collector, collector.notes()
    if collector is not None:
        notes = ["JSON without messages: read as plain text"]
    text, cleaned = clean(text)
    collector = Collector()
    collector.items.extend(read_plain(text))
    if cleaned:
        notes.append(f"lines freed of colours, control characters or overwritten text: {cleaned}")
    if long := sum(len(line) > LONG_LINE for line in text.split("\n")):
        notes.append(f"lines longer than {LONG_LINE:,} characters, laid out as several: {long}")
    return "plain text", collector, notes


def _read_json(text: str) -> tuple[Collector | None, list[str]]:
    """What JSON, or lines of it, hold; None if it is neither, and why where it looked so."""
    start = text.lstrip()[:2]
    why = ""
    if start[:1] in ("{", "["):
        try:
            collector = Collector()
            read_data(json.loads(text), collector)
            return collector, []
        except (ValueError, RecursionError) as error:
            why = str(error)[:100]
    if _is_json_lines(text):
        return _read_json_lines(text), []
    looks_so = start in ('{"', "[{", "{\n", "[\n", "{\r", "[\r")
    return None, [f"looks like JSON but is not ({why}): read as plain text"] if looks_so else []


def _is_json_lines(text: str) -> bool:
    """Whether at least half of the first hundred lines with text in them are JSON objects."""
    found = re.finditer(r"^[^\S\n]*\S.*$", text, re.MULTILINE)
    lines = [match.group().strip() for match in islice(found, 100)]
    return 2 * sum(line[0] == "{" and line[-1] == "}" for line in lines) >= len(lines)


def _read_json_lines(text: str) -> Collector:
    collector = Collector()
    for number, line in enumerate(text.split("\n"), start=1):
        collector.line = number
        try:
            if line.strip():
                read_data(json.loads(line), collector)
        except (ValueError, RecursionError):
            collector.note("lines that are no JSON, skipped")
    return collector


def _shape(collector: Collector) -> str:
    if "session" in collector.signs:
        return "session file"
    return f"{'Anthropic' if 'blocks' in collector.signs else 'OpenAI'}-style messages"
