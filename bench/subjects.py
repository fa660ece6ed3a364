"""The applications that are looked at: a sheet, an editor, a dialog, a calculator and a page of 5,000 elements."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from bench.measured_desktop import MeasuredDesktop
from ufo.desktop.snapshot import Snapshot
from ufo.desktop.values import Launch, Window
from ufo.errors import LaunchFailed

_ROWS = "".join(f"item {number},{number * 3},{number / 7:.2f},note {number % 5}\n" for number in range(1, 31))
_READY_S = 90
_SECTIONS = 1000
_SECTION = (
    "<section><h2>Item {0}</h2><p>Text of item {0}</p><a href='#{0}'>Details {0}</a><button>Buy {0}</button>"
    "<label><input type=checkbox> Want {0}</label></section>"
)

_ALL_IN_SIGHT = (
    "<style>*{margin:0;padding:0;border:0;font:6px/8px sans-serif}body{width:1890px}"
    "section{float:left;width:45px;height:36px;overflow:hidden;position:relative}"
    "input{width:6px;height:6px;vertical-align:top}p,button,label{display:block;height:7px}h2,p,a{white-space:nowrap}</style>"
)

Subject = Callable[[MeasuredDesktop, Path], Awaitable[Window]]
"""Opens it, with its files in the folder, and waits until it shows what it has."""


async def book(desktop: MeasuredDesktop, folder: Path) -> Window:
    file = folder / "bench.fods"
    file.write_text(_document(), encoding="utf-8")
    window = await desktop.launch(Launch("soffice", ("--calc", "--norestore", "--nologo", str(file))), _READY_S)
    return await _ready(desktop, window, "bench", lambda seen: any(element.value == "item 1" for element in seen))


async def editor(desktop: MeasuredDesktop, folder: Path) -> Window:
    note = folder / "note.txt"
    note.write_text("A line of a note.\n" * 40, encoding="utf-8")
    window = await desktop.launch(Launch("mousepad", ("--disable-server", str(note))))
    return await _ready(
        desktop, window, "note", lambda seen: any(element.role == "Edit" and element.value for element in seen)
    )


async def dialog(desktop: MeasuredDesktop, folder: Path) -> Window:
    """The editor's dialog to find and replace."""
    window = await editor(desktop, folder)
    menu = next(element for element in await desktop.snapshot(window.id) if element.name == "Search")
    await desktop.act(menu.handle, "press")
    await desktop.settle(window.id)
    item = next(element for element in await desktop.snapshot(window.id) if element.name.startswith("Find and Replace"))
    await desktop.act(item.handle, "press")
    async with asyncio.timeout(_READY_S):
        while not (found := [item for item in await desktop.windows() if item.parent == window.id]):
            await desktop.settle(window.id)
    return found[0]


async def calculator(desktop: MeasuredDesktop, folder: Path) -> Window:
    window = await desktop.launch(Launch("gnome-calculator"))
    return await _ready(desktop, window, "", lambda seen: any(element.name == "7" for element in seen))


async def page(desktop: MeasuredDesktop, folder: Path, style: str = "") -> Window:
    file = folder / "page.html"
    sections = "".join(_SECTION.format(number) for number in range(_SECTIONS))
    file.write_text(f"<!doctype html><title>Bench page</title>{style}{sections}", encoding="utf-8")
    options = ("--no-sandbox", "--no-first-run", f"--user-data-dir={folder / 'profile'}")
    window = await desktop.launch(Launch("chromium", (*options, file.as_uri())), _READY_S)
    return await _ready(desktop, window, "Bench page", lambda seen: any(element.name == "Buy 3" for element in seen))


async def crowded_page(desktop: MeasuredDesktop, folder: Path) -> Window:
    """The same page, so small that all of it is in sight at once."""
    return await page(desktop, folder, _ALL_IN_SIGHT)


async def _ready(desktop: MeasuredDesktop, window: Window, title: str, is_ready: Callable[[Snapshot], bool]) -> Window:
    """Raises LaunchFailed."""
    try:
        async with asyncio.timeout(_READY_S):
            while not is_ready(await desktop.snapshot(window.id)):
                await desktop.settle(window.id)
                window = next((item for item in await desktop.windows() if title in item.title), window)
    except TimeoutError:
        raise LaunchFailed(f"{window.title!r} did not show its content within {_READY_S} s") from None
    await desktop.maximize(window.id)
    await desktop.settle(window.id)
    return next(item for item in await desktop.windows() if item.id == window.id)


def _document() -> str:
    rows = "".join(
        "<table:table-row>"
        + "".join(
            f'<table:table-cell office:value-type="string"><text:p>{cell}</text:p></table:table-cell>'
            for cell in row.split(",")
        )
        + "</table:table-row>"
        for row in _ROWS.splitlines()
    )
    names = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document {names} office:version="1.3" office:mimetype="{kind}">'
        f'<office:body><office:spreadsheet><table:table table:name="Bench">{rows}</table:table></office:spreadsheet>'
        "</office:body></office:document>"
    )
