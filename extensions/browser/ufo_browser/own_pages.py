"""The browser's own pages for settings and bookmarks, worked through what they themselves ask the browser with.

Such a page is opened in the background and closed again; the person's tab stays in sight.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ufo.conditions.readers.pages.connection import UNANSWERED
from ufo.errors import ApplicationHung, ToolError
from ufo_browser.browsers import Attached
from ufo_browser.tab import until

_TYPES: Mapping[str, type | tuple[type, ...]] = {
    "BOOLEAN": bool,
    "NUMBER": (int, float),
    "STRING": str,
    "URL": str,
    "LIST": list,
}
_OPEN_S, _CLOSED_S = 10.0, 2.0
_SETTINGS, _BOOKMARKS = "chrome://settings/", "chrome://bookmarks/"
_READY = "JSON.stringify(Boolean(globalThis.chrome && (chrome.settingsPrivate || chrome.bookmarks)))"
_ALL = """chrome.settingsPrivate.getAllPrefs().then(all => JSON.stringify(all.map(one =>
  ({key: one.key, type: one.type, value: one.value, fixed: one.enforcement === 'ENFORCED'}))))"""
_SET = "chrome.settingsPrivate.setPref({key}, {value}).then(done => JSON.stringify(done))"
_TREE = "new Promise(done => chrome.bookmarks.getTree(done)).then(tree => JSON.stringify(tree))"
_ADD = """new Promise(done => chrome.bookmarks.create({what}, done)).then(made =>
  JSON.stringify(made ? made.id : ''))"""


@dataclass(frozen=True, slots=True)
class Setting:
    """`kind`: BOOLEAN, NUMBER, STRING, URL, LIST or DICTIONARY. `fixed`: somebody else decides about it."""

    key: str
    kind: str
    value: Any
    fixed: bool = False

    def holds(self, value: Any) -> bool:
        """Tell whether it is set to that value. The browser completes addresses."""
        if self.kind == "URL" and isinstance(value, str):
            return str(self.value).rstrip("/") == value.rstrip("/")
        return bool(self.value == value)


@dataclass(frozen=True, slots=True)
class Bookmark:
    """`folder` is its path, outermost first; `id` is the browser's own."""

    title: str
    address: str
    folder: tuple[str, ...]
    id: str = ""


async def settings_of(browser: Attached) -> dict[str, Setting]:
    """Return the settings by key."""
    async with _page(browser, _SETTINGS) as session:
        return await _settings(browser, session)


async def change_settings(browser: Attached, wanted: Mapping[str, Any]) -> dict[str, Setting]:
    """Set settings and return them as they read back. Raises ToolError before any is set: unknown, fixed, of another type."""
    async with _page(browser, _SETTINGS) as session:
        known = await _settings(browser, session)
        for key, value in wanted.items():
            _require(known.get(key), key, value)
        for key, value in wanted.items():
            done = await _evaluated(browser, session, _SET.format(key=json.dumps(key), value=json.dumps(value)))
            if done is not True:
                raise ToolError(f"the browser does not take {value!r} for {key!r}; give another value")
        now = await _settings(browser, session)
        return {key: now[key] for key in wanted}


async def bookmarks_of(browser: Attached) -> list[Bookmark]:
    async with _page(browser, _BOOKMARKS) as session:
        return list(_listed(await _evaluated(browser, session, _TREE)))


async def add_bookmark(browser: Attached, bookmark: Bookmark) -> Bookmark | None:
    """Add a bookmark at the end of its folder, and return it as it reads back. Folders that are missing are made. The first
    part of `folder` may be one of the browser's own ("Bookmarks bar", "Other bookmarks"); without, it goes into the bar.
    """
    async with _page(browser, _BOOKMARKS) as session:
        (root,) = await _evaluated(browser, session, _TREE)
        parent, rest = _begun(root, bookmark.folder)
        for name in rest:
            inside = next((it for it in parent.get("children", ()) if it["title"] == name and "url" not in it), None)
            if inside is None:
                what = {"parentId": parent["id"], "title": name}
                inside = {"id": await _evaluated(browser, session, _ADD.format(what=json.dumps(what)))}
            parent = inside
        what = {"parentId": parent["id"], "title": bookmark.title, "url": bookmark.address}
        made = await _evaluated(browser, session, _ADD.format(what=json.dumps(what)))
        if not made:
            raise ToolError(f"the browser keeps no bookmark of {bookmark.address!r}; give a whole address")
        listed = _listed(await _evaluated(browser, session, _TREE))
        return next((it for it in listed if it.id == made), None)


def _begun(root: Mapping[str, Any], folder: Sequence[str]) -> tuple[Mapping[str, Any], Sequence[str]]:
    """Return the browser's own folder where a path begins, and the rest of the path."""
    own = root["children"]
    if folder:
        for item in own:
            if folder[0].strip().casefold() in (
                str(item["title"]).casefold(),
                str(item.get("folderType", "")).casefold(),
            ):
                return item, folder[1:]
    return own[0], folder


def _listed(tree: Sequence[Mapping[str, Any]], folder: tuple[str, ...] = ()) -> Sequence[Bookmark]:
    found: list[Bookmark] = []
    for record in tree:
        if "url" in record:
            found.append(Bookmark(str(record["title"]), str(record["url"]), folder, str(record["id"])))
        else:
            found += _listed(record.get("children", ()), (*folder, str(record["title"])) if record["title"] else folder)
    return found


def _require(known: Setting | None, key: str, value: object) -> None:
    if known is None:
        raise ToolError(f"there is no setting {key!r}; search by words with `find`, and use a key from there")
    if known.fixed:
        raise ToolError(f"the setting {key!r} is managed by somebody else and cannot be changed here")
    # A truth is a number to Python.
    if not isinstance(value, _TYPES.get(known.kind, ())) or (known.kind == "NUMBER" and isinstance(value, bool)):
        raise ToolError(f"{key!r} is a {known.kind.lower()} (now {known.value!r}), and {value!r} is none")


async def _settings(browser: Attached, session: str) -> dict[str, Setting]:
    told = await _evaluated(browser, session, _ALL)
    return {
        str(item["key"]): Setting(str(item["key"]), str(item["type"]), item.get("value"), bool(item["fixed"]))
        for item in told
    }


@contextlib.asynccontextmanager
async def _page(browser: Attached, address: str) -> AsyncIterator[str]:
    """Open one of the browser's own pages in the background, and close it in the end."""
    target = (await browser.ask("Target.createTarget", url=address, background=True))["targetId"]
    try:
        session = (await browser.ask("Target.attachToTarget", targetId=target, flatten=True))["sessionId"]
        if not await until(lambda: _evaluated(browser, session, _READY), _OPEN_S):
            raise ToolError(f"the browser does not open its page {address}; work it by its menu instead")
        yield str(session)
    finally:
        with contextlib.suppress(ToolError, ApplicationHung):
            await browser.ask("Target.closeTarget", targetId=target)

            async def is_gone() -> bool:
                targets = (await browser.ask("Target.getTargets"))["targetInfos"]
                return all(other["targetId"] != target for other in targets)

            await until(is_gone, _CLOSED_S)


async def _evaluated(browser: Attached, session: str, script: str) -> Any:
    try:
        async with asyncio.timeout(_OPEN_S):
            said = await browser.connection.ask(
                "Runtime.evaluate", session, expression=script, returnByValue=True, awaitPromise=True
            )
    except UNANSWERED as error:
        raise ApplicationHung("the browser's own page does not answer; try again") from error
    if "exceptionDetails" in said:
        return None
    return json.loads(said["result"]["value"])
