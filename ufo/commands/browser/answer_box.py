"""Answers a page's message box."""

from __future__ import annotations

from typing import Any

from ufo.commands.browser.navigate import arrived
from ufo.commands.browser.tab import Tab
from ufo.errors import NotActionable

_NEXT_S, _LOADED_S = 0.5, 20.0
_A_LOOP = 3


async def answer_box(tab: Tab, message: str, accept: bool, text: str) -> dict[str, Any]:
    """Answer the message box and return where the page is then, or the next box. Raises NotActionable where there is none, or
    where it says something else than what was decided about.
    """
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
