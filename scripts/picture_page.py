"""Take the picture of the page for the documentation: the sample run of the README on a private desktop, while it goes on.

.venv/bin/python -m scripts.picture_page docs/images/page.png [--dark] [--narrow]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

_UFO = (sys.executable, "-P", "-m", "ufo")
_CHROMIUM = "/usr/bin/chromium"
_REQUEST = (
    "Extract the sales table from the Writer document quarterly-report.odt, create a bar chart of it in Calc "
    "and save the spreadsheet as sales.ods"
)
_WIDE, _NARROW = (1440, 900), (390, 844)
_WAIT_MS = 180_000
_PAUSED_AT, _STEPS = 4, 6
"""The run is paused after so many steps; the picture is taken after so many: the sheet has its chart then."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", type=Path)
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--narrow", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "HOME": folder, "XDG_STATE_HOME": f"{folder}/state"}
        subprocess.run([*_UFO, "sample", "."], cwd=folder, env=environment, check=True, capture_output=True)
        command = [*_UFO, "serve", "--no-open", "--json"]
        with subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                _take(json.loads(server.stdout.readline())["link"], Path(folder), given)
            finally:
                server.terminate()
    return 0


def _take(link: str, folder: Path, given: argparse.Namespace) -> None:
    expect.set_options(timeout=_WAIT_MS)
    width, height = _NARROW if given.narrow else _WIDE
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(
            viewport={"width": width, "height": height}, color_scheme="dark" if given.dark else "light"
        )
        page.goto(link)
        page.wait_for_url("**/runs")
        _start(page, link.partition("/enter")[0], folder)
        expect(page.locator("#steps .step").nth(_PAUSED_AT - 1)).to_be_attached()
        page.get_by_role("button", name="Pause").click()
        expect(page.locator("#phase")).to_have_text("PAUSED")
        while page.locator("#steps .step").count() < _STEPS:
            upcoming = page.locator("#doing").inner_text()
            page.get_by_role("button", name="One step").click()
            expect(page.locator("#doing")).not_to_have_text(upcoming)
            expect(page.locator("#phase")).to_have_text("PAUSED")
        # The picture comes after the state.
        page.wait_for_timeout(1500)
        page.screenshot(path=given.target)
        Image.open(given.target).convert("RGB").save(given.target, optimize=True)
        page.get_by_role("button", name="Go on").click()
        expect(page.locator("#ended")).to_be_visible()
        browser.close()


def _start(page: Page, address: str, folder: Path) -> None:
    page.goto(f"{address}/ask")
    page.get_by_label("The request").fill(_REQUEST)
    page.locator("#files").set_input_files(folder / "quarterly-report.odt")
    page.get_by_text("Model, desktop and limits").click()
    page.get_by_label("Desktop").fill("private")
    page.get_by_role("button", name="Start").click()
    page.locator("#now").wait_for(timeout=_WAIT_MS)


if __name__ == "__main__":
    sys.exit(main())
