"""When answers are the same: equivalent forms are, everything else is not."""

import math
from typing import Any

import pytest
from hypothesis import given

from ctxlab.checking.compare import same
from ctxlab.checking.plain import encode
from ctxlab.sections import ContextSection
from tests.test_checking_plain import VALUES, alike

ONE = ContextSection("a", "b", 1)

SAME = [
    ([1, 2], (1, 2)),
    ((), []),
    ([(1, [2])], ([1, (2,)],)),
    (0.1 + 0.2, 0.3),
    (1e12, 1e12 + 1e-3),
    (0.0, 1e-13),
    (2.0, 2),
    ([2.0, 0.3], (2, 0.1 + 0.2)),
    (math.nan, math.nan),
    (math.inf, math.inf),
    ({"a": 1, "b": [2]}, {"b": (2,), "a": 1}),
    ({1, 2}, frozenset((2, 1))),
    (ONE, ContextSection("a", "b", 1)),
    (ContextSection("a", "b", 1.0), ContextSection("a", "b", 1)),
]
DIFFERENT = [
    (1, True),
    (True, 1),
    (0, False),
    (False, None),
    (3, 3.0),
    (3, "3"),
    ("3", 3),
    ("a", b"a"),
    ("a", "a "),
    ("é", "e\u0301"),
    ("", None),
    ([], None),
    ([1, 2], [2, 1]),
    ([1], [1, 1]),
    ([1, 1], [1]),
    ([1], 1),
    ([1], {1}),
    ({1}, [1]),
    ([], {}),
    ("ab", ["a", "b"]),
    (1.0, True),
    (0.0, False),
    (0.3, 0.3001),
    (1.0, 1.0 + 1e-8),
    (0.0, 1e-11),
    (math.nan, 0.0),
    (math.inf, -math.inf),
    (math.inf, 1e308),
    ({"a": 1}, {"a": 1, "b": 2}),
    ({"a": 1}, {"a": True}),
    ({1: "a"}, {True: "a"}),
    ({1: "a"}, {"1": "a"}),
    ({1, 2}, {1, 3}),
    ({1}, {True}),
    (ONE, ContextSection("a", "b", 2)),
    (ONE, ContextSection("a", "b", 1, pinned=True)),
    (ONE, ["a", "b", 1, False, False]),
    (ONE, {"name": "a", "text": "b", "priority": 1, "pinned": False, "truncatable": False}),
]


@pytest.mark.parametrize("expected, got", SAME)
def test_equivalent_forms_are_the_same(expected: Any, got: Any) -> None:
    assert same(encode(expected), encode(got))


@pytest.mark.parametrize("expected, got", DIFFERENT)
def test_nothing_else_is(expected: Any, got: Any) -> None:
    assert not same(encode(expected), encode(got))


@given(VALUES)
def test_every_value_is_the_same_as_itself(value: Any) -> None:
    assert same(encode(value), encode(value))


@given(VALUES, VALUES)
def test_no_two_values_are_the_same_by_accident(one: Any, other: Any) -> None:
    if same(encode(one), encode(other)) and not alike(one, other):
        assert same(encode(other), encode(one)) or _has_float(one), (one, other)


def _has_float(value: Any) -> bool:
    """A float accepts a whole number, which does not accept a float in return."""
    return "'float'" in repr(encode(value))


def test_a_forged_form_with_missing_fields_is_different() -> None:
    forged = {"ctxlab": ["ctxlab.sections:ContextSection", {"name": "a"}]}
    assert not same(encode(ONE), forged) and not same(forged, encode(ONE))
