"""Cutting a text to a budget, against the naive word loop and the limit.

The limit is what nobody can beat: encoding the kept head and the marker once,
when somebody has already said where to cut. The naive loop is the lessons'
known mistake: it counts the growing head once for every word.
"""

import random
from dataclasses import dataclass
from typing import Any

from benchmarks.row import Call, Contender, Row, same
from benchmarks.workloads import prose
from ctxlab.bpe import bpe_counter
from ctxlab.tokens import Counter
from ctxlab.truncation import ELISION, truncate_to_tokens, word_ends

_LONGEST = 10_000_000


@dataclass(frozen=True)
class Case:
    """A text, and where it is cut."""

    text: str
    limit: int


def _of_length(n: int) -> Case:
    return Case(prose(random.Random(n), n // 4)[:n], 1_000)


def _half_of_words(n: int) -> Case:
    text = prose(random.Random(n), n)
    return Case(text, bpe_counter()(text) // 2)


def plain(text: str) -> int:
    """The same count as a plain function, without the extras of `BpeCounter`."""
    return bpe_counter()(text)


def _with(count: Counter) -> Any:
    return lambda case: lambda: truncate_to_tokens(case.text, case.limit, count)


def _limit(case: Case) -> Call:
    kept = truncate_to_tokens(case.text, case.limit, plain)
    count = bpe_counter()
    return lambda: kept if count(kept) <= case.limit else ""


def _naive(case: Case) -> Call:
    def run() -> str:
        kept = ""
        for end in word_ends(case.text):
            head = case.text[:end] + ELISION
            if plain(head) > case.limit:
                break
            kept = head
        return kept

    return run


_LIMIT = "the limit: encode the kept head once"
_NAIVE = "naive word loop"


def _row(id: str, what: str, ours: Contender, rivals: tuple[Contender, ...]) -> Row:
    sizes = (10_000, 100_000, 1_000_000, _LONGEST)
    return Row(id, what, sizes, _of_length, ours, rivals, same)


ROWS = (
    _row(
        "truncate",
        "cut n characters to 1,000 tokens, o200k_base",
        Contender("ctxlab", _with(bpe_counter())),
        (Contender(_LIMIT, _limit, 0.5), Contender(_NAIVE, _naive, up_to=_LONGEST, once=True)),
    ),
    _row(
        "truncate-plain",
        "the same with a plain function as counter",
        Contender("ctxlab, plain counter", _with(plain)),
        (Contender(_LIMIT, _limit, 0.1),),
    ),
    Row(
        id="truncate-half",
        what="cut n words to half their tokens, o200k_base",
        sizes=(1_000, 10_000, 100_000),
        case=_half_of_words,
        ours=Contender("ctxlab", _with(bpe_counter())),
        rivals=(
            Contender(_NAIVE, _naive, 1_000, up_to=10_000, once=True),
            Contender(_LIMIT, _limit, 0.5),
        ),
        check=same,
    ),
)
