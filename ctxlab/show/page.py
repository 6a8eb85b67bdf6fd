"""A piece of a page as a result: HTML, and the same in plain text.

For what is text itself (tokens, a prompt, a cut): it takes the theme's colours,
and says in words what a frame or a line through the text says to the eye.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from ctxlab.bpe import BpeCounter
from ctxlab.tokens import Counter, count_tokens, counter_name
from ctxlab.truncation import ELISION, truncate_to_tokens

_TEXT = "white-space:pre-wrap; font-family:var(--jp-code-font-family, monospace); line-height:1.7"


@dataclass(frozen=True)
class Page:
    """HTML and its text form."""

    html: str
    text: str

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return self.html


def show_tokens(text: str, count: BpeCounter) -> Page:
    """`text` with its tokens set apart; bytes of a character that was split show as \\xNN.

    Taught in 01.
    """
    tokens = [_readable(token) for token in count.split(text)]
    framed = "".join(
        f'<span style="border:1px solid currentColor; border-radius:3px; margin:1px; '
        f'padding:0 2px">{escape(token)}</span>'
        for token in tokens
    )
    heading = f"{count.name}: {len(tokens)} tokens for {len(text)} characters"
    html = f'<div style="{_TEXT}">{escape(heading)}<br>{framed}</div>'
    return Page(html, f"{heading}\n{'|'.join(tokens)}")


def show_cut(text: str, limit: int, count: Counter = count_tokens) -> Page:
    """What `truncate_to_tokens` keeps of `text`, and what it leaves out. Taught in 01."""
    result = truncate_to_tokens(text, limit, count)
    is_cut = result != text
    kept = result.removesuffix(ELISION) if is_cut else text
    rows = [
        ("limit", f"{limit} tokens by {counter_name(count)}"),
        ("result", f"{count(result)} tokens, {len(kept)} of {len(text)} characters kept"),
        ("kept", result or "(nothing: not one word fits beside the marker)"),
        ("left out", text[len(kept) :][:200] if is_cut else "(nothing)"),
    ]
    return _labelled(rows)


def _labelled(rows: Sequence[tuple[str, str]]) -> Page:
    width = max(len(label) for label, _ in rows)
    text = "\n".join(f"{label.ljust(width)}  {content}" for label, content in rows)
    body = "".join(
        f'<tr><th style="text-align:left; vertical-align:top">{escape(label)}</th>'
        f'<td style="text-align:left; {_TEXT}">{escape(content)}</td></tr>'
        for label, content in rows
    )
    return Page(f"<table>{body}</table>", text)


def _readable(token: bytes) -> str:
    text = token.decode("utf-8", errors="backslashreplace")
    return text.replace("\n", "↵")
