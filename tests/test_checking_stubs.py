"""Telling a stub from a wrong answer."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from ctxlab.checking.stubs import is_stub
from tests.support.learner import STUBS, defined, stub

HEADERS = ("text", "text, limit=3", "*texts", "text, /, *, limit: int = 3, **rest", "")

WRITTEN = [
    "return text",
    "return True",
    "return 0",
    "return ''",
    "return 'to do'",
    "return []",
    "return text is None",
    "return NotImplemented",
    "raise ValueError",
    "raise ValueError('not yet')",
    "raise KeyError(NotImplementedError)",
    "print(text)",
    "text = ...",
    "yield",
    "if text: return None",
    "for _ in text: pass",
    "global seen; seen = None",
    "assert text",
    "del text",
    '"""What it does."""\n    return len(text)',
]


@pytest.mark.parametrize("body", STUBS)
@pytest.mark.parametrize("header", HEADERS)
def test_every_form_of_stub_is_one(header: str, body: str) -> None:
    assert is_stub(defined(stub("mine", [header], body), "mine"))


@pytest.mark.parametrize("body", WRITTEN)
def test_whatever_does_something_is_none(body: str) -> None:
    assert not is_stub(defined(stub("mine", ["text"], body), "mine"))


def test_a_lambda_can_be_a_stub() -> None:
    assert is_stub(lambda text: ...)
    assert is_stub(lambda text: None)
    assert not is_stub(lambda text: text)


@pytest.mark.parametrize("function", [len, str, partial(len, ""), print, type("A", (), {})])
def test_what_was_not_written_here_is_none(function: Callable[..., Any]) -> None:
    assert not is_stub(function)
