"""Figures, tables, pages and playgrounds: the only modules that draw.

Names are loaded when first used; matplotlib and ipywidgets only then.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ctxlab.show.attacks import attack_map as attack_map
    from ctxlab.show.budget import budget_bar as budget_bar
    from ctxlab.show.budget import decision_table as decision_table
    from ctxlab.show.charts import bars as bars
    from ctxlab.show.charts import lines as lines
    from ctxlab.show.costs import cost_bars as cost_bars
    from ctxlab.show.coverage import coverage_curve as coverage_curve
    from ctxlab.show.fencing import fence_playground as fence_playground
    from ctxlab.show.gates_playground import gates_view as gates_view
    from ctxlab.show.gates_playground import routing_playground as routing_playground
    from ctxlab.show.page import Page as Page
    from ctxlab.show.page import show_cut as show_cut
    from ctxlab.show.page import show_tokens as show_tokens
    from ctxlab.show.picture import Picture as Picture
    from ctxlab.show.plane import routing_plane as routing_plane
    from ctxlab.show.playground import Playground as Playground
    from ctxlab.show.playground import budget_playground as budget_playground
    from ctxlab.show.playground import cut_playground as cut_playground
    from ctxlab.show.reading import show_reading as show_reading
    from ctxlab.show.recall import orders_figure as orders_figure
    from ctxlab.show.recall import recall_figure as recall_figure
    from ctxlab.show.recall import trade_figure as trade_figure
    from ctxlab.show.recall_play import recall_playground as recall_playground
    from ctxlab.show.routing import cosine_table as cosine_table
    from ctxlab.show.routing import score_table as score_table
    from ctxlab.show.routing import words_table as words_table
    from ctxlab.show.stepping import compaction_playground as compaction_playground
    from ctxlab.show.stepping import compaction_view as compaction_view
    from ctxlab.show.survival import survival_lines as survival_lines
    from ctxlab.show.survival import survivors as survivors
    from ctxlab.show.table import Table as Table
    from ctxlab.show.turns import turn_table as turn_table
    from ctxlab.show.turns import unit_strip as unit_strip
    from ctxlab.show.windows import prefix_panels as prefix_panels

_HOME = {
    "attacks": ("attack_map",),
    "budget": ("budget_bar", "decision_table"),
    "charts": ("bars", "lines"),
    "coverage": ("coverage_curve",),
    "gates_playground": ("gates_view", "routing_playground"),
    "costs": ("cost_bars",),
    "fencing": ("fence_playground",),
    "page": ("Page", "show_cut", "show_tokens"),
    "picture": ("Picture",),
    "plane": ("routing_plane",),
    "playground": ("Playground", "budget_playground", "cut_playground"),
    "recall": ("orders_figure", "recall_figure", "trade_figure"),
    "recall_play": ("recall_playground",),
    "routing": ("cosine_table", "score_table", "words_table"),
    "reading": ("show_reading",),
    "stepping": ("compaction_playground", "compaction_view"),
    "survival": ("survival_lines", "survivors"),
    "table": ("Table",),
    "turns": ("turn_table", "unit_strip"),
    "windows": ("prefix_panels",),
}
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names}

__all__ = sorted(_MODULE_OF)


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'ctxlab.show' has no attribute {name!r}")
    return getattr(import_module(f"ctxlab.show.{_MODULE_OF[name]}"), name)
