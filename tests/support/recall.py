"""Help for the recall tests: a tiny model made here, a made-up reader, and what may be absent."""

import importlib.util
import os
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ctxlab.recall.plans import Plan, Trial
from ctxlab.recall.readers import Answer
from ctxlab.recall.weights import SMOLLM2, find_weights

REQUIRE_ALL = "CTXLAB_REQUIRE_ALL"


def need(there: bool, reason: str) -> None:
    """Skip with the named reason what is not there; where all is required, fail instead."""
    if not there and os.environ.get(REQUIRE_ALL) == "1":
        pytest.fail(f"{REQUIRE_ALL}=1, but {reason}")
    if not there:
        pytest.skip(reason)


def need_model() -> Path:
    """The weights, or a skip that says how to get them."""
    path = find_weights()
    need(path is not None, f"{SMOLLM2.name} is absent: run `ctxlab recall get-model`")
    assert path is not None
    return path


def need_other_engine() -> None:
    """xllamacpp, or a skip that says how to get it."""
    there = importlib.util.find_spec("xllamacpp") is not None
    need(there, "xllamacpp is absent: install the dependency group `engine`")


class MadeUpReader:
    """Recalls the two ends; counts what it was asked; may be interrupted."""

    def __init__(self, stop_after: int | None = None, name: str = "made up") -> None:
        self.asked = 0
        self._stop_after = stop_after
        self._name = name

    def about(self) -> dict[str, str]:
        return {"model": self._name}

    def answer(self, plan: Plan, trial: Trial) -> list[Answer]:
        if self.asked == self._stop_after:
            raise KeyboardInterrupt
        self.asked += 1
        ends = (0, plan.facts - 1)
        return [Answer(slot in ends, -float(slot not in ends)) for slot in trial.slots]


def tiny_gguf(path: Path, seed: int = 0) -> Path:
    """A whole, working llama of 2 layers with random weights in all three formats."""
    rng = np.random.default_rng(seed)
    words = [*"abcdefgh", "Ġ", "ab", "Ġab"]
    facts: dict[str, Any] = {
        "general.architecture": "llama",
        "general.name": "tiny",
        "llama.block_count": 2,
        "llama.context_length": 64,
        "llama.attention.head_count": 4,
        "llama.attention.head_count_kv": 2,
        "llama.rope.dimension_count": 8,
        "llama.rope.freq_base": 10000.0,
        "llama.attention.layer_norm_rms_epsilon": 1e-5,
        "tokenizer.ggml.model": "gpt2",
        "tokenizer.ggml.pre": "smollm",
        "tokenizer.ggml.tokens": words,
        "tokenizer.ggml.merges": ["a b", "Ġ ab"],
    }
    tensors = {"token_embd.weight": (8, (len(words), 32)), "output_norm.weight": (0, (32,))}
    for layer in range(2):
        shapes = {
            "attn_norm": (0, (32,)),
            "attn_q": (3, (32, 32)),
            "attn_k": (3, (16, 32)),
            "attn_v": (3, (16, 32)),
            "attn_output": (3, (32, 32)),
            "ffn_norm": (0, (32,)),
            "ffn_gate": (3, (64, 32)),
            "ffn_up": (3, (64, 32)),
            "ffn_down": (3, (32, 64)),
        }
        tensors |= {f"blk.{layer}.{name}.weight": entry for name, entry in shapes.items()}
    _write(path, facts, tensors, rng)
    return path


def _write(path: Path, facts: dict[str, Any], tensors: Any, rng: np.random.Generator) -> None:
    index, data = b"", b""
    for name, (kind, shape) in tensors.items():
        index += _text(name) + struct.pack("<I", len(shape))
        index += b"".join(struct.pack("<Q", size) for size in reversed(shape))
        index += struct.pack("<IQ", kind, len(data))
        data += _random_tensor(kind, int(np.prod(shape)), rng)
        data += bytes(-len(data) % 32)
    head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(facts))
    head += b"".join(_text(name) + _fact(value) for name, value in facts.items()) + index
    path.write_bytes(head + bytes(-len(head) % 32) + data)


def _random_tensor(kind: int, size: int, rng: np.random.Generator) -> bytes:
    """Values of about unit size per row, packed as format `kind` asks."""
    if kind == 0:
        return rng.uniform(0.5, 1.5, size).astype("<f4").tobytes()
    packed = b""
    for _ in range(size // 32):
        if kind == 8:
            packed += np.float16(0.003).tobytes() + rng.integers(-127, 128, 32, "i1").tobytes()
        else:
            packed += np.array([0.04, -0.3], np.float16).tobytes()
            packed += rng.integers(0, 256, 16, np.uint8).tobytes()
    return packed


def _text(text: str) -> bytes:
    return struct.pack("<Q", len(text.encode())) + text.encode()


def _fact(value: Any) -> bytes:
    if isinstance(value, str):
        return struct.pack("<I", 8) + _text(value)
    if isinstance(value, float):
        return struct.pack("<If", 6, value)
    if isinstance(value, list):
        return struct.pack("<IIQ", 9, 8, len(value)) + b"".join(map(_text, value))
    return struct.pack("<II", 4, value)
