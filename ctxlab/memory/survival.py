"""Survival: which facts a summary still holds, against the tokens it takes.

A way of summarising is judged at the end of a session, on the facts whose turns
have left the buffer: how many current values the summary holds, how many stale
ones, and what was read to make it. `nothing` to compare with would be easy to
beat; so there are a floor (random lines), two plain cuts, and a ceiling that
knows the answers. Taught in 05.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ctxlab.memory.buffer import WorkingBuffer
from ctxlab.memory.rolling import Summarizer
from ctxlab.memory.sessions import Session, values_in
from ctxlab.memory.summaries import (
    Line,
    as_fold,
    extractive,
    head_of_log,
    keep_lines,
    random_lines,
    tail_of_log,
)
from ctxlab.tokens import count_tokens


@dataclass(frozen=True)
class Way:
    """A way of summarising. `make`: tokens it may take -> the summarizer. Taught in 05.

    >>> Way("recompute", extractive).folds
    False
    """

    name: str
    make: Callable[[int], Summarizer]
    folds: bool = False


WAYS = (
    Way("recompute", extractive),
    Way("fold", extractive, folds=True),
    Way("head cut", head_of_log),
    Way("tail cut", tail_of_log),
    Way("random lines", random_lines),
)
"""The ways that know nothing of the answers; `oracle(session)` is the ceiling."""


def oracle(session: Session) -> Way:
    """The ceiling: the lines that state a current fact, newest first. Taught in 05.

    >>> from ctxlab.memory.sessions import build_session
    >>> oracle(build_session(1)).name
    'oracle'
    """
    current, _ = session.known_at(len(session.turns))
    wanted = {fact.value for fact in current}

    def rank(lines: Sequence[Line]) -> list[int]:
        return [i for i in reversed(range(len(lines))) if wanted & values_in(lines[i].text)]

    return Way("oracle", lambda max_tokens: keep_lines(rank, max_tokens))


@dataclass(frozen=True)
class Survival:
    """What a summary holds at the end of a session. Taught in 05.

    `kept` of `known` current values whose turns have left the buffer, and
    `stale` values that were replaced long ago. `tokens` is the size of the
    summary, `read` what was read to make it.

    >>> Survival(kept=6, known=24, stale=0, tokens=200, read=9_000).share
    0.25
    """

    kept: int
    known: int
    stale: int
    tokens: int
    read: int

    @property
    def share(self) -> float:
        """Kept facts as a share; 0.0 if none has left."""
        return self.kept / self.known if self.known else 0.0


def survive(session: Session, way: Way, max_tokens: int, buffer_size: int = 8) -> Survival:
    """Run a session through a working buffer and look at the summary. Taught in 05.

    >>> from ctxlab.memory.sessions import build_session
    >>> [survive(build_session(1), way, max_tokens=400).kept for way in WAYS]
    [10, 7, 0, 1, 1]
    """
    buffer = _run(session, way, max_tokens, buffer_size)
    summary = values_in(buffer.summary)
    left = len(session.turns) - len(buffer.buffer)
    _, stale = session.known_at(left)
    current, _ = session.known_at(len(session.turns))
    current = [fact for fact in current if fact.place < left]
    return Survival(
        kept=sum(fact.value in summary for fact in current),
        known=len(current),
        stale=sum(fact.value in summary for fact in stale),
        tokens=count_tokens(buffer.summary),
        read=buffer.tokens_read,
    )


def _run(session: Session, way: Way, max_tokens: int, buffer_size: int) -> WorkingBuffer:
    summarizer = way.make(max_tokens)
    fold = as_fold(summarizer) if way.folds else None
    buffer = WorkingBuffer(buffer_size, summarizer, fold=fold, max_summary_tokens=max_tokens)
    for turn in session.turns:
        buffer.add_turn(turn)
    return buffer
