"""When two answers are the same: equivalent forms are, everything else is not.

A list and a tuple of the same items are the same answer; so are two floats
within a relative 1e-9, and a whole number where a float is expected. True is
not 1, "3" is not 3, and 3.0 is not 3 where a whole number is expected.
"""

import math
from collections.abc import Callable
from typing import Any

from ctxlab.checking.plain import Plain

_SEQUENCES = ("list", "tuple")


def same(expected: Plain, got: Plain) -> bool:
    """Whether `got` is as right as `expected`; both encoded by `plain.encode`.

    >>> from ctxlab.checking.plain import encode
    >>> same(encode([0.1 + 0.2]), encode((0.3,))), same(encode(1), encode(True))
    (True, False)
    """
    if not isinstance(expected, dict):
        return type(expected) is type(got) and expected == got
    ((tag, content),) = expected.items()
    if tag == "float":
        return _same_number(float(content), got)
    if not isinstance(got, dict):
        return False
    ((got_tag, got_content),) = got.items()
    if tag in _SEQUENCES and got_tag in _SEQUENCES:
        return _same_items(content, got_content)
    return tag == got_tag and _COMPARE.get(tag, _equal)(content, got_content)


def _same_number(expected: float, got: Plain) -> bool:
    if type(got) is int:
        return math.isclose(expected, got, rel_tol=1e-9, abs_tol=1e-12)
    if not isinstance(got, dict) or "float" not in got:
        return False
    number = float(got["float"])
    both_nan = math.isnan(expected) and math.isnan(number)
    return both_nan or math.isclose(expected, number, rel_tol=1e-9, abs_tol=1e-12)


def _same_items(expected: list[Plain], got: list[Plain]) -> bool:
    return len(expected) == len(got) and all(map(same, expected, got))


def _same_dict(expected: list[list[Plain]], got: list[list[Plain]]) -> bool:
    by_key = {repr(key): value for key, value in got}
    return len(expected) == len(by_key) and all(
        repr(key) in by_key and same(value, by_key[repr(key)]) for key, value in expected
    )


def _same_dataclass(expected: list[Any], got: list[Any]) -> bool:
    (kind, fields), (got_kind, got_fields) = expected, got
    if kind != got_kind or fields.keys() != got_fields.keys():
        return False
    return all(same(value, got_fields[key]) for key, value in fields.items())


def _equal(expected: Plain, got: Plain) -> bool:
    return bool(expected == got)


_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "set": _same_items,
    "dict": _same_dict,
    "ctxlab": _same_dataclass,
}
