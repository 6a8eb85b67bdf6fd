"""Reading fences back, and refusing whatever `wrap` cannot have written.

A reader begins outside all fences, where only trusted text stands. So the next
header is a real one, and its data goes on to the end marker with its number.
Everything else is an error: half a fence must not be read as a whole one.

Not here: noticing that a body was changed between its markers. Taught in 07.
"""

import re
from dataclasses import dataclass

from ctxlab.fences.wrapping import LABEL, NONCE

_HEADER = re.compile(rf"^\[data ({NONCE}) ({LABEL})\]\n", re.MULTILINE)
_MARKER = re.compile(r"^\[(data|end) [0-9]", re.MULTILINE)


class FenceError(ValueError):
    """Not a whole, untouched fence: nothing of it should be used. Taught in 07."""


@dataclass(frozen=True)
class Fenced:
    """What stood in one fence. Taught in 07.

    >>> Fenced("exit code 0", "build", "482913077512").label
    'build'
    """

    text: str
    label: str
    nonce: str


def unwrap(wrapped: str, *, nonce: str | None = None) -> str:
    r"""The text in a fence, byte for byte; it accepts exactly what `wrap` can write.

    `nonce`: the number that the fence must carry, where the reader knows it.
    Raises FenceError for anything else. Taught in 07.

    >>> unwrap("[data 482913077512 build]\nexit code 0\n[end 482913077512]")
    'exit code 0'
    """
    outside, fences = read_fences(wrapped, nonce=nonce)
    if outside or len(fences) != 1:
        raise FenceError(
            f"expected one fence and nothing else, got {len(fences)} "
            f"and {len(outside)} characters outside"
        )
    return fences[0].text


def read_fences(prompt: str, *, nonce: str | None = None) -> tuple[str, list[Fenced]]:
    r"""What stands outside the fences of a prompt, and the fences in their order.

    Raises FenceError if a fence has no end, an end has no fence, a number
    occurs within its own fence, or is not `nonce` where that is given.
    Taught in 07.

    >>> read_fences("rules\n[data 482913077512 web]\n404\n[end 482913077512]\nquestion?")
    ('rules\n\nquestion?', [Fenced(text='404', label='web', nonce='482913077512')])
    """
    outside, fences, at = [], [], 0
    while header := _HEADER.search(prompt, at):
        fenced = _fence_at(prompt, header, nonce)
        outside.append(prompt[at : header.start()])
        fences.append(fenced)
        at = header.end() + len(fenced.text) + len(f"\n[end {fenced.nonce}]")
    outside.append(prompt[at:])
    if any(_MARKER.search(part) for part in outside):
        raise FenceError("a marker stands alone, without its partner or not as it was written")
    return "".join(outside), fences


def _fence_at(prompt: str, header: re.Match[str], nonce: str | None) -> Fenced:
    number, label = header.groups()
    if nonce not in (None, number):
        raise FenceError(f"the fence {label!r} carries the number {number}, not {nonce}")
    end = prompt.find(f"\n[end {number}]", header.end())
    if end < 0:
        raise FenceError(f"the fence {label!r} has no end marker with its number {number}")
    text = prompt[header.end() : end]
    if number in text or number in label:
        raise FenceError(f"the number {number} occurs within its own fence {label!r}")
    return Fenced(text, label, number)
