"""Right answers to the exercises of notebook 05.

`first_words`, `settings`, `grow` and the prices stand in the notebook, too.
"""

from collections import deque

from ctxlab import ELISION, truncate_to_tokens

PLAIN, CACHED, FRESH, OUTPUT = 100, 10, 125, 500


def first_words(texts):
    return " / ".join(text.partition(" ")[0] for text in texts)


def settings(texts):
    lines = [line for text in texts for line in text.splitlines() if " = " in line]
    return "\n".join(lines)


def grow(summary, texts):
    return "\n".join([summary, *texts] if summary else texts)


def add_turn(buffer, log, turn, size):
    buffer, log = deque([*buffer, turn]), list(log)
    while len(buffer) > size:
        log.append(buffer.popleft())
    return list(buffer), log, first_words(log)


def add_turn_by_slices(buffer, log, turn, size):
    turns = [*buffer, turn]
    cut = max(len(turns) - size, 0)
    log = [*log, *turns[:cut]]
    return turns[cut:], log, " / ".join(text.split(" ")[0] for text in log)


def fold_all(batches, count):
    summary, read = "", 0
    for texts in batches:
        read += count(summary) + sum(count(text) for text in texts)
        summary = settings([summary, *texts])
    return summary, read


def fold_by_list(batches, count):
    kept, total = [], 0
    for texts in batches:
        for given in ["\n".join(kept), *texts]:
            total = total + count(given)
        kept.extend(line for text in texts for line in text.split("\n") if " = " in line)
    return "\n".join(kept), total


def capped_folds(batches, cap, count):
    summary, made = "", []
    for texts in batches:
        summary = grow(summary.removesuffix(ELISION), texts)
        summary = truncate_to_tokens(summary, cap, count)
        made.append(summary)
    return made


def capped_by_recursion(batches, cap, count):
    if not batches:
        return []
    made = capped_by_recursion(batches[:-1], cap, count)
    old = made[-1] if made else ""
    if old.endswith(ELISION):
        old = old[: -len(ELISION)]
    return [*made, truncate_to_tokens(grow(old, batches[-1]), cap, count=count)]


def units(turns):
    made = []
    for i, turn in enumerate(turns):
        unit = [i]
        if turn.result_of is not None:
            while turn.result_of not in {call.id for j in unit for call in turns[j].calls}:
                if not made:
                    raise ValueError(f"result {i} has no call")
                unit = made.pop() + unit
        made.append(unit)
    return made


def units_by_cuts(turns):
    """A cut may be made where no call and its result are on different sides."""
    latest, ties = {}, []
    for i, turn in enumerate(turns):
        if turn.result_of is not None:
            if turn.result_of not in latest:
                raise ValueError("no call")
            ties.append((latest[turn.result_of], i))
        for call in turn.calls:
            latest[call.id] = i
    cuts = [i for i in range(len(turns)) if not any(a < i <= b for a, b in ties)]
    return [list(range(a, b)) for a, b in zip(cuts, [*cuts[1:], len(turns)], strict=False)]


def pays_after(before, after, shared, read, written):
    once = PLAIN * read + OUTPUT * written + (FRESH - CACHED) * (after - shared)
    saved = CACHED * (before - after)
    if saved <= 0:
        return None
    return (once + saved - 1) // saved


def pays_after_by_two_bills(before, after, shared, read, written):
    """Both bills side by side, request by request."""
    if after >= before:
        return None
    compacted = read * 100 + written * 500 + (after - shared) * 115
    kept, requests = 0, 0
    while kept < compacted:
        requests += 1
        kept += before * 10
        compacted += after * 10
    return requests


ANSWERS = {
    "05.1": [add_turn, add_turn_by_slices],
    "05.2": [fold_all, fold_by_list],
    "05.3": [capped_folds, capped_by_recursion],
    "05.4": [units, units_by_cuts],
    "05.5": [pays_after, pays_after_by_two_bills],
}
