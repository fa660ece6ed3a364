"""The page of `ufo serve`, served from a folder of its own and opened in Chromium, for the pictures of the documents."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, expect, sync_playwright

UFO = (sys.executable, "-P", "-m", "ufo")
_CHROMIUM = "/usr/bin/chromium"
WAIT_MS = 180_000


@contextmanager
def opened_page(
    folder: Path, size: tuple[int, int], is_dark: bool = False, desktop: tuple[int, int] = (1920, 1080)
) -> Iterator[Page]:
    """Yield the page with the list of runs. Nothing of the person's is read or written: home and state are in `folder`.

    `size`: of the page; `desktop`: of the private desktops that its runs work on; width and height in pixels.
    """
    expect.set_options(timeout=WAIT_MS)
    environment = {**os.environ, "HOME": str(folder), "XDG_STATE_HOME": str(folder / "state")}
    environment |= {"UFO_DESKTOP__WIDTH": str(desktop[0]), "UFO_DESKTOP__HEIGHT": str(desktop[1])}
    command = [*UFO, "serve", "--no-open", "--json"]
    with (
        subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True) as server,
        sync_playwright() as playwright,
    ):
        try:
            assert server.stdout is not None
            link = json.loads(server.stdout.readline())["link"]
            browser = playwright.chromium.launch(executable_path=_CHROMIUM, args=["--no-sandbox"])
            page = browser.new_page(
                viewport=ViewportSize(width=size[0], height=size[1]),
                color_scheme="dark" if is_dark else "light",
                base_url=link.partition("/enter")[0],
            )
            page.goto(link)
            page.wait_for_url("**/runs")
            yield page
            browser.close()
        finally:
            server.terminate()


def fill_in(page: Page, request: str, *files: Path, model: str = "") -> None:
    """Fill in the form for a request on a private desktop. `model`: that of the settings where it is empty."""
    page.goto("/ask")
    page.get_by_label("The request").fill(request)
    page.locator("#files").set_input_files(files)
    page.get_by_text("Model, desktop and limits").click()
    page.get_by_label("Model", exact=True).fill(model)
    page.get_by_label("Desktop").fill("private")
