"""Our own measurements, which come with the package: every answer, and how it was got.

`ctxlab recall measure-all` makes them again. Taught in 03.
"""

import csv
import json
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

from ctxlab.recall.plans import Plan
from ctxlab.recall.results import Run
from ctxlab.recall.runfile import Record

DATA = Path(__file__).parent / "data"

STORED = (
    Plan("on-call", 10, 40),
    Plan("on-call", 20, 40),
    Plan("on-call", 54, 16),
    Plan("on-call", 108, 12),
    Plan("on-call", 20, 24, layout="prose"),
    Plan("on-call", 20, 24, kind="reorder"),
    Plan("on-call", 20, 24, layout="prose", kind="reorder"),
    Plan("deploy-key", 10, 40),
    Plan("deploy-key", 20, 24),
    Plan("deploy-key", 54, 16),
    Plan("deploy-key", 108, 12),
    Plan("deploy-key", 20, 24, layout="prose"),
    Plan("deploy-key", 20, 24, kind="reorder"),
)
"""What the package's own measurements consist of: about 25 minutes on one core."""


@cache
def measured() -> dict[str, Run]:
    """Our own measurements on SmolLM2-135M-Instruct, by plan key. Taught in 03.

    >>> measured()["on-call-20"].curve.shape().verdict
    'U'
    """
    headers = json.loads((DATA / "measured.json").read_text(encoding="utf-8"))
    with (DATA / "measured.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {
        key: Run(
            Plan(**header["plan"]),
            header,
            tuple(_from_row(row) for row in rows if row["run"] == key),
        )
        for key, header in headers.items()
    }


def save_runs(runs: Iterable[Run], folder: Path) -> None:
    """Write runs as `measured.csv` (every answer) and `measured.json` (how they were made)."""
    runs = list(runs)
    headers = {run.plan.key: dict(sorted(run.provenance.items())) for run in runs}
    text = json.dumps(headers, indent=1) + "\n"
    (folder / "measured.json").write_text(text, encoding="utf-8")
    with (folder / "measured.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["run", "context", "order", "slots", "hits", "log_probs"])
        for run in runs:
            table.writerows(_to_row(run.plan.key, record) for record in run.records)


def _to_row(key: str, record: Record) -> list[str | int]:
    log_probs = " ".join(f"{value:.3f}" for value in record.log_probs)
    hits = "".join(map(str, record.hits))
    return [key, record.context, record.order, " ".join(map(str, record.slots)), hits, log_probs]


def _from_row(row: dict[str, str]) -> Record:
    def numbers(column: str, kind: Callable[[str], Any]) -> tuple[Any, ...]:
        return tuple(kind(word) for word in row[column].split())

    hits = tuple(map(int, row["hits"]))
    context = int(row["context"])
    return Record(context, row["order"], numbers("slots", int), hits, numbers("log_probs", float))
