"""A table that reads well as text and as HTML, in light and dark themes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape


@dataclass(frozen=True)
class Table:
    """Rows of values under headings; numbers are aligned to the right.

    >>> Table(["text", "tokens"], [["english", 12], ["code", 7]])
    text     tokens
    english      12
    code          7
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[object]]

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"a row has {len(row)} values for {len(self.columns)} columns")

    def __repr__(self) -> str:
        cells = [list(map(_written, row)) for row in self.rows]
        widths = [max(map(len, column)) for column in zip(self.columns, *cells, strict=True)]
        is_number = [all(map(_is_number, column)) for column in zip(*self.rows, strict=True)]
        is_number = is_number or [False] * len(widths)
        lines = [
            "  ".join(
                text.rjust(width) if right else text.ljust(width)
                for text, width, right in zip(line, widths, is_number, strict=True)
            ).rstrip()
            for line in [list(self.columns), *cells]
        ]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        head = _row("th", map(str, self.columns), self._aligned())
        body = "".join(_row("td", map(_written, row), self._aligned()) for row in self.rows)
        return f"<table><thead>{head}</thead><tbody>{body}</tbody></table>"

    def _aligned(self) -> list[str]:
        columns = list(zip(*self.rows, strict=True)) or [()] * len(self.columns)
        return [
            "right" if column and all(map(_is_number, column)) else "left" for column in columns
        ]


def _is_number(value: object) -> bool:
    text = _written(value).strip("+-−% ")
    return isinstance(value, int | float) or text.replace(",", "").replace(".", "").isdigit()


def _written(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.2f}"
    return f"{value:,}" if type(value) is int else str(value)


def _row(tag: str, cells: Iterable[str], aligned: Iterable[str]) -> str:
    made = (
        f'<{tag} style="text-align:{side}; white-space:pre-wrap">{escape(cell)}</{tag}>'
        for cell, side in zip(cells, aligned, strict=True)
    )
    return f"<tr>{''.join(made)}</tr>"
