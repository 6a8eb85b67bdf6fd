"""The inputs: made from seeds, so that every run sees the same ones.

Sections have 40 words of English prose, random priorities, one pin, and half of
them may be cut. Nothing about them is tuned to any contender.
"""

import random
from collections.abc import Iterator, Sequence
from functools import cache

from ctxlab.samples import sample
from ctxlab.sections import ContextSection


@cache
def vocabulary() -> Sequence[str]:
    """The words of a sample text, in its order: frequent words are frequent."""
    return sample("english").split()


def prose(rng: random.Random, words: int) -> str:
    """Words of the sample, in random order."""
    return " ".join(rng.choices(vocabulary(), k=words))


def sections(n: int, words: int = 40, seed: int = 0) -> list[ContextSection]:
    """n sections; the first is pinned."""
    rng = random.Random(seed)
    return [
        ContextSection(
            f"section {i}",
            prose(rng, words),
            priority=rng.random(),
            pinned=i == 0,
            truncatable=rng.random() < 0.5,
        )
        for i in range(n)
    ]


def log_lines(rng: random.Random, number: int) -> Iterator[str]:
    """Lines such as a deployment prints: noise, and now and then a value that is set."""
    for _ in range(number):
        service = rng.randrange(20)
        if rng.random() < 0.2:
            yield f"config: service-{service}.port = {rng.randrange(10_000)}"
        else:
            yield f"health check service-{service} ok after {rng.randrange(500)} ms"
