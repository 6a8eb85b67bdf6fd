"""The hard session: what breaks an assembler that trusts words and keys.

Logs carry decoy lines with every word of a question but no value. Two logs are
copies but for the one value that changed; two more copy a fact for an
environment nobody asks about. Chat keeps repeating replaced values. One update
is told by the user and two facts stand in a note and in retrieved text: no key
marks them, so superseding and a ledger are blind to them. Tool definitions are
pinned or compete. Every kind of item appears. Taught in 06.
"""

from collections.abc import Iterator

from ctxlab.world.items import Item
from ctxlab.world.plan import LAST_STEP, LOG_STEPS, Fact, Plan
from ctxlab.world.sentences import ENVIRONMENTS, RULE, USER, Dice, log, speak

_DECOYS = 3  # a log

_PINNED_TOOLS = (
    (0, "read_file(path): the text of one file of the workspace."),
    (0, "run(command): runs a command in the workspace and returns its log."),
    (24, "open_ticket(title, body): files a ticket with the owner of an environment."),
)
_OTHER_TOOLS = (
    "deploy(environment, version): deploys a version to an environment.",
    "set_limit(environment, name, size): sets a limit, a timeout or a pool size.",
    "search_docs(query): passages about an environment, its region, keys and queues.",
    "notify(channel, text): sends a text to an alert channel.",
)
_NOTES = (
    "Note to self: go through {env} first, then the others.",
    "Note to self: {svc} in {env} was slow today; look at its limits and cache again.",
    "Note to self: ask who owns {svc} before the next deploy.",
)
_PASSAGES = (
    "Every environment has one deploy key. The key is rotated when an owner leaves.\n"
    "Where the environment does run is decided by its region.",
    "The pool size says how many connections an environment may open.\n"
    "The retry limit says how often it does try again before it gives up.",
    "Alarms go to the alert channel of the environment, for example that of {env}.\n"
    "Jobs that wait are kept in the queue; its name must be unique.",
)


def hard_items(plan: Plan, dice: Dice, sizes: tuple[int, int]) -> Iterator[Item]:
    """The items in time order."""
    yield Item(0, "rule", RULE)
    for text in _OTHER_TOOLS:
        yield Item(0, "tool definition", text)
    logs = _logs(plan, dice, sizes)
    asides = [*_tools(), *_unkeyed(plan), *_stale_chat(plan, dice), *_background(dice)]
    for step in range(LAST_STEP + 1):
        if step in logs:
            yield logs[step]
        elif step:
            yield Item(step, "history", speak(dice.pick(USER), dice))
        yield from (item for item in asides if item.step == step)


def _tools() -> list[Item]:
    return [Item(step, "tool definition", text, pinned=True) for step, text in _PINNED_TOOLS]


def _logs(plan: Plan, dice: Dice, sizes: tuple[int, int]) -> dict[int, Item]:
    """One log a log step; facts 0, 1, 3, 4 have a near-duplicate, fact 7 stands alone."""
    logs = {step: _result(step, _noisy_log(plan, dice, sizes)) for step in LOG_STEPS}
    for fact in (*plan.facts[:5], plan.facts[7]):
        line = f"config: {fact.key} = {fact.value}"
        logs[fact.step] = _result(fact.step, _noisy_log(plan, dice, sizes, line), fact.key)
    for fact in plan.facts[:2]:
        text = logs[fact.step].text.replace("config:", "config update:")
        text = text.replace(fact.value, fact.new_value)
        logs[fact.new_step] = _result(fact.new_step, text, fact.key)
    for fact in plan.facts[3:5]:
        step = dice.pick([step for step in LOG_STEPS if logs[step].key is None])
        key = f"{_other_environment(plan, fact)}.{fact.setting.name}"
        text = logs[fact.step].text.replace(fact.key, key).replace(fact.value, fact.twin_value)
        logs[step] = _result(step, text, key)
    return logs


def _result(step: int, text: str, key: str | None = None) -> Item:
    return Item(step, "tool result", text, key=key)


def _noisy_log(plan: Plan, dice: Dice, sizes: tuple[int, int], *hidden: str) -> str:
    decoys = [_decoy(dice.pick(plan.facts), dice) for _ in range(_DECOYS)]
    return log(dice, sizes, [*decoys, *hidden])


def _decoy(fact: Fact, dice: Dice) -> str:
    return speak(dice.pick(fact.setting.decoys), dice, fact.env)


def _other_environment(plan: Plan, fact: Fact) -> str:
    """An environment for which nobody asks about this setting."""
    keys = {other.key for other in plan.facts}
    free = [env for env in ENVIRONMENTS if f"{env}.{fact.setting.name}" not in keys]
    return free[0] if free else "sandbox"


def _unkeyed(plan: Plan) -> Iterator[Item]:
    """What keys do not know: an update told by the user, facts in a note and in a passage."""
    told, noted, found = plan.facts[2], plan.facts[5], plan.facts[6]
    yield Item(told.new_step, "history", f"Heads up: {_is(told, told.new_value)} from now on.")
    yield Item(noted.step, "note", f"Note to self: {_is(noted, noted.value)}.")
    passage = f"{_PASSAGES[0]}\nAt present {_is(found, found.value)}."
    yield Item(found.step, "retrieved text", passage)


def _is(fact: Fact, value: str) -> str:
    return f"the {fact.env} {fact.setting.words} is {value}"


def _stale_chat(plan: Plan, dice: Dice) -> Iterator[Item]:
    """Each replaced value is mentioned while it holds, and again when it no longer does."""
    for fact in plan.facts[:3]:
        before = dice.between(fact.step, fact.new_step - 1)
        after = dice.between(fact.new_step, 40)
        yield Item(before, "history", f"I see that {_is(fact, fact.value)}.", author="model")
        yield Item(after, "history", f"I have noted that {_is(fact, fact.value)}, is that right?")


def _background(dice: Dice) -> Iterator[Item]:
    """Notes and passages that state nothing."""
    for text in _NOTES:
        yield Item(dice.between(1, LAST_STEP), "note", speak(text, dice))
    for text in _PASSAGES:
        yield Item(dice.between(1, LAST_STEP), "retrieved text", speak(text, dice))
