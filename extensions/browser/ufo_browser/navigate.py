"""Goes to addresses, back, forward and anew. Waits until the page is there and asks the network for nothing more, and answers its
message boxes.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable
from typing import Any

from ufo.errors import ApplicationHung, NotActionable, ToolError
from ufo.tools.system.page_addresses import Step
from ufo_browser.tab import LOADED, QUIET, Tab

_QUIET_S = 4.0
_MOST_ARRIVALS = 12
_CRASH_S = 0.3
_CRASHED = "the page crashed while it was loaded; reload it once, or open another address"
_ABORTED = "net::ERR_ABORTED"
_NEXT_S, _LOADED_S = 0.5, 20.0
_A_LOOP = 3


async def open_address(tab: Tab, address: str, within_s: float) -> dict[str, Any]:
    """Go to an address that `address_of` gave, and return where it led. Raises ToolError where it cannot be reached."""
    if tab.box is not None:
        tab.require_free()
    tab.new_load()
    answer = await _begun(tab, tab.ask("Page.navigate", within_s, url=address), within_s)
    error = str(answer.get("errorText", ""))
    if error == _ABORTED:
        if await tab.until(lambda: tab.crashed, _CRASH_S):
            raise ToolError(_CRASHED)
        return {**await where(tab), "note": "nothing else is shown: the address began a download, or answers nothing"}
    if error == "net::ERR_TOO_MANY_REDIRECTS":
        raise ToolError(f"{address!r} leads on and on without an end (too many redirects); try another address")
    if error:
        raise ToolError(f"{address!r} cannot be opened ({error.removeprefix('net::')}); check the address")
    loader = str(answer.get("loaderId", ""))
    if answer and not loader:
        # Another place in the same document.
        return await where(tab)
    if loader:
        await tab.until(lambda: tab.box is not None or any(it.loader == loader for it in tab.load.arrivals), within_s)
        tab.load.begin_with(loader)
    return await arrived(tab, within_s)


async def take_step(tab: Tab, step: Step, within_s: float) -> dict[str, Any]:
    """Go back or forward in the tab's history, or load the page anew. Raises NotActionable where there is no such page."""
    history = await tab.ask("Page.getNavigationHistory")
    at, entries = int(history["currentIndex"]), history["entries"]
    tab.new_load()
    if step == "reload":
        if entries[at]["transitionType"] == "form_submit":
            raise NotActionable(
                "this page answers a form that was sent, and loading it anew might send it again; open its address instead"
            )
        await _begun(tab, tab.ask("Page.reload", within_s), within_s)
        return await arrived(tab, within_s)
    to = at - 1 if step == "back" else at + 1
    if not 0 <= to < len(entries):
        raise NotActionable(f"there is no page to go {step} to in this tab")
    await _begun(tab, tab.ask("Page.navigateToHistoryEntry", within_s, entryId=entries[to]["id"]), within_s)
    return await arrived(tab, within_s)


async def arrived(tab: Tab, within_s: float) -> dict[str, Any]:
    """Wait until the page is loaded and quiet, and return {address, title} with what is still open: a message box, a load that
    does not end, pages that lead to one another without an end.
    """
    over = asyncio.get_running_loop().time() + within_s

    def halted() -> bool:
        return tab.box is not None or tab.crashed or len(tab.load.arrivals) >= _MOST_ARRIVALS

    def loaded() -> bool:
        return halted() or (LOADED in tab.load.stages and bool(tab.load.arrivals))

    def quiet() -> bool:
        return halted() or {LOADED, QUIET} <= tab.load.stages

    whole = await tab.until(loaded, within_s)
    left = over - asyncio.get_running_loop().time()
    still = whole and not await tab.until(quiet, max(0.1, min(_QUIET_S, left)))
    if len(tab.load.arrivals) >= _MOST_ARRIVALS:
        with contextlib.suppress(ToolError, ApplicationHung):
            await tab.ask("Page.stopLoading")
        path = ", ".join(dict.fromkeys(arrival.address for arrival in tab.load.arrivals[-4:]))
        raise ToolError(f"the pages lead to one another without an end ({path}); go elsewhere, or close the tab")
    if tab.crashed:
        raise ToolError(_CRASHED)
    if tab.box is not None:
        return {"message_box": tab.box.told(), "note": "answer it with answer_dialog; until then the page does nothing"}
    note = "" if whole else f"it was not whole after {within_s:g} s; what came is shown"
    note = note or ("it goes on asking the network" if still else "")
    return {**await where(tab), **({"note": note} if note else {})}


async def _begun(tab: Tab, asked: Awaitable[Any], within_s: float) -> dict[str, Any]:
    """Return the answer to a question that begins a load. A message box keeps it from being answered: {} then."""
    asking = asyncio.ensure_future(asked)
    boxed = asyncio.ensure_future(tab.until(lambda: tab.box is not None or tab.crashed, within_s))
    try:
        await asyncio.wait({asking, boxed}, return_when=asyncio.FIRST_COMPLETED)
        if asking.done() and not asking.cancelled():
            return dict(asking.result() or {})
        return {}
    finally:
        for task in (asking, boxed):
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError, ToolError, ApplicationHung):
            await asyncio.gather(asking, boxed)


async def where(tab: Tab) -> dict[str, Any]:
    """Return address and title of the page that the tab shows."""
    history = await tab.ask("Page.getNavigationHistory")
    now = history["entries"][int(history["currentIndex"])]
    return {"address": str(now["url"]), "title": str(now["title"])}


async def answer_box(tab: Tab, message: str, accept: bool, text: str) -> dict[str, Any]:
    """Answer the box, and return where the page is, or the next box. Raises NotActionable for none, or another message."""
    box = tab.box
    if box is None:
        raise NotActionable("the page shows no message box that this was told of; look at the window's controls")
    if " ".join(message.split()) != " ".join(box.message.split()):
        raise NotActionable(f"the message box says {box.message!r}, not {message!r}; decide anew")
    seen, went = tab.boxes, len(tab.load.arrivals)
    given = {"promptText": text} if box.kind == "prompt" and accept else {}
    await tab.ask("Page.handleJavaScriptDialog", accept=accept, **given)
    await tab.until(lambda: tab.box is not box, _NEXT_S)
    await tab.until(lambda: tab.boxes > seen or len(tab.load.arrivals) > went, _NEXT_S)
    if tab.box is not None and tab.box is not box:
        note = "answer this one too"
        if tab.boxes > _A_LOOP:
            note = f"this is the {tab.boxes}th; the page may go on like this without an end: close the tab"
        return {"message_box": tab.box.told(), "note": note}
    if len(tab.load.arrivals) > went:
        return await arrived(tab, _LOADED_S)
    return {"answered": box.message}
