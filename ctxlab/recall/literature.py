"""Published figures on recall by position, each with its source and table.

Liu et al. 2023 moved the one document that holds the answer through 10, 20 and
30 documents, and one pair through 140 key-value pairs. Jiang et al. 2023
(LongLLMLingua) compressed the same documents, and reordered them.

Left out: figures that were only drawn, never tabled. Taught in 03.
"""

from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path

from ctxlab.recall.curves import RecallCurve
from ctxlab.recall.stats import Interval, proportion_interval
from ctxlab.recall.tables import PublishedRow, read_rows


@dataclass(frozen=True)
class Reordering:
    """Recall with documents reordered, beside its mean over fixed positions. Taught in 03.

    >>> round(Reordering("a model", "a setting", 0.64, 0.61, "a table").gain, 2)
    -0.03
    """

    model: str
    setting: str
    fixed: float
    reordered: float
    source: str

    @property
    def gain(self) -> float:
        """What reordering brought; negative where it lost."""
        return self.reordered - self.fixed


@dataclass(frozen=True)
class Figures:
    """Published figures, as rows and as curves. Taught in 03.

    >>> len(published().curves), published().rows[0].source
    (46, 'Liu et al. 2023 (arXiv:2307.03172), Table 5')
    """

    rows: tuple[PublishedRow, ...]

    @property
    def curves(self) -> tuple[RecallCurve, ...]:
        """One curve for each task, model, setting and number of items."""
        rows = [row for row in self.rows if row.kind == "curve"]
        return tuple(_curve(list(group)) for _, group in groupby(rows, _curve_key))

    def curve(self, model: str, items: int, task: str = "multi-document QA") -> RecallCurve:
        """The one curve of a model. Raises KeyError naming what there is."""
        found = [c for c in self.curves if (c.label, c.items, c.task) == (model, items, task)]
        if not found:
            known = sorted({c.label for c in self.curves if (c.items, c.task) == (items, task)})
            raise KeyError(f"no curve of {model!r} with {items} items on {task}; known: {known}")
        return found[0]

    @property
    def reorderings(self) -> tuple[Reordering, ...]:
        """What reordering brought, beside the mean of the same setting's fixed positions."""
        means = {curve.label: sum(curve.recall) / len(curve.recall) for curve in self.curves}
        return tuple(
            Reordering(row.model, row.setting, means[_label(row)], row.recall, row.source)
            for row in self.rows
            if row.kind == "reorder" and _label(row) in means
        )


@cache
def published() -> Figures:
    """The published figures: Liu et al. 2023 and LongLLMLingua. Taught in 03.

    >>> print(published().curve("GPT-3.5-Turbo", 20))
    GPT-3.5-Turbo, 20 items: 0: 0.76, 4: 0.57, 9: 0.54, 14: 0.55, 19: 0.63
    """
    return _figures("published.csv")


@cache
def second_model() -> Figures:
    """A second small model, measured once: Gemma-3-270M, base, 4 bits. Taught in 03.

    On it the place next to the question is the worst one. Its licence keeps a
    course from depending on it, so no command here measures it again.

    >>> second_model().curve("Gemma-3-270M (base, Q4_K_M)", 20, "on-call").recall[-1]
    0.0
    """
    return _figures("second_model.csv")


def _figures(name: str) -> Figures:
    return Figures(tuple(read_rows(Path(__file__).parent / "data" / name)))


def _label(row: PublishedRow) -> str:
    return f"{row.model} ({row.setting})" if row.setting else row.model


def _curve_key(row: PublishedRow) -> tuple[str, str, int | None]:
    return row.task, _label(row), row.items


def _curve(rows: list[PublishedRow]) -> RecallCurve:
    ranges = [row_range for row in rows if (row_range := _range(row))]
    return RecallCurve(
        label=_label(rows[0]),
        items=rows[0].items or 0,
        indexes=tuple(row.index or 0 for row in rows),
        recall=tuple(row.recall for row in rows),
        low=tuple(r.low for r in ranges),
        high=tuple(r.high for r in ranges),
        answers=rows[0].answers,
        task=rows[0].task,
        source=rows[0].source,
    )


def _range(row: PublishedRow) -> Interval | None:
    """The interval that came with the figure, else Wilson's for its number of answers."""
    if row.interval or not row.answers:
        return row.interval
    return proportion_interval(row.recall, row.answers)
