"""Lists, shows, opens and closes the tabs of a window."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from ufo.commands.browser.browser import Browsers, TabInfo
from ufo.commands.browser.tab import Tab
from ufo.desktop.values import Window
from ufo.errors import ApplicationHung, ToolError

_DONE_S, _TICK_S = 5.0, 0.05


async def tab_lines(browsers: Browsers, window: Window) -> list[str]:
    """Return a line for each tab, with its number and a mark for the one in sight."""
    tabs = await browsers.tabs(window)
    return [
        f"{at}{' (in sight)' if one.shown else ''} {one.title[:100]} - {one.address[:200]}"
        for at, one in enumerate(tabs, start=1)
    ]


async def show_tab(browsers: Browsers, window: Window, words: str) -> TabInfo:
    """Bring a tab into sight. Raises ToolError where none or several fit, or where it does not come."""
    wanted = await _meant(browsers, window, words)
    await (await browsers.of(window)).ask("Target.activateTarget", targetId=wanted.target)
    if not await _until_shown(browsers, window, wanted.target):
        raise ToolError(f"the tab {wanted.title!r} does not come into sight; look again")
    return wanted


async def new_tab(browsers: Browsers, window: Window) -> Tab:
    """Open an empty tab beside the one in sight, and show it."""
    browser = await browsers.of(window)
    # A new tab opens in the window that was used last.
    await browser.ask("Target.activateTarget", targetId=(await browsers.shown(window)).target)
    target = str((await browser.ask("Target.createTarget", url="about:blank"))["targetId"])
    return await browser.tab(target)


async def close_tab(browsers: Browsers, window: Window, words: str) -> tuple[TabInfo, dict[str, Any]]:
    """Close a tab, the one in sight where no words say which. Where its page asks before, the question is returned and the tab
    stays.
    """
    wanted = await _meant(browsers, window, words)
    browser = await browsers.of(window)
    tab = browser.tabs.get(wanted.target)
    if tab is not None and (tab.box is not None or tab.crashed):
        # What such a page would ask nobody can answer.
        await browser.ask("Target.closeTarget", targetId=wanted.target)
    else:
        tab = await _asked_to_close(browsers, window, wanted)
    over = asyncio.get_running_loop().time() + _DONE_S
    while asyncio.get_running_loop().time() < over:
        if tab is not None and tab.box is not None and tab.box.kind == "beforeunload":
            return wanted, {"message_box": tab.box.told()}
        if not await _is_there(browsers, window, wanted.target):
            return wanted, {}
        await asyncio.sleep(_TICK_S)
    raise ToolError(f"the tab {wanted.title!r} does not close; look at what it shows")


async def _asked_to_close(browsers: Browsers, window: Window, wanted: TabInfo) -> Tab | None:
    browser = await browsers.of(window)
    try:
        tab = await browser.tab(wanted.target)
    except ApplicationHung:
        await browser.ask("Target.closeTarget", targetId=wanted.target)
        return None
    with contextlib.suppress(ToolError, ApplicationHung):
        await tab.ask("Page.close", _DONE_S)
    return tab


async def _is_there(browsers: Browsers, window: Window, target: str) -> bool:
    try:
        return any(one.target == target for one in await browsers.tabs(window))
    except ApplicationHung:
        # With its last tab a window closes, and the browser with its last window.
        return False


async def _until_shown(browsers: Browsers, window: Window, target: str) -> bool:
    over = asyncio.get_running_loop().time() + _DONE_S
    while asyncio.get_running_loop().time() < over:
        if any(one.shown and one.target == target for one in await browsers.tabs(window)):
            return True
        await asyncio.sleep(_TICK_S)
    return False


async def _meant(browsers: Browsers, window: Window, words: str) -> TabInfo:
    tabs = await browsers.tabs(window)
    plain = words.strip().casefold()
    if not plain:
        fitting = [one for one in tabs if one.shown]
    elif plain.isdecimal():
        fitting = tabs[int(plain) - 1 : int(plain)] if int(plain) else []
    else:
        fitting = [one for one in tabs if plain in f"{one.title}\n{one.address}".casefold()]
        same = [one for one in fitting if plain in (one.title.casefold(), one.address.casefold())]
        fitting = same or fitting
    if len(fitting) == 1:
        return fitting[0]
    listed = "; ".join(await tab_lines(browsers, window))
    what = f"no tab fits {words!r}" if not fitting else f"{len(fitting)} tabs fit {words!r}"
    raise ToolError(f"{what}; give its number: {listed}")
