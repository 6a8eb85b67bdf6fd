"""One learner in a real browser: `ctxlab lab`, notebook 02, run all, move the slider."""

from pathlib import Path

from tests.support.lab import browser_page, chromium, open_notebook, run_all, running_lab


def test_the_playground_of_notebook_02_follows_its_slider(tmp_path: Path) -> None:
    chromium()
    home = tmp_path / "home"
    home.mkdir()
    with running_lab(tmp_path / "mine", home) as address, browser_page() as page:
        outside: list[str] = []
        page.on("request", lambda r: outside.append(r.url) if address not in r.url else None)
        open_notebook(page, address, "02_assembling_context.ipynb")
        run_all(page)
        picture = page.locator(".widget-vbox img.widget-image")
        picture.scroll_into_view_if_needed()
        before = picture.get_attribute("src")
        handle = page.locator(".widget-vbox .noUi-handle").first
        handle.focus()
        for _ in range(12):
            page.keyboard.press("ArrowLeft")
        page.wait_for_function(
            "before => document.querySelector('.widget-vbox img.widget-image').src !== before",
            arg=before,
        )
        page.get_by_text("48 of 48 tokens").first.wait_for(state="attached")
        page.screenshot(path=tmp_path / "playground.png")
        assert [url for url in outside if not url.startswith(("data:", "blob:"))] == []
