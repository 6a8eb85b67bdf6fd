"""What a store holds: items of different kinds, and questions with known answers.

The table of kinds says who wrote an item and how it is to be treated: rules are
pinned, everything else competes; what tools and searches return is untrusted.
Source: the store and the window, "What competes for the window". Not here: how
a session is made up (`world`) and how one is read from a file (`logs`).
Taught in 06.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

Kind = Literal["rule", "tool definition", "history", "tool result", "retrieved text", "note"]
Trust = Literal["trusted", "own", "untrusted"]
QuestionKind = Literal["plain", "vague", "rule"]


class Treatment(NamedTuple):
    """One row of the table of kinds: who writes it, how far it is trusted, how it is treated."""

    author: str
    trust: Trust
    treat_as: str


KINDS: dict[Kind, Treatment] = {
    "rule": Treatment("developer", "trusted", "pinned: always in, always first"),
    "tool definition": Treatment("developer", "trusted", "pinned, or chosen per step"),
    "history": Treatment("user", "trusted", "candidate: recent ones usually matter most"),
    "tool result": Treatment("outside world", "untrusted", "candidate: long, mostly noise"),
    "retrieved text": Treatment("store", "untrusted", "candidate"),
    "note": Treatment("agent", "own", "candidate: trusted more than tool results"),
}
"""The kinds of item, as the source tables them. The question is no item: always in, always last."""

_RANKS: tuple[Trust, ...] = ("untrusted", "own", "trusted")
_BY_AUTHOR: dict[str, Trust] = {
    "developer": "trusted",
    "user": "trusted",
    "model": "own",
    "agent": "own",
}


@dataclass(frozen=True)
class Item:
    """One thing in the store. Taught in 06.

    `step` says when it came in, `key` which fact it states (a newer item with
    the same key replaces it). `author` defaults to who writes that kind; say
    "model" for the model's own turns. Rules are always pinned.

    Raises ValueError for an unknown kind, a negative step, and an author or key
    of more than one line, which could forge a header.

    >>> Item(3, "tool result", "health check staging ok after 48 ms").trust
    'untrusted'
    >>> Item(0, "rule", "Never delete the bucket backup-prod-7.").pinned
    True
    """

    step: int
    kind: Kind
    text: str
    author: str = ""
    key: str | None = None
    pinned: bool = False

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"no kind of item {self.kind!r}; there are {', '.join(KINDS)}")
        if self.step < 0:
            raise ValueError(f"an item's step must be at least 0, got {self.step}")
        for name, value in (("author", self.author), ("key", self.key or "")):
            if len(f"{value}.".splitlines()) != 1:
                raise ValueError(f"an item's {name} must be one line, got {value!r}")
        object.__setattr__(self, "author", self.author or KINDS[self.kind].author)
        object.__setattr__(self, "pinned", self.pinned or self.kind == "rule")

    @property
    def trust(self) -> Trust:
        """How far the text may be believed: the lower of what its kind and its author deserve."""
        return min(
            KINDS[self.kind].trust, _BY_AUTHOR.get(self.author, "untrusted"), key=_RANKS.index
        )


@dataclass(frozen=True)
class Question:
    """What is asked at a step, and the answer. Never hand one to a policy. Taught in 06.

    `stale` is the value that was right before an update, or "".

    >>> Question(41, "plain", "What is the staging deploy key?", "QT-0082", "ZK-4471").stale
    'ZK-4471'
    """

    step: int
    kind: QuestionKind
    text: str
    answer: str
    stale: str = ""


@dataclass(frozen=True)
class World:
    """A store in time order and the questions that are asked of it. Taught in 06.

    >>> World("empty", (), ()).until(60)
    ()
    """

    name: str
    items: Sequence[Item]
    questions: Sequence[Question]

    def until(self, step: int) -> tuple[Item, ...]:
        """The items that exist at `step`: nothing from later steps."""
        return tuple(item for item in self.items if item.step <= step)

    @property
    def rules(self) -> tuple[str, ...]:
        """The texts of the pinned rules."""
        return tuple(item.text for item in self.items if item.kind == "rule")


def states(text: str, value: str) -> bool:
    """Whether `value` stands in `text` as a whole token. Taught in 06.

    >>> states("replicas = 458x", "458x"), states("replicas = 1458x", "458x")
    (True, False)
    """
    start = text.find(value) if value else -1
    while start >= 0:
        end = start + len(value)
        if not (_joins(text[start - 1 : start]) or _joins(text[end : end + 1])):
            return True
        start = text.find(value, start + 1)
    return False


def _joins(neighbour: str) -> bool:
    """Whether a token goes on with this character."""
    return neighbour.isalnum() or neighbour in ("-", "_")
