"""Rows of published tables, in our own compact form: one figure a row, with its source.

Taught in 03.
"""

import csv
from dataclasses import dataclass
from pathlib import Path

from ctxlab.recall.stats import Interval


@dataclass(frozen=True)
class PublishedRow:
    """One figure as it stands in a table: recall (0 to 1) of one model in one setting.

    `kind` is `curve` (one position of a curve), `baseline` (no position) or
    `reorder` (documents put in another order). Taught in 03.
    """

    kind: str
    task: str
    model: str
    setting: str
    items: int | None
    index: int | None
    """Position of the document with the answer, from 0."""
    recall: float
    interval: Interval | None
    """Given for figures that came with one."""
    answers: int | None
    """Questions (or contexts) that the figure rests on."""
    source: str


def read_rows(path: Path) -> list[PublishedRow]:
    """The rows of one of our CSV files. Taught in 03."""
    with path.open(encoding="utf-8", newline="") as file:
        return [_row(line) for line in csv.DictReader(file)]


def _row(line: dict[str, str]) -> PublishedRow:
    recall = float(line["recall"])
    low, high = line.get("low"), line.get("high")
    return PublishedRow(
        kind=line["kind"],
        task=line["task"],
        model=line["model"],
        setting=line["setting"],
        items=_int(line["items"]),
        index=_int(line["index"]),
        recall=recall,
        interval=Interval(recall, float(low), float(high)) if low and high else None,
        answers=_int(line["answers"]),
        source=line["source"],
    )


def _int(text: str) -> int | None:
    return int(text) if text else None
