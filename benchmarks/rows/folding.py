"""Folding a session into a summary, against making it anew, and against llama-index.

The summary is a ledger: the last value of every key. Folding it gives exactly
what making it from the whole log gives, so results must be equal. It is cheap;
a model that reads the log would widen every ratio here.

llama-index's buffer makes no summary: it is filled and asked for its window a
single time, at the end, while ctxlab keeps window and summary at every turn.
"""

import random
import re
from collections.abc import Iterable, Sequence
from typing import Any

from benchmarks.row import Call, Contender, Row, need, same
from benchmarks.workloads import log_lines
from ctxlab.memory import Turn, WorkingBuffer

_SETS = re.compile(r"(\S+) = (\S+)")
_SIZE = 20  # turns kept word for word


def _ledger(texts: Iterable[str]) -> str:
    pairs = (pair for text in texts for pair in _SETS.findall(text))
    return "\n".join(f"{key} = {value}" for key, value in sorted(dict(pairs).items()))


def _fold(previous: str, turns: Sequence[Turn]) -> str:
    return _ledger([previous, *(turn.text for turn in turns)])


def _anew(turns: Sequence[Turn]) -> str:
    return _ledger(turn.text for turn in turns)


def _session(n: int, lines: int) -> list[Turn]:
    rng = random.Random(n)
    return [Turn("user", "\n".join(log_lines(rng, lines))) for _ in range(n)]


def _through(buffer: WorkingBuffer, turns: Iterable[Turn]) -> tuple[str, list[str]]:
    for turn in turns:
        buffer.add_turn(turn)
    return buffer.summary, [turn.text for turn in buffer.buffer]


def _folded(turns: list[Turn]) -> Call:
    return lambda: _through(WorkingBuffer(_SIZE, fold=_fold), turns)


def _recomputed(turns: list[Turn]) -> Call:
    return lambda: _through(WorkingBuffer(_SIZE, _anew), turns)


def _llama_index(turns: list[Turn]) -> Call:
    from llama_index.core.llms import ChatMessage
    from llama_index.core.memory import ChatMemoryBuffer

    limit = -(-len(" ".join(turn.text for turn in turns[-_SIZE:])) // 4)
    messages = [ChatMessage(role="user", content=turn.text) for turn in turns]

    def run() -> tuple[str, list[str]]:
        memory = ChatMemoryBuffer.from_defaults(
            token_limit=limit, tokenizer_fn=lambda text: range(-(-len(text) // 4))
        )
        for message in messages:
            memory.put(message)
        return "", [str(message.content) for message in memory.get()]

    return run


def _check(turns: list[Turn], result: Any, ours: Any) -> str:
    summary, window = result
    need(window == ours[1], "the windows differ")
    need(summary in ("", ours[0]), "the summaries differ")
    return "" if summary else "keeps no summary"


class Prepared:
    """A session of n turns that has been folded, and one that is read anew from now on."""

    def __init__(self, n: int) -> None:
        *turns, self.next = _session(n + 1, lines=20)
        self.folding = WorkingBuffer(_SIZE, fold=_fold)
        self.is_quiet = True
        self.reading = WorkingBuffer(_SIZE, lambda log: "" if self.is_quiet else _anew(log))
        for turn in turns:
            self.folding.add_turn(turn)
            self.reading.add_turn(turn)
        self.is_quiet = False


def _one_more(buffer: WorkingBuffer, turn: Turn) -> Call:
    def run() -> str:
        buffer.add_turn(turn)
        return buffer.summary.partition("\n")[0].partition(" = ")[0]

    return run


ROWS = (
    Row(
        id="fold",
        what="a session of n turns of one line",
        sizes=(1_000, 10_000, 100_000),
        case=lambda n: _session(n, lines=1),
        ours=Contender("ctxlab, folding", _folded),
        rivals=(
            Contender("summary made anew", _recomputed, 1_000, up_to=10_000, once=True),
            Contender(
                "llama-index ChatMemoryBuffer, read once",
                _llama_index,
                needs="llama_index",
                up_to=10_000,
                once=True,
            ),
        ),
        check=_check,
    ),
    Row(
        id="fold-next",
        what="one more turn of 20 lines after n turns",
        sizes=(1_000, 10_000, 100_000),
        case=Prepared,
        ours=Contender("ctxlab, folding", lambda case: _one_more(case.folding, case.next)),
        rivals=(
            Contender("summary made anew", lambda case: _one_more(case.reading, case.next), 1_000),
        ),
        check=same,
    ),
)
