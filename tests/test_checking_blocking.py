"""Blocking: the answer is out of reach while an exercise is checked, and there again after."""

import contextlib
import functools
import importlib
from collections.abc import Callable
from typing import Any

import pytest

import ctxlab
from ctxlab.checking.blocking import AnswerReached, blocked, was_reached
from ctxlab.checking.check import check, visible_key
from ctxlab.sections import ContextSection, render
from ctxlab.tokens import CharCounter, count_tokens

ONE = [ContextSection("a", "b")]


def with_closure() -> Callable[[int], int]:
    left, right = 1, 2

    def add(n: int) -> int:
        return n + left + right

    return add


def decorated() -> Callable[[int], int]:
    def double(function: Callable[[int], int]) -> Callable[[int], int]:
        @functools.wraps(function)
        def wrapper(n: int) -> int:
            return 2 * function(n)

        return wrapper

    @double
    def add(n: int) -> int:
        return n + 1

    return add


def test_every_alias_of_a_function_refuses() -> None:
    module = importlib.import_module("ctxlab.sections")
    with blocked([render]):
        for alias in (render, ctxlab.render, module.render, functools.partial(render)):
            with pytest.raises(AnswerReached):
                alias(ONE)
            assert was_reached()
    assert render(ONE) == "### a\nb"


@pytest.mark.parametrize("make", [with_closure, decorated])
def test_functions_of_every_build_are_blocked_and_put_back(make: Any) -> None:
    function = make()
    right, inner = function(1), getattr(function, "__wrapped__", function)
    code, inner_code = function.__code__, inner.__code__
    with blocked([function]):
        for each in (function, inner):
            with pytest.raises(AnswerReached):
                each(1)
    assert (function.__code__, inner.__code__) == (code, inner_code)
    assert function(1) == right


def test_an_object_is_blocked_by_what_calling_it_runs() -> None:
    with blocked([count_tokens]):
        for counter in (count_tokens, CharCounter(3)):
            with pytest.raises(AnswerReached):
                counter("a")
    assert count_tokens("abcde") == 2


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, AnswerReached, GeneratorExit])
def test_code_is_put_back_after_an_error(error: type[BaseException]) -> None:
    code = render.__code__
    with pytest.raises(error), blocked([render, count_tokens]):
        raise error
    assert render.__code__ is code and count_tokens("abcd") == 1
    assert not was_reached()


def test_what_cannot_be_blocked_is_refused_and_nothing_stays_blocked() -> None:
    with pytest.raises(TypeError, match="it is not written in Python"), blocked([render, len]):
        raise AssertionError("not reached")
    assert render(ONE) == "### a\nb"
    with blocked([render]):
        pass


def test_a_function_that_is_listed_twice_comes_back() -> None:
    with blocked([render, render]):
        pass
    assert render(ONE) == "### a\nb"


def test_a_check_inside_a_check_is_refused_and_spoils_nothing() -> None:
    def mine(sections: Any) -> str:
        with contextlib.suppress(BaseException):
            render(sections)
        check("00.1", lambda tokens, budget: True)
        return ""

    visible_key.cache_clear()
    assert "the package's answer" in check("02.1", mine).note
    result = check("02.1", lambda sections: check("02.1", mine).expected)
    assert result.outcome == "errored"
    assert "cannot itself call check" in result.got


def test_the_key_is_not_spoiled_by_asking_it_while_the_answer_is_blocked() -> None:
    visible_key.cache_clear()
    result = check("02.1", lambda sections: visible_key("02.1").right(3).answer)
    assert "the package's answer" in result.note
    right = "\n\n".join
    by_hand = lambda sections: right(f"### {s.name}\n{s.text}" for s in sections)  # noqa: E731
    assert check("02.1", by_hand).outcome == "passed"


def test_answers_of_other_exercises_may_be_used() -> None:
    assert check("02.4", lambda sections, count: count(render(sections))).outcome == "passed"
