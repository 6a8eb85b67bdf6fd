"""What setting data apart costs: tokens, and the cached prefix.

The cost must be measured with the counter that the budget is kept with: chars/4
says that datamarking is free, since it swaps one character for another; the
real tokenizer says otherwise. Not here: what a provider charges. Taught in 07.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ctxlab.fences.attacks import RIVALS
from ctxlab.fences.parts import QUESTION, RULE, Part
from ctxlab.fences.wrapping import notice, wrap, wrap_all
from ctxlab.sections import SEPARATOR
from ctxlab.tokens import Counter, count_tokens


@dataclass(frozen=True)
class Cost:
    """Tokens of some texts without and with a wrapper.

    >>> Cost("quoted lines", plain=200, wrapped=220).overhead
    0.1
    """

    name: str
    plain: int
    wrapped: int

    @property
    def overhead(self) -> float:
        """Added tokens as a share of the plain ones."""
        return (self.wrapped - self.plain) / self.plain


def wrapper_costs(
    texts: Sequence[str], count: Counter = count_tokens, label: str = "log"
) -> list[Cost]:
    """What each rival adds to `texts`, joined by blank lines. Taught in 07.

    Raises ValueError if there is not one token to compare with.

    >>> costs = wrapper_costs(["exit code 0\\nall 5 tests passed"])
    >>> [(cost.name, cost.wrapped - cost.plain) for cost in costs if cost.name == "datamarking"]
    [('datamarking', 6)]
    """
    plain = count(SEPARATOR.join(texts))
    if not plain:
        raise ValueError("nothing to wrap: the texts have no tokens, so no cost in percent")
    blocks = {rival.name: [rival.write(Part(label, (text,))) for text in texts] for rival in RIVALS}
    return [Cost(name, plain, count(SEPARATOR.join(parts))) for name, parts in blocks.items()]


def cached_shares(texts: Sequence[str], count: Counter = count_tokens) -> dict[str, float]:
    """How much of a prompt a prefix cache can reuse when one more item is added.

    With a number per call all that follows the first marker is new each time;
    with a number per item only the last item and the question are. The share is
    counted in tokens, up to the last line break before the first difference.
    Taught in 07.

    >>> shares = cached_shares(["first log " * 50, "second log " * 50, "third"])
    >>> {plan: round(share, 2) for plan, share in shares.items()}
    {'per call': 0.1, 'per item': 0.94}
    """
    fences = [wrap(text, "log") for text in texts]
    pairs = [(text, "log") for text in texts]
    prompts = {
        "per call": (wrap_all(pairs[:-1]), wrap_all(pairs)),
        "per item": (SEPARATOR.join(fences[:-1]), SEPARATOR.join(fences)),
    }
    return {plan: _shared(_framed(a), _framed(b), count) for plan, (a, b) in prompts.items()}


def _framed(fences: str) -> str:
    return SEPARATOR.join((f"{RULE}\n{notice()}", fences, QUESTION))


def _shared(before: str, after: str, count: Counter) -> float:
    pairs = enumerate(zip(before, after, strict=False))
    prefix = after[: next((i for i, (a, b) in pairs if a != b), min(len(before), len(after)))]
    return count(prefix[: prefix.rfind("\n") + 1]) / count(after)
