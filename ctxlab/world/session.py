"""A made-up session of 60 steps whose right answers are known.

Step 0 is a pinned rule. Every seventh step is a short user message, the others
are tool logs, mostly noise: eight of them hide one line that states a fact,
three later ones change a fact. In the last 20 steps the user asks one question
a step: a fact in plain words, a fact in vague words, or the rule.

Real logs come without marked answers; here an assembler can be scored. The
price: facts stand on single lines, questions repeat, and in the plain session
no noise looks relevant. Source: the store and the window, "The store and the
questions". Your own logs: `logs`. Taught in 06.
"""

from collections.abc import Iterator
from typing import Literal

from ctxlab.world.hard import hard_items
from ctxlab.world.items import Item, Question, World
from ctxlab.world.plan import LAST_STEP, USER_EVERY, Plan, make_plan
from ctxlab.world.sentences import RULE, RULE_ANSWER, RULE_QUESTION, USER, Dice, log, speak

Preset = Literal["plain", "hard"]


def build_world(
    seed: int, preset: Preset = "plain", log_lines: tuple[int, int] = (14, 31)
) -> World:
    """The session for a seed: the same on every machine. Taught in 06.

    `preset="hard"` adds noise that shares the questions' words, near-duplicate
    logs, stale values repeated in chat, facts without keys, tool definitions,
    notes and retrieved text. `log_lines` is the least and the most lines of
    noise in a log: a larger store for the same questions.

    Raises ValueError for an unknown preset and for sizes that no log can have.

    >>> world = build_world(0)
    >>> len(world.items), len(world.questions)
    (61, 20)
    """
    if preset not in ("plain", "hard"):
        raise ValueError(f"preset must be 'plain' or 'hard', got {preset!r}")
    if not 1 <= log_lines[0] <= log_lines[1]:
        raise ValueError(
            f"log_lines must be (least, most) with 1 <= least <= most, got {log_lines}: "
            "a log without a line of noise hides nothing"
        )
    dice = Dice(f"world {seed} {preset}")
    plan = make_plan(dice)
    make_items = hard_items if preset == "hard" else _plain_items
    items = tuple(make_items(plan, dice, log_lines))
    questions = sorted(_questions(plan), key=lambda question: question.step)
    return World(f"{preset} {seed}", items, tuple(questions))


def _plain_items(plan: Plan, dice: Dice, sizes: tuple[int, int]) -> Iterator[Item]:
    hidden = {}
    for fact in plan.facts:
        hidden[fact.step] = (fact.key, f"config: {fact.key} = {fact.value}")
        if fact.new_value:
            hidden[fact.new_step] = (fact.key, f"config update: {fact.key} = {fact.new_value}")
    yield Item(0, "rule", RULE)
    for step in range(1, LAST_STEP + 1):
        if step % USER_EVERY == 0:
            yield Item(step, "history", speak(dice.pick(USER), dice))
        elif step in hidden:
            key, line = hidden[step]
            yield Item(step, "tool result", log(dice, sizes, [line]), key=key)
        else:
            yield Item(step, "tool result", log(dice, sizes))


def _questions(plan: Plan) -> Iterator[Question]:
    for fact in plan.facts:
        plain = f"What is the {fact.env} {fact.setting.words}?"
        vague = fact.setting.vague.format(env=fact.env)
        yield Question(fact.plain_step, "plain", plain, fact.current, fact.stale)
        yield Question(fact.vague_step, "vague", vague, fact.current, fact.stale)
    for step in plan.rule_steps:
        yield Question(step, "rule", RULE_QUESTION, RULE_ANSWER)
