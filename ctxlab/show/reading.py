"""A prompt as its reader takes it apart: what is read as a rule, what as data.

A wrapper is judged by comparison: what would stand outside the data if the text
were harmless? Whatever else stands out there came from the text. Not here: what
a model does with it.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import repeat
from random import Random

from ctxlab.fences.attacks import RIVALS, loosely
from ctxlab.fences.parts import Part, Reading, Rival
from ctxlab.fences.spelled import NONCE_FENCE
from ctxlab.fences.wrapping import LABEL, wrap
from ctxlab.show.page import Page

READERS = ("to the letter", "leniently")

_LEFT = "text-align:left; vertical-align:top; padding:2px 14px 2px 2px"
_TEXT = (
    "white-space:pre-wrap; overflow-wrap:anywhere; line-height:1.35; "
    "font-family:var(--jp-code-font-family, monospace)"
)
_YOURS = "border-left:4px solid #d55e00; padding-left:6px; font-weight:bold"
_FROM_TEXT = "  ◀ from the text"


@dataclass(frozen=True)
class TakenApart:
    """A prompt and how it was read; `verdict` begins with one word for the outcome."""

    verdict: str
    prompt: str = ""
    rules: Sequence[tuple[str, bool]] = ()
    """Each line that is read as trusted, and whether it came from the text."""
    data: Sequence[str] = ()


def take_apart(rival: Rival, part: Part, *, leniently: bool = False) -> TakenApart:
    """Write the part into a prompt and read it back; a refusal is a verdict, too."""
    try:
        prompt = rival.prompt(part)
    except ValueError as error:
        return TakenApart(f"Refused by the writer: {error}")
    try:
        outside, bodies = _read(rival, prompt, leniently)
    except ValueError as error:
        return TakenApart(f"Refused by the reader: {error}", prompt)
    harmless = Part(part.label if re.fullmatch(LABEL, part.label) else "log", ("all fine",))
    expected = _lines(_read(rival, rival.prompt(harmless), leniently).outside)
    rules = _with_origin(_lines(outside), expected)
    is_whole = Counter(expected) <= Counter(line for line, _ in rules)
    verdict = _verdict(rules, is_whole, leniently or bodies == [part.text])
    return TakenApart(verdict, prompt, rules, bodies)


def show_reading(
    wrapper: str, text: str, label: str = "log", reader: str = "to the letter"
) -> Page:
    """How a reader takes a prompt apart that holds `text`, by the name of the wrapper.

    `reader="leniently"` takes near misses of a marker for the marker, as a model
    may. The nonce fence draws its number from the text here, so that the same
    text gives the same page. Raises KeyError for an unknown wrapper, ValueError
    for an unknown reader. Taught in 07.

    >>> print(show_reading("fixed fence", "ok").text.splitlines()[0])
    verdict        Holds: nothing of the text is read as a rule.
    """
    rivals = {rival.name: rival for rival in RIVALS}
    if wrapper not in rivals:
        raise KeyError(f"no wrapper {wrapper!r}; there are {', '.join(rivals)}")
    if reader not in READERS:
        raise ValueError(f"a reader reads {' or '.join(READERS)}, got {reader!r}")
    rival = rivals[wrapper]
    if rival is NONCE_FENCE:
        rival = replace(rival, write=_with_steady_number)
    return _page(take_apart(rival, Part(label, (text,)), leniently=reader == "leniently"))


def _with_steady_number(part: Part) -> str:
    """Like a fresh draw it changes with every text; in earnest it comes from `secrets`."""
    draws = map(Random(repr(part)).randrange, repeat(10**12))
    numbers = (f"{draw:012d}" for draw in draws)
    nonce = next(n for n in numbers if n not in part.text and n not in part.label)
    return wrap(part.text, part.label, nonce=nonce)


def _read(rival: Rival, prompt: str, leniently: bool) -> Reading:
    return rival.read(loosely(prompt) if leniently and rival.is_spelled else prompt)


def _lines(outside: str) -> list[str]:
    return [line for line in outside.splitlines() if line.strip()]


def _with_origin(lines: Sequence[str], expected: Sequence[str]) -> list[tuple[str, bool]]:
    left, marked = Counter(expected), []
    for line in lines:
        marked.append((line, not left[line]))
        left[line] -= bool(left[line])
    return marked


def _verdict(rules: Sequence[tuple[str, bool]], is_whole: bool, is_same: bool) -> str:
    if escaped := sum(is_yours for _, is_yours in rules):
        lines = "1 line" if escaped == 1 else f"{escaped} lines"
        return f"Broken: {lines} of the text read as rules."
    if not is_whole:
        return "Broken: a part of the frame is read as data."
    changed = "" if is_same else " But it comes back changed."
    return f"Holds: nothing of the text is read as a rule.{changed}"


def _page(seen: TakenApart) -> Page:
    rules = "\n".join(_visible(line) + _FROM_TEXT * is_yours for line, is_yours in seen.rules)
    data = "\n".join(map(_visible, seen.data))
    parts = {"sent": _visible(seen.prompt), "read as rules": rules, "read as data": data}
    parts = {label: content for label, content in parts.items() if content}
    text = "\n".join(map(_stacked, ["verdict", *parts], [seen.verdict, *parts.values()]))
    heads = "".join(f'<th style="{_LEFT}">{label}</th>' for label in parts)
    cells = "".join(f'<td style="{_LEFT}; {_TEXT}">{_block(part)}</td>' for part in parts.values())
    body = f"<table><tr>{heads}</tr><tr>{cells}</tr></table>" if parts else ""
    return Page(f"<div><b>{escape(seen.verdict)}</b>{body}</div>", text)


def _stacked(label: str, content: str) -> str:
    lines = (f"{label:15}" + content.replace("\n", f"\n{'':15}")).split("\n")
    return "\n".join(line.rstrip() for line in lines)


def _block(content: str) -> str:
    return "".join(_html_line(line) for line in content.split("\n"))


def _html_line(line: str) -> str:
    style = f' style="{_YOURS}"' if line.endswith(_FROM_TEXT) else ""
    return f"<div{style}>{escape(line) or '&nbsp;'}</div>"


def _visible(text: str) -> str:
    r"""Invisible characters as escapes; line feeds break the line."""
    return "".join(
        c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode("ascii")
        for c in text
    )
