"""Values and calls written so that a learner can read them and paste them.

Works on encoded values, so that what a learner's code returned is never asked
how it would like to be printed.
"""

import dataclasses
from collections.abc import Callable, Iterable
from typing import Any

from ctxlab.checking.observe import Observation
from ctxlab.checking.plain import Plain, decode, encode, package_type

_LONG = 600  # characters shown of one value

_COUNTERS = {
    "chars/4": "count_tokens",
    "chars/3": "CharCounter(3)",
    "words": "lambda text: len(text.split())",
    "o200k_base": 'bpe_counter("o200k_base")',
    "cl100k_base": 'bpe_counter("cl100k_base")',
}


def call(name: str, parameters: Iterable[str], case: Plain) -> str:
    """The call that failed, as Python.

    >>> call("cut", ["text", "limit"], {"tuple": ["to be", 3]})
    "cut(text='to be', limit=3)"
    """
    arguments = zip(parameters, map(encode, decode(case)), strict=True)
    return f"{name}({', '.join(f'{key}={value(plain)}' for key, plain in arguments)})"


def value(plain: Plain) -> str:
    """An encoded value as Python, shortened in the middle if it is very long."""
    text = _written(plain)
    if len(text) <= _LONG:
        return text
    return f"{text[: _LONG // 2]} … {len(text) - _LONG} characters … {text[-_LONG // 2 :]}"


def outcome(seen: Observation) -> str:
    """What a function did: its answer, or how it ended."""
    if seen.timed_out:
        return "no answer in time: the loop was stopped"
    if seen.raised:
        message = f": {seen.raised.message}" if seen.raised.message else ""
        return f"{seen.raised.types[0]} raised{message}"
    return seen.odd_type or value(seen.answer)


def _written(plain: Plain) -> str:
    if not isinstance(plain, dict):
        return repr(plain)
    ((tag, content),) = plain.items()
    return _WRITERS[tag](content)


def _sequence(left: str, right: str) -> Callable[[Any], str]:
    return lambda items: f"{left}{', '.join(map(_written, items))}{right}"


def _tuple(items: Any) -> str:
    return f"({', '.join(map(_written, items))}{',' if len(items) == 1 else ''})"


def _dict(pairs: Any) -> str:
    return "{" + ", ".join(f"{_written(k)}: {_written(v)}" for k, v in pairs) + "}"


def _dataclass(content: Any) -> str:
    """The constructor's call, without the fields that have their default value."""
    path, fields = content
    defaults = {field.name: field.default for field in dataclasses.fields(package_type(path))}
    shown = [
        f"{key}={_written(plain)}"
        for key, plain in fields.items()
        if isinstance(plain, dict)
        or plain != defaults[key]
        or type(plain) is not type(defaults[key])
    ]
    return f"{path.rpartition(':')[2]}({', '.join(shown)})"


_WRITERS: dict[str, Callable[[Any], str]] = {
    "float": str,
    "bytes": lambda data: repr(bytes.fromhex(data)),
    "list": _sequence("[", "]"),
    "set": _sequence("{", "}"),
    "tuple": _tuple,
    "dict": _dict,
    "ctxlab": _dataclass,
    "counted": lambda name: _COUNTERS[name],
}
