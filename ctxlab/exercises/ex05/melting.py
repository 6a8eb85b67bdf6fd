"""05.4: a call and all its results are one unit."""

from collections.abc import Iterator
from itertools import product
from random import Random

from ctxlab.checking.exercise import Exercise, Mistake
from ctxlab.exercises.ex05 import wrong_units as wrong
from ctxlab.exercises.ex05.wrong_units import Groups, Talk
from ctxlab.memory.turns import ToolCall, Turn
from ctxlab.memory.units import Entry, Units


def units(turns: Talk) -> Groups:
    """Positions of the turns, unit by unit: what may only leave together.

    Raises ValueError for a result without a call before it.

    >>> call, result = Turn("assistant", calls=(ToolCall("c1"),)), Turn("tool", result_of="c1")
    >>> units([Turn("user", "go"), call, Turn("user", "and?"), result, Turn("user", "thanks")])
    [[0], [1, 2, 3], [4]]
    """
    made = Units()
    for i, turn in enumerate(turns):
        made.append(Entry(i, turn, 0))
    return [[entry.position for entry in unit.entries] for unit in made]


def _runs_empty(turns: Talk) -> Groups:
    try:
        return units(turns)
    except ValueError:
        raise IndexError("pop from empty list") from None


def _call(*ids: str) -> Turn:
    return Turn("assistant", calls=tuple(map(ToolCall, ids)))


def _result(call: str, role: str = "tool") -> Turn:
    return Turn(role, "ok", result_of=call)


def _cases(rng: Random) -> Iterator[tuple[Talk]]:
    alphabet = (Turn("user", "go"), _call("a"), _call("a", "b"), _result("a"), _result("b"))
    for length in range(4):
        yield from ((list(talk),) for talk in product(alphabet, repeat=length))
    yield ([_call("a"), Turn("user", "go"), _result("a", "user"), Turn("user", "go")],)
    yield from ((_random_talk(rng, rng.randrange(4, 9)),) for _ in range(90))


def _random_talk(rng: Random, number: int) -> Talk:
    """Few ids, so that they are used again; now and then a result without a call."""
    turns, known = Talk(), list[str]()
    for _ in range(number):
        kind = rng.choice(("say", "call", "result", "result"))
        if kind == "call":
            ids = rng.sample("abc", rng.randrange(1, 3))
            known += ids
            turns.append(_call(*ids))
        elif kind == "result" and (known or rng.random() < 0.1):
            call = rng.choice(known) if known and rng.random() < 0.97 else "lost"
            turns.append(_result(call, rng.choice(("tool", "tool", "user"))))
        else:
            turns.append(Turn(rng.choice(("user", "assistant")), "go"))
    return turns


UNITS = Exercise(
    id="05.4",
    title="What may only leave together",
    level="core",
    minutes=8,
    name="units",
    right=units,
    answers=(units, Units.append, wrong.melted),
    cases=_cases,
    mistakes=(
        Mistake(
            "puts a result to the turn before it",
            wrong.with_the_turn_before,
            "A user may speak while a tool runs. Which turn does the result name?",
        ),
        Mistake(
            "closes the unit at the first result",
            wrong.first_result_closes,
            "One turn may call two tools. Where is the second result?",
        ),
        Mistake(
            "leaves the turns between alone",
            wrong.pairs_alone,
            "Turns leave from the head. If the call leaves and the turn behind it stays, what is in order?",
        ),
        Mistake(
            "lets units overlap",
            wrong.overlapping,
            "Every turn leaves once. In how many of your units is it?",
        ),
        Mistake(
            "goes back to the first call with that id",
            wrong.first_call,
            "An id may be used again. Which of the two calls was waiting?",
        ),
        Mistake(
            "lets a result without a call stand alone",
            wrong.orphans_stand_alone,
            "A provider refuses such a window. When would you like to know?",
        ),
        Mistake(
            "searches for a missing call until the list is empty",
            _runs_empty,
            "An IndexError tells the caller nothing. Which error was asked for, and when is it clear?",
        ),
        Mistake(
            "looks for the role tool",
            wrong.tool_role_only,
            "Some providers send results as user turns. What makes a turn a result?",
        ),
        Mistake(
            "gives an open call everything that follows",
            wrong.open_call_takes_all,
            "No result has come so far. Which turns must leave together for now?",
        ),
    ),
    hints=(
        "When a result arrives: which turns are now tied together?",
        "Start every turn as a unit of its own. When it is a result, take units back from the end "
        "and put them in front of it, until the call is among them.",
        "made = []\nfor i, turn in ...:\n    unit = [...]\n    if ... is not None:\n"
        "        while ...:\n            if ...: raise ValueError('...')\n"
        "            unit = made.pop() + ...\n    made.append(...)\nreturn ...",
    ),
)
