"""Values as plain data: what may go into a learner's function and come out of it.

Arguments and answers cross a border (to another process when a class is
graded, to a private copy in a notebook), so both sides speak one strict
language: None, bool, int, float, str, list, tuple, dict, set, bytes, the
package's own dataclasses, and named counters. Only exact types count, compared
by identity: an object that claims to equal everything, or a type that does,
does not get in. The encoded form is JSON, never pickle.
"""

import dataclasses
import importlib
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from ctxlab.checking.counters import Counted

Plain = Any
"""A JSON value: scalars as they are, everything else `{tag: content}`."""

MAX_SIZE = 1_000_000
"""Items and characters in one value; what an endless generator is cut off at."""

MAX_DEPTH = 40
"""Lists in lists in lists."""

_MAX_BITS = 10_000  # of an integer: Python refuses to write down much larger ones


class NotPlain(TypeError):
    """A value that exercises do not use; the message says what it is."""


def _of_type(kind: type) -> NotPlain:
    where = "" if kind.__module__ in ("builtins", "__main__") else f"{kind.__module__}."
    return NotPlain(f"a value of type {where}{kind.__qualname__}")


def encode(value: Any, *, iterators: bool = False) -> Plain:
    """`value` as plain data; `iterators=True` also reads a generator, as a list.

    Raises NotPlain for any other type, and for what is endless or out of all proportion.

    >>> encode([1, (2.5, "a")])
    {'list': [1, {'tuple': [{'float': '2.5'}, 'a']}]}
    """
    if iterators and isinstance(value, Iterator):
        value = list(islice(value, MAX_SIZE + 1))
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


def package_type(path: str) -> type:
    """The package's dataclass that is written as `path`. Raises ValueError for anything else.

    >>> package_type("ctxlab.sections:ContextSection").__name__
    'ContextSection'
    """
    module, _, name = path.partition(":")
    if module.startswith("ctxlab."):
        kind = getattr(importlib.import_module(module), name, None)
        if isinstance(kind, type) and _is_ours(kind):
            return kind
    raise ValueError(f"not one of the package's own types: {path}")


def _is_ours(kind: type) -> bool:
    """Whether it is a dataclass of the package, and not one that only says so."""
    module: object = kind.__module__
    if type(module) is not str or not module.startswith("ctxlab."):
        return False
    found = getattr(sys.modules.get(module), kind.__qualname__, None)
    return found is kind and dataclasses.is_dataclass(kind)


class _Writer:
    def __init__(self, *, keeps_identity: bool) -> None:
        self._seen: dict[int, int] | None = {} if keeps_identity else None
        self._room = MAX_SIZE
        self._depth = 0

    def write(self, value: Any) -> Plain:
        kind = type(value)
        write = _WRITE.get(id(kind))  # by identity: a type can claim to equal another
        if write is not None:
            return write(self, value)
        if _is_ours(kind):
            return self._dataclass(value)
        raise _of_type(kind)

    def all(self, values: Iterable[Any]) -> list[Plain]:
        if self._depth == MAX_DEPTH:
            raise NotPlain(f"more than {MAX_DEPTH} levels of lists in lists")
        self._depth += 1
        written = [self.paid(1, self.write(value)) for value in values]
        self._depth -= 1
        return written

    def paid(self, size: int, written: Plain) -> Plain:
        self._room -= size
        if self._room < 0:
            raise NotPlain(f"more than {MAX_SIZE:,} items and characters, perhaps without end")
        return written

    def _dataclass(self, value: Any) -> Plain:
        if self._seen is not None:
            if id(value) in self._seen:
                return {"again": self._seen[id(value)]}
            self._seen[id(value)] = len(self._seen)
        kind = type(value)
        names = [field.name for field in dataclasses.fields(value)]
        parts = self.all(getattr(value, name) for name in names)
        fields = dict(zip(names, parts, strict=True))
        return {"ctxlab": [f"{kind.__module__}:{kind.__qualname__}", fields]}


def _integer(_: _Writer, value: int) -> Plain:
    if value.bit_length() > _MAX_BITS:
        raise NotPlain(f"an integer of more than {_MAX_BITS:,} bits")
    return value


_WRITE: dict[int, Callable[[_Writer, Any], Plain]] = {
    id(type(None)): lambda _, value: value,
    id(bool): lambda _, value: value,
    id(int): _integer,
    id(float): lambda _, value: {"float": repr(value)},
    id(str): lambda writer, value: writer.paid(len(value), value),
    id(bytes): lambda writer, value: writer.paid(len(value), {"bytes": value.hex()}),
    id(list): lambda writer, value: {"list": writer.all(value)},
    id(tuple): lambda writer, value: {"tuple": writer.all(value)},
    id(set): lambda writer, value: {"set": sorted(writer.all(value), key=repr)},
    id(frozenset): lambda writer, value: {"set": sorted(writer.all(value), key=repr)},
    id(dict): lambda writer, value: {"dict": [writer.all(pair) for pair in value.items()]},
    id(Counted): lambda _, value: {"counted": value.name},
}


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
        kind = package_type(path)
        number = len(self._seen)
        self._seen.append(None)  # numbered before its parts, as when it was written
        self._seen[number] = kind(**{key: self.read(part) for key, part in fields.items()})
        return self._seen[number]
