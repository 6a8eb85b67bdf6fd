"""04.3: the two gates. Scores in the cases are eighths, so every difference is exact."""

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

from ctxlab.checking.exercise import Exercise, Mistake
from ctxlab.exercises.ex04.two_gates import (
    Answer,
    Ranked,
    Scores,
    decided,
    is_rival,
    ranked,
    two_gates,
)
from ctxlab.gates import decide
from ctxlab.routing import route


def takes_the_best(scores: Scores, threshold: float, margin: float) -> Answer:
    """Whatever scores best gets the request. (No gate is looked at.)"""
    return "match", [max(scores, key=lambda name: scores[name])]


def _as_defined(scores: Scores) -> Ranked:
    return sorted(scores.items(), key=lambda pair: -pair[1])


def _first_two(scores: Scores, threshold: float, margin: float) -> Answer:
    reason, names = decided(scores, threshold, margin)
    return reason, names[:2]


def _chained(scores: Scores, threshold: float, margin: float) -> Answer:
    reason, names = decided(scores, threshold, margin)
    for name, score in ranked(scores) if reason == "ambiguous_tie" else ():
        if name not in names and is_rival(scores[names[-1]], score, margin):
            names.append(name)
    return reason, names


def _margin_first(scores: Scores, threshold: float, margin: float) -> Answer:
    tie = decided(scores, 0, margin)
    return tie if tie[0] == "ambiguous_tie" else decided(scores, threshold, margin)


def _names_all(scores: Scores, threshold: float, margin: float) -> Answer:
    reason, names = decided(scores, threshold, margin)
    shared = [name for name, score in ranked(scores) if score > 0]
    return reason, shared if reason == "ambiguous_tie" else names


def _needs_an_intent(scores: Scores, threshold: float, margin: float) -> Answer:
    if not scores:
        raise IndexError("list index out of range")
    return decided(scores, threshold, margin)


def _cases(rng: Random) -> Iterator[tuple[Scores, float, float]]:
    gates = tuple(product((0.0, 0.25, 0.5), (0.0, 0.125, 0.375)))
    yield from (({}, *pair) for pair in gates)
    for score in (0.0, 0.125, 0.25, 0.5):
        yield from (({"plan": score}, *pair) for pair in gates)
    for one, two in product((0.0, 0.125, 0.25, 0.5), repeat=2):
        yield from (({"plan": one, "login": two}, *pair) for pair in gates)
    for three in product((0.0, 0.25, 0.375, 0.5), repeat=3):
        yield (dict(zip(("plan", "login", "cancel"), three, strict=True)), *rng.choice(gates))
    for _ in range(40):
        names = rng.sample(("billing", "cancel", "delivery", "login", "plan"), 5)
        scores = {name: rng.choice((0, 1, 2, 3, 3, 4, 4)) / 8 for name in names}
        yield (scores, *rng.choice(gates))


def _mistakes() -> Sequence[Mistake]:
    return (
        Mistake(
            "always takes the best score",
            takes_the_best,
            "Two intents score the same, or none scores at all. What should your answer be then?",
        ),
        Mistake(
            "the threshold itself is not enough",
            lambda *given: decided(*given, refuses=lambda top, threshold: top <= threshold),
            "The best score must reach the threshold: is equal enough?",
        ),
        Mistake(
            "a lead of exactly the margin is too small",
            lambda *given: decided(
                *given, rival=lambda top, score, margin: score > 0 and top - score <= margin
            ),
            "The best must lead by at least the margin: < or <= ?",
        ),
        Mistake(
            "an exact tie passes when the margin is 0",
            lambda *given: decided(
                *given, rival=lambda top, score, margin: score > 0 and top - score < margin
            ),
            "Two equal scores and margin 0: 0 < 0 is False. Who decides then?",
        ),
        Mistake(
            "an intent with score 0 counts as a rival",
            lambda *given: decided(
                *given, rival=lambda top, score, margin: top - score < margin or top == score
            ),
            "Somebody who shares no word with the request: can the request mean them?",
        ),
        Mistake(
            "threshold 0 lets a score of 0 through",
            lambda *given: decided(*given, refuses=lambda top, threshold: top < threshold),
            "Nothing was shared with anybody. Should a generous threshold change that?",
        ),
        Mistake(
            "gates set to 0 stand open",
            lambda *given: decided(
                *given,
                refuses=lambda top, threshold: top < threshold,
                rival=lambda top, score, margin: score > 0 and top - score < margin,
            ),
            "Threshold 0 and a score of 0; margin 0 and two equal scores. Should either pass?",
        ),
        Mistake(
            "names only the first two",
            _first_two,
            "Whoever asks back offers the intents you name. What if three are close?",
        ),
        Mistake(
            "compares with the neighbour instead of the best",
            _chained,
            "A short step down, and another one. How far is the last one from the best?",
        ),
        Mistake(
            "names every intent that shares a word",
            _names_all,
            "Only those that the margin cannot tell from the best are meant.",
        ),
        Mistake(
            "the order of definition shows",
            lambda *given: decided(*given, order=_as_defined),
            "Define the same intents in another order. Does your answer change?",
        ),
        Mistake(
            "the margin is asked before the threshold",
            _margin_first,
            "Two bad scores close together: is the request ambiguous, or unknown?",
        ),
        Mistake(
            "crashes without intents",
            _needs_an_intent,
            "An empty dictionary has no best score. What is the answer?",
        ),
    )


TWO_GATES = Exercise(
    id="04.3",
    title="The two gates",
    level="core",
    minutes=8,
    name="two_gates",
    right=two_gates,
    answers=(two_gates, decide, route),
    cases=_cases,
    mistakes=tuple(_mistakes()),
    hints=(
        "Which two questions stand between a ranking and an answer? Which one is asked first?",
        "Sort by score, highest first, equals by name. Ask about the best score. Then collect all "
        "that are too close to the best, and see whether anybody is there.",
        "ranking = sorted(scores.items(), key=lambda pair: (..., pair[0]))\n"
        "if not ranking or ...: return 'below_threshold', []\n(best, top), *others = ...\n"
        "close = [name for name, score in others if score > 0 and (... or ...)]\n"
        "if close: return ...\nreturn ...",
    ),
)
