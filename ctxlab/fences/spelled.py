"""Rivals whose boundary is a word among words: headers, fences, tags.

As is common, none of them checks the label; `### name` at least refuses a line
break in it. The nonce fence stands beside them for comparison. Taught in 07.
"""

import html
import re
from collections.abc import Callable

from ctxlab.fences.parts import Part, Reader, Reading, Rival, Spelling
from ctxlab.fences.reading import read_fences
from ctxlab.fences.wrapping import wrap
from ctxlab.sections import ContextSection, render_section

_SEEN = "000000000000"  # a number from an earlier prompt, as an attacker knows it


def _sections(part: Part) -> str:
    return render_section(ContextSection(part.label, part.text))


def _read_sections(prompt: str) -> Reading:
    """Sections called system or question are trusted, all others are data."""
    outside: list[str] = []
    bodies: list[str] = []
    for block in re.split(r"(?:\A|\n\n)(?=### )", prompt):
        header, _, body = block.partition("\n")
        is_trusted = header in ("", "### system", "### question")
        (outside if is_trusted else bodies).append(body)
    return Reading("\n".join(outside), bodies)


def _fixed(part: Part) -> str:
    return f"[data {part.label}]\n{part.text}\n[end data]"


def _fixed_once(part: Part) -> str:
    """Trusts what looks wrapped already: how a text begins is the attacker's to choose."""
    return part.text if part.text.startswith("[data ") else _fixed(part)


def _tags(part: Part) -> str:
    return f'<untrusted source="{part.label}">\n{part.text}\n</untrusted>'


def _filtered(part: Part) -> str:
    """Takes the tag out of each chunk as it arrives, as a stream is filtered."""
    clean = (re.sub(r"</?untrusted>", "", chunk) for chunk in part.chunks)
    return _tags(Part(part.label, tuple(clean)))


def _escaped(part: Part) -> str:
    return _tags(Part(part.label, (html.escape(part.text, quote=False),)))


def _kept(part: Part) -> str:
    """One number for the whole session: whoever saw an earlier prompt knows it."""
    header, end = wrap("", part.label, nonce=_SEEN).split("\n\n")
    return f"{header}\n{part.text}\n{end}"


def _nonce(part: Part) -> str:
    return wrap(part.text, part.label)


def _read_nonce(prompt: str) -> Reading:
    outside, fences = read_fences(prompt)
    return Reading(outside, [fence.text for fence in fences])


def _between(opens: str, closes: str, plain: Callable[[str], str] = str) -> Reader:
    """A reader for markers: data goes from an opening one to the next closing one."""
    fence = re.compile(rf"^{opens}\n(.*?)\n{closes}", re.DOTALL | re.MULTILINE)

    def read(prompt: str) -> Reading:
        bodies = [plain(found[1]) for found in fence.finditer(prompt)]
        return Reading(fence.sub("", prompt), bodies)

    return read


_read_fixed = _between(r"\[data [^\]\n]*\]", r"\[end data\]")
_read_tags = _between(r'<untrusted source="[^"\n]*">', "</untrusted>")
_read_escaped = _between(r'<untrusted source="[^"\n]*">', "</untrusted>", html.unescape)

_IN_BRACKETS = Spelling("[data log", "]", "[end data]")
_IN_TAGS = Spelling('<untrusted source="log', '">', "</untrusted>")
_AS_SEEN = Spelling(f"[data {_SEEN} log", "]", f"[end {_SEEN}]")

SPELLED = (
    Rival("### name", _sections, _read_sections, Spelling("### log"), True),
    Rival("fixed fence", _fixed, _read_fixed, _IN_BRACKETS, True),
    Rival("fixed fence, once", _fixed_once, _read_fixed, _IN_BRACKETS, True),
    Rival("tags", _tags, _read_tags, _IN_TAGS, True),
    Rival("tags, filtered", _filtered, _read_tags, _IN_TAGS, True),
    Rival("tags, escaped", _escaped, _read_escaped, _IN_TAGS, True),
    Rival("nonce, kept", _kept, _read_nonce, _AS_SEEN, True),
)

NONCE_FENCE = Rival("nonce fence", _nonce, _read_nonce, _AS_SEEN, True)
