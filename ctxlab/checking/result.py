"""What a check says: one of four outcomes, and what helps with it.

The result is an object, so tests and reports read its fields; a notebook shows
its text or HTML form. The HTML takes its colours from the page's own theme and
says everything in words.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Literal

from ctxlab.checking.exercise import Mistake
from ctxlab.checking.plain import Plain, decode

Outcome = Literal["passed", "not yet", "not attempted", "errored"]

SIGNS: dict[Outcome, str] = {"passed": "✓", "not yet": "→", "not attempted": "○", "errored": "!"}


@dataclass(frozen=True)
class CheckResult:
    """The outcome of checking one function. Taught in 00.

    `passed_cases` of `total_cases` were right. `call`, `expected` and `got`
    describe the smallest failing case; `arguments` gives its arguments to try
    again with. `mistake` is named if it explains what was seen: everything
    (`is_certain`), or nearly everything that failed.
    """

    id: str
    title: str
    outcome: Outcome
    passed_cases: int = 0
    total_cases: int = 0
    call: str = ""
    expected: str = ""
    got: str = ""
    note: str = ""
    mistake: Mistake | None = None
    is_certain: bool = False
    printed: str = ""
    case: Plain = None

    @property
    def arguments(self) -> tuple[Any, ...]:
        """The arguments of the smallest failing case, new each time."""
        return () if self.case is None else tuple(decode(self.case))

    @property
    def headline(self) -> str:
        """One line: exercise and outcome."""
        counts = ""
        if self.outcome == "passed":
            counts = f" ({self.total_cases} cases)"
        elif self.outcome in ("not yet", "errored"):
            counts = f" ({self.passed_cases} of {self.total_cases} cases are right)"
        return f"{SIGNS[self.outcome]} {self.id} {self.title} · {self.outcome}{counts}"

    @property
    def rows(self) -> Sequence[tuple[str, str]]:
        """Label and text of what the failing case shows."""
        rows = [
            ("smallest failing case", self.call),
            ("expected", self.expected),
            ("yours", self.got),
            ("printed", self.printed),
        ]
        return [(label, text) for label, text in rows if text]

    @property
    def advice(self) -> str:
        """The named mistake, if there is one."""
        if self.mistake is None:
            return ""
        opening = "This is a known mistake" if self.is_certain else "Could it be this one"
        closing = "." if self.is_certain else "?"
        return f"{opening}: {self.mistake.name}{closing} {self.mistake.hint}"

    @property
    def remarks(self) -> Sequence[str]:
        """The note and the advice, as sentences."""
        return [text for text in (self.note, self.advice) if text]

    def __repr__(self) -> str:
        width = max((len(label) for label, _ in self.rows), default=0)
        rows = [f"  {label:<{width}}  {text}" for label, text in self.rows]
        return "\n".join([self.headline, *rows, *(f"  {text}" for text in self.remarks)])

    def _repr_markdown_(self) -> str:
        rows = "".join(f"\n- {label}: {_code(text)}" for label, text in self.rows)
        return "\n\n".join([f"**{self.headline}**\n{rows}", *self.remarks])

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th {_CELL}>{escape(label)}</th><td {_CELL}><code>{escape(text)}</code></td></tr>"
            for label, text in self.rows
        )
        table = f'<table style="margin:0.4em 0; border-collapse:collapse">{rows}</table>'
        remarks = "".join(f"<div>{escape(text)}</div>" for text in self.remarks)
        return f"<div {_BOX}><b>{escape(self.headline)}</b>{table if rows else ''}{remarks}</div>"


_BOX = (
    'class="ctxlab-check" style="border-left:4px solid currentColor; padding:0.2em 0 0.2em 0.9em; '
    'color:var(--jp-ui-font-color0, inherit)"'
)
_CELL = (
    'style="text-align:left; vertical-align:top; padding:0.1em 1em 0.1em 0; '
    'white-space:pre-wrap; background:none"'
)


def _code(text: str) -> str:
    """`text` as inline code, whatever backticks it holds."""
    fence = "`"
    while fence in text:
        fence += "`"
    return f"{fence} {text} {fence}"
