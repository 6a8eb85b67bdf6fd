"""120 requests to a coffee subscription, labelled, and six intents to route them to.

The requests are made up, in the way people type: short and long, polite and
angry, with typing errors. They were written and labelled before any router had
been run on them, and nothing was changed afterwards. Four kinds:

`clear`       belongs to one intent: routing there is right.
`ambiguous`   could belong to two: the right answer is to ask back.
`two_in_one`  asks for two things: one intent would lose half of the request.
`unknown`     belongs to none of the six.

Not here: real traffic. One author wrote all of it, in English, and chose the
intents' words knowing the requests, which flatters every router here a little.
Real proportions of the four kinds are not 72 : 16 : 16 : 16. Taught in 04.
"""

import csv
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from random import Random
from typing import Literal, get_args

Kind = Literal["clear", "ambiguous", "two_in_one", "unknown"]
KINDS: tuple[Kind, ...] = get_args(Kind)

INTENTS = {
    "billing": "refund charge invoice payment money",
    "cancel": "cancel charge subscription stop account",
    "delivery": "delivery parcel address late tracking",
    "login": "login password email reset locked",
    "technical": "app crash error page update",
    "plan": "plan upgrade change price month",
}
"""Five words an intent, in the manner of source A; the first two are its own."""

INTENTS_IN_SENTENCES = {
    "billing": "I want a refund for a wrong charge. Where is my invoice? My payment failed. "
    "You took too much money from my card.",
    "cancel": "I want to cancel my subscription. Please stop the deliveries. "
    "How do I close my account?",
    "delivery": "Where is my parcel? My delivery is late. The address is wrong. "
    "The box arrived broken.",
    "login": "I forgot my password. I cannot log in to my account. My login is locked. "
    "The reset email does not arrive.",
    "technical": "The app crashes. I get an error message. The page does not load. "
    "A button does not work.",
    "plan": "I want to change my plan. What does the larger box cost? "
    "I want to upgrade to four bags a month.",
}
"""The same intents, each as a few requests that somebody might send."""


@dataclass(frozen=True)
class Query:
    """One labelled request. `intents`: the one it belongs to, or all it touches. Taught in 04.

    >>> Query("refund pls", "clear", ("billing",)).answer
    'billing'
    """

    text: str
    kind: Kind
    intents: tuple[str, ...]

    @property
    def answer(self) -> str | None:
        """The intent to route to, or None where a refusal is right."""
        return self.intents[0] if self.kind == "clear" else None


@cache
def load_queries() -> tuple[Query, ...]:
    """The 120 labelled requests, in a fixed order. Taught in 04.

    >>> len(load_queries()), load_queries()[3].text
    (120, 'refund pls')
    """
    table = (files("ctxlab") / "data" / "queries.csv").read_text(encoding="utf-8")
    return tuple(_query(row) for row in csv.DictReader(table.splitlines()))


def halves(queries: Iterable[Query], seed: int = 0) -> tuple[list[Query], list[Query]]:
    """Two halves with the same mixture of kinds: choose gates on one, test on the other.

    Same seed, same halves. Each group (a kind, and among the clear ones an
    intent) is shuffled and dealt out in turn. Taught in 04.

    >>> choosing, testing = halves(load_queries(), seed=1)
    >>> len(choosing), len(testing), set(choosing) & set(testing)
    (60, 60, set())
    """
    rng = Random(seed)
    groups: dict[tuple[str, str | None], list[Query]] = defaultdict(list)
    for query in queries:
        groups[query.kind, query.answer].append(query)
    dealt = [query for group in groups.values() for query in rng.sample(group, len(group))]
    return dealt[0::2], dealt[1::2]


def intents_from(queries: Iterable[Query]) -> dict[str, str]:
    """Prototypes made of labelled requests: all clear ones of an intent, joined. Taught in 04.

    Never score them on the requests they were made of: each would find itself.

    >>> intents_from(load_queries()[2:4])["billing"].endswith("Thanks! refund pls")
    True
    """
    texts: dict[str, list[str]] = defaultdict(list)
    for query in queries:
        if query.answer is not None:
            texts[query.answer].append(query.text)
    return {intent: " ".join(texts[intent]) for intent in sorted(texts)}


def _query(row: dict[str, str]) -> Query:
    (kind,) = (known for known in KINDS if known == row["kind"])
    intents = tuple(row["intents"].split("|")) if row["intents"] else ()
    return Query(row["text"], kind, intents)
