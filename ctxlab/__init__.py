"""ctxlab: learn context engineering, deciding what a model sees at each step.

The names below are loaded when first used, so that `import ctxlab` is fast and
pulls in no drawing library, no widget and no tokenizer. Reading order is
teaching order: tokens, truncation, sections, ordering, accounts, trace,
assembly, gates, routing, memory, world, relevance, policies, scoring, fences,
logs; then the exercises and what checks them.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ctxlab.assembly import assemble_context as assemble_context
    from ctxlab.bpe import BpeCounter as BpeCounter
    from ctxlab.bpe import bpe_counter as bpe_counter
    from ctxlab.checking.check import check as check
    from ctxlab.checking.check import hint as hint
    from ctxlab.checking.check import known_mistake as known_mistake
    from ctxlab.checking.check import predict as predict
    from ctxlab.checking.counters import Counted as Counted
    from ctxlab.fences import unwrap as unwrap
    from ctxlab.fences import wrap as wrap
    from ctxlab.gates import RouteDecision as RouteDecision
    from ctxlab.gates import decide as decide
    from ctxlab.logs import ask as ask
    from ctxlab.logs import load_log as load_log
    from ctxlab.memory import Hysteresis as Hysteresis
    from ctxlab.memory import ToolCall as ToolCall
    from ctxlab.memory import Turn as Turn
    from ctxlab.memory import WorkingBuffer as WorkingBuffer
    from ctxlab.memory import count_turn as count_turn
    from ctxlab.memory import trim_turns as trim_turns
    from ctxlab.ordering import order_for_recall as order_for_recall
    from ctxlab.routing import Router as Router
    from ctxlab.routing import bag_of_words as bag_of_words
    from ctxlab.routing import cosine as cosine
    from ctxlab.routing import route as route
    from ctxlab.samples import sample as sample
    from ctxlab.sections import ContextSection as ContextSection
    from ctxlab.sections import render as render
    from ctxlab.sections import render_section as render_section
    from ctxlab.tokens import CharCounter as CharCounter
    from ctxlab.tokens import Counter as Counter
    from ctxlab.tokens import count_tokens as count_tokens
    from ctxlab.tokens import with_margin as with_margin
    from ctxlab.trace import Assembly as Assembly
    from ctxlab.trace import BudgetError as BudgetError
    from ctxlab.trace import Decision as Decision
    from ctxlab.truncation import ELISION as ELISION
    from ctxlab.truncation import truncate_to_tokens as truncate_to_tokens

__version__ = "0.1.0"

_HOME = {
    "tokens": ("CharCounter", "Counter", "count_tokens", "with_margin"),
    "bpe": ("BpeCounter", "bpe_counter"),
    "truncation": ("ELISION", "truncate_to_tokens"),
    "sections": ("ContextSection", "render", "render_section"),
    "ordering": ("order_for_recall",),
    "trace": ("Assembly", "BudgetError", "Decision"),
    "assembly": ("assemble_context",),
    "gates": ("RouteDecision", "decide"),
    "routing": ("Router", "bag_of_words", "cosine", "route"),
    "memory": ("Hysteresis", "ToolCall", "Turn", "WorkingBuffer", "count_turn", "trim_turns"),
    "fences": ("unwrap", "wrap"),
    "logs": ("ask", "load_log"),
    "samples": ("sample",),
    "checking.counters": ("Counted",),
    "checking.check": ("check", "hint", "known_mistake", "predict"),
}
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names}

__all__ = sorted(_MODULE_OF)


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'ctxlab' has no attribute {name!r}")
    value = getattr(import_module(f"ctxlab.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
