r"""From bytes to text: encodings, half-read characters, and what is no text at all.

UTF-8 and UTF-16 are recognised; in a file that is UTF-8 elsewhere, a line that
is not is read as Windows-1252, alone. Not here: guessing among the hundred
older encodings. Taught in 08.
"""

import codecs
import re
from collections.abc import Sequence

from ctxlab.logs.items import LogError

_SAMPLE = 65_536  # bytes looked at to tell text from the rest
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_NO_TEXT = (
    (b"\x1f\x8b", "compressed with gzip; unpack it first"),
    (b"PK\x03\x04", "a zip archive; unpack it first"),
    (b"\xfd7zXZ", "compressed with xz; unpack it first"),
    (b"(\xb5/\xfd", "compressed with zstd; unpack it first"),
    (b"BZh", "compressed with bzip2; unpack it first"),
    (b"\x89PNG", "a picture; save its text first"),
    (b"\xff\xd8\xff", "a picture; save its text first"),
    (b"%PDF-", "a PDF; save its text first"),
    (b"SQLite format 3\0", "a database; export its text first"),
    (b"\x7fELF", "a program; run it and save what it prints"),
)
_STRANGE = re.compile("\x00+|[\x01-\x06\x0e-\x1a\x1c-\x1f\x7f]")  # a hole of NULs counts once


def decode(data: bytes, name: str, is_cut: bool = False) -> tuple[str, str, list[str]]:
    r"""The text of a file, its encoding, and notes on what was not read to the letter.

    `is_cut`: the file goes on, so a last line without an end is left out.
    Raises LogError for what is no text. Taught in 08.

    >>> decode("naïve\n".encode("utf-16"), "run.log")
    ('naïve\n', 'utf-16', [])
    """
    for start, what in _NO_TEXT:
        if data.startswith(start):
            raise LogError(f"{name} is {what}")
    encoding = _encoding(data)
    _refuse_binary(data[:_SAMPLE].decode(encoding, "replace"), name)
    if is_cut and encoding.startswith("utf-8"):
        data = data[: data.rfind(b"\n") + 1] or data
    if encoding == "utf-8":
        return _decode_lines(data, is_cut)
    text = codecs.getincrementaldecoder(encoding)("replace").decode(data, not is_cut)
    if is_cut:
        text = text[: text.rfind("\n") + 1] or text
    return (
        text,
        encoding,
        _note(f"bytes that are not {encoding}, read as \ufffd", text.count("\ufffd")),
    )


def _encoding(data: bytes) -> str:
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return encoding
    sample = data[:4096]
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    if odd > len(sample) // 6 and odd > 8 * even:
        return "utf-16-le"
    if even > len(sample) // 6 and even > 8 * odd:
        return "utf-16-be"
    return "utf-8"


def _refuse_binary(sample: str, name: str) -> None:
    strange = len(_STRANGE.findall(sample))
    if strange > len(sample) // 20:
        raise LogError(
            f"{name} is no text: {strange} of its first {len(sample)} characters are control "
            "characters. A log is a text file in UTF-8, UTF-16 or Windows-1252."
        )


def _decode_lines(data: bytes, is_cut: bool) -> tuple[str, str, list[str]]:
    try:
        strict = codecs.getincrementaldecoder("utf-8")("strict")
        return strict.decode(data, not is_cut), "utf-8", []
    except UnicodeDecodeError:
        pass
    lines: list[str] = []
    other: list[int] = []
    for number, line in enumerate(data.split(b"\n"), start=1):
        try:
            lines.append(line.decode("utf-8"))
        except UnicodeDecodeError:
            other.append(number)
            lines.append(_single_byte(line))
    what = "lines that are not UTF-8, read as Windows-1252"
    return "\n".join(lines), "utf-8, windows-1252", _note(what, len(other), other)


def _single_byte(line: bytes) -> str:
    try:
        return line.decode("cp1252")
    except UnicodeDecodeError:
        return line.decode("latin-1")


def _note(what: str, number: int, lines: Sequence[int] = ()) -> list[str]:
    return [f"{what}: {number}{where(lines)}"] if number else []


def where(lines: Sequence[int]) -> str:
    """The first three line numbers, to go behind a count.

    >>> where([4, 9, 12, 13])
    ' (lines 4, 9, 12 …)'
    """
    if not lines:
        return ""
    shown = ", ".join(map(str, lines[:3])) + (" …" if len(lines) > 3 else "")
    return f" (line {shown})" if len(lines) == 1 else f" (lines {shown})"
