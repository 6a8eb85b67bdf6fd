"""Sections: the pieces a prompt is made of, and how they are written down.

A section is a named text with a priority. It never changes: the same objects
flow through ordering, selection and rendering. Source: phase 04, "Data
structures and why they are shaped that way". Taught in 02.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

HEADER = "### "
SEPARATOR = "\n\n"


@dataclass(frozen=True)
class ContextSection:
    """One named piece of a prompt.

    `priority`: higher is kept longer. `pinned`: never cut, never dropped.
    `truncatable`: may be shortened to fit. Names need not be unique; a name
    with a line break is refused, since it would forge a header.

    >>> ContextSection("task", "Explain the charge.", priority=95, pinned=True).name
    'task'
    """

    name: str
    text: str
    priority: float = 0
    pinned: bool = False
    truncatable: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not isinstance(self.text, str):
            raise TypeError("a section's name and text must be strings")
        if len(f"{self.name}.".splitlines()) != 1:
            raise ValueError(f"a section name must be one line, got {self.name!r}")
        if math.isnan(self.priority):
            raise ValueError(f"the priority of {self.name!r} is not a number")


def render_section(section: ContextSection) -> str:
    r"""A header line and the body. Taught in 02.

    >>> render_section(ContextSection("task", "Explain."))
    '### task\nExplain.'
    """
    return f"{HEADER}{section.name}\n{section.text}"


def render(sections: Iterable[ContextSection]) -> str:
    r"""The sections in the order given, joined by blank lines. Taught in 02.

    >>> render([ContextSection("a", "1"), ContextSection("b", "2")])
    '### a\n1\n\n### b\n2'
    """
    return SEPARATOR.join(render_section(section) for section in sections)
