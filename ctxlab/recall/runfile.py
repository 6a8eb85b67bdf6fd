"""A run file: JSON lines, one a trial, so that nothing that was answered is lost.

The first line says what is measured and with what (plan, hash of the prompts,
reader, versions, threads). A file of another plan or another reader is refused,
not mixed. Taught in 03.
"""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ctxlab.recall.plans import Plan


@dataclass(frozen=True)
class Record:
    """The answers of one trial: for each slot, a hit (1 or 0) and a log-probability."""

    context: int
    order: str
    slots: tuple[int, ...]
    hits: tuple[int, ...]
    log_probs: tuple[float, ...]
    """Mean per token of the value, in nats; empty if the reader does not tell."""


class RunFileError(ValueError):
    """A run file that belongs to something else, or is damaged. Taught in 03."""


def load_run_file(path: Path) -> tuple[dict[str, Any], list[Record]]:
    """Header and records of a run file. Raises RunFileError if it is none. Taught in 03."""
    return _parsed(path.read_text(encoding="utf-8"), path.name)


def _parsed(text: str, name: str) -> tuple[dict[str, Any], list[Record]]:
    lines = text.splitlines()
    try:
        header = json.loads(lines[0])
        Plan(**header["plan"])
        records = [_from_json(line) for line in lines[1:]]
    except (ValueError, KeyError, IndexError, TypeError) as error:
        raise RunFileError(f"{name} is not a whole run file ({error})") from error
    return header, records


def resume(path: Path, header: dict[str, Any]) -> list[Record]:
    """What the file holds already, after writing this header and dropping half a line.

    The same plan with more contexts goes on from the contexts that are there.
    """
    records: list[Record] = []
    if path.exists():
        text = path.read_text(encoding="utf-8")
        found, records = _parsed(text[: text.rfind("\n") + 1], path.name)
        _must_match(found, header, path.name)
        plan = header["plan"] | {"contexts": max(_contexts(found), _contexts(header))}
        header = header | {"plan": plan, "prompts_sha256": Plan(**plan).fingerprint()}
    lines = [json.dumps(header), *(json.dumps(asdict(record)) for record in records)]
    fresh = path.with_name(path.name + ".new")
    fresh.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    os.replace(fresh, path)
    return records


def _must_match(found: dict[str, Any], header: dict[str, Any], name: str) -> None:
    """Refuse a file that was made with other settings, another model or other prompts."""
    before = found["plan"] | found["reader"]
    now = header["plan"] | header["reader"] | {"contexts": before["contexts"]}
    changed = [key for key in {**before, **now} if before.get(key) != now.get(key)]
    if not changed and found["prompts_sha256"] != Plan(**found["plan"]).fingerprint():
        changed = ["prompts"]
    if changed:
        raise RunFileError(
            f"{name} holds another measurement ({', '.join(changed)} differ). "
            "Name another file with --out, or delete this one."
        )


def _contexts(header: dict[str, Any]) -> int:
    return int(header["plan"]["contexts"])


def _from_json(line: str) -> Record:
    fields = json.loads(line)
    numbers = (tuple(fields[name]) for name in ("slots", "hits", "log_probs"))
    return Record(fields["context"], fields["order"], *numbers)
