"""Turns: what a session is made of, and what each costs.

A turn is one message. An assistant's turn may call tools; the result of a call
is a turn of its own and says which call it answers. Rules (system turns, and
whatever is pinned) stand outside all compaction.

Not here: any provider's message format, and the few tokens of framing that a
provider adds to every message. Source: phase 04, "Data structures". Taught in 05.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from ctxlab.tokens import Counter, count_tokens

_RULE_ROLES = ("system", "developer")
_RESULT_ROLES = ("tool", "function")


@dataclass(frozen=True)
class ToolCall:
    """One call: its id, the tool's name, and the arguments as they are sent. Taught in 05.

    >>> ToolCall("c1", "read_file", '{"path": "a.txt"}').id
    'c1'
    """

    id: str
    name: str = ""
    arguments: str = ""


@dataclass(frozen=True)
class Turn:
    """One message of a session. It never changes. Taught in 05.

    `calls`: the tools an assistant's turn calls. `result_of`: the id of the
    call that this turn answers; a turn of role "tool" without one answers the
    latest call. `pinned`: kept like a rule. A call or a result cannot be pinned,
    for without its other half it is invalid.

    >>> Turn("system", "Never delete backup-prod-7.").is_rule
    True
    """

    role: str
    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    result_of: str | None = None
    pinned: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.role, str) or not isinstance(self.text, str):
            raise TypeError("a turn's role and text must be strings")
        object.__setattr__(self, "calls", tuple(self.calls))
        if self.calls and self.is_result:
            raise ValueError("a tool result cannot call a tool: make it two turns")
        if self.is_rule and (self.calls or self.is_result):
            raise ValueError("a tool call or result cannot be pinned: pin a note of what it said")

    @property
    def is_rule(self) -> bool:
        """Never compacted: a system turn or a pinned one."""
        return self.pinned or self.role in _RULE_ROLES

    @property
    def is_result(self) -> bool:
        """Answers a tool call: the role alone is enough."""
        return self.result_of is not None or self.role in _RESULT_ROLES

    @property
    def is_user(self) -> bool:
        """Said by the user."""
        return self.role == "user"


def count_turn(turn: Turn, count: Counter = count_tokens) -> int:
    """Tokens of a turn: its text, and the name and arguments of every call. Taught in 05.

    Turns are encoded one by one, so the counts of turns do add up.

    >>> count_turn(Turn("assistant", "", (ToolCall("c1", "write", "z" * 393),)))
    100
    """
    calls = (count(f"{call.name}({call.arguments})") for call in turn.calls)
    return count(turn.text) + sum(calls)


def count_turns(turns: Iterable[Turn], count: Counter = count_tokens) -> int:
    """Tokens of a list of turns. Taught in 05.

    >>> count_turns([Turn("user", "aaaa"), Turn("assistant", "bbbbb")])
    3
    """
    return sum(count_turn(turn, count) for turn in turns)
