"""Assembling a prompt from n sections, half of whose tokens fit, against the peers.

Everybody counts with the same counter and gets the same sections in its own
objects, made beforehand. Each result is measured in the unit of its maker: the
text that is sent, or the contents of the messages. It must hold the pinned
section and fill 80 % of the budget (cendor pays 4 tokens a message for framing
out of the same budget); if it is over, the table says so.

ctxlab counts the rendered prompt (headers and blank lines) and explains every
decision. The peers do less: contextcram has no headers and counts no joins,
trim_messages knows no priorities and keeps the newest.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from benchmarks.row import Call, Contender, Row, need
from benchmarks.workloads import sections
from ctxlab.assembly import assemble_context
from ctxlab.bpe import BpeCounter
from ctxlab.sections import ContextSection, render
from ctxlab.tokens import Counter, count_tokens

o200k = BpeCounter("o200k_base")


@dataclass(frozen=True)
class Case:
    """Sections, what counts them, and half of their tokens."""

    sections: list[ContextSection]
    count: Counter
    budget: int


def _case(count: Counter) -> Callable[[int], Case]:
    def make(n: int) -> Case:
        made = sections(n)
        return Case(made, count, count(render(made)) // 2)

    return make


def _ours(case: Case) -> Call:
    return lambda: assemble_context(case.sections, case.budget, count=case.count).text


def _contextcram(case: Case) -> Call:
    from contextcram import CallableTokenizer, HeuristicTokenizer, Packer

    is_estimate = case.count is count_tokens
    tokenizer = HeuristicTokenizer() if is_estimate else CallableTokenizer(case.count)
    packer = Packer(budget=case.budget, tokenizer=tokenizer)
    for section in case.sections:
        packer.add(
            section.text,
            name=section.name,
            priority="required" if section.pinned else round(section.priority * 1e6),
            strategy="truncate" if section.truncatable else "drop",
        )
    return lambda: packer.fit().text


def _cendor(case: Case) -> Call:
    from cendor.contextkit import Block, Context
    from cendor.core import tokens

    tokens.register("openai", lambda content, model: case.count(str(content)))
    context = Context(case.budget, "gpt-4o")
    for section in case.sections:
        context.add(
            Block(
                section.text,
                priority=round(section.priority * 1e6),
                pin=section.pinned,
                evict="truncate" if section.truncatable else "drop_oldest",
                role="system" if section.pinned else "user",
            )
        )
    return lambda: [message["content"] for message in context.assemble()]


def _langchain(case: Case) -> Call:
    from langchain_core.messages import HumanMessage, SystemMessage, trim_messages

    pinned, *others = case.sections
    messages = [SystemMessage(pinned.text), *(HumanMessage(other.text) for other in others)]

    def count(counted: list[Any]) -> int:
        return sum(case.count(message.content) for message in counted)

    def run() -> list[Any]:
        kept = trim_messages(
            messages, max_tokens=case.budget, token_counter=count, include_system=True
        )
        return [message.content for message in kept]

    return run


def _check(case: Case, result: Any, ours: Any) -> str:
    if isinstance(result, str):
        tokens, first = case.count(result), result
    else:
        tokens, first = sum(map(case.count, result)), result[0]
    need(case.sections[0].text in first, "the pinned section is lost")
    need(tokens >= 0.8 * case.budget, f"only {tokens} of {case.budget} tokens are used")
    over = tokens - case.budget
    return f"its result is {over:,} tokens over budget" if over > 0 else ""


def _row(id: str, counter: str, count: Counter, before: Call | None) -> Row:
    """`before` empties ctxlab's memory of counts: every assembly is a first one."""
    slow = 10_000 if before else 100_000
    return Row(
        id=id,
        what=f"assemble n sections, {counter}",
        sizes=(100, 1_000, 10_000, 100_000),
        case=_case(count),
        ours=Contender("ctxlab", _ours, before=before),
        rivals=(
            Contender("contextcram", _contextcram, 1, "contextcram"),
            Contender("cendor-contextkit", _cendor, 1, "cendor", up_to=slow),
            Contender("langchain trim_messages", _langchain, 1, "langchain_core", up_to=slow),
        ),
        check=_check,
    )


ROWS = (
    _row("assemble", "chars/4", count_tokens, before=None),
    _row("assemble-o200k", "o200k_base", o200k, before=o200k.forget),
)
