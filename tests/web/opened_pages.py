"""Pages in a real Chromium, which note whatever is wrong on their console."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, expect, sync_playwright

from tests.needs import need
from tests.waiting import WAITED_S
from tests.web.served import Served

_AXE = Path(__file__).parent / "axe/axe.min.js"
_CHROMIUM = "/usr/bin/chromium"
WIDE, NARROW = (1280, 860), (390, 844)


@contextmanager
def chromium() -> Iterator[Browser]:
    need("chromium")
    expect.set_options(timeout=WAITED_S * 1000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_CHROMIUM, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Visitor:
    """A browser of a person who came in by a link. `wrong`: what its console told."""

    served: Served
    context: BrowserContext
    page: Page
    wrong: list[str] = field(default_factory=list)

    def note(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.wrong.append(message.text)

    def fail(self, error: Error) -> None:
        self.wrong.append(str(error))

    def come_in(self) -> None:
        """By a link of its own, as somebody who was never there."""
        self.wrong.clear()
        self.context.clear_cookies()
        self.page.goto(self.served.new_link())
        self.page.wait_for_url("**/runs")

    def go(self, path: str) -> Page:
        self.page.goto(self.served.address + path)
        return self.page

    def barriers(self) -> list[str]:
        """Return what axe finds that keeps people out, and where."""
        self.page.evaluate(_AXE.read_text(encoding="utf-8"))
        found: list[dict[str, Any]] = self.page.evaluate("axe.run().then((found) => found.violations)")
        serious = [rule for rule in found if rule["impact"] in ("serious", "critical")]
        return [f"{rule['id']}: {node['html'][:160]}" for rule in serious for node in rule["nodes"][:3]]

    def is_too_wide(self) -> bool:
        """Tell whether the page has to be moved sideways to be read."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth > innerWidth + 1"))


@contextmanager
def visiting(
    browser: Browser,
    served: Served,
    size: tuple[int, int] = WIDE,
    scheme: Literal["light", "dark"] = "light",
    still: bool = False,
) -> Iterator[Visitor]:
    """`still`: the person wants no motion."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme=scheme,
        reduced_motion="reduce" if still else "no-preference",
    )
    context.set_default_timeout(WAITED_S * 1000)
    visitor = Visitor(served, context, context.new_page())
    visitor.page.on("console", visitor.note)
    visitor.page.on("pageerror", visitor.fail)
    try:
        visitor.come_in()
        yield visitor
    finally:
        context.close()
