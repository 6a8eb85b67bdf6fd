r"""Rivals that rewrite the text itself: quoted lines, JSON, datamarking, base64.

What is rewritten whole cannot be closed from inside. The prices differ (see
`costs`), and so does what a model can still read. As is common, none of them
checks the label, except that JSON quotes it like the rest.
Source: Hines et al. 2024, datamarking and encoding. Taught in 07.
"""

import base64
import json
import re
from collections.abc import Callable

from ctxlab.fences.parts import Part, Reader, Reading, Rival, Spelling

MARK = "\u02c6"
"""Stands in place of each white space of a datamarked text."""

LINE_BREAK = re.compile("\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
"""All that starts a new line, as `str.splitlines` has it; not the line feed alone."""


def _quoted(part: Part) -> str:
    return f"quoted from {part.label}:\n| " + LINE_BREAK.sub(r"\g<0>| ", part.text)


def _read_quoted(prompt: str) -> Reading:
    outside, is_data = "", False
    bodies: list[str] = []
    for line in prompt.splitlines(keepends=True):
        was_data, is_data = is_data, line.startswith("| ")
        if not is_data:
            outside += line
        elif was_data:
            bodies[-1] += line[2:]
        else:
            bodies.append(line[2:])
    return Reading(outside, [body.removesuffix("\n") for body in bodies])


def _as_json(part: Part) -> str:
    """With `ensure_ascii`, the default, each ━ or é would cost six characters."""
    return json.dumps({"from": part.label, "data": part.text}, ensure_ascii=False)


def _marked(part: Part) -> str:
    return f"words marked {MARK}, from {part.label}:\n" + re.sub(r"\s", MARK, part.text)


def _base64(part: Part) -> str:
    data = part.text.encode("utf-8", "surrogatepass")
    return f"base64 from {part.label}: {base64.b64encode(data).decode('ascii')}"


def _from_base64(data: str) -> str:
    return base64.b64decode(data).decode("utf-8", "surrogatepass")


def _each(pattern: str, plain: Callable[[str], str]) -> Reader:
    """A reader for data that fills a line of its own."""
    line = re.compile(pattern, re.MULTILINE)

    def read(prompt: str) -> Reading:
        bodies = [plain(found[1]) for found in line.finditer(prompt)]
        return Reading(line.sub("", prompt), bodies)

    return read


_read_json = _each(r'^(\{"from": .*\})$', lambda line: str(json.loads(line)["data"]))
_read_marked = _each(rf"^(?!words marked )(.*{MARK}.*)$", lambda line: line.replace(MARK, " "))
_read_base64 = _each("^base64 from .*: ([A-Za-z0-9+/=]*)$", _from_base64)

ENCODED = (
    Rival("quoted lines", _quoted, _read_quoted, Spelling("quoted from log", ":")),
    Rival("JSON string", _as_json, _read_json, Spelling('{"from": "log', '", "data": "', '"}')),
    Rival("datamarking", _marked, _read_marked, Spelling("words marked, from log", ":")),
    Rival("base64", _base64, _read_base64, Spelling("base64 from log", ":")),
)
