"""One look for every figure, and one meaning for every colour.

The colours are near Okabe and Ito's, which stay apart for all common kinds of
colour vision, on an opaque background of their own, so that a dark theme does
not swallow the text. No meaning is carried by colour alone: every fate has a
hatch and is named in words.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

BACKGROUND = "#ffffff"
INK = "#1a1a1a"
GRID = "#d9d9d9"

SERIES = ("#0072B2", "#B84A00", "#00704F", "#8A4F7D", "#6B5B00")
"""Line colours, all with a contrast of at least 4.5 to 1 against the background."""

MARKERS = ("o", "s", "^", "D", "v")


@dataclass(frozen=True)
class Fate:
    """How a section's fate is drawn: fill, hatch, and the colour of text on it."""

    fill: str
    hatch: str
    text: str = INK


FATES = {
    "pinned": Fate("#0072B2", "", "#ffffff"),
    "whole": Fate("#8fd6bd", ""),
    "cut": Fate("#f3c98b", "///"),
    "dropped": Fate("#f2f2f2", "xxx"),
    "headers": Fate("#b8b8b8", "..."),
    "free": Fate("#ffffff", ""),
    "untrusted": Fate("#e6c3dc", "\\\\\\"),
    "stale": Fate("#f5b7a5", "++"),
}
"""The fates of the notebooks: what a colour and a hatch mean, everywhere."""

_RC: dict[str, Any] = {
    "figure.facecolor": BACKGROUND,
    "savefig.facecolor": BACKGROUND,
    "axes.facecolor": BACKGROUND,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 12,
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "axes.grid": False,
    "grid.color": GRID,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "font.family": "DejaVu Sans",  # comes with matplotlib: the same everywhere
    "font.size": 11,
    "hatch.linewidth": 0.6,
    "hatch.color": "#7a7a7a",
    "legend.frameon": False,
    "savefig.dpi": 160,
}


@contextmanager
def house_style() -> Iterator[None]:
    """matplotlib with the house's settings, whatever the learner has set."""
    import matplotlib.style

    with matplotlib.style.context(["default", _RC]):
        yield


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21 (WCAG 2).

    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
