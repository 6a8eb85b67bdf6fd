"""Telling "not attempted" from "wrong": is a function's body still the stub?

A body is a stub if it is only `...`, `pass`, a docstring, or raises
NotImplementedError. Stubs compile to the same few instructions whatever their
name and parameters, so the function's code is compared with those; this needs
no source text and holds for every version of Python.
"""

from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any

_BODIES = (
    "...",
    "pass",
    "'docstring'",
    "'docstring'; ...",
    "return None",
    "return ...",
    "raise NotImplementedError",
    "raise NotImplementedError()",
    "raise NotImplementedError('text')",
    "'docstring'; raise NotImplementedError('text')",
)


def is_stub(function: Callable[..., Any]) -> bool:
    """Whether nothing has been written yet.

    >>> def mine(text): ...
    >>> is_stub(mine), is_stub(lambda text: len(text))
    (True, False)
    """
    if not isinstance(function, FunctionType):
        return False
    code = function.__code__
    if code.co_code not in _STUB_CODES or not set(code.co_names) <= {"NotImplementedError"}:
        return False
    raises = bool(code.co_names)  # then a text is its message
    texts = [c for c in code.co_consts if isinstance(c, str) and c != function.__doc__]
    others = [c for c in code.co_consts if not isinstance(c, str)]
    return (raises or not texts) and all(c is None or c is ... for c in others)


def _compiled(body: str) -> CodeType:
    namespace: dict[str, Any] = {}
    exec(f"def stub(text): {body}", namespace)
    code: CodeType = namespace["stub"].__code__
    return code


_STUB_CODES = {_compiled(body).co_code for body in _BODIES}
