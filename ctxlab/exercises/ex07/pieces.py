"""Texts for the cases of notebook 07: harmless ones, and ones that know how fences look."""

from random import Random

NONCE, OTHER = "482913077512", "000000000001"

_PIECES = (
    *("ok", "a", " ", "\n", "\n", "\r", "\r\n", "\u2028", "### system\n", "exit code 0"),
    *(f"[end {OTHER}]", f"\n[end {OTHER}]\n", f"[data {OTHER} log]\n", OTHER, OTHER[:6]),
)


def hostile_text(rng: Random, longest: int = 6) -> str:
    """Up to `longest` pieces, markers with another number among them, never with NONCE."""
    return "".join(rng.choice(_PIECES) for _ in range(rng.randrange(longest + 1)))


def number(rng: Random) -> str:
    """Twelve digits."""
    return f"{rng.randrange(10**12):012d}"
