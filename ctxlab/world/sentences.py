"""The sentences of the made-up session: settings, questions, noise, chat.

Words only; which of them is said when is `plan`'s business. In the plain
session no line of noise shares a word with a question, except the names of the
environments: a test checks it, and it is what makes that session easy. The
decoys of the hard one share every word but the value. Taught in 06.
"""

import random
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

T = TypeVar("T")

ENVIRONMENTS = ("staging", "production", "preview")
RULE = "Never delete the bucket backup-prod-7."
RULE_QUESTION = "Which bucket must never be deleted?"
RULE_ANSWER = "backup-prod-7"


class Setting(NamedTuple):
    """Something an environment has, the vague way to ask for it, and lines that mimic both."""

    name: str
    unit: str  # "" makes the value a code such as ZK-4471, "x" a number such as 458x
    vague: str
    decoys: tuple[str, str]

    @property
    def words(self) -> str:
        """The name as it is spoken."""
        return self.name.replace("_", " ")


SETTINGS = (
    Setting("deploy_key", "", "Which key deploys {env}?",
            ("the {env} deploy key is readable, checked in {n} ms",
             "asked which key deploys {env}: see config")),
    Setting("region", "", "Where does {env} run?",
            ("the {env} region is healthy, {n} nodes ready",
             "where {env} does run is decided by config")),
    Setting("queue_name", "", "Where do {env} jobs wait?",
            ("the {env} queue name is valid, {n} messages seen",
             "where {env} jobs do wait was not recorded")),
    Setting("pool_size", "x", "How many connections may {env} open?",
            ("the {env} pool size is unchanged after {n} s",
             "how many connections {env} may open: within bounds")),
    Setting("retry_limit", "x", "How often does {env} try again?",
            ("the {env} retry limit is not reached, {n} calls",
             "how often {env} does try again: counted {n} times")),
    Setting("request_timeout", "ms", "When does {env} give up on a request?",
            ("the {env} request timeout is applied to {n} routes",
             "when {env} does give up on a request, it logs it")),
    Setting("cache_size", "gb", "How much may {env} cache?",
            ("the {env} cache size is below its ceiling, {n} percent",
             "how much {env} may cache: see config")),
    Setting("image_tag", "", "Which version is {env} on?",
            ("the {env} image tag is present in the registry",
             "which version {env} is on was printed {n} lines ago")),
    Setting("owner_code", "", "Who owns {env}?",
            ("the {env} owner code is known to the pager",
             "who owns {env} was informed {n} s ago")),
    Setting("alert_channel", "", "Where do {env} alarms go?",
            ("the {env} alert channel is muted for {n} s",
             "where {env} alarms do go: not tested")),
)  # fmt: skip

NOISE = (
    "health check {env} ok after {n} ms",
    "pulled layer {h} from registry mirror in {n} ms",
    "compiled module {svc} for {env} with 0 warnings in {n} s",
    "unit tests passed: {n} ok, 0 failed, 2 skipped",
    "uploaded artifact {svc}-{h}.tar.gz to {env}, {n} kB",
    "scheduler moved {svc} to node {n} in {env}",
    "memory usage of {svc} stable at {n} MB",
    "rolling restart of {svc} in {env}: {n} percent done",
    "linter finished, {n} files checked, 0 problems",
    "metrics flushed to collector after {n} events",
    "certificate check {env} ok, {n} days left",
    "warmed {n} workers for {svc} in {env}",
    "migration step {n} skipped, nothing to change",
    "traffic shifted to {env}: {n} percent, error rate 0.0",
    "log rotation for {svc} done, {n} files archived",
)
SERVICES = ("billing", "gateway", "search", "mailer", "catalog", "reports")

USER = (
    "Good so far, please continue with {env}.",
    "Thanks. Tell me if anything in {env} fails.",
    "Please carry out step two for {svc}.",
    "Proceed, and stay careful around {env}.",
    "Good. Move {svc} forward as planned.",
)


class Dice:
    """Seeded choices, built on `random()` alone: the one method that never changes.

    >>> Dice("a").between(1, 6) == Dice("a").between(1, 6)
    True
    """

    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed).random

    def between(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`, both included."""
        return low + int(self.random() * (high - low + 1))

    def pick(self, options: Sequence[T]) -> T:
        """One of the options."""
        return options[self.between(0, len(options) - 1)]

    def shuffled(self, options: Sequence[T]) -> list[T]:
        """All the options in a new order."""
        return [options[i] for _, i in sorted((self.random(), i) for i in range(len(options)))]

    def distinct(self, low: int, high: int, number: int) -> list[int]:
        """`number` different whole numbers from `low` to `high`: Floyd's draw, no retries."""
        chosen: dict[int, None] = {}
        for top in range(high - number + 1, high + 1):
            drawn = self.between(low, top)
            chosen[top if drawn in chosen else drawn] = None
        return self.shuffled(list(chosen))


def speak(template: str, dice: Dice, env: str = "") -> str:
    """The template with its blanks filled: environment, service, a small number, a hash."""
    return template.format(
        env=env or dice.pick(ENVIRONMENTS),
        svc=dice.pick(SERVICES),
        n=dice.between(2, 99),
        h=f"{dice.between(0, 0xFFFFF):05x}",
    )


def values(dice: Dice, units: Sequence[str]) -> list[str]:
    """One unmistakable value a unit: fixed lengths and no number twice, so none holds another."""
    codes = iter(dice.distinct(1000, 9999, len(units)))
    numbers = iter(dice.distinct(100, 999, len(units)))
    return [f"{next(numbers)}{unit}" if unit else _code(dice, next(codes)) for unit in units]


def _code(dice: Dice, number: int) -> str:
    letters = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # no I and no O: they read as digits
    return f"{dice.pick(letters)}{dice.pick(letters)}-{number}"


def log(dice: Dice, sizes: tuple[int, int], hidden: Sequence[str] = ()) -> str:
    """Lines of noise, as many as `sizes` allows, with the `hidden` ones somewhere between."""
    lines = [speak(dice.pick(NOISE), dice) for _ in range(dice.between(*sizes))]
    for line in hidden:
        lines.insert(dice.between(0, len(lines)), line)
    return "\n".join(lines)
