"""The playground of notebook 05: step through a session; watch buffer, log and summary."""

from collections.abc import Callable, Iterable, Sequence
from html import escape

from ctxlab.memory.buffer import WorkingBuffer
from ctxlab.memory.sessions import Fact, Session, values_in
from ctxlab.memory.summaries import as_fold, extractive, head_of_log, tail_of_log
from ctxlab.memory.turns import Turn, count_turns
from ctxlab.show.page import Page
from ctxlab.show.playground import Playground, choice, slider
from ctxlab.show.turns import say

_MARK = "◆"  # stands before whatever states a fact
_LOG_SHOWN = 5

MakeBuffer = Callable[[int, int], WorkingBuffer]
SUMMARIES: dict[str, MakeBuffer] = {
    "recompute": lambda size, cap: WorkingBuffer(size, extractive(cap), max_summary_tokens=cap),
    "fold": lambda size, cap: WorkingBuffer(
        size, fold=as_fold(extractive(cap)), max_summary_tokens=cap
    ),
    "head of the log": lambda size, cap: WorkingBuffer(
        size, head_of_log(cap), max_summary_tokens=cap
    ),
    "tail of the log": lambda size, cap: WorkingBuffer(
        size, tail_of_log(cap), max_summary_tokens=cap
    ),
}
"""Ways to make the summary: (buffer size, cap in tokens) -> the buffer."""


def compaction_view(
    session: Session, turn: int, summary: str = "recompute", size: int = 6, cap: int = 60
) -> Page:
    """Log, summary and buffer once the first `turn` turns were said, and where each fact is.

    Taught in 05.
    """
    buffer = SUMMARIES[summary](size, cap)
    for said in session.turns[:turn]:
        buffer.add_turn(said)
    head = [_heading(buffer, turn), *_facts(session.facts, buffer, turn)]
    columns = {
        f"log: {len(buffer.evicted)} turns, not in the window": _log(buffer.evicted),
        f"summary: {_tokens(buffer.window(), 'summary')} of {cap} tokens": _summary(buffer),
        f"word for word: {len(buffer.rules) + len(buffer.buffer)} turns": [
            _line(said) for said in [*buffer.rules, *buffer.buffer]
        ],
    }
    return _page(head, columns)


def compaction_playground(
    session: Session, turn: int = 30, size: int = 6, cap: int = 60
) -> Playground:
    """Step through `session` turn by turn; change buffer, cap, and how the summary is made.

    Taught in 05.
    """
    controls = {
        "turn": slider("turn", 0, len(session.turns), turn),
        "size": slider("buffer size", 0, 16, size),
        "cap": slider("summary cap", 0, 200, cap, step=10),
        "summary": choice("summary", list(SUMMARIES)),
    }
    return Playground(
        controls,
        lambda turn, size, cap, summary: compaction_view(session, turn, summary, size, cap),
    )


def _heading(buffer: WorkingBuffer, turn: int) -> str:
    return (
        f"after {turn} turns: a window of {buffer.window_tokens} tokens, "
        f"{len(buffer.compactions)} passes, {buffer.tokens_read:,} tokens read for summaries"
    )


def _facts(facts: Iterable[Fact], buffer: WorkingBuffer, turn: int) -> list[str]:
    said = [fact for fact in facts if fact.place < turn]
    return [f"{_MARK} {fact.key} = {fact.value}{_age(fact, turn)}: {_where(fact, buffer)}"
            for fact in said]  # fmt: skip


def _age(fact: Fact, turn: int) -> str:
    is_stale = fact.replaced_at is not None and fact.replaced_at < turn
    return " (replaced since)" if is_stale else ""


def _where(fact: Fact, buffer: WorkingBuffer) -> str:
    if any(fact.value in values_in(turn.text) for turn in buffer.buffer):
        return "in the window, word for word"
    if fact.value in values_in(buffer.summary):
        return "in the window, by the summary"
    return "lost: it is in the log alone"


def _log(turns: Sequence[Turn]) -> list[str]:
    older = len(turns) - _LOG_SHOWN
    shown = [_line(turn) for turn in turns[-_LOG_SHOWN:]]
    return [f"({older} older turns)", *shown] if older > 0 else shown


def _summary(buffer: WorkingBuffer) -> list[str]:
    return [_marked(line, line) for line in buffer.summary.splitlines()]


def _tokens(window: Iterable[Turn], role: str) -> int:
    return count_turns(turn for turn in window if turn.role == role)


def _line(turn: Turn) -> str:
    stating = [line for line in turn.text.splitlines() if values_in(line)]
    shown = Turn(turn.role, stating[0]) if stating and turn.is_result else turn
    return _marked(turn.text, f"{turn.role}: {say(shown, width=96)}")


def _marked(text: str, shown: str) -> str:
    return f"{_MARK} {shown}" if values_in(text) else shown


def _page(head: Sequence[str], columns: dict[str, list[str]]) -> Page:
    text = [*head]
    blocks = []
    for title, lines in columns.items():
        lines = lines or ["(nothing)"]
        text += ["", title, *(f"  {line}" for line in lines)]
        blocks.append(f"<div><b>{escape(title)}</b>{_list(lines)}</div>")
    grid = "display:grid; grid-template-columns:repeat(3, minmax(0, 1fr)); gap:1.2em"
    html = (
        f"<div><b>{escape(head[0])}</b>{_list(head[1:])}"
        f'<div style="{grid}">{"".join(blocks)}</div></div>'
    )
    return Page(html, "\n".join(text))


def _list(lines: Iterable[str]) -> str:
    style = "overflow-wrap:anywhere; font-size:90%; margin:0.4em 0 0.8em 0; padding:0"
    items = "".join(
        f'<li style="list-style:none; margin:0 0 0.35em 0">{_bold(line)}</li>' for line in lines
    )
    return f'<ul style="{style}">{items}</ul>'


def _bold(line: str) -> str:
    return f"<b>{escape(line)}</b>" if line.startswith(_MARK) else escape(line)
