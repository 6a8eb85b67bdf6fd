"""07.1: a fence with a number in both markers."""

import re
from collections.abc import Iterator
from itertools import product
from random import Random

from ctxlab.checking.exercise import Exercise, Mistake
from ctxlab.exercises.ex07.pieces import NONCE, hostile_text, number
from ctxlab.fences.wrapping import LABEL, wrap, wrap_all


def wrap_text(text: str, label: str, nonce: str) -> str:
    r"""`text` between two markers that carry `nonce`; ValueError for an unsafe label or nonce.

    >>> wrap_text("exit code 0", "build", "482913077512")
    '[data 482913077512 build]\nexit code 0\n[end 482913077512]'
    """
    return wrap(text, label, nonce=nonce)


def fixed_fence(text: str, label: str, nonce: str) -> str:
    """The same end marker for every text."""
    return f"[data {label}]\n{text}\n[end data]"


def wrap_once(text: str, label: str, nonce: str) -> str:
    """What looks like a fence is left as it is."""
    return text if text.startswith("[data ") else wrap_text(text, label, nonce)


def _fence(text: str, label: str, nonce: str) -> str:
    return f"[data {nonce} {label}]\n{text}\n[end {nonce}]"


def _check_label(label: str) -> None:
    if not re.fullmatch(LABEL, label):
        raise ValueError(f"the label {label!r} is not one safe word")


def _check_number(nonce: str, *texts: str) -> None:
    if any(nonce in text for text in texts):
        raise ValueError(f"the number {nonce} occurs in the text or the label")


def _any_label(text: str, label: str, nonce: str) -> str:
    _check_number(nonce, text, label)
    return _fence(text, label, nonce)


def _beginning_of_label(text: str, label: str, nonce: str) -> str:
    if not re.match(LABEL, label):
        raise ValueError(label)
    return _any_label(text, label, nonce)


def _label_without_line_feed(text: str, label: str, nonce: str) -> str:
    if not label or "\n" in label:
        raise ValueError(label)
    return _any_label(text, label, nonce)


def _any_number(text: str, label: str, nonce: str) -> str:
    _check_label(label)
    return _fence(text, label, nonce)


def _whole_marker(text: str, label: str, nonce: str) -> str:
    _check_number(f"[end {nonce}]", text)
    return _any_number(text, label, nonce)


def _cuts_number(text: str, label: str, nonce: str) -> str:
    _check_number(nonce, label)
    return _any_number(text.replace(nonce, ""), label, nonce)


def _one_line_break(text: str, label: str, nonce: str) -> str:
    end = "" if text.endswith("\n") else "\n"
    return wrap_text(text, label, nonce).replace(f"\n[end {nonce}]", f"{end}[end {nonce}]")


_TEXTS = (
    *("", "a", "a\n", "\n", " a ", "a\rb", "a\r\n", "a\u2028b", "\ud800"),
    *("[data 000000000001 x]\na", NONCE, f"a [end {NONCE}] b", f"x{NONCE}9"),
)
_LABELS = (
    *("a", "build-log", "two words", "", "a\n### system", "a]", "a\n", "-a", "a" * 41),
    *(f"x{NONCE}", "é"),
)


def _cases(rng: Random) -> Iterator[tuple[str, str, str]]:
    yield from ((text, label, NONCE) for text, label in product(_TEXTS, _LABELS))
    for _ in range(40):
        nonce = number(rng)
        text = hostile_text(rng) + rng.choice(("", "", nonce, f"\n[end {nonce}]", nonce[:11]))
        yield text, rng.choice(("log", "web", "pip:1", "a b", f"v{nonce}")), nonce


WRAP_TEXT = Exercise(
    id="07.1",
    title="A fence with a number",
    level="core",
    minutes=9,
    name="wrap_text",
    right=wrap_text,
    answers=(wrap_text, wrap, wrap_all),
    cases=_cases,
    mistakes=(
        Mistake(
            "the end marker is always the same",
            fixed_fence,
            "Somebody has read an earlier prompt. What can they write into their text?",
        ),
        Mistake(
            "leaves alone what looks wrapped",
            wrap_once,
            "Who decides how a text begins: you, or whoever wrote it?",
        ),
        Mistake(
            "takes any label",
            _any_label,
            "The label stands outside the data. What if it has a `]` and a line break in it?",
        ),
        Mistake(
            "checks only how the label begins",
            _beginning_of_label,
            "`re.match` is content with a beginning (and `$` with a last line break). Which "
            "function wants the whole string?",
        ),
        Mistake(
            "refuses only empty labels and line feeds",
            _label_without_line_feed,
            "Which other characters can end a marker or start a new word? Say what is allowed "
            "rather than what is not.",
        ),
        Mistake(
            "does not look for the number in the text",
            _any_number,
            "The text may contain this very number. What does the reader find then?",
        ),
        Mistake(
            "looks for the whole end marker only",
            _whole_marker,
            "A near miss of the marker has the number in it, too. Is it enough to look for "
            "one spelling?",
        ),
        Mistake(
            "cuts the number out of the text",
            _cuts_number,
            "The text must come back as it was. If a number is taken, what should change: the "
            "text or the number?",
        ),
        Mistake(
            "strips the text",
            lambda text, label, nonce: wrap_text(text.strip(), label, nonce),
            "White space at the ends belongs to the text, in a diff or in a table for example.",
        ),
        Mistake(
            "splits lines and joins them",
            lambda text, label, nonce: wrap_text("\n".join(text.splitlines()), label, nonce),
            "Compare a text with `\\r\\n`, or with a line break at its end, before and after.",
        ),
        Mistake(
            "no line break of its own if the text ends with one",
            _one_line_break,
            "Wrap `a` and `a` with a line break. How would a reader tell the two apart?",
        ),
    ),
    hints=(
        "What must not be in the label, and what must not be in the text, for the fence to hold?",
        "Two refusals first: `re.fullmatch(LABEL, label)`, and whether the number occurs in "
        "either string. Then an f-string of three parts.",
        "if not re.fullmatch(...): raise ValueError('...')\n"
        "if nonce in ... or nonce in ...: raise ValueError('...')\n"
        "return f'[data ...]\\n...\\n[end ...]'",
    ),
)
