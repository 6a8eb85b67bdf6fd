"""Turns for tests: from the cases' short form, and valid sessions for Hypothesis."""

from collections.abc import Iterable, Sequence
from typing import Any

from hypothesis import strategies as st

from ctxlab.memory import ToolCall, Turn


def turn(role: str, text: str) -> Turn:
    """A turn in the cases' short form: "call:a,b" calls, "result:a" answers."""
    head, _, ids = text.partition(":")
    if head == "call":
        return Turn(role, text, tuple(ToolCall(i) for i in ids.split(",")))
    return Turn(role, text, result_of=ids if head == "result" else None)


def talk(messages: Iterable[Sequence[str]]) -> list[Turn]:
    """The messages of a case."""
    return [turn(role, text) for role, text in messages]


@st.composite
def sessions(draw: st.DrawFn, max_size: int = 24) -> list[Turn]:
    """Valid sessions: results answer an open call, in any order and at any distance."""
    turns: list[Turn] = []
    open_calls: list[str] = []
    for number in range(draw(st.integers(0, max_size))):
        kind = draw(st.sampled_from(["user", "assistant", "system", "call", "result", "result"]))
        if kind == "result" and open_calls:
            call = open_calls.pop(draw(st.integers(0, len(open_calls) - 1)))
            turns.append(Turn("tool", f"result:{call}", result_of=call))
        elif kind == "call":
            ids = [f"c{number}{letter}" for letter in "abc"[: draw(st.integers(1, 3))]]
            open_calls += ids
            turns.append(turn("assistant", f"call:{','.join(ids)}"))
        else:
            role = kind if kind != "result" else "assistant"
            turns.append(Turn(role, f"{role} {number} " + "word " * draw(st.integers(0, 9))))
    return turns


def halves_lost(kept: Iterable[Turn], everything: Sequence[Turn]) -> list[str]:
    """Ids of which only the call, or only the result, is kept although both exist."""
    kept = list(kept)

    def ids(turns: Iterable[Turn]) -> tuple[set[Any], set[Any]]:
        turns = list(turns)
        called = {call.id for one in turns for call in one.calls}
        return called, {one.result_of for one in turns if one.result_of}

    called, answered = ids(kept)
    all_called, all_answered = ids(everything)
    both = all_called & all_answered
    return sorted(call for call in both if (call in called) != (call in answered))


def orphans(turns: Iterable[Turn]) -> list[Turn]:
    """Results that stand before their call or without it: what a provider refuses."""
    called: set[str] = set()
    strays = []
    for one in turns:
        if one.is_result and (one.result_of not in called if one.result_of else not called):
            strays.append(one)
        called |= {call.id for call in one.calls}
    return strays
