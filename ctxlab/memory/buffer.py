"""The working buffer: the newest turns word for word, the older ones as a summary.

A turn that no longer fits leaves the buffer at its head and joins a log that
only grows. The summary is `summarizer(log)`, made anew at every eviction: the
same log gives the same summary, at the price of reading the whole log each
time, O(E^2) over a session. With `fold=` the old summary and the newly evicted
turns make the new one: linear, and no longer a function of the log alone.

Whatever the summarizer returns, the library cuts it to `max_summary_tokens`.
Rules never leave. The newest user turn stays in the buffer when its neighbours
leave, and joins the log once a newer one has come. Calls and results leave
together (`units`).

Not here: calling a model, and storing anything on disk. Source: phase 04,
"Compaction: the eviction mechanism". Taught in 05.
"""

from collections import deque

from ctxlab.memory.limits import Compaction, Hysteresis, Path, check_limits
from ctxlab.memory.live import LiveTurns
from ctxlab.memory.rolling import Fold, RollingSummary, Summarizer
from ctxlab.memory.trimming import WindowError
from ctxlab.memory.turns import Turn
from ctxlab.tokens import Counter, count_tokens


class WorkingBuffer:
    """The newest `buffer_size` turns and a summary of the rest. Taught in 05.

    The buffer holds more than `buffer_size` turns only for a call that still
    waits for its result, and for the newest user turn: see `excess`. With
    `tokens=` it is compacted by size as well; `buffer_size=None` then means no
    limit by number. An abandoned call is closed by a result that says so.

    Raises ValueError for a negative size, or if nothing says how to summarise.

    >>> first_words = lambda turns: " / ".join(turn.text.split()[0] for turn in turns)
    >>> buffer = WorkingBuffer(2, first_words)
    >>> for text in ("one fish", "two fish", "red fish", "blue fish"):
    ...     buffer.add_turn(Turn("user", text))
    >>> buffer.summary, [turn.text for turn in buffer.buffer]
    ('one / two', ['red fish', 'blue fish'])
    """

    def __init__(
        self,
        buffer_size: int | None,
        summarizer: Summarizer | None = None,
        *,
        fold: Fold | None = None,
        max_summary_tokens: int | None = None,
        tokens: Hysteresis | None = None,
        count: Counter = count_tokens,
    ) -> None:
        check_limits(buffer_size, max_summary_tokens, tokens)
        self._size, self._limits = buffer_size, tokens
        self._live = LiveTurns(count)
        self._rolling = RollingSummary(summarizer, fold, max_summary_tokens, count)
        self.compactions: list[Compaction] = []
        """One record for every pass."""

    @property
    def buffer(self) -> deque[Turn]:
        """The turns kept word for word, oldest first, without the rules. A copy."""
        return deque(self._live.turns())

    @property
    def evicted(self) -> list[Turn]:
        """Everything the summary was ever made of, in the order of leaving. A copy."""
        return list(self._rolling.log)

    @property
    def rules(self) -> list[Turn]:
        """System and pinned turns, in the order they came. A copy."""
        return list(self._live.rules)

    @property
    def summary(self) -> str:
        """What is left of the evicted turns: `summarizer(evicted)`, cut to its cap."""
        return self._rolling.text

    @property
    def excess(self) -> int:
        """Turns beyond `buffer_size`: an open unit, or the newest user turn."""
        return 0 if self._size is None else max(0, len(self._live) - self._size)

    @property
    def excess_tokens(self) -> int:
        """Tokens beyond the trigger: what must stay is larger than that. 0 without `tokens=`."""
        return max(0, self.window_tokens - self._limits.trigger) if self._limits else 0

    @property
    def window_tokens(self) -> int:
        """Tokens of `window()`: rules, summary and buffer, counted as they are now."""
        return self._live.tokens + self._rolling.tokens

    @property
    def tokens_read(self) -> int:
        """Tokens that the summarizer has been given over the whole session."""
        return sum(compaction.read for compaction in self.compactions)

    def window(self) -> list[Turn]:
        """What the model is shown: rules, summary, buffer. Reading changes nothing."""
        summary = [Turn("summary", self.summary)] if self.summary else []
        return [*self._live.rules, *summary, *self._live.turns()]

    def add_turn(self, turn: Turn) -> None:
        """Add a turn at the end; let the oldest go if the buffer is too large.

        Raises ValueError for a tool result whose call is not in the buffer. An
        error of the summarizer is passed on: the turn is added, nothing has left.
        """
        self._live.add(turn)
        self._compact(max(self._over_size(), self._over_tokens()), "automatic")

    def compact(self, keep_tail: int = 0) -> Compaction | None:
        """Let everything leave but the last `keep_tail` turns and what must stay.

        None if there was nothing to do.
        """
        return self._compact(self._live.plan(lambda *_: False, keep_tail), "manual")

    def fit(self, limit: int) -> Compaction | None:
        """After a refused request: bring the window to at most `limit` tokens.

        As little as possible leaves; the summary is cut to the room that is
        left (without a cap, a quarter of the limit is kept free for it).
        Raises WindowError, and changes nothing, if what must stay does not fit.
        """
        cap = self._rolling.cap
        reserve = limit // 4 if cap is None else cap
        number = self._live.plan(lambda _, tokens: tokens + reserve <= limit)
        staying = self._live.tokens - sum(entry.tokens for entry in self._live.leaving(number))
        if staying > limit:
            raise WindowError(staying, limit)
        return self._compact(number, "overflow", room=limit - staying)

    def _over_size(self) -> int:
        size = self._size
        return 0 if size is None else self._live.plan(lambda turns, _: turns <= size)

    def _over_tokens(self) -> int:
        limits, cap = self._limits, self._rolling.cap or 0
        if limits is None or self.window_tokens <= limits.trigger:
            return 0
        return self._live.plan(lambda _, tokens: tokens + cap <= limits.target, limits.keep_tail)

    def _compact(self, number: int, path: Path, room: int | None = None) -> Compaction | None:
        """The one way out of the buffer: summarise first, then let go."""
        leaving, before = self._live.leaving(number), self.window_tokens
        if not leaving and room is None:
            self._live.drop(number)
            return None
        draft = self._rolling.draft(leaving, room)
        is_change = leaving or draft.text != self.summary
        self._live.drop(number)
        self._rolling.accept(draft)
        if not is_change:
            return None
        self.compactions.append(draft.record(path, before, self.window_tokens))
        return self.compactions[-1]
