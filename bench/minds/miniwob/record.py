"""Writes down what each page asks: shows every page in Chromium on a private desktop and keeps the instruction that it tells."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

import anyio

from bench.measured_desktop import MeasuredDesktop
from bench.minds.local_server import told
from bench.minds.miniwob.pages import html_folder, serve_page
from ufo.config.settings import DesktopSettings
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Launch

INSTRUCTIONS = Path(__file__).with_name("instructions.json")
_LETTERS = "[a-e]"
_WAIT_S = 20


async def first_told(folder: Path, path: str) -> Mapping[str, object]:
    """Return the first that a page tells its server. Raises TimeoutError where it does not."""
    deadline = time.monotonic() + _WAIT_S
    while time.monotonic() < deadline:
        if found := told(folder, path):
            return found[0]
        await anyio.sleep(0.05)
    raise TimeoutError(f"the page did not tell {path} within {_WAIT_S} s")


async def instruction_of(desktop: MeasuredDesktop, name: str, folder: Path) -> str:
    """Return what a page asks once it has been shown. Raises TimeoutError where it does not tell."""
    server = serve_page(name, folder)
    try:
        await desktop.launch(Launch("chromium", (f"http://127.0.0.1:{server.port}/miniwob/{name}.html",)))
        return str((await first_told(folder, "/instruction"))["text"])
    finally:
        server.close()


async def _record() -> None:
    private = PrivateDesktop.open(1280, 800)
    desktop = await MeasuredDesktop.connect(private.environment, DesktopSettings(width=1280, height=800))
    asked = {}
    try:
        for page in sorted((html_folder() / "miniwob").glob(f"{_LETTERS}*.html")):
            with tempfile.TemporaryDirectory() as folder:
                asked[page.stem] = await instruction_of(desktop, page.stem, Path(folder))
            print(page.stem, asked[page.stem], sep=": ")
    finally:
        await desktop.shutdown()
        private.close()
    INSTRUCTIONS.write_text(json.dumps(asked, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    anyio.run(_record)
