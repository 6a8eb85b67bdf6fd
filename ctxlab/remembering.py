"""Counts that are asked for again: a bounded memory, for counters that are slow.

An agent assembles its prompt at every step, from sections of which nearly all
are the same as before. Counting one is slow work for a tokenizer; looking it up
is not. A text is looked up by its parts (header, name, body, blank line), and
not by the joined text: nothing is joined, and a string object computes its hash
only once, so sections that are still there are found at the same cost whatever
their length.

The memory holds on to the texts, so it is bounded by their characters. When it
is full it is emptied, and fills again with what is in use: simpler than
throwing out the oldest, and never wrong, only slower once.

Not here: anything that lasts longer than the process. Taught in 02, "how it is
really done".
"""

from collections.abc import Callable

_ENTRY = 200  # characters; what an entry costs beside its text


class Remembered:
    """`count` of parts put together, remembered. `room` is in characters.

    >>> slow = Remembered(len)
    >>> slow("### ", "task"), slow("### ", "task"), slow.held
    (8, 8, 208)
    """

    def __init__(self, count: Callable[[str], int], room: int = 30_000_000) -> None:
        self._count, self._room = count, room
        self._counts: dict[tuple[str, ...], int] = {}
        self.held = 0
        """Characters held, and 200 for every entry."""

    def __call__(self, *parts: str) -> int:
        known = self._counts.get(parts)
        return self._learn(parts) if known is None else known

    def clear(self) -> None:
        """Forget everything."""
        self._counts.clear()
        self.held = 0

    def _learn(self, parts: tuple[str, ...]) -> int:
        text = "".join(parts)
        if self.held + len(text) + _ENTRY > self._room:
            self.clear()
        self.held += len(text) + _ENTRY
        self._counts[parts] = found = self._count(text)
        return found
