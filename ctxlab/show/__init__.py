"""Figures, tables, pages and playgrounds: the only modules that draw.

Names are loaded when first used; matplotlib and ipywidgets only then.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ctxlab.show.budget import budget_bar as budget_bar
    from ctxlab.show.budget import decision_table as decision_table
    from ctxlab.show.charts import bars as bars
    from ctxlab.show.charts import lines as lines
    from ctxlab.show.page import Page as Page
    from ctxlab.show.page import show_cut as show_cut
    from ctxlab.show.page import show_tokens as show_tokens
    from ctxlab.show.picture import Picture as Picture
    from ctxlab.show.playground import Playground as Playground
    from ctxlab.show.playground import budget_playground as budget_playground
    from ctxlab.show.playground import cut_playground as cut_playground
    from ctxlab.show.table import Table as Table

_HOME = {
    "budget": ("budget_bar", "decision_table"),
    "charts": ("bars", "lines"),
    "page": ("Page", "show_cut", "show_tokens"),
    "picture": ("Picture",),
    "playground": ("Playground", "budget_playground", "cut_playground"),
    "table": ("Table",),
}
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names}

__all__ = sorted(_MODULE_OF)


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'ctxlab.show' has no attribute {name!r}")
    return getattr(import_module(f"ctxlab.show.{_MODULE_OF[name]}"), name)
