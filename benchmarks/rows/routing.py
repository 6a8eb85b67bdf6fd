"""Routing over n intents, against semantic-router's TF-IDF, all local.

An intent has twelve words whose frequencies fall like 1/rank, as in real text,
and two words that few others share. A query repeats an intent in another order
and adds a word. Both routers are prepared once, untimed, and must name the right
intent for every query; their scores differ (TF-IDF weighs rare words).

The peer wants a dense encoder as well; it gets one that costs nothing.
"""

import random
from typing import Any

from benchmarks.row import Call, Contender, Row, need
from ctxlab.routing import Router

_WORDS = [f"word{i}" for i in range(2_000)]
_FREQUENCIES = [1 / rank for rank in range(1, 2_001)]


class Case:
    """Intents, and queries with the intent that each belongs to."""

    def __init__(self, n: int, queries: int) -> None:
        rng = random.Random(n)
        self.intents = {f"intent {i}": self._words(rng, n) for i in range(n)}
        self.expected = rng.choices(sorted(self.intents), k=queries)
        self.queries = [self._query(rng, self.intents[name].split()) for name in self.expected]

    @staticmethod
    def _words(rng: random.Random, n: int) -> str:
        rare = [f"rare{rng.randrange(n)}" for _ in range(2)]
        return " ".join([*rng.choices(_WORDS, _FREQUENCIES, k=12), *rare])

    @staticmethod
    def _query(rng: random.Random, words: list[str]) -> str:
        return " ".join(["please", *rng.sample(words, len(words))])


def _ours(case: Case) -> Call:
    router = Router(case.intents)
    return lambda: [router.route(query, margin=0).ranking[0][0] for query in case.queries]


def _semantic_router(case: Case) -> Any:
    from semantic_router import Route
    from semantic_router.encoders import DenseEncoder, TfidfEncoder
    from semantic_router.routers.indexed import IndexedRouter

    class Constant(DenseEncoder):  # type: ignore[misc]
        name: str = "constant"

        def __call__(self, docs: list[Any]) -> list[list[float]]:
            return [[1.0]] * len(docs)

    return IndexedRouter(
        encoder=Constant(),
        sparse_encoder=TfidfEncoder(),
        routes=[Route(name=name, utterances=[text]) for name, text in case.intents.items()],
        alpha=0.0,
        aggregation="max",
    )


def _one_by_one(case: Case) -> Call:
    router = _semantic_router(case)
    return lambda: [router(query).name for query in case.queries]


def _check(case: Case, result: Any, ours: Any) -> str:
    need(result == case.expected, "a query was sent to the wrong intent")
    return ""


ROWS = (
    Row(
        id="route",
        what="route 10 queries over n intents",
        sizes=(1_000, 10_000, 100_000),
        case=lambda n: Case(n, queries=10),
        ours=Contender("ctxlab", _ours),
        rivals=(
            Contender("semantic-router TF-IDF", _one_by_one, 10, "semantic_router", up_to=10_000),
        ),
        check=_check,
    ),
    Row(
        id="route-batch",
        what="route 1,000 queries over n intents",
        sizes=(1_000, 10_000),
        case=lambda n: Case(n, queries=1_000),
        ours=Contender("ctxlab", _ours),
        rivals=(
            Contender(
                "semantic-router TF-IDF", _one_by_one, 10, "semantic_router", 10_000, once=True
            ),
        ),
        check=_check,
    ),
)
