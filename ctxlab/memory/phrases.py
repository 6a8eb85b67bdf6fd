"""The words of the made-up session: requests, log lines, and how facts are said.

Taught in 05.
"""

from dataclasses import dataclass
from random import Random
from typing import Literal, get_args

Speaker = Literal["log", "user", "assistant"]
SPEAKERS: tuple[Speaker, ...] = get_args(Speaker)

RULE = "Never delete the bucket backup-prod-7."

_NOISE = (
    "health check {env} ok after {n} ms",
    "pulled layer {n} of {m} for {env}",
    "GET /api/items/{n} 200 in {m} ms",
    "worker {n} in {env} picked job {m}",
    "cache warm for {env}, {n} keys",
    "compiled module {n} in {m} ms",
    "retry {n} of {m} for {env}",
    "test_{n} passed in {m} ms",
    "commit {hex} queued for {env}",
)
ENVIRONMENTS = ("staging", "production", "preview", "nightly")
REQUESTS = (
    "Please look at {env} again.",
    "What is going on in {env}?",
    "Run the checks for {env}, please.",
    "thanks, and now {env}",
)
THINGS = ("deploy key", "release tag", "build image", "ticket", "region code", "licence")
_SENTENCES: dict[Speaker, tuple[str, str]] = {
    "user": ("By the way, the {env} {thing} is {value}.", "The {env} {thing} is now {value}."),
    "log": ("config: {env}.{thing} = {value}", "config update: {env}.{thing} = {value}"),
    "assistant": ("Noted: {value} is the {env} {thing}.", "I set the {env} {thing} to {value}."),
}
PLACE: dict[Speaker, int] = {"user": 0, "log": 2, "assistant": 3}  # within a round's four turns


@dataclass(frozen=True)
class Statement:
    """A fact before it is placed: what it says, who says it, and in which words. Taught in 05.

    >>> Statement("staging ticket", "ZK-4471", "user", "It is ZK-4471.").speaker
    'user'
    """

    key: str
    value: str
    speaker: Speaker
    text: str


def make_statements(rng: Random, facts: int) -> list[Statement]:
    """All facts and the updates of a quarter of them, every update after its fact.

    Raises ValueError for more facts than there are keys. Taught in 05.

    >>> len(make_statements(Random(1), 24))
    30
    """
    if not 0 <= facts <= len(ENVIRONMENTS) * len(THINGS):
        raise ValueError(f"facts must lie from 0 to {len(ENVIRONMENTS) * len(THINGS)}, got {facts}")
    keys = rng.sample([f"{env} {thing}" for env in ENVIRONMENTS for thing in THINGS], facts)
    order = keys + keys[: facts // 4]
    rng.shuffle(order)
    values = [f"{a}{b}" for a in "KQVXZ" for b in "BDFGHJ"]
    codes = [f"{rng.choice(values)}-{n}" for n in rng.sample(range(1000, 10_000), len(order))]
    return [
        _statement(rng.choice(SPEAKERS), key, value, is_update=key in order[:number])
        for number, (key, value) in enumerate(zip(order, codes, strict=True))
    ]


def _statement(speaker: Speaker, key: str, value: str, is_update: bool) -> Statement:
    env, thing = key.split(maxsplit=1)
    name = thing.replace(" ", "_") if speaker == "log" else thing
    text = _SENTENCES[speaker][is_update].format(env=env, thing=name, value=value)
    return Statement(key, value, speaker, text)


def noise_line(rng: Random, env: str) -> str:
    """One line of a log that states nothing. Taught in 05.

    >>> noise_line(Random(1), "staging")
    'cache warm for staging, 18 keys'
    """
    n, m, code = rng.randrange(1, 100), rng.randrange(100, 1000), f"{rng.randrange(16**8):08x}"
    return rng.choice(_NOISE).format(env=env, n=n, m=m, hex=code)
