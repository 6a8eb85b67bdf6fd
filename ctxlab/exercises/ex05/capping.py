"""05.3: a cap that holds whatever the summarizer returns."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from ctxlab.checking.counters import Counted
from ctxlab.checking.exercise import Exercise, Mistake
from ctxlab.exercises.texts import random_text
from ctxlab.tokens import Counter, count_tokens
from ctxlab.truncation import ELISION, truncate_to_tokens

Batches = list[list[str]]
Pass = Callable[[str, list[str], int, Counter], str]
"""Summary so far, what leaves, cap, counter -> the next summary."""


def grow(summary: str, texts: Sequence[str]) -> str:
    """The planted summarizer: it says everything it was given."""
    return "\n".join([summary, *texts] if summary else texts)


def capped_folds(batches: Batches, cap: int, count: Counter) -> list[str]:
    """The summary after every pass, each within `cap` tokens.

    >>> capped_folds([["one two"], ["three"]], 2, lambda text: len(text.split()))
    ['one two', 'one […]']
    """
    return _fold(_capped, batches, cap, count)


def _fold(step: Pass, batches: Batches, cap: int, count: Counter) -> list[str]:
    made = [""]
    for texts in batches:
        made.append(step(made[-1], texts, cap, count))
    return made[1:]


def _capped(old: str, texts: list[str], cap: int, count: Counter) -> str:
    return truncate_to_tokens(grow(old.removesuffix(ELISION), texts), cap, count)


def believes_the_summarizer(batches: Batches, cap: int, count: Counter) -> list[str]:
    """Take what the summarizer returns; it was told about the cap."""
    summary, made = "", []
    for texts in batches:
        summary = grow(summary, texts)
        made.append(summary)
    return made


def _first_only(batches: Batches, cap: int, count: Counter) -> list[str]:
    return _fold(
        lambda old, texts, cap, count: (
            grow(old.removesuffix(ELISION), texts) if old else _capped(old, texts, cap, count)
        ),
        batches,
        cap,
        count,
    )


def _last_only(batches: Batches, cap: int, count: Counter) -> list[str]:
    made = believes_the_summarizer(batches, cap, count)
    return [*made[:-1], *(truncate_to_tokens(text, cap, count) for text in made[-1:])]


def _refuses(old: str, texts: list[str], cap: int, count: Counter) -> str:
    text = grow(old, texts)
    return text if count(text) <= cap else old


def _forgets(old: str, texts: list[str], cap: int, count: Counter) -> str:
    text = grow(old.removesuffix(ELISION), texts)
    return text if count(text) <= cap else truncate_to_tokens("\n".join(texts), cap, count)


def _with(step: Pass) -> Callable[[Batches, int, Counter], list[str]]:
    return lambda batches, cap, count: _fold(step, batches, cap, count)


def _cases(rng: Random) -> Iterator[tuple[Any, ...]]:
    yield from (([], cap, Counted("words")) for cap in (0, 3))
    for cap in range(6):
        yield [["one two"], ["three"]], cap, Counted("words")
        yield [["one", "two"], ["three four"], ["five"]], cap, Counted("words")
        yield [["one two three"], ["four"]], cap, Counted("chars/4")
    for name in ("words", "chars/4", "chars/4"):
        for _ in range(20):
            batches = [_batch(rng) for _ in range(rng.randrange(1, 5))]
            yield batches, rng.randrange(2, 12), Counted(name)


def _batch(rng: Random) -> list[str]:
    return [random_text(rng, rng.randrange(1, 5), (" ", "\n")) for _ in range(rng.randrange(1, 3))]


CAP = Exercise(
    id="05.3",
    title="A cap that holds",
    level="core",
    minutes=5,
    name="capped_folds",
    right=capped_folds,
    cases=_cases,
    mistakes=(
        Mistake(
            "believes the summarizer",
            believes_the_summarizer,
            "Count each summary you return. Is it within the cap?",
        ),
        Mistake(
            "cuts characters",
            _with(lambda old, texts, cap, count: grow(old, texts)[:cap]),
            "The cap is in tokens, and you were handed a counter.",
        ),
        Mistake(
            "asks the wrong counter",
            _with(
                lambda old, texts, cap, count: truncate_to_tokens(
                    grow(old.removesuffix(ELISION), texts), cap, count_tokens
                )
            ),
            "The cap is kept by the counter you were given. Which one does your cut use?",
        ),
        Mistake(
            "takes the mark of the last cut for content",
            _with(lambda old, texts, cap, count: truncate_to_tokens(grow(old, texts), cap, count)),
            "Look for ' […]' in the middle of a summary. What does it tell the next reader?",
        ),
        Mistake(
            "caps the first pass only",
            _first_only,
            "The second summary is made of the first one and more. How long is it?",
        ),
        Mistake(
            "caps the last pass only",
            _last_only,
            "Every one of these summaries stood in a window. Which ones were within the cap?",
        ),
        Mistake(
            "caps what goes in, not what comes out",
            _with(
                lambda old, texts, cap, count: grow(
                    truncate_to_tokens(old, cap, count).removesuffix(ELISION), texts
                )
            ),
            "Who promises that the answer is not longer than what was read?",
        ),
        Mistake(
            "caps each text by itself",
            _with(
                lambda old, texts, cap, count: grow(
                    old, [truncate_to_tokens(text, cap, count) for text in texts]
                )
            ),
            "Three texts within the cap: is what is made of them within it?",
        ),
        Mistake(
            "keeps the old summary if the new one is too long",
            _with(_refuses),
            "What does the summary say about the turns that have just left?",
        ),
        Mistake(
            "forgets the old summary if the new one is too long",
            _with(_forgets),
            "What was in the summary before is gone at one stroke. What is cut, and where?",
        ),
    ),
    hints=(
        "Who can promise that a summary is short: the one who writes it, or the one who counts it?",
        "As in 05.2, but whatever `grow` returns goes through `truncate_to_tokens` before it "
        "becomes the summary. Take the old mark off first.",
        'summary, made = "", ...\nfor ... in batches:\n    text = grow(summary.removesuffix(...), ...)\n'
        "    summary = ...\n    made.append(...)\nreturn ...",
    ),
)
