"""Values as plain data: what may go into a learner's function and come out of it.

Arguments and answers cross a border (to another process when a class is
graded, to a private copy in a notebook), so both sides speak one strict
language: None, bool, int, float, str, list, tuple, dict, set, bytes, the
package's own dataclasses, and named counters. Only exact types count: an
object that claims to equal everything does not get in. The encoded form is
JSON, never pickle.
"""

import dataclasses
import importlib
from collections.abc import Iterable, Iterator
from typing import Any

from ctxlab.checking.counters import Counted

Plain = Any
"""A JSON value: scalars as they are, everything else `{tag: content}`."""

_SCALARS = (type(None), bool, int, str)
_SEQUENCES: dict[type, str] = {list: "list", tuple: "tuple"}


class NotPlain(TypeError):
    """A value of a type that exercises do not use."""

    def __init__(self, value: object) -> None:
        kind = type(value)
        where = "" if kind.__module__ in ("builtins", "__main__") else f"{kind.__module__}."
        super().__init__(f"a value of type {where}{kind.__qualname__}")


def encode(value: Any, *, iterators: bool = False) -> Plain:
    """`value` as plain data; `iterators=True` also reads a generator, as a list.

    Raises NotPlain for any other type.

    >>> encode([1, (2.5, "a")])
    {'list': [1, {'tuple': [{'float': '2.5'}, 'a']}]}
    """
    if iterators and isinstance(value, Iterator):
        value = list(value)
    return _Writer(keeps_identity=False).write(value)


def encode_arguments(arguments: tuple[Any, ...]) -> Plain:
    """A call's arguments, in which one object listed twice stays one object."""
    return _Writer(keeps_identity=True).write(arguments)


def decode(plain: Plain) -> Any:
    """The value again, new in all its parts.

    >>> decode(encode({"a": [1, 2]}))
    {'a': [1, 2]}
    """
    return _Reader().read(plain)


class _Writer:
    def __init__(self, *, keeps_identity: bool) -> None:
        self._seen: dict[int, int] | None = {} if keeps_identity else None

    def write(self, value: Any) -> Plain:
        kind = type(value)
        if kind in _SCALARS:
            return value
        if kind in _SEQUENCES:
            return {_SEQUENCES[kind]: self._all(value)}
        if kind is float:
            return {"float": repr(value)}
        if kind is bytes:
            return {"bytes": value.hex()}
        if kind in (set, frozenset):
            return {"set": sorted(self._all(value), key=repr)}
        if kind is dict:
            return {"dict": [self._all(pair) for pair in value.items()]}
        if kind is Counted:
            return {"counted": value.name}
        if dataclasses.is_dataclass(value) and kind.__module__.startswith("ctxlab."):
            return self._dataclass(value)
        raise NotPlain(value)

    def _all(self, values: Iterable[Any]) -> list[Plain]:
        return [self.write(value) for value in values]

    def _dataclass(self, value: Any) -> Plain:
        if self._seen is not None:
            if id(value) in self._seen:
                return {"again": self._seen[id(value)]}
            self._seen[id(value)] = len(self._seen)
        kind = type(value)
        fields = {f.name: self.write(getattr(value, f.name)) for f in dataclasses.fields(value)}
        return {"ctxlab": [f"{kind.__module__}:{kind.__qualname__}", fields]}


class _Reader:
    def __init__(self) -> None:
        self._seen: list[Any] = []

    def read(self, plain: Plain) -> Any:
        if not isinstance(plain, dict):
            return plain
        ((tag, content),) = plain.items()
        return getattr(self, f"_{tag}")(content)

    def _all(self, items: Iterable[Plain]) -> list[Any]:
        return [self.read(item) for item in items]

    _list = _all

    def _tuple(self, items: Iterable[Plain]) -> tuple[Any, ...]:
        return tuple(self._all(items))

    def _set(self, items: Iterable[Plain]) -> set[Any]:
        return set(self._all(items))

    def _dict(self, pairs: Iterable[Iterable[Plain]]) -> dict[Any, Any]:
        return dict(self._all(pair) for pair in pairs)

    def _float(self, written: str) -> float:
        return float(written)

    def _bytes(self, written: str) -> bytes:
        return bytes.fromhex(written)

    def _counted(self, name: str) -> Counted:
        return Counted(name)

    def _again(self, number: int) -> Any:
        return self._seen[number]

    def _ctxlab(self, content: Plain) -> Any:
        path, fields = content
        module, _, name = path.partition(":")
        if not module.startswith("ctxlab."):
            raise ValueError(f"not one of the package's own types: {path}")
        number = len(self._seen)
        self._seen.append(None)  # numbered before its parts, as when it was written
        kind = getattr(importlib.import_module(module), name)
        self._seen[number] = kind(**{key: self.read(part) for key, part in fields.items()})
        return self._seen[number]
