"""Where items and notes gather while a file is read. Taught in 08."""

from collections import defaultdict
from typing import Any

from ctxlab.logs.cleaning import clean
from ctxlab.logs.decoding import where
from ctxlab.logs.items import Kind, LogItem

Record = dict[str, Any]
"""A JSON object, as files hold them: nothing about it is certain."""


class Collector:
    """Items in order, what was left out and why, and which call had which name."""

    def __init__(self) -> None:
        self.items: list[LogItem] = []
        self.signs: set[str] = set()  # what was seen that tells one shape from another
        self.seen: set[str] = set()  # identities of events, for some files repeat them
        self.line = 0  # of the file, where the record being read begins
        self._notes: dict[str, list[int]] = defaultdict(list)
        self._names: dict[str, str] = {}  # id of a call -> the tool's name
        self._waiting: set[str] = set()  # calls without a result so far

    def add(self, kind: Kind, author: str, text: str, name: str = "") -> None:
        """One more item, unless there is nothing in it."""
        text, cleaned = clean(text)
        if cleaned:
            self.note("texts freed of colours, control characters or overwritten lines")
        if text.strip():
            item = LogItem(
                len(self.items), kind, author, text, name, self.line, None, kind == "rule"
            )
            self.items.append(item)

    def note(self, what: str) -> None:
        """Something that was not taken as it stood."""
        self._notes[what].append(self.line)

    def call(self, identity: object, name: str, arguments: str) -> None:
        """A model's call of a tool: its own words."""
        if identity:
            self._names[str(identity)] = name
            self._waiting.add(str(identity))
        self.add("history", "model", f"{name} {arguments}".strip(), name)

    def result(self, identity: object, text: str, name: str = "") -> None:
        """What a tool returned: the outside world's words, whoever delivers them."""
        if identity and str(identity) not in self._names:
            self.note("tool results without a call")
        self._waiting.discard(str(identity))
        self.add("tool result", "outside world", text, name or self._names.get(str(identity), ""))

    def notes(self) -> list[str]:
        """All notes, each with its count and the first lines it is about."""
        lines = {what: [n for n in numbers if n] for what, numbers in self._notes.items()}
        notes = [f"{what}: {len(self._notes[what])}{where(lines[what])}" for what in self._notes]
        if self._waiting:
            notes.append(f"tool calls without a result: {len(self._waiting)}")
        return notes
