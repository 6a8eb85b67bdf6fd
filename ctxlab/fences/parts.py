"""What every way of wrapping is made of: a part, a writer, a reader.

A rival writes a small prompt (a rule, the part, a question) and reads it back:
what stands outside, and the bodies. The reader knows all that may be known of
the way of writing. So "did this text get out?" is settled by comparing strings,
without a model. Taught in 07.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from ctxlab.sections import SEPARATOR

RULE = "### system\nNever delete the bucket backup-prod-7."
QUESTION = "### question\nWhat does the log say?"


class Part(NamedTuple):
    """Untrusted text as it arrives, in one or more chunks, and what it calls itself.

    >>> Part("log", ("exit ", "code 0")).text
    'exit code 0'
    """

    label: str
    chunks: tuple[str, ...]

    @property
    def text(self) -> str:
        """All chunks together."""
        return "".join(self.chunks)


class Reading(NamedTuple):
    """A prompt taken apart: what would be trusted, and the bodies of the data."""

    outside: str
    bodies: list[str]


Reader = Callable[[str], Reading]


@dataclass(frozen=True)
class Spelling:
    """How an attacker, who has seen other prompts, spells a header and an end.

    A header is `opens` + `tail`; a label ends where `tail` begins.
    """

    opens: str = ""
    tail: str = ""
    closes: str = ""


@dataclass(frozen=True)
class Rival:
    """One way to set untrusted text apart.

    `write` makes a block of a part, `read` takes a prompt apart. `is_spelled`:
    the boundary is a word among words, so a model may take a near miss for it,
    and the prompt is read loosely as well.
    """

    name: str
    write: Callable[[Part], str]
    read: Reader
    spelling: Spelling
    is_spelled: bool = False

    def prompt(self, part: Part) -> str:
        """The rule, the part as this rival writes it, and the question."""
        return SEPARATOR.join((RULE, self.write(part), QUESTION))
