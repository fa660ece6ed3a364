"""Take the picture of the page for the documentation: the sample run of the README on a private desktop, while it goes on.

.venv/bin/python -m scripts.picture_page docs/images/page.png [--report docs/images/report.png] [--dark] [--narrow]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, expect

from scripts.opened_page import UFO, WAIT_MS, fill_in, opened_page

_REQUEST = (
    "Extract the sales table from the Writer document quarterly-report.odt, create a bar chart of it in Calc "
    "and save the spreadsheet as sales.ods"
)
_WIDE, _NARROW = (1440, 900), (390, 844)
_PAUSED_AT, _STEPS = 4, 6
"""The run is paused after so many steps; the picture is taken after so many: the sheet has its chart then."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", type=Path)
    parser.add_argument("--report", type=Path, help="the picture of its report is written here")
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--narrow", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run([*UFO, "sample", "."], cwd=folder, check=True, capture_output=True)
        with opened_page(folder, _NARROW if given.narrow else _WIDE, given.dark) as page:
            fill_in(page, _REQUEST, folder / "quarterly-report.odt")
            page.get_by_role("button", name="Start").click()
            page.locator("#now").wait_for(timeout=WAIT_MS)
            _go_to_the_chart(page)
            _take(page, given.target)
            page.get_by_role("button", name="Go on").click()
            expect(page.locator("#ended")).to_be_visible()
            if given.report:
                page.get_by_role("link", name="Look back").click()
                expect(page.locator(".bar .still img").last).to_be_visible()
                _take(page, given.report)
    return 0


def _go_to_the_chart(page: Page) -> None:
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


def _take(page: Page, target: Path) -> None:
    page.screenshot(path=target)
    with Image.open(target) as picture:
        plain = picture.convert("RGB")
    plain.save(target, optimize=True)


if __name__ == "__main__":
    sys.exit(main())
