"""A real JupyterLab on a fresh folder, and a real browser looking at it."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

TOKEN = "a-token-for-tests"

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium() -> str:
    """The system's Chromium; the test skips without it, or fails where all is required."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    found = found or shutil.which("google-chrome")
    if found:
        return found
    if os.environ.get("CTXLAB_REQUIRE_ALL"):
        pytest.fail("Chromium is not installed, and CTXLAB_REQUIRE_ALL is set")
    pytest.skip("Chromium is not installed (apt-get install chromium)")


@contextmanager
def running_lab(folder: Path, home: Path) -> Iterator[str]:
    """`ctxlab lab` on `folder` with an empty home; yields its address."""
    port = _free_port()
    command = [sys.executable, "-c", "from ctxlab.cli import main; main()", "lab", str(folder)]
    environment = {**os.environ, "HOME": str(home), "JUPYTER_TOKEN": TOKEN}
    log = home / "lab.log"
    with log.open("w", encoding="utf-8") as output:
        process = subprocess.Popen(
            [*command, "--no-browser", "--port", str(port)],
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        _wait_until_up(f"http://127.0.0.1:{port}/api?token={TOKEN}", process, log)
        yield f"http://127.0.0.1:{port}"
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(timeout=20)


@contextmanager
def browser_page(width: int = 1366, height: int = 768, **options: Any) -> Iterator[Any]:
    """A page of a fresh headless browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        page = browser.new_page(viewport={"width": width, "height": height}, **options)
        page.set_default_timeout(60_000)
        yield page
        browser.close()


def open_notebook(page: Any, address: str, name: str) -> None:
    """Open a notebook in JupyterLab and wait until its kernel is there."""
    page.goto(f"{address}/lab/tree/{name}?token={TOKEN}")
    page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-Cell").first.wait_for()
    page.get_by_text("| Idle").wait_for()


def run_all(page: Any) -> None:
    """Run all cells and wait until the kernel is idle again."""
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    page.get_by_text("| Busy").wait_for()
    page.get_by_text("| Idle").wait_for()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until_up(url: str, process: "subprocess.Popen[bytes]", log: Path) -> None:
    for _ in range(300):
        try:
            urllib.request.urlopen(url, timeout=1).close()
            return
        except OSError:
            time.sleep(0.2)
        if process.poll() is not None:
            break
    raise RuntimeError(f"JupyterLab did not start:\n{log.read_text(encoding='utf-8')}")
