"""A figure as a result: the picture, and the same facts in words.

The words are made from the plotted data. They are the figure's text form (which
the tests compare), its alternative text, and a fold under the picture for
everyone who cannot or would rather not read the image.
"""

import base64
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from ctxlab.show.style import house_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True)
class Picture:
    """A PNG image and what it shows, in words, a fact a line."""

    png: bytes
    facts: Sequence[str]
    width: int
    """In CSS pixels; the image has more, for projectors and zoom."""

    def __repr__(self) -> str:
        return "\n".join(self.facts)

    @property
    def alt(self) -> str:
        """The facts as alternative text."""
        return "; ".join(self.facts)

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        png = base64.b64encode(self.png).decode("ascii")
        data = {"image/png": png, "text/plain": repr(self)}
        return data, {"image/png": {"alt": self.alt, "width": self.width}}

    def _ipython_display_(self) -> None:
        from IPython.display import display

        show: Any = display  # IPython's is not typed
        data, metadata = self._repr_mimebundle_()
        show(data, metadata=metadata, raw=True)
        show({"text/html": self.fold(), "text/plain": "(the figure in words)"}, raw=True)

    def fold(self) -> str:
        """The facts as HTML, folded up."""
        items = "".join(f"<li>{escape(fact)}</li>" for fact in self.facts)
        return f"<details><summary>The figure in words</summary><ul>{items}</ul></details>"


def draw(
    paint: Callable[["Axes"], None], facts: Sequence[str], size: tuple[float, float] = (8.0, 3.4)
) -> Picture:
    """Let `paint` draw on fresh axes in the house's style; no figure is left open.

    `size` is in inches; an inch is shown as 100 CSS pixels.
    """
    with house_style():
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        figure = Figure(figsize=size, layout="constrained")
        FigureCanvasAgg(figure)
        paint(figure.subplots())
        buffer = io.BytesIO()
        figure.savefig(buffer, format="png", metadata={"Software": None})
    return Picture(buffer.getvalue(), tuple(facts), round(100 * size[0]))
