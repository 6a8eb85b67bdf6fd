"""The rolling summary: the log of what left, and the text made of it.

Two ways to make it. Anew from the whole log: the same log gives the same text,
and every eviction reads everything again. Folded: the old text and what has
newly left make the new text; each turn is read once, and what one fold forgets
no later one can bring back.

Whatever is returned, the library cuts it to the cap. A draft is made first and
accepted later: a summarizer that fails changes nothing. Taught in 05.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ctxlab.memory.limits import Compaction, Path
from ctxlab.memory.turns import Turn
from ctxlab.memory.units import Entry
from ctxlab.tokens import Counter
from ctxlab.truncation import ELISION, truncate_to_tokens

Summarizer = Callable[[Sequence[Turn]], str]
"""All evicted turns, oldest first -> the summary."""
Fold = Callable[[str, Sequence[Turn]], str]
"""The summary so far, the newly evicted turns -> the new summary."""


@dataclass(frozen=True)
class Draft:
    """A summary that is made but not yet in force. Sizes are in tokens. Taught in 05.

    >>> Draft((), "short", tokens=2, read=0, written=2).evicted
    0
    """

    leaving: Sequence[Entry]
    text: str
    tokens: int
    read: int
    """What the summarizer was given."""
    written: int
    """What it returned, before the cut."""

    @property
    def evicted(self) -> int:
        """What leaves."""
        return sum(entry.tokens for entry in self.leaving)

    def record(self, path: Path, before: int, after: int) -> Compaction:
        """The pass in numbers; `before` and `after` are sizes of the window."""
        return Compaction(
            path,
            turns=len(self.leaving),
            evicted=self.evicted,
            read=self.read,
            written=self.written,
            summary=self.tokens,
            before=before,
            after=after,
        )


class RollingSummary:
    """The log and its summary; see the module's text. Taught in 05.

    >>> rolling = RollingSummary(lambda turns: f"{len(turns)} turns", None, None, len)
    >>> rolling.accept(rolling.draft([Entry(0, Turn("user", "hello"), 5)]))
    >>> rolling.text
    '1 turns'
    """

    def __init__(
        self, summarizer: Summarizer | None, fold: Fold | None, cap: int | None, count: Counter
    ) -> None:
        if summarizer is None and fold is None:
            raise ValueError("pass a summarizer, or fold=, so that evicted turns leave something")
        if cap is not None and cap < 0:
            raise ValueError(f"max_summary_tokens must be at least 0 tokens, got {cap}")
        self._summarizer, self._fold, self._count = summarizer, fold, count
        self._log_tokens = 0
        self.cap = cap
        self.log: list[Turn] = []
        """Everything that has left, in the order of leaving."""
        self.text = ""
        self.tokens = 0

    def draft(self, leaving: Sequence[Entry], room: int | None = None) -> Draft:
        """The summary once `leaving` has left, within the cap and within `room`."""
        raw, read = self._summarise(leaving) if leaving else (self.text, 0)
        written = self._count(raw)
        cap = min((limit for limit in (self.cap, room) if limit is not None), default=written)
        if written <= cap:
            return Draft(leaving, raw, written, read, written)
        text = truncate_to_tokens(raw, cap, self._count)
        return Draft(leaving, text, self._count(text), read, written)

    def accept(self, draft: Draft) -> None:
        """Put a draft in force."""
        self.log += [entry.turn for entry in draft.leaving]
        self._log_tokens += draft.evicted
        self.text, self.tokens = draft.text, draft.tokens

    def _summarise(self, leaving: Sequence[Entry]) -> tuple[str, int]:
        """What the summarizer returns, and how many tokens it read."""
        turns = [entry.turn for entry in leaving]
        if self._fold is not None:
            previous = self.text.removesuffix(ELISION)  # the mark of a cut is no content
            raw, read = self._fold(previous, turns), self._count(previous)
        else:
            assert self._summarizer is not None
            raw, read = self._summarizer([*self.log, *turns]), self._log_tokens
        if not isinstance(raw, str):
            raise TypeError(f"a summary must be a string, the summarizer returned {raw!r}")
        return raw, read + sum(entry.tokens for entry in leaving)
