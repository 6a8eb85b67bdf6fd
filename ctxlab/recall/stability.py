"""What an order costs a prompt cache: how much of the prompt stays as it was.

Providers bill a prompt's unchanged beginning at a fraction. An order that moves
the best section to the front changes that beginning whenever the best one
changes. So recall and caching pull against each other. Taught in 03.
"""

from itertools import takewhile

from ctxlab.tokens import Counter, count_tokens


def unchanged_prefix(before: str, after: str, count: Counter = count_tokens) -> float:
    """The share of `after`, in tokens, that begins exactly as `before` did. Taught in 03.

    An empty `after` has nothing to change: 1.0. Caches compare whole tokens (or
    blocks of them), so a provider's own share is the same or a little less.

    >>> unchanged_prefix("The rules. News: sun", "The rules. Forecast: rain")
    0.42857142857142855
    """
    length = sum(
        1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False))
    )
    total = count(after)
    return min(1.0, count(after[:length]) / total) if total else 1.0
