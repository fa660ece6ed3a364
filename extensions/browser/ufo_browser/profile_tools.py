"""The tools of BrowserExecutor for what a browser keeps: settings, bookmarks, downloads, history."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from ufo.errors import ToolError
from ufo.platform import proc
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.tool_facts import ActionKind, Keeps, ToolFacts
from ufo.tools.observe.selection import ToolScope
from ufo.tools.servers.server import ToolServer
from ufo.tools.servers.whose_profile import profile_of
from ufo.tools.system.page_addresses import address_of
from ufo_browser.browsers import Browsers
from ufo_browser.own_pages import Bookmark, add_bookmark, bookmarks_of, change_settings, settings_of
from ufo_browser.profile import Download, noted_bookmark, noted_downloads, noted_settings, visits

_MOST_LISTED = 40
_SETTING_WORDS = (
    "browser setting", "setting", "preference", "home button", "home page", "homepage", "startup", "ask where to save",
    "font size", "bookmarks bar", "turn on", "turn off", "switch on", "switch off", "enable", "disable",
)  # fmt: skip
_BOOKMARK_WORDS = ("bookmark", "favourite", "favorite")
_DOWNLOAD_WORDS = ("download", "downloaded", "file arrived")
_HISTORY_WORDS = ("history", "visited", "pages look yesterday", "page earlier")
Words = Annotated[str, Field(description="words to look for")]


def add_profile(server: ToolServer, scope: ToolScope, browsers: Browsers) -> None:
    _add_settings(server, scope, browsers)
    _add_bookmarks(server, scope, browsers)
    _add_downloads(server, scope, browsers)


def _profile(scope: ToolScope) -> Path:
    """Return the profile of the window's browser: where its process has its history open, or else where its start says. Raises
    ToolError for a browser that keeps it otherwise.
    """
    window = scope.selection.require_window()
    held = {file.parent for file in proc.open_files(window.pid) if file.name == "History"}
    if len(held) == 1:
        return held.pop()
    if "firefox" in window.process:
        raise ToolError(
            "Firefox does not tell this; work its own windows: the library (Ctrl+Shift+H) and the downloads"
        )
    return profile_of(window.pid, scope.home or Path.home())


def _add_settings(server: ToolServer, scope: ToolScope, browsers: Browsers) -> None:
    @server.acts(
        ToolFacts(
            needs_pages=True, kind=ActionKind.SET_OPTIONS, ends=("changes",), keeps=Keeps.ALL, words=_SETTING_WORDS
        )
    )
    async def browser_settings(
        find: Annotated[str, Field(description='words of keys, such as "home"')] = "",
        changes: Annotated[
            dict[str, Any] | None,
            Field(description='{"browser.show_home_button": true, "download.prompt_for_download": true}'),
        ] = None,
    ) -> ActionReport:
        """List Chromium's settings with `find` in their keys, or change some by key (the home page: "homepage" and
        "homepage_is_newtabpage")."""
        browser = await browsers.of(scope.selection.require_window())
        if not changes:
            known = await settings_of(browser)
            words = find.casefold().split()
            found = {key: setting.value for key, setting in known.items() if all(word in key for word in words)}
            if not found:
                raise ToolError(f"no setting has {find!r} in its key; try fewer or other words, or chrome's own page")
            left = len(found) - _MOST_LISTED
            listed = dict(list(found.items())[:_MOST_LISTED])
            said = f"{len(found)} settings have these words" + (f"; {left} are left out" if left > 0 else "")
            return ActionReport.of(Effect.CONFIRMED, said, Route.NATIVE, listed)
        now = await change_settings(browser, changes)
        wrong = [key for key, value in changes.items() if not now[key].holds(value)]
        if wrong:
            said = f"the browser keeps {', '.join(f'{key} = {now[key].value!r}' for key in wrong)}"
            return ActionReport.of(Effect.SUSPECTED_NOOP, said, Route.NATIVE, {})
        path, noted = await noted_settings(_profile(scope), {key: setting.value for key, setting in now.items()})
        return _noted(
            path, noted, len(changes), f"set: {', '.join(f'{key} = {setting.value!r}' for key, setting in now.items())}"
        )


def _noted(path: Path, noted: dict[str, str], count: int, said: str) -> ActionReport:
    """Report what the browser took: confirmed once its profile has it, partial as long as only the browser tells it."""
    whole = len(noted) == count
    kept = f"{path} holds it" if whole else f"{path} does not hold all of it yet; the browser itself tells it so"
    value = {"path": str(path), "noted": noted}
    return ActionReport(
        value=value, effect=Effect.CONFIRMED if whole else Effect.PARTIAL, route=Route.NATIVE, evidence=(said, kept)
    )


def _add_bookmarks(server: ToolServer, scope: ToolScope, browsers: Browsers) -> None:
    @server.acts(ToolFacts(needs_pages=True, ends=("address",), keeps=Keeps.ALL, words=_BOOKMARK_WORDS))
    async def bookmarks(
        action: Literal["list", "add"] = "list",
        address: Annotated[str, Field(description='"" is the page in sight')] = "",
        title: str = "",
        folder: Annotated[
            str, Field(description='"Bookmarks bar/Travel", "Other bookmarks"; missing ones are made')
        ] = "",
        find: Words = "",
    ) -> ActionReport:
        """List bookmarks with their folders, or add one."""
        window = scope.selection.require_window()
        browser = await browsers.of(window)
        if action == "list":
            words = find.casefold()
            kept = await bookmarks_of(browser)
            found = [
                bookmark
                for bookmark in kept
                if words in f"{bookmark.title} {bookmark.address} {'/'.join(bookmark.folder)}".casefold()
            ]
            lines = [
                f"{'/'.join(bookmark.folder)}: {bookmark.title} - {bookmark.address}"
                for bookmark in found[-_MOST_LISTED:]
            ]
            return ActionReport.of(Effect.CONFIRMED, f"{len(found)} of {len(kept)} bookmarks", Route.NATIVE, lines)
        shown = next((tab for tab in await browsers.tabs(window) if tab.shown), None)
        named = address_of(address) if address else shown.address if shown else ""
        called = title or (shown.title if shown and shown.address == named else named)
        wanted = Bookmark(called, named, tuple(part.strip() for part in folder.split("/") if part.strip()))
        made = await add_bookmark(browser, wanted)
        if made is None:
            raise ToolError("the browser does not list the new bookmark; list the bookmarks and look")
        path, noted = await noted_bookmark(_profile(scope), made.title, made.address)
        return _noted(path, noted, 2, f"{made.title!r} is in {'/'.join(made.folder)!r}")


def _add_downloads(server: ToolServer, scope: ToolScope, browsers: Browsers) -> None:
    @server.observes(ToolFacts(needs_pages=True, keeps=Keeps.ALL, words=_DOWNLOAD_WORDS))
    async def downloads(
        wait_for: Annotated[str, Field(description="words of its name or address: wait until it is over")] = "",
        within_s: Annotated[float, Field(ge=1, le=50)] = 30.0,
    ) -> list[dict[str, Any]]:
        """List the browser's downloads, newest last, with where they lie, or wait for one."""
        browser = await browsers.of(scope.selection.require_window())
        if wait_for:
            download = await browser.downloads.finished(wait_for, within_s)
            earlier = (
                await asyncio.to_thread(noted_downloads, _profile(scope), _MOST_LISTED) if download is None else []
            )
            known = [it for it in earlier if wait_for.casefold() in f"{it.name} {it.address}".casefold()]
            download = download or (known[-1] if known else None)
            if download is None:
                raise ToolError(
                    f"no download with {wait_for!r} began within {within_s:g} s; list the downloads and look"
                )
            if download.state == "inProgress":
                raise ToolError(
                    f"{download.name!r} is not over after {within_s:g} s: {download.received:,} of "
                    f"{download.total or 'unknown'} bytes; wait on, or go on without it"
                )
            return [_told(download)]
        noted = await asyncio.to_thread(noted_downloads, _profile(scope), _MOST_LISTED)
        live = list(browser.downloads)
        return [_told(item) for item in (*(it for it in noted if it.address not in {x.address for x in live}), *live)]

    @server.observes(ToolFacts(keeps=Keeps.ALL, words=_HISTORY_WORDS))
    async def browser_history(find: Words = "") -> list[str]:
        """List visited pages, newest first; the last seconds may be missing."""
        scope.selection.require_window()
        found = await asyncio.to_thread(visits, _profile(scope), find, _MOST_LISTED)
        return [f"{visit.at} {visit.title[:100]} - {visit.address[:200]}" for visit in found]


def _told(download: Download) -> dict[str, Any]:
    return {key: value for key, value in asdict(download).items() if value not in ("", 0)}
