"""One forward pass of a small language model, in numpy, readable from top to bottom.

The architecture is Llama's, as SmolLM2 uses it: RMS norm, rotary positions,
attention in which several query heads share one key/value head, a gated
feed-forward layer (SwiGLU), and an output layer tied to the input embedding.

What the model has read is kept as keys and values in a `Cache`. Reading goes
on from a cache without changing it, so one prefix serves many questions.

Left out: sampling, training, other architectures, half precision. Sources:
Touvron et al. 2023 (Llama), Ben Allal et al. 2025 (SmolLM2). Taught in 03.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ctxlab.recall.gguf import Array, GgufFile
from ctxlab.recall.layers import Turn, angles, norm, rotate, silu, softmax

Mask = npt.NDArray[np.bool_]
KeysValues = tuple[Array, Array]
"""What one layer keeps of what it read: each of (heads, tokens, width)."""
_UNSEEN = np.float32(-np.inf)
_CHUNK = 256  # tokens read at once: bounds the memory that attention takes


@dataclass(frozen=True)
class Cache:
    """What was read so far, layer by layer, and how many tokens it was. Taught in 03."""

    layers: tuple[KeysValues, ...]
    length: int = 0


@dataclass(frozen=True)
class _Block:
    """The weights of one layer, each as (inputs, outputs)."""

    attn_norm: Array
    q: Array
    k: Array
    v: Array
    attn_output: Array
    ffn_norm: Array
    ffn_gate: Array
    ffn_up: Array
    ffn_down: Array


class LlamaModel:
    """The weights of a Llama-like model and its forward pass, in float32. Taught in 03."""

    def __init__(self, file: GgufFile) -> None:
        facts = file.facts
        if facts["general.architecture"] != "llama":
            raise ValueError(f"this is a {facts['general.architecture']} model, not a llama")
        self.heads: int = facts["llama.attention.head_count"]
        self.kv_heads: int = facts["llama.attention.head_count_kv"]
        self.width: int = facts["llama.rope.dimension_count"]
        self.longest: int = facts["llama.context_length"]
        self._epsilon: float = facts["llama.attention.layer_norm_rms_epsilon"]
        self._base: float = facts["llama.rope.freq_base"]
        self._embedding = file.tensor("token_embd.weight")
        self._last_norm = file.tensor("output_norm.weight")
        self._blocks = [_block(file, i) for i in range(facts["llama.block_count"])]

    def empty(self) -> Cache:
        """The cache of a model that has read nothing."""
        nothing = np.zeros((self.kv_heads, 0, self.width), np.float32)
        return Cache(((nothing, nothing),) * len(self._blocks))

    def read(self, tokens: Sequence[int], cache: Cache | None = None) -> tuple[Array, Cache]:
        """Read `tokens` after what `cache` holds: their hidden states, and a longer cache.

        Raises ValueError without tokens, and beyond the model's longest context.
        """
        cache = cache or self.empty()
        if not tokens:
            raise ValueError("there is nothing to read: give at least one token")
        if cache.length + len(tokens) > self.longest:
            need = cache.length + len(tokens)
            raise ValueError(f"the prompt has {need} tokens; the model reads {self.longest}")
        hidden = []
        for start in range(0, len(tokens), _CHUNK):
            chunk = tokens[start : start + _CHUNK]
            states, cache = self._read_masked([chunk], cache)
            hidden.append(states)
        return np.concatenate(hidden), cache

    def read_each(self, branches: Sequence[Sequence[int]], cache: Cache) -> list[Array]:
        """Hidden states of several continuations of one cache, none seeing another."""
        states, _ = self._read_masked(branches, cache)
        ends = np.cumsum([len(branch) for branch in branches])
        return np.split(states, ends[:-1])

    def log_probs(self, hidden: Array) -> Array:
        """The log-probability of every token of the vocabulary to come next, a row a state."""
        logits = norm(hidden, self._last_norm, self._epsilon) @ self._embedding.T
        logits -= logits.max(axis=1, keepdims=True)
        rest: Array = np.log(np.exp(logits).sum(axis=1, keepdims=True))
        return logits - rest

    def _read_masked(self, branches: Sequence[Sequence[int]], cache: Cache) -> tuple[Array, Cache]:
        """All branches in one pass, end to end; the mask keeps them apart."""
        places = np.concatenate([np.arange(len(b)) for b in branches]) + cache.length
        branch_of = np.repeat(np.arange(len(branches)), [len(b) for b in branches])
        visible = branch_of[:, None] == branch_of[None, :]
        visible &= places[:, None] >= places[None, :]
        mask = np.concatenate([np.ones((len(places), cache.length), bool), visible], axis=1)
        turn = angles(places, self.width, self._base)
        x: Array = self._embedding[[token for branch in branches for token in branch]]
        layers = []
        for block, read in zip(self._blocks, cache.layers, strict=True):
            x, read = self._through(block, x, read, (turn, mask))
            layers.append(read)
        return x, Cache(tuple(layers), cache.length + len(places))

    def _through(
        self, block: _Block, x: Array, read: KeysValues, view: tuple[Turn, Mask]
    ) -> tuple[Array, KeysValues]:
        """One layer: look at what was read, then think about it, each added to `x`."""
        turn, mask = view
        y = norm(x, block.attn_norm, self._epsilon)
        keys = np.concatenate([read[0], rotate(self._split(y @ block.k), turn)], axis=1)
        values = np.concatenate([read[1], self._split(y @ block.v)], axis=1)
        queries = rotate(self._split(y @ block.q), turn)
        x = np.add(x, self._attend(queries, keys, values, mask) @ block.attn_output)
        y = norm(x, block.ffn_norm, self._epsilon)
        x = np.add(x, (silu(y @ block.ffn_gate) * (y @ block.ffn_up)) @ block.ffn_down)
        return x, (keys, values)

    def _attend(self, queries: Array, keys: Array, values: Array, mask: Mask) -> Array:
        """Each query's average of the values it may see, weighted by how well keys match."""
        group = self.heads // self.kv_heads
        mixed = [
            softmax(np.where(mask, query @ keys[head // group].T, _UNSEEN)) @ values[head // group]
            for head, query in enumerate(queries / np.float32(np.sqrt(self.width)))
        ]
        return np.concatenate(mixed, axis=1)

    def _split(self, x: Array) -> Array:
        """(tokens, heads * width) as (heads, tokens, width)."""
        return x.reshape(len(x), -1, self.width).swapaxes(0, 1)


def _block(file: GgufFile, number: int) -> _Block:
    names = _Block.__dataclass_fields__
    stored = {n: n if "norm" in n or "_" in n else f"attn_{n}" for n in names}
    tensors = {n: file.tensor(f"blk.{number}.{stored[n]}.weight") for n in names}
    return _Block(**{n: np.ascontiguousarray(t.T) for n, t in tensors.items()})
