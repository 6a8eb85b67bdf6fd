"""From answers to figures: the curve of a run, and what each order brought.

The measurements that come with the package (`stored`) and your own run files
give the same `Run`s. Taught in 03.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from statistics import fmean
from typing import Any

from ctxlab.recall.curves import RecallCurve
from ctxlab.recall.orders import expected_recall
from ctxlab.recall.plans import REORDERS, Plan
from ctxlab.recall.runfile import Record, load_run_file
from ctxlab.recall.shape import Shape, shape_of_contexts
from ctxlab.recall.stats import Interval, bootstrap_interval, percentiles, resample


@dataclass(frozen=True)
class Run:
    """A measurement: what was planned, with what it was done, and every answer. Taught in 03.

    >>> from ctxlab.recall import measured
    >>> measured()["on-call-20"].first(12).curve.answers
    12
    """

    plan: Plan
    provenance: dict[str, Any] = field(repr=False)
    records: tuple[Record, ...] = field(repr=False)

    @cached_property
    def curve(self) -> RecallCurve:
        """Recall by position, with a bootstrap over contexts. For curve plans."""
        self._must_be("curve")
        rows = tuple(record.hits for record in self.records)
        ranges = _ranges(rows)
        return RecallCurve(
            label=f"{self.provenance['reader']['model']}, {self.plan.key}",
            items=self.plan.facts,
            indexes=self.records[0].slots,
            recall=tuple(fmean(column) for column in zip(*rows, strict=True)),
            low=tuple(low for low, _ in ranges),
            high=tuple(high for _, high in ranges),
            answers=len(rows),
            contexts=rows,
            source=f"measured by ctxlab, {len(rows)} contexts",
        )

    def log_prob_shape(self) -> Shape:
        """Is it a U in mean log-probability a token? A finer measure than hits."""
        if not all(record.log_probs for record in self.records):
            raise ValueError(f"{self.plan.key}: this reader gave no log-probabilities")
        return shape_of_contexts([record.log_probs for record in self.records], self.curve.places)

    def first(self, contexts: int) -> "Run":
        """The same run as if it had stopped after so many contexts."""
        kept = tuple(record for record in self.records if record.context < contexts)
        return Run(self.plan, self.provenance, kept)

    def by_order(self) -> dict[str, Interval]:
        """Recall of the facts that matter under each order. For reorder plans."""
        return {order: bootstrap_interval(self._shares(order)) for order in REORDERS}

    def gain(self, order: str, over: str) -> Interval:
        """What `order` brings over another on the same facts (paired by context)."""
        pairs = zip(self._shares(order), self._shares(over), strict=True)
        return bootstrap_interval([a - b for a, b in pairs])

    def predicted(self, curve: RecallCurve) -> dict[str, float]:
        """What `curve` alone expects of each order: its mean at the slots that were asked."""
        self._must_be("reorder")
        n = self.plan.facts
        return {
            order: fmean(expected_recall(record.slots, n, curve) for record in self._under(order))
            for order in REORDERS
        }

    def _shares(self, order: str) -> list[float]:
        self._must_be("reorder")
        if order not in REORDERS:
            raise ValueError(f"no order {order!r}; there are {', '.join(REORDERS)}")
        return [fmean(record.hits) for record in self._under(order)]

    def _under(self, order: str) -> list[Record]:
        """The records of one order, of contexts that saw every order: the last may be cut short."""
        seen = Counter(record.context for record in self.records)
        whole = {context for context, orders in seen.items() if orders == len(REORDERS)}
        return [r for r in self.records if r.order == order and r.context in whole]

    def _must_be(self, kind: str) -> None:
        if self.plan.kind != kind:
            raise ValueError(f"{self.plan.key} is a {self.plan.kind} run, not a {kind} run")
        if len(self.records) < (1 if kind == "curve" else len(REORDERS)):
            raise ValueError(f"{self.plan.key} holds no whole context yet; measure on")


def load_run(path: Path) -> Run:
    """A run from its file. Raises RunFileError if it is none. Taught in 03."""
    header, records = load_run_file(path)
    return Run(Plan(**header["plan"]), header, tuple(records))


def _ranges(rows: Sequence[Sequence[int]]) -> list[tuple[float, float]]:
    """A 95 % interval for each position, all from the same draws of contexts."""
    draws = list(resample(range(len(rows))))
    columns = list(zip(*rows, strict=True))
    return [percentiles([fmean(map(c.__getitem__, draw)) for draw in draws]) for c in columns]
