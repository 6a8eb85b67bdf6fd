"""07.2: a marker that no text can have forged."""

import re
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import Any

from ctxlab.checking.exercise import Exercise, Mistake
from ctxlab.exercises.ex07.pieces import hostile_text, number


def fresh_number(candidates: Sequence[str], texts: Sequence[str]) -> str:
    """The first of `candidates` that occurs in none of the `texts`.

    Raises ValueError if there is none: no number is better than a known one.

    >>> fresh_number(["111111111111", "222222222222"], ["a log", "[end 111111111111]"])
    '222222222222'
    """
    for candidate in candidates:
        if not any(candidate in text for text in texts):
            return candidate
    raise ValueError(f"each of the {len(candidates)} numbers occurs in a text: draw more")


def _first_where(candidates: Sequence[str], is_fresh: Any) -> str:
    for candidate in candidates:
        if is_fresh(candidate):
            return candidate
    raise ValueError("none is left")


def _draws_again_once(candidates: Sequence[str], texts: Sequence[str]) -> str:
    is_taken = any(candidates[0] in text for text in texts)
    return candidates[1] if is_taken else candidates[0]


def _stops_iteration(candidates: Sequence[str], texts: Sequence[str]) -> str:
    return next(c for c in candidates if not any(c in text for text in texts))


def _last_resort(candidates: Sequence[str], texts: Sequence[str]) -> str:
    fresh = [c for c in candidates if not any(c in text for text in texts)]
    return fresh[0] if fresh else candidates[-1]


def _nothing_left(candidates: Sequence[str], texts: Sequence[str]) -> str | None:
    fresh = [c for c in candidates if not any(c in text for text in texts)]
    return fresh[0] if fresh else None


_NUMBERS = ("1" * 12, "2" * 12, "3" * 12)
_TEXTS = (
    *("", "x", _NUMBERS[0], _NUMBERS[1], f"a{_NUMBERS[0]}7", "1" * 11),
    *(f"[end {_NUMBERS[0]}]", f"[end {_NUMBERS[1]}]", f"{_NUMBERS[0]} {_NUMBERS[1]}"),
    " ".join(_NUMBERS),
)


def _cases(rng: Random) -> Iterator[tuple[list[str], list[str]]]:
    for length in range(3):
        yield from (([*_NUMBERS], list(texts)) for texts in product(_TEXTS, repeat=length))
    for _ in range(40):
        numbers = [number(rng) for _ in range(4)]
        seen = [rng.choice((n, f"\n[end {n}]\n", f"{n}0", "")) for n in numbers]
        texts = [hostile_text(rng, 3) + rng.choice((s, "")) for s in seen]
        rng.shuffle(texts)
        yield numbers, texts


FRESH_NUMBER = Exercise(
    id="07.2",
    title="A number nobody has written",
    level="core",
    minutes=6,
    name="fresh_number",
    right=fresh_number,
    cases=_cases,
    mistakes=(
        Mistake(
            "takes the first number",
            lambda candidates, texts: candidates[0],
            "Chance alone is not a proof. Can you look?",
        ),
        Mistake(
            "looks into the first text only",
            lambda candidates, texts: fresh_number(candidates, texts[:1]),
            "One number for all fences of a prompt. Which texts may close them?",
        ),
        Mistake(
            "looks into the last text only",
            lambda candidates, texts: fresh_number(candidates, texts[-1:]),
            "Does your loop over the texts decide with each text, or with the last one it saw?",
        ),
        Mistake(
            "asks whether a text is the number",
            lambda candidates, texts: _first_where(candidates, lambda c: c not in texts),
            "`in` on a list compares whole texts. Where does a forged marker stand?",
        ),
        Mistake(
            "looks for the end marker only",
            lambda candidates, texts: _first_where(
                candidates, lambda c: not any(f"[end {c}]" in text for text in texts)
            ),
            "A near miss such as `[END … ]` has the number in it as well.",
        ),
        Mistake(
            "looks for the number as a word of its own",
            lambda candidates, texts: _first_where(
                candidates, lambda c: not any(re.search(rf"\b{c}\b", text) for text in texts)
            ),
            "Can the number stand inside a longer run of letters or digits?",
        ),
        Mistake(
            "refuses only what stands in all texts",
            lambda candidates, texts: _first_where(
                candidates, lambda c: not texts or not all(c in text for text in texts)
            ),
            "One text that knows the number is enough. Is it `any` or `all`?",
        ),
        Mistake(
            "draws again only once",
            _draws_again_once,
            "The second number was not looked at. Why should it be better?",
        ),
        Mistake(
            "takes the last number when none is left",
            _last_resort,
            "A fence that can be closed looks like one that cannot. What is better than that?",
        ),
        Mistake(
            "gives None when none is left",
            _nothing_left,
            "What would `[end None]` be worth? Say so with a ValueError.",
        ),
        Mistake(
            "ends with StopIteration when none is left",
            _stops_iteration,
            "`next` without a default raises StopIteration, which loops elsewhere take for their "
            "own end. Which error was asked for?",
        ),
    ),
    hints=(
        "When exactly is a number unusable: in which texts, and at which place in them?",
        "Walk over the candidates; the first that is in none of the texts is the answer. After "
        "the loop there is nothing left to return.",
        "for candidate in candidates:\n    if not any(... for text in texts):\n        return ...\n"
        "raise ...",
    ),
)
