"""What a log becomes: items in time order, and notes on all that was not taken as it stood.

The kinds, and who writes them, are those of the store (notebook 06). A tool's
text is the outside world's whatever message it came in: never the model's own
words, never the user's. Taught in 08.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Kind = Literal["rule", "tool definition", "history", "tool result", "retrieved text", "note"]


class LogError(ValueError):
    """A file that cannot be read as a log; the message says why and what to do. Taught in 08."""


@dataclass(frozen=True)
class LogItem:
    """One thing that came in. Taught in 08.

    `step` counts items from 0 in the order of the file; `name` is the tool or
    the command, "" where there is none; `line` is the line of the file (from 1)
    on which it begins, 0 where that is not known.

    >>> LogItem(3, "tool result", "outside world", "exit code 0", name="make").trust
    'untrusted'
    """

    step: int
    kind: Kind
    author: str
    text: str
    name: str = ""
    line: int = 0
    key: str | None = None
    pinned: bool = False

    @property
    def trust(self) -> Literal["trusted", "own", "untrusted"]:
        """How far the text may be believed: by who wrote it."""
        if self.author in ("developer", "user"):
            return "trusted"
        return "own" if self.author in ("model", "agent") else "untrusted"


@dataclass(frozen=True)
class LogQuestion:
    """A question whose answer stands in the log once, asked after its last item. Taught in 08.

    >>> LogQuestion(9, "plain", 'Which port stands in "listening on …"?', "8073").answer
    '8073'
    """

    step: int
    kind: Literal["plain", "vague"]
    text: str
    answer: str
    stale: str = ""


@dataclass(frozen=True)
class Log:
    """A file as it was understood. Taught in 08.

    `shape` says what it was taken for, `encoding` how its bytes were read,
    `notes` what was skipped, cut or repaired, and why. An empty `notes` means
    that every byte was understood.

    >>> Log("run.log", "plain text", "utf-8", ()).is_empty
    True
    """

    name: str
    shape: str
    encoding: str
    items: Sequence[LogItem]
    notes: Sequence[str] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing was found in it."""
        return not self.items
