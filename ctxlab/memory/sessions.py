"""A long made-up session with known facts, to measure what compaction forgets.

An agent is asked for things, calls tools, reads logs, reports. Facts are
planted evenly over the session, each said once, by one of three speakers: a
`key = value` line in a tool's log, a sentence of the user, a sentence of the
assistant. Every fourth is replaced later by a new value. Values are codes like
ZK-4471, all different, so that "is it still there?" is a search for a string.

Simpler than life: the noise comes from nine templates, of which one (commit ids
in letters and digits) looks new every time, and no fact needs two lines.
Taught in 05.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from ctxlab.memory.phrases import (
    ENVIRONMENTS,
    PLACE,
    REQUESTS,
    RULE,
    Speaker,
    Statement,
    make_statements,
    noise_line,
)
from ctxlab.memory.turns import ToolCall, Turn

_CODE = re.compile(r"(?<![\w-])[A-Z]{2}-\d{4}(?![\w-])")


@dataclass(frozen=True)
class Fact:
    """Something said once. `place`: position of the turn that says it. Taught in 05.

    >>> Fact("staging ticket", "ZK-4471", place=7, speaker="user").replaced_at is None
    True
    """

    key: str
    value: str
    place: int
    speaker: Speaker
    replaced_at: int | None = None
    """Position of the turn that gives the key a new value."""


@dataclass(frozen=True)
class Session:
    """Turns, and the facts in them. Taught in 05.

    >>> Session((), ()).known_at(0)
    ([], [])
    """

    turns: tuple[Turn, ...]
    facts: tuple[Fact, ...]

    def known_at(self, place: int) -> tuple[list[Fact], list[Fact]]:
        """(current, stale) facts once only the first `place` turns have been said.

        >>> session = build_session(1)
        >>> [len(facts) for facts in session.known_at(len(session.turns))]
        [24, 6]
        """
        said = [fact for fact in self.facts if fact.place < place]
        stale = [fact for fact in said if fact.replaced_at and fact.replaced_at < place]
        return [fact for fact in said if fact not in stale], stale


def values_in(text: str) -> set[str]:
    """All codes in a text, whole ones only. Taught in 05.

    >>> values_in("key = ZK-4471, not AZK-4471 or ZK-44710")
    {'ZK-4471'}
    """
    return set(_CODE.findall(text))


def build_session(seed: int, rounds: int = 60, facts: int = 24) -> Session:
    """A session of a rule and `rounds` requests of four turns; same seed, same session.

    `facts` from 0 to 24, of which a quarter are replaced later. Raises
    ValueError if the rounds are too few to state them. Taught in 05.

    >>> session = build_session(1)
    >>> len(session.turns), len(session.facts), build_session(1) == session
    (241, 30, True)
    """
    rng = Random(f"session {seed}")
    statements = make_statements(rng, facts)
    if len(statements) > rounds:
        raise ValueError(f"{len(statements)} statements need as many rounds, got {rounds}")
    stated = dict(zip(_spread(rng, len(statements), rounds), statements, strict=True))
    turns = [Turn("system", RULE)]
    for number in range(rounds):
        turns += _round(rng, number, stated.get(number))
    return Session(tuple(turns), tuple(sorted(_facts(stated), key=lambda fact: fact.place)))


def _spread(rng: Random, number: int, rounds: int) -> Iterator[int]:
    """One round in each of `number` equal stretches of the session."""
    edges = [i * rounds // number for i in range(number)] + [rounds]
    return (rng.randrange(start, stop) for start, stop in pairwise(edges))


def _round(rng: Random, number: int, said: Statement | None) -> list[Turn]:
    """A request, a tool call, its log, a report; what is said stands in one of them."""
    env, call = rng.choice(ENVIRONMENTS), f"c{number}"
    texts = {
        "user": [rng.choice(REQUESTS).format(env=env)],
        "log": [noise_line(rng, env) for _ in range(rng.randrange(6, 15))],
        "assistant": [f"Looked at {env}: {rng.randrange(2, 9)} checks, nothing unusual."],
    }
    if said is not None:
        lines = texts[said.speaker]
        lines.insert(rng.randrange(len(lines) + 1), said.text)
    return [
        Turn("user", " ".join(texts["user"])),
        Turn("assistant", "", (ToolCall(call, "read_log", f'{{"env": "{env}"}}'),)),
        Turn("tool", "\n".join(texts["log"]), result_of=call),
        Turn("assistant", " ".join(texts["assistant"])),
    ]


def _facts(stated: Mapping[int, Statement]) -> Iterator[Fact]:
    places = {round_: 1 + 4 * round_ + PLACE[said.speaker] for round_, said in stated.items()}
    latest: dict[str, int] = {}
    for round_, said in sorted(stated.items(), key=lambda item: -item[0]):
        place = places[round_]
        yield Fact(said.key, said.value, place, said.speaker, latest.get(said.key))
        latest[said.key] = place
