"""The right answer to 04.3: from scores to a reason and the names that it is about."""

from collections.abc import Callable

Scores = dict[str, float]
Ranked = list[tuple[str, float]]
Answer = tuple[str, list[str]]


def two_gates(scores: Scores, threshold: float, margin: float) -> Answer:
    """The reason of a decision, and the intents that it is about, best first.

    ("match", [intent]), ("below_threshold", []), or ("ambiguous_tie", [all that are close]).

    >>> two_gates({"cancel": 0.5, "billing": 0.5, "plan": 0.0}, 0.3, 0.05)
    ('ambiguous_tie', ['billing', 'cancel'])
    """
    return decided(scores, threshold, margin)


def is_rival(top: float, score: float, margin: float) -> bool:
    """Whether the margin cannot tell `score` from the best, `top`."""
    return score > 0 and (top - score < margin or top == score)


def ranked(scores: Scores) -> Ranked:
    """Best first, equals by name."""
    return sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))


def decided(
    scores: Scores,
    threshold: float,
    margin: float,
    *,
    refuses: Callable[[float, float], bool] = lambda top, threshold: top == 0 or top < threshold,
    rival: Callable[[float, float, float], bool] = is_rival,
    order: Callable[[Scores], Ranked] = ranked,
) -> Answer:
    """The two gates, with parts that can be exchanged for wrong ones."""
    ranking = order(scores)
    if not ranking or refuses(ranking[0][1], threshold):
        return "below_threshold", []
    (best, top), *others = ranking
    close = [best, *(name for name, score in others if rival(top, score, margin))]
    return ("ambiguous_tie", close) if len(close) > 1 else ("match", close)
