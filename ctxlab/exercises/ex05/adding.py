"""05.1: a buffer, a log, and a summary that is made of the log alone."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from ctxlab.checking.exercise import Exercise, Mistake
from ctxlab.exercises.texts import random_text

Texts = list[str]
State = tuple[Texts, Texts, str]


def first_words(texts: Sequence[str]) -> str:
    """A summarizer without a model: the first word of every text."""
    return " / ".join(text.partition(" ")[0] for text in texts)


def add_turn(buffer: Texts, log: Texts, turn: str, size: int) -> State:
    """The buffer, the log and the summary once `turn` was said; `size` is at least 1.

    >>> add_turn(["one fish", "two fish"], [], "red fish", 2)
    (['two fish', 'red fish'], ['one fish'], 'one')
    """
    kept, gone = _evict([*buffer, turn], size)
    return kept, log + gone, first_words(log + gone)


def _evict(turns: Texts, size: int) -> tuple[Texts, Texts]:
    kept, gone = deque(turns), []
    while len(kept) > size:
        gone.append(kept.popleft())
    return list(kept), gone


def _summarising(choose: Callable[[Texts, Texts, Texts], Texts]) -> Callable[..., State]:
    """A version that summarises `choose(log, gone, kept)`."""

    def add(buffer: Texts, log: Texts, turn: str, size: int) -> State:
        kept, gone = _evict([*buffer, turn], size)
        return kept, log + gone, first_words(choose(log, gone, kept))

    return add


def _too_early(buffer: Texts, log: Texts, turn: str, size: int) -> State:
    return add_turn(buffer, log, turn, size - 1)


def _one_at_most(buffer: Texts, log: Texts, turn: str, size: int) -> State:
    turns = [*buffer, turn]
    gone = turns[: len(turns) > size]
    return turns[len(gone) :], log + gone, first_words(log + gone)


def _newest_leaves(buffer: Texts, log: Texts, turn: str, size: int) -> State:
    turns, gone = [*buffer, turn], Texts()
    while len(turns) > size:
        gone.append(turns.pop())
    return turns, log + gone, first_words(log + gone)


def _log_overwritten(buffer: Texts, log: Texts, turn: str, size: int) -> State:
    kept, gone = _evict([*buffer, turn], size)
    return kept, gone, first_words(gone)


def _log_backwards(buffer: Texts, log: Texts, turn: str, size: int) -> State:
    kept, gone = _evict([*buffer, turn], size)
    log = gone[::-1] + log
    return kept, log, first_words(log)


def _deque_itself(buffer: Texts, log: Texts, turn: str, size: int) -> Any:
    kept, log, summary = add_turn(buffer, log, turn, size)
    return deque(kept), log, summary


def _cases(rng: Random) -> Iterator[tuple[Any, ...]]:
    texts = ("one fish", "two fish", "red fish", "blue fish", "old fish")
    for size in (1, 2, 3):
        for held in range(size + 3):
            for left in range(3):
                yield list(texts[left : left + held]), list(texts[:left]), "new fish", size
    for _ in range(30):
        buffer, log = ([_text(rng) for _ in range(rng.randrange(6))] for _ in "bl")
        yield buffer, log, _text(rng), rng.randrange(1, 6)


def _text(rng: Random) -> str:
    return random_text(rng, rng.randrange(1, 4), (" ",))


ADD_TURN = Exercise(
    id="05.1",
    title="Add a turn",
    level="core",
    minutes=6,
    name="add_turn",
    right=add_turn,
    cases=_cases,
    mistakes=(
        Mistake(
            "lets a turn leave too early",
            _too_early,
            "A buffer of size 2 that holds 2 turns: is that too many?",
        ),
        Mistake(
            "lets one turn leave, however many are too many",
            _one_at_most,
            "The size may have been lowered since the last turn. What does `while` do that `if` does not?",
        ),
        Mistake(
            "lets the newest turn leave",
            _newest_leaves,
            "Which end of the buffer is the oldest? See popleft and pop.",
        ),
        Mistake(
            "forgets what left before",
            _log_overwritten,
            "The log only grows. Where are the turns that were in it already?",
        ),
        Mistake(
            "returns the deque itself",
            _deque_itself,
            "The answer is plain lists and a text: list(...) makes a list of a deque.",
        ),
        Mistake(
            "puts what leaves at the front of the log",
            _log_backwards,
            "The log keeps the order in which turns left. Which one left first?",
        ),
        Mistake(
            "summarises the log as it was before",
            _summarising(lambda log, gone, kept: log),
            "When this turn pushes another out, is that one in the summary?",
        ),
        Mistake(
            "summarises only what has just left",
            _summarising(lambda log, gone, kept: gone),
            "What does the summary say about turns that left earlier?",
        ),
        Mistake(
            "summarises the buffer",
            _summarising(lambda log, gone, kept: kept),
            "The turns in the buffer are in the window word for word. Which ones need a summary?",
        ),
        Mistake(
            "summarises everything that was ever said",
            _summarising(lambda log, gone, kept: log + kept),
            "The turns in the buffer are in the window already. Are they told twice?",
        ),
    ),
    hints=(
        "After the new turn has come: who may have to leave, and how many of them?",
        "Work on copies: a deque of the buffer, a list of the log. Move turns across as long as "
        "there are too many, then summarise the log.",
        "kept, log = deque(buffer), list(log)\nkept...\nwhile ...:\n    log.append(kept...)\n"
        "return list(kept), log, first_words(...)",
    ),
)
