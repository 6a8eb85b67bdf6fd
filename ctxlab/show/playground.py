"""Playgrounds: a few controls, and a picture or a page that follows them.

A playground is also an ordinary result. Saved, exported, or read aloud it is
its picture and its text, as they were when the cell ran; and everything it
shows is a plain function call, named in its text.
"""

import base64
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import ipywidgets as widgets

from ctxlab.assembly import assemble_context
from ctxlab.bpe import bpe_counter
from ctxlab.sections import ContextSection
from ctxlab.show.budget import budget_bar
from ctxlab.show.page import Page, show_cut
from ctxlab.show.picture import Picture
from ctxlab.tokens import Counter, count_tokens

COUNTERS: Mapping[str, Callable[[], Counter]] = {
    "chars/4": lambda: count_tokens,
    "o200k_base": lambda: bpe_counter("o200k_base"),
    "cl100k_base": lambda: bpe_counter("cl100k_base"),
}


class Playground(widgets.VBox):  # type: ignore[misc]
    """Controls by name, and a view made from their values by `show(**values)`.

    Taught in 00. Drive it from code as well: `playground.controls["budget"].value = 40`.
    """

    def __init__(
        self, controls: Mapping[str, widgets.Widget], show: Callable[..., Picture | Page]
    ) -> None:
        self.controls = dict(controls)
        self._show = show
        self.view: Picture | Page = self._shown()
        self._canvas = (
            widgets.Image(format="png", width=self.view.width)
            if isinstance(self.view, Picture)
            else widgets.HTML()
        )
        self._words = widgets.HTML()
        self._refresh()
        for control in self.controls.values():
            control.observe(self._refresh, names="value")
        super().__init__([*self.controls.values(), self._canvas, self._words])

    def _shown(self) -> Picture | Page:
        return self._show(**{name: control.value for name, control in self.controls.items()})

    def _refresh(self, _change: object = None) -> None:
        self.view = self._shown()
        if isinstance(self.view, Picture):
            self._canvas.value = self.view.png
            self._words.value = self.view.fold()
        else:
            self._canvas.value = self.view.html

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        bundle = dict(super()._repr_mimebundle_(**kwargs) or {})
        bundle["text/plain"] = repr(self.view)
        if isinstance(self.view, Picture):
            bundle["image/png"] = base64.b64encode(self.view.png).decode("ascii")
        else:
            bundle["text/html"] = self.view.html
        return bundle


def slider(label: str, low: int, high: int, value: int, step: int = 1) -> widgets.IntSlider:
    """A slider for whole numbers that follows the keyboard's arrows as well as the mouse."""
    return widgets.IntSlider(
        value=value, min=low, max=high, step=step, description=label, continuous_update=True,
        layout=widgets.Layout(width="32em"), style={"description_width": "7em"},
    )  # fmt: skip


def choice(label: str, options: Sequence[str]) -> widgets.Dropdown:
    """A list to choose from."""
    return widgets.Dropdown(
        options=list(options), description=label, style={"description_width": "7em"}
    )


def cut_playground(text: str, limit: int = 30) -> Playground:
    """Move the limit and see what `truncate_to_tokens` keeps of `text`. Taught in 01."""
    controls = {"limit": slider("limit", 0, 120, limit), "counter": choice("counter", [*COUNTERS])}
    return Playground(controls, lambda limit, counter: show_cut(text, limit, COUNTERS[counter]()))


def budget_playground(sections: Sequence[ContextSection], budget: int = 60) -> Playground:
    """Move the budget and see which sections survive. Pins are flagged, not refused.

    Taught in 02.
    """
    controls = {
        "budget": slider("budget", 0, 240, budget),
        "accounting": choice("accounting", ["rendered", "bodies"]),
    }

    def show(budget: int, accounting: Any) -> Picture:
        assembly = assemble_context(
            sections, budget, accounting=accounting, on_pinned_overflow="flag"
        )
        return budget_bar(assembly)

    return Playground(controls, show)
