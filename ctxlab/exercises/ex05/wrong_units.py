"""05.4: units that are not: wrong ways to tie calls and results together."""

from collections.abc import Iterable, Iterator

from ctxlab.memory.turns import Turn

Talk = list[Turn]
Groups = list[list[int]]


def _answers(turn: Turn, i: int, turns: Talk) -> bool:
    """Whether `turn` is a result of a call of turn `i`."""
    return any(call.id == turn.result_of for call in turns[i].calls)


def _call_of(i: int, turns: Talk, *, first: bool = False) -> int:
    """Where the call of result `i` stands: the latest one with its id, or the first."""
    calls = [j for j in range(i) if _answers(turns[i], j, turns)]
    if not calls:
        raise ValueError(f"result {i} has no call")
    return calls[0 if first else -1]


def melted(spans: Iterable[tuple[int, int]], number: int) -> Groups:
    """Units of `number` turns in which every span is held together."""
    made: Groups = []
    ends = dict[int, int]()
    for start, end in spans:
        ends[end] = min(start, ends.get(end, end))
    for i in range(number):
        unit = [i]
        while unit[0] > ends.get(i, i):
            unit = made.pop() + unit
        made.append(unit)
    return made


def _spans(turns: Talk, *, first: bool = False) -> Iterator[tuple[int, int]]:
    for i, turn in enumerate(turns):
        if turn.result_of is not None:
            yield _call_of(i, turns, first=first), i


def with_the_turn_before(turns: Talk) -> Groups:
    """Put every result to the turn that stands before it."""
    made: Groups = []
    for i, turn in enumerate(turns):
        if turn.result_of is None:
            made.append([i])
        elif made:
            made[-1].append(i)
        else:
            raise ValueError("a result without a call")
    return made


def first_result_closes(turns: Talk) -> Groups:
    answered, spans = set[int](), []
    for start, end in _spans(turns):
        if start not in answered:
            answered.add(start)
            spans.append((start, end))
    return melted(spans, len(turns))


def pairs_alone(turns: Talk) -> Groups:
    """The call and its results; turns between stand alone."""
    made = {i: [i] for i, turn in enumerate(turns) if turn.result_of is None}
    for start, end in _spans(turns):
        made[start].append(end)
    return list(made.values())


def overlapping(turns: Talk) -> Groups:
    """From each call to its last result, and never mind what else is in there."""
    last = {start: end for start, end in _spans(turns)}
    inside = {i for start, end in last.items() for i in range(start + 1, end + 1)}
    starts = [i for i in range(len(turns)) if i in last or i not in inside]
    return [list(range(i, last.get(i, i) + 1)) for i in starts]


def first_call(turns: Talk) -> Groups:
    return melted(_spans(turns, first=True), len(turns))


def orphans_stand_alone(turns: Talk) -> Groups:
    spans = [
        (_call_of(i, turns), i)
        for i, turn in enumerate(turns)
        if turn.result_of is not None and any(_answers(turn, j, turns) for j in range(i))
    ]
    return melted(spans, len(turns))


def tool_role_only(turns: Talk) -> Groups:
    spans = [(start, end) for start, end in _spans(turns) if turns[end].role == "tool"]
    return melted(spans, len(turns))


def open_call_takes_all(turns: Talk) -> Groups:
    spans = list(_spans(turns))
    answered = {(start, turns[end].result_of) for start, end in spans}
    waits = [i for i, t in enumerate(turns) if any((i, c.id) not in answered for c in t.calls)]
    return melted([*spans, *((i, len(turns) - 1) for i in waits[:1])], len(turns))
