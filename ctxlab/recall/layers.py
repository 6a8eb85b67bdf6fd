"""The arithmetic between the matrix products of a Llama-like model.

Sources: Zhang and Sennrich 2019 (RMS norm), Su et al. 2021 (rotary positions),
Shazeer 2020 (gated feed-forward layers). Taught in 03.
"""

import numpy as np
import numpy.typing as npt

from ctxlab.recall.gguf import Array

Turn = tuple[Array, Array]
"""Cosine and sine, each of (tokens, pairs)."""


def norm(x: Array, weight: Array, epsilon: float) -> Array:
    """Each row scaled to a mean square of 1, then weighted. Taught in 03.

    >>> norm(np.float32([[2, 2]]), np.float32([1, 3]), 0).tolist()
    [[1.0, 3.0]]
    """
    scale = np.sqrt(np.mean(x * x, axis=1, keepdims=True) + np.float32(epsilon))
    return np.asarray(x / scale * weight, np.float32)


def softmax(x: Array) -> Array:
    """Each row as positive weights that add up to 1. Taught in 03.

    >>> softmax(np.float32([[0, 0, -np.inf]])).tolist()
    [[0.5, 0.5, 0.0]]
    """
    x = np.exp(x - x.max(axis=1, keepdims=True))
    return np.asarray(x / x.sum(axis=1, keepdims=True), np.float32)


def silu(x: Array) -> Array:
    """`x` times its logistic sigmoid: the gate of SwiGLU. Taught in 03.

    >>> silu(np.float32([0, 10])).round(2).tolist()
    [0.0, 10.0]
    """
    return np.asarray(x / (1 + np.exp(-x)), np.float32)


def angles(places: npt.NDArray[np.intp], width: int, base: float) -> Turn:
    """How far each place turns each pair of numbers: fast for the first pair, slow for the last.

    >>> cos, sin = angles(np.array([0, 1]), width=4, base=100.0)
    >>> cos[0].tolist(), f"{cos[1, 0]:.2f} {cos[1, 1]:.2f}"
    ([1.0, 1.0], '0.54 1.00')
    """
    speeds = base ** (-np.arange(0, width, 2) / width)
    turned = places[:, None] * speeds
    return np.cos(turned).astype(np.float32), np.sin(turned).astype(np.float32)


def rotate(x: Array, turn: Turn) -> Array:
    """Turn each pair of neighbouring numbers by its angle (GGUF keeps pairs together).

    >>> rotate(np.float32([[1, 0]]), (np.float32([[0]]), np.float32([[1]]))).tolist()
    [[0.0, 1.0]]
    """
    cos, sin = turn
    even, odd = x[..., 0::2], x[..., 1::2]
    pairs = np.stack([even * cos - odd * sin, even * sin + odd * cos], axis=-1)
    return pairs.reshape(x.shape)
