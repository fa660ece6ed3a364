"""Record a take-over as an animated picture of the page: a run comes to a login, a person signs in, and the run goes on.

    .venv/bin/python -m scripts.record_takeover docs/images/takeover.gif

The run, its desktop, its browser and the page are real. What the model answers is written down below.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw
from playwright.sync_api import Locator, Page, expect

from scripts.animation import Animation
from scripts.opened_page import WAIT_MS, fill_in, opened_page

_REQUEST = "Tell me which book is on its way"
_WINDOW, _SHOWN, _DESKTOP = (1200, 780), (880, 572), (960, 540)
_EVERY_MS, _LETTER_MS = 250, 90
_FIELD = (0.26, 0.65)
"""Where the name is typed, in parts of the screen."""
_STYLE = (
    "<meta charset=utf-8><style>body{font:28px sans-serif;margin:1em 2em}"
    "label,input,button{display:block;font:inherit;margin:.4em 0}</style>"
)
_LOGIN = (
    f"<!doctype html><title>Bookshop</title>{_STYLE}<h1>Sign in</h1><form action=orders.html>"
    "<label for=who>Name</label><input id=who autocomplete=off>"
    "<label for=word>Password</label><input id=word type=password autocomplete=off><button>Sign in</button></form>"
)
_ORDERS = f"<!doctype html><title>My orders</title>{_STYLE}<h1>My orders</h1><p>On its way: The Time Machine</p>"
_QUESTION = "The page asks for a password, which is yours to type. Take over, sign in and hand back. Is it done?"


def _host(status: str, function: str = "", arguments: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    said = {"observation": "the desktop", "status": status, "function": function, "arguments": arguments or {}}
    return said | more


_ANSWERS = (
    _host("CONTINUE", "launch_application", {"name": "chromium", "arguments": ["login.html"]}, thought="Open the page."),
    _host("PENDING", thought="I know no password. The person signs in.", questions=[_QUESTION]),
    _host(
        "ASSIGN", "select_application_window", {"id": "0"}, thought="They signed in.", current_subtask="Read the orders"
    ),
    {
        "observation": "the orders", "thought": "The orders are there.", "status": "CONTINUE",
        "action": [{"function": "read_page", "arguments": {}}],
    },
    {
        "observation": "the orders", "thought": "It stands on the page.", "status": "FINISH", "action": [],
        "result": "The Time Machine",
    },
    _host("FINISH", thought="That was asked.", result="The Time Machine"),
)  # fmt: skip


class Film:
    """Takes the page as it is, with the pointer drawn where the person has it, which no picture of a page shows."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._pointer = (_WINDOW[0] * 0.6, _WINDOW[1] * 0.5)
        self.animation = Animation(_SHOWN, colours=255)

    def take(self, lasts_ms: int = _EVERY_MS) -> None:
        with Image.open(io.BytesIO(self._page.screenshot())) as shot:
            frame = shot.convert("RGB")
        x, y = self._pointer
        arrow = [(0, 0), (0, 22), (5, 17), (9, 25), (13, 23), (9, 15), (16, 15)]
        ImageDraw.Draw(frame).polygon([(x + dx, y + dy) for dx, dy in arrow], fill="black", outline="white")
        self.animation.add(frame, lasts_ms)

    def until(self, is_so: Callable[[], bool]) -> None:
        """Film until it is so. Raises TimeoutError after three minutes."""
        ends = time.monotonic() + WAIT_MS / 1000
        while not is_so():
            if time.monotonic() > ends:
                raise TimeoutError(f"the page stands still: {self._page.locator('main').inner_text()}")
            self.take()
            self._page.wait_for_timeout(_EVERY_MS / 2)

    def wait(self, lasts_ms: int) -> None:
        for _ in range(lasts_ms // _EVERY_MS):
            self._page.wait_for_timeout(_EVERY_MS)
            self.take()

    def point(self, x: float, y: float) -> None:
        left, top = self._pointer
        self._page.mouse.move(x, y, steps=4)
        for part in (0.35, 0.7, 1.0):
            self._pointer = (left + (x - left) * part, top + (y - top) * part)
            self.take(80)

    def press(self, shown: Locator) -> None:
        box = shown.bounding_box()
        assert box is not None
        self.point(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self._page.mouse.down()
        self._page.mouse.up()

    def type(self, text: str) -> None:
        for letter in text:
            self._page.keyboard.type(letter)
            self._page.wait_for_timeout(_LETTER_MS * 2)
            self.take(_LETTER_MS)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", type=Path)
    target = parser.parse_args().target
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "login.html").write_text(_LOGIN, encoding="utf-8")
        (folder / "orders.html").write_text(_ORDERS, encoding="utf-8")
        script = folder / "script.json"
        script.write_text(json.dumps(_ANSWERS), encoding="utf-8")
        with opened_page(folder, _WINDOW, desktop=_DESKTOP) as page:
            fill_in(page, _REQUEST, folder / "login.html", folder / "orders.html", model=f"scripted:{script}")
            film = Film(page)
            _taken_over(page, film)
    film.animation.write(target)
    return 0


def _taken_over(page: Page, film: Film) -> None:
    page.get_by_role("button", name="Start").click()
    page.locator("#now").wait_for(timeout=WAIT_MS)
    expect(page.locator("#canvas[data-drawn]")).to_be_visible()
    film.until(page.locator(".question").is_visible)
    film.wait(2000)
    film.press(page.get_by_role("button", name="Take over"))
    film.until(page.locator("#give").is_visible)
    _sign_in(page, film)
    film.press(page.get_by_role("button", name="Hand back"))
    film.until(page.locator("#held").is_hidden)
    film.press(page.locator(".question").get_by_role("button", name="Yes"))
    film.until(page.locator("#ended").is_visible)
    page.mouse.wheel(0, -5000)
    film.take()
    expect(page.locator("#outcome")).to_have_text("VERIFIED")


def _sign_in(page: Page, film: Film) -> None:
    """Click into the first field of the page on the desktop, and go on by keys."""
    box = page.locator("#canvas").bounding_box()
    assert box is not None
    film.point(box["x"] + box["width"] * _FIELD[0], box["y"] + box["height"] * _FIELD[1])
    page.mouse.down()
    page.mouse.up()
    film.wait(1500)
    film.type("ada")
    film.wait(1000)
    page.keyboard.press("Tab")
    film.wait(1000)
    film.type("analytical")
    page.keyboard.press("Enter")
    film.wait(2000)


if __name__ == "__main__":
    sys.exit(main())
