"""Routing as tables: the words of a request, the arithmetic of a cosine, how routers score."""

import math
from collections.abc import Mapping

from ctxlab.routing import bag_of_words, cosine
from ctxlab.routing_scores import RoutingScore
from ctxlab.show.table import Table


def words_table(query: str, intents: Mapping[str, str]) -> Table:
    """How often each word of `query` occurs, there and in every intent. Taught in 04.

    The last two rows: how many further words an intent has, and the sum of the
    squared counts, whose root is the length of the bag.
    """
    asked = bag_of_words(query)
    bags = {"request": asked, **{name: bag_of_words(text) for name, text in intents.items()}}
    rows: list[list[object]] = [
        [word, *(bag.get(word, 0) for bag in bags.values())] for word in asked
    ]
    others = (sum(n for word, n in bag.items() if word not in asked) for bag in bags.values())
    squares = (sum(n * n for n in bag.values()) for bag in bags.values())
    rows += [["(other words)", *others], ["sum of squares", *squares]]
    return Table(["word", *bags], rows)


def cosine_table(query: str, intents: Mapping[str, str]) -> Table:
    """The cosine of `query` with each intent, step by step, to the third decimal. Taught in 04."""
    asked = bag_of_words(query)
    rows = []
    for name, text in intents.items():
        bag = bag_of_words(text)
        shared = [word for word in asked if word in bag]
        dot = sum(asked[word] * bag[word] for word in shared)
        numbers = (math.hypot(*asked.values()), math.hypot(*bag.values()), cosine(asked, bag))
        rows.append([name, ", ".join(shared) or "–", dot, *(f"{x:.3f}" for x in numbers)])
    return Table(["intent", "shared words", "dot", "|request|", "|intent|", "cosine"], rows)


def score_table(scores: Mapping[str, RoutingScore], wrong_costs: float = 2.0) -> Table:
    """Routers side by side: counts of requests, shares, and the cost a request. Taught in 04."""
    columns = ["router", "right", "wrong", "asked back", "needless", "routed", "of these right"]
    rows = [
        [
            name,
            *(score.right, score.wrong, score.asked_back, score.needless),
            percent(score.coverage),
            percent(score.accuracy),
            f"{score.loss(wrong_costs):.3f}",
        ]
        for name, score in scores.items()
    ]
    return Table([*columns, "cost"], rows)


def percent(share: float | None) -> str:
    """A share as whole percent; a dash where there is none."""
    return "–" if share is None else f"{100 * share:.0f} %"
