"""`ctxlab logs FILE`: what was understood of a log, before you measure anything on it.

Taught in 08.
"""

from collections import Counter as Tally
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ctxlab.bpe import bpe_counter
from ctxlab.logs.items import Log, LogError, LogItem, LogQuestion
from ctxlab.logs.loading import MAX_BYTES, load_log
from ctxlab.logs.questions import ask
from ctxlab.tokens import count_tokens

app = typer.Typer(help="What is in a log or a transcript of yours.")


@app.command()
def logs(
    file: Annotated[Path, typer.Argument(help="A log, a message list, a session file.")],
    questions: Annotated[int, typer.Option(min=0, help="How many questions to show.")] = 5,
    seed: Annotated[int, typer.Option(help="Another seed asks other questions.")] = 0,
    items: Annotated[int, typer.Option(min=0, help="How many items to show.")] = 0,
    max_bytes: Annotated[int, typer.Option(min=1, help="Read no more than this.")] = MAX_BYTES,
) -> None:
    """Show what was understood of FILE: its items, their kinds and tokens, and questions."""
    console = Console()
    try:
        with console.status("reading"):
            log = load_log(file, max_bytes)
    except (LogError, OSError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else error
        console.print(_plain(f"cannot read {file.name}: {why}"))
        raise typer.Exit(1) from error
    console.print(_plain(f"{log.name}: {log.shape}, {log.encoding}, {len(log.items)} items"))
    for note in log.notes:
        console.print(_plain(f"  note: {note}"))
    if log.is_empty:
        return
    with console.status("counting tokens"):
        kinds = _kinds(log)
    console.print(kinds)
    if items:
        console.print(_listed(log.items[:items], max(20, console.width - 64)))
    with console.status("making questions"):
        asked = ask(log, questions, seed)
    _show_questions(console, asked, questions)


def _kinds(log: Log) -> Table:
    """Items and tokens by kind and author, by both counters."""
    real = bpe_counter("o200k_base")
    number: Tally[tuple[str, str]] = Tally()
    estimated: Tally[tuple[str, str]] = Tally()
    counted: Tally[tuple[str, str]] = Tally()
    for item in log.items:
        row: tuple[str, str] = (item.kind, item.author)
        number[row] += 1
        estimated[row] += count_tokens(item.text)
        counted[row] += real(item.text)
    table = _table("kind", "author", "items", "tokens, chars/4", "tokens, o200k_base")
    tallies = (number, estimated, counted)
    for row in sorted(number):
        table.add_row(*row, *(f"{tally[row]:,}" for tally in tallies))
    table.add_row("all", "", *(f"{tally.total():,}" for tally in tallies))
    return table


def _listed(items: Sequence[LogItem], room: int) -> Table:
    table = _table("step", "kind", "author", "name", "begins with")
    for item in items:
        begin = " ".join(item.text[:1_000].split())
        name = item.name[:20]
        table.add_row(*map(_plain, (str(item.step), item.kind, item.author, name, begin[:room])))
    return table


def _show_questions(console: Console, questions: list[LogQuestion], wanted: int) -> None:
    for question in questions:
        console.print(_plain(f"{question.text}\n    {question.answer}"))
    if len(questions) < wanted:
        console.print(
            f"{len(questions)} of the {wanted} questions asked for: there are no more values "
            "that stand here once, among words that single them out."
        )


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False)
    for column in columns:
        is_number = column == "items" or column.startswith("tokens")
        table.add_column(column, justify="right" if is_number else "left", no_wrap=True)
    return table


def _plain(text: str) -> Text:
    """Text without markup, and without lone surrogates, which no terminal can write."""
    return Text(text.encode("utf-8", "replace").decode("utf-8"))
