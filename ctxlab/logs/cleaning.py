r"""From a terminal's text to the text a reader saw: colours, overwritten lines, CRLF.

A terminal takes a carriage return for "back to the start of the line": what
follows overwrites what was there, as progress bars do. Not here: a whole
terminal; cursor movements over several lines are dropped. Taught in 08.
"""

import re

_ESCAPES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # colours, cursor, erasing
    r"|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?"  # window titles, links
    r"|\x1b[ -/]+[0-~]|\x1b[0-Z\\^-~]|\x9b[0-?]*[ -/]*[@-~]"
)
_ERASES = re.compile(r"\x1b\[[02]?K")
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x9b]")
_DIRTY = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\x9b]")


def clean(text: str) -> tuple[str, int]:
    r"""The text as it was to be read, and in how many lines more than a CRLF went.

    Taught in 08.

    >>> clean("\x1b[32mok\x1b[0m\r\n 10 %\r100 %\n")
    ('ok\n100 %\n', 2)
    """
    if "\n" not in text:
        text = text.replace("\r", "\n")  # line breaks of an old kind
    text = text.replace("\r\n", "\n")
    if not _DIRTY.search(text):
        return text, 0
    lines = text.split("\n")
    cleaned = [_as_seen(line) if _DIRTY.search(line) else line for line in lines]
    return "\n".join(cleaned), sum(a != b for a, b in zip(lines, cleaned, strict=True))


def _as_seen(line: str) -> str:
    seen = ""
    for part in line.split("\r"):
        new = _CONTROLS.sub("", _backspaced(_ESCAPES.sub("", part)))
        seen = new if _ERASES.search(part) else new + seen[len(new) :]
    return seen


def _backspaced(text: str) -> str:
    if "\b" not in text:
        return text
    kept: list[str] = []
    for character in text:
        if character != "\b":
            kept.append(character)
        elif kept:
            kept.pop()
    return "".join(kept)
