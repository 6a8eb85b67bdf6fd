"""03.5: how sure is a mean? The bootstrap, with the draws given."""

from collections.abc import Iterator
from random import Random
from statistics import fmean, stdev

from ctxlab.checking.exercise import Exercise, Mistake

Values = list[float]
Draws = list[list[int]]


def bootstrap(values: Values, draws: Draws) -> tuple[float, float]:
    """The range that holds the middle of the means of the draws, a tenth cut off each end.

    Each draw lists positions in `values`, drawn with replacement. Of n sorted
    means the lowest n // 10 and the highest n // 10 are cut off.

    >>> bootstrap([0.0, 1.0], [[0, 0], [0, 1], [1, 1]])
    (0.0, 1.0)
    """
    means = _means(values, draws)
    cut = len(means) // 10
    return means[cut], means[-1 - cut]


def _means(values: Values, draws: Draws) -> Values:
    return sorted(fmean(values[i] for i in draw) for draw in draws)


def _unsorted(values: Values, draws: Draws) -> tuple[float, float]:
    means = [fmean(values[i] for i in draw) for draw in draws]
    cut = len(means) // 10
    return means[cut], means[-1 - cut]


def _of_values(values: Values, draws: Draws) -> tuple[float, float]:
    ranked = sorted(values)
    cut = len(ranked) // 10
    return ranked[cut], ranked[-1 - cut]


def _normal(values: Values, draws: Draws) -> tuple[float, float]:
    half = 1.28 * stdev(values) / len(values) ** 0.5
    return fmean(values) - half, fmean(values) + half


def _half(values: Values, draws: Draws) -> tuple[float, float]:
    means = _means(values, draws)
    cut = len(means) // 20
    return means[cut], means[-1 - cut]


def _sums(values: Values, draws: Draws) -> tuple[float, float]:
    low, high = bootstrap(values, draws)
    return low * len(values), high * len(values)


def _cases(rng: Random) -> Iterator[tuple[Values, Draws]]:
    yield [0.0, 1.0], [[0, 0], [1, 1], [0, 1]]
    yield [0.5, 0.0, 1.0], [[2, 2, 2], [0, 1, 2], [1, 1, 0]]
    for _ in range(25):
        n, number = rng.randrange(2, 7), rng.choice((9, 20, 30))
        values = [rng.randrange(101) / 100 for _ in range(n)]
        yield values, [[rng.randrange(n) for _ in range(n)] for _ in range(number)]


BOOTSTRAP = Exercise(
    id="03.5",
    title="How sure is it? A bootstrap",
    level="stretch",
    minutes=10,
    name="bootstrap",
    right=bootstrap,
    cases=_cases,
    mistakes=(
        Mistake(
            "takes the extremes",
            lambda values, draws: (min(_means(values, draws)), max(_means(values, draws))),
            "One odd draw in twenty decides the whole range. How many do you cut off?",
        ),
        Mistake(
            "does not sort the means",
            _unsorted,
            "The lowest means are cut off. Where are they in your list?",
        ),
        Mistake(
            "takes the range of the values",
            _of_values,
            "The question is how sure the mean is, not how far the values spread.",
        ),
        Mistake(
            "takes a formula instead of the draws",
            _normal,
            "The draws are there to be used. Does your result change with them?",
        ),
        Mistake(
            "cuts off half as much",
            _half,
            "A tenth at each end. How many means is that, of twenty?",
        ),
        Mistake(
            "adds up each draw",
            _sums,
            "A draw stands for a repeated measurement. Of a sum, or of a mean?",
        ),
        Mistake(
            "high before low",
            lambda values, draws: bootstrap(values, draws)[::-1],
            "In which order are a range's ends written?",
        ),
    ),
    hints=(
        "If you had measured again, with other contexts, how much would the mean have moved?",
        "One mean a draw; sort the means; cut a tenth off each end; the rest is the range.",
        "means = sorted(... for draw in draws)\ncut = len(means) // ...\nreturn means[...], means[...]",
    ),
)
