"""05.2: folding, and what it reads."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from ctxlab.checking.counters import Counted
from ctxlab.checking.exercise import Exercise, Mistake
from ctxlab.tokens import Counter

Batches = list[list[str]]
Folded = tuple[str, int]


def settings(texts: Sequence[str]) -> str:
    """A summarizer without a model: all lines that set something."""
    lines = [line for text in texts for line in text.splitlines() if " = " in line]
    return "\n".join(lines)


def fold_all(batches: Batches, count: Counter) -> Folded:
    """The last summary, and the tokens that were read to make all of them.

    Each batch is what leaves in one pass.

    >>> fold_all([["a = 1", "ok"], ["b = 2"]], lambda text: len(text.split()))
    ('a = 1\\nb = 2', 10)
    """
    summary, read = "", 0
    for texts in batches:
        read += count(summary) + sum(map(count, texts))
        summary = settings([summary, *texts])
    return summary, read


def recompute_all(batches: Batches, count: Counter) -> Folded:
    """Make the summary anew from the whole log, in every pass."""
    log: list[str] = []
    summary, read = "", 0
    for texts in batches:
        log += texts
        read += sum(map(count, log))
        summary = settings(log)
    return summary, read


def _folding(
    step: Callable[[str, list[str]], str],
    cost: Callable[[str, list[str], Counter], int] = lambda old, texts, count: (
        count(old) + sum(map(count, texts))
    ),
) -> Callable[[Batches, Counter], Folded]:
    """A fold with another `step(old, texts)`, or another `cost(old, texts, count)`."""

    def fold(batches: Batches, count: Counter) -> Folded:
        summary, read = "", 0
        for texts in batches:
            read += cost(summary, texts, count)
            summary = step(summary, texts)
        return summary, read

    return fold


def _step(old: str, texts: list[str]) -> str:
    return settings([old, *texts])


def _nested(old: str, texts: list[str]) -> str:
    return settings([f"Summary: {old}", *texts]) if old else settings(texts)


def _one_by_one(batches: Batches, count: Counter) -> Folded:
    return fold_all([[text] for texts in batches for text in texts], count)


def _counts_what_is_written(batches: Batches, count: Counter) -> Folded:
    return _folding(_step, lambda old, texts, count: count(_step(old, texts)))(batches, count)


_LINES = ("a = 1", "b = 2", "ok", "port = 8080", "check ok after 48 ms", "deploy_key = ZK-4471")


def _cases(rng: Random) -> Iterator[tuple[Any, ...]]:
    by_hand: tuple[Batches, ...] = (
        *([], [["a = 1"]], [["ok"]], [["a = 1"], ["b = 2"]], [["a = 1", "ok"], ["b = 2"]]),
        *([["ok"], ["a = 1"], ["ok"]], [["a = 1"], ["ok"], ["b = 2"]], [["a = 1"], ["a = 1"]]),
    )
    for name in ("words", "chars/4"):
        yield from ((batches, Counted(name)) for batches in by_hand)
        for _ in range(25):
            yield [_batch(rng) for _ in range(rng.randrange(1, 6))], Counted(name)


def _batch(rng: Random) -> list[str]:
    return [
        "\n".join(rng.choice(_LINES) for _ in range(rng.randrange(1, 4)))
        for _ in range(rng.randrange(1, 4))
    ]


FOLD = Exercise(
    id="05.2",
    title="Fold, and count what is read",
    level="core",
    minutes=6,
    name="fold_all",
    right=fold_all,
    cases=_cases,
    mistakes=(
        Mistake(
            "reads the whole log again",
            recompute_all,
            "The summary is right. What is read in the third pass that was read in the first?",
        ),
        Mistake(
            "drops the old summary",
            _folding(lambda old, texts: settings(texts)),
            "What is left of the first batch after the second?",
        ),
        Mistake(
            "puts the new before the old",
            _folding(lambda old, texts: settings([*texts, old])),
            "A summary that is out of order tells old news last. What comes first?",
        ),
        Mistake(
            "wraps the old summary every time",
            _folding(_nested),
            "After five passes, how often does the heading stand there?",
        ),
        Mistake(
            "reads the old summary for free",
            _folding(_step, lambda old, texts, count: sum(map(count, texts))),
            "The summarizer is given the old summary as well. Who pays for reading it?",
        ),
        Mistake(
            "folds text by text",
            _one_by_one,
            "What leaves together is folded together. How often is the old summary read?",
        ),
        Mistake(
            "counts what is written",
            _counts_what_is_written,
            "The bill here is for reading. Which texts go in?",
        ),
        Mistake(
            "joins before it counts",
            _folding(_step, lambda old, texts, count: count("\n".join([old, *texts]))),
            "Notebook 01: counts of parts do not add up. Here each text is counted by itself.",
        ),
    ),
    hints=(
        "In each pass: what is handed to the summarizer, and what becomes of its answer?",
        "Keep a summary, empty at first, and a sum. For each batch add what is read, then let the "
        "summarizer make one text of the old summary and the batch.",
        "summary, read = ..., ...\nfor ... in batches:\n    read += count(...) + sum(...)\n"
        "    summary = settings([...])\nreturn ...",
    ),
)
