"""Lists of sections for cases: by hand, so that every property stands alone, and random."""

from collections.abc import Iterator
from random import Random

from ctxlab.exercises.texts import random_text
from ctxlab.sections import ContextSection

Sections = list[ContextSection]


def random_sections(rng: Random, number: int) -> Sections:
    """Random sections, with equal priorities and twins among them."""
    made = [
        ContextSection(
            rng.choice(("rule", "task", "doc", "note")),
            random_text(rng, rng.randrange(1, 6), (" ", "\n")),
            priority=rng.randrange(1, 4),
            pinned=rng.random() < 0.25,
        )
        for _ in range(number)
    ]
    return [*made, made[rng.randrange(number)]] if rng.random() < 0.4 else made


def small_sections() -> Iterator[Sections]:
    """Small lists, in which every property stands alone."""
    pin = ContextSection("rule", "aaaa", priority=1, pinned=True)
    low, high = ContextSection("low", "bbbb", 1), ContextSection("high", "cccccccc", 9)
    equal = ContextSection("next", "dddd", 1)
    yield from ([], [pin], [low], [low, high], [high, low], [low, equal], [low, low])
    yield from ([low, pin, high], [high, high, low], [pin, pin], [low, high, equal, pin])
