"""The playground of notebook 07: a text, and the fence it tries to leave."""

import ipywidgets as widgets

from ctxlab.fences.attacks import RIVALS
from ctxlab.show.playground import Playground, choice
from ctxlab.show.reading import READERS, show_reading


def fence_playground(text: str, wrapper: str = "fixed fence") -> Playground:
    """Type a text and a label, choose a wrapper and a reader, and try to break out.

    All that it shows is `show_reading(wrapper, text, label, reader)`. Taught in 07.
    """
    style = {"description_width": "7em"}
    size = widgets.Layout(width="44em", height="12em")
    controls = {
        "text": widgets.Textarea(value=text, description="text", style=style, layout=size),
        "label": widgets.Text(value="log", description="label", style=style),
        "wrapper": choice("wrapper", [rival.name for rival in RIVALS]),
        "reader": choice("reader", READERS),
    }
    controls["wrapper"].value = wrapper
    return Playground(controls, show_reading)
