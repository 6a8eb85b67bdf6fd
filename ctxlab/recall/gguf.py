"""Reading a GGUF weights file: facts about the model, and its tensors as numbers.

GGUF is llama.cpp's file format: a header, named facts (sizes, vocabulary),
named tensors, and their data, aligned. A quantised tensor is stored in blocks
of 32 weights that share one scale; here it is turned back into float32.

Left out: every block format that SmolLM2-135M-Instruct Q4_1 does not use, files
in several parts, big-endian files. Source: the GGUF specification (ggml).
Taught in 03.
"""

import math
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]

BLOCK = 32  # weights that share a scale
_MAGIC = b"GGUF"
_SCALARS = dict(enumerate("BbHhIif?")) | {10: "Q", 11: "q", 12: "d"}
_STRING, _ARRAY = 8, 9


@dataclass(frozen=True)
class _Format:
    """How a tensor is stored: bytes for a block, weights in it, and the way back."""

    name: str
    bytes: int
    weights: int
    decode: Callable[[Bytes], Array]


def _f32(blocks: Bytes) -> Array:
    return blocks.view(np.float32)


def _q8_0(blocks: Bytes) -> Array:
    """A half-precision scale, then 32 signed bytes."""
    scale = blocks[:, :2].view(np.float16).astype(np.float32)
    return blocks[:, 2:].view(np.int8) * scale


def _q4_1(blocks: Bytes) -> Array:
    """A scale and a minimum, then 16 bytes: low halves first, then high halves."""
    scale = blocks[:, 0:2].view(np.float16).astype(np.float32)
    least = blocks[:, 2:4].view(np.float16).astype(np.float32)
    halves = np.concatenate([blocks[:, 4:] & 15, blocks[:, 4:] >> 4], axis=1)
    return halves * scale + least


_FORMATS = {
    0: _Format("F32", 4, 1, _f32),
    3: _Format("Q4_1", 20, BLOCK, _q4_1),
    8: _Format("Q8_0", 34, BLOCK, _q8_0),
}


class GgufFile:
    """The facts and tensors of one GGUF file; tensors are decoded when asked for.

    Raises ValueError if the file is no GGUF file. Taught in 03.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._bytes: Bytes = np.memmap(path, np.uint8, "r")
        self._at = 4
        if self._bytes[:4].tobytes() != _MAGIC:
            raise ValueError(f"{path.name} is not a GGUF file; fetch the weights again")
        _version, tensors, facts = self._scalar("I"), self._scalar("Q"), self._scalar("Q")
        self.facts: dict[str, Any] = {self._string(): self._value() for _ in range(facts)}
        self._tensors = dict(self._tensor_entry() for _ in range(tensors))
        alignment = self.facts.get("general.alignment", 32)
        self._data = math.ceil(self._at / alignment) * alignment

    def tensor(self, name: str) -> Array:
        """A tensor as float32, its rows first. Raises KeyError for an unknown name."""
        shape, kind, offset = self._tensors[name]
        if kind not in _FORMATS:
            raise ValueError(f"{name} is stored in format {kind}; this reader knows {_known()}")
        form = _FORMATS[kind]
        blocks = math.prod(shape) // form.weights
        start = self._data + offset
        raw = np.array(self._bytes[start : start + blocks * form.bytes])
        return form.decode(raw.reshape(blocks, form.bytes)).reshape(shape)

    def _tensor_entry(self) -> tuple[str, tuple[tuple[int, ...], int, int]]:
        name = self._string()
        sizes = [self._scalar("Q") for _ in range(self._scalar("I"))]
        return name, (tuple(reversed(sizes)), self._scalar("I"), self._scalar("Q"))

    def _value(self) -> Any:
        kind = self._scalar("I")
        if kind != _ARRAY:
            return self._of_kind(kind)
        kind, length = self._scalar("I"), self._scalar("Q")
        return [self._of_kind(kind) for _ in range(length)]

    def _of_kind(self, kind: int) -> Any:
        return self._string() if kind == _STRING else self._scalar(_SCALARS[kind])

    def _string(self) -> str:
        length = self._scalar("Q")
        self._at += length
        return self._bytes[self._at - length : self._at].tobytes().decode("utf-8", "replace")

    def _scalar(self, code: str) -> Any:
        start, self._at = self._at, self._at + struct.calcsize(code)
        return struct.unpack("<" + code, self._bytes[start : self._at].tobytes())[0]


def _known() -> str:
    return ", ".join(form.name for form in _FORMATS.values())
