"""The plan of a session: which fact is stated, changed and asked at which step.

Steps and values only, no text. Facts are planted evenly over what is there when
they are asked about, so that neither "oldest first" nor "newest first" finds
more of them when relevance ties: a test measures it. Taught in 06.
"""

from dataclasses import dataclass

from ctxlab.world.sentences import ENVIRONMENTS, SETTINGS, Dice, Setting, values

LAST_STEP = 60
FIRST_QUESTION = 41
USER_EVERY = 7
LOG_STEPS = tuple(step for step in range(1, LAST_STEP + 1) if step % USER_EVERY)

_FACTS = 8
_UPDATED = 3  # of the eight
_RULE_QUESTIONS = 4
# Updates must precede the questions and leave room for what they change, so they
# crowd the middle of what is seen; the other five facts lie closer to both ends.
_FIRST_UPDATE = 12
_DEPTHS = (0.0, 0.14, 0.32, 0.78, 0.95, 1.0)


@dataclass(frozen=True)
class Fact:
    """A setting's value, the step that states it, and perhaps the step that changes it."""

    setting: Setting
    env: str
    step: int
    value: str
    plain_step: int
    vague_step: int
    twin_value: str  # what another environment has: for near-duplicates in the hard session
    new_step: int = 0
    new_value: str = ""

    @property
    def key(self) -> str:
        """What an older and a newer statement of the fact share."""
        return f"{self.env}.{self.setting.name}"

    @property
    def current(self) -> str:
        """The value that holds when questions are asked."""
        return self.new_value or self.value

    @property
    def stale(self) -> str:
        """The value that no longer holds, or ""."""
        return self.value if self.new_value else ""


@dataclass(frozen=True)
class Plan:
    """Facts (the updated ones first) and the steps at which the rule is asked for."""

    facts: tuple[Fact, ...]
    rule_steps: tuple[int, ...]


def make_plan(dice: Dice) -> Plan:
    """Draw the facts, their steps and values, and who is asked when."""
    steps = dice.shuffled(range(FIRST_QUESTION, LAST_STEP + 1))
    asked = list(zip(steps[:_FACTS], steps[_FACTS : 2 * _FACTS], strict=True))
    taken: set[int] = set()
    stated, changed = [], []
    for part in range(_UPDATED):
        depth = (part + dice.random()) / _UPDATED
        changed.append(_place(_FIRST_UPDATE, FIRST_QUESTION - 1, depth, taken))
        stated.append(_place(1, changed[-1] - 1, dice.random(), taken))
    for part, pair in zip(dice.shuffled(range(_FACTS - _UPDATED)), asked[_UPDATED:], strict=True):
        low, high = _DEPTHS[part : part + 2]
        depth = low + dice.random() * (high - low)
        stated.append(_place(1, min(pair), depth, taken))
    changed += [0] * (_FACTS - _UPDATED)
    return Plan(_facts(dice, stated, changed, asked), tuple(sorted(steps[-_RULE_QUESTIONS:])))


def _place(low: int, high: int, depth: float, taken: set[int]) -> int:
    """The free log step `depth` (0 to 1) of the way from `low` to `high`."""
    free = [step for step in LOG_STEPS if low <= step <= high and step not in taken]
    step = free[int(depth * len(free))]
    taken.add(step)
    return step


def _facts(
    dice: Dice, stated: list[int], changed: list[int], asked: list[tuple[int, int]]
) -> tuple[Fact, ...]:
    pairs = dice.shuffled([(setting, env) for setting in SETTINGS for env in ENVIRONMENTS])[:_FACTS]
    drawn = values(dice, [setting.unit for setting, _ in pairs] * 3)
    first, twin, new = drawn[:_FACTS], drawn[_FACTS : 2 * _FACTS], drawn[2 * _FACTS :]
    new[_UPDATED:] = [""] * (_FACTS - _UPDATED)
    return tuple(
        Fact(*pairs[i], stated[i], first[i], *asked[i], twin[i], changed[i], new[i])
        for i in range(_FACTS)
    )
