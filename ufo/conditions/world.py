"""The state that conditions are checked against: windows, snapshots, programs and pages; and which windows have unsaved changes,
by the marks in their titles or by asking their applications.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Protocol

from ufo.conditions.readers.pages.devtools import Page, PagesUnreadable, pages_at
from ufo.conditions.readers.pages.whole_page import each_once, whole_page
from ufo.desktop.backend import Desktop
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Window
from ufo.errors import DesktopError
from ufo.schema.patterns import any_case
from ufo.schema.roles import ROW_HOLDERS

BROWSERS = frozenset(
    {"chromium", "chromium-browser", "google-chrome", "chrome", "firefox", "firefox-esr", "epiphany", "falkon"}
    | {"konqueror", "brave-browser", "brave", "opera", "vivaldi", "vivaldi-bin", "midori", "qutebrowser", "librewolf"}
    | {"msedge", "microsoft-edge"}
)

_MOST_ENTRIES = 6000
Asking = Callable[[Window], Awaitable[bool | None]]
"""Tells whether the document in a window was changed since it was saved; None where its application cannot be asked."""
_MARK = any_case(
    r"^\s*[*\u25cf\u2022]\s*\S"  # "*Untitled 1 - Mousepad", "● main.py - Code"
    r"|\S\s?\*\s*(?:[-\u2013\u2014:(\[]|$)"  # "Untitled * — Kate", "notes.txt*"
    r"|[\[(](?:modified|changed|edited|unsaved|not saved|\+|\*)[\])]"  # "a.txt [modified] - Kate"
    r"|(?:[-\u2013\u2014]\s*(?:edited|modified|unsaved)\s*(?:$|[-\u2013\u2014]))"
)


class World(Protocol):
    begun: float = 0.0
    """When the run began, in seconds since 1970."""

    async def windows(self) -> tuple[Window, ...]: ...

    async def elements(self) -> Snapshot | None:
        """Take a new snapshot of the selected window. Return None where no window is selected."""
        ...

    async def beyond(self, look: Snapshot, *, entries: bool) -> tuple[Element, ...] | None:
        """Return what the pages and lists in the look hold out of sight. None where a page does not tell, and with `entries`
        where a list does not.
        """
        return ()

    async def processes(self) -> frozenset[str]:
        """Return the names of the running programs. Raises DesktopError."""
        raise DesktopError("programs cannot be listed here")

    async def pages(self) -> tuple[Page, ...]:
        """Return the pages that browsers report. Raises PagesUnreadable."""
        raise PagesUnreadable("no browser can be asked here")

    async def silent_browsers(self) -> tuple[str, ...]:
        """Return the titles of browser windows whose browsers do not report their pages."""
        return ()

    async def copy_of_document(self, name: str, folder: Path) -> Path:
        """Write a copy of the open document with that title into `folder` and return its path. "" means the document in the
        selected window. Raises UfoError.
        """
        raise DesktopError("open documents cannot be read here; state what must hold of the saved file")


class Copies(Protocol):
    async def copy(self, name: str, folder: Path) -> Path: ...

    async def path(self, window: Window) -> str:
        """Return the path of the window's document; "" where its application does not tell."""
        ...


class DesktopWorld(World):
    """The desktop as it is now. `window_id` is the selected window, if there is one; `copies` writes copies of open documents."""

    def __init__(
        self, desktop: Desktop, window_id: str | None = None, copies: Copies | None = None, begun: float = 0.0
    ) -> None:
        self.begun = begun
        self._desktop = desktop
        self._window_id = window_id
        self._copies = copies

    async def windows(self) -> tuple[Window, ...]:
        return await self._desktop.windows()

    async def elements(self) -> Snapshot | None:
        return None if self._window_id is None else await self._desktop.snapshot(self._window_id)

    async def beyond(self, look: Snapshot, *, entries: bool) -> tuple[Element, ...] | None:
        found: list[Element] = []
        pages = [item for item in look if item.role == "Document" and not item.by_sight]
        for parts in await each_once(pages, partial(whole_page, self._desktop)):
            if parts is None and look.more:
                return None
            found += [part for part in parts or () if "offscreen" in part.states]
        # The lists of a page are parts of it.
        lists = (
            [] if pages or not look.more else [item for item in look if item.role in ROW_HOLDERS and not item.by_sight]
        )
        for element in lists:
            told = await self._desktop.entries(element.handle, _MOST_ENTRIES)
            if told is None and entries and any(element.name[:60] in note for note in look.more):
                return None
            found += told or ()
        known = {item.handle.key for item in look}
        return tuple(item for item in found if item.handle.key not in known)

    async def processes(self) -> frozenset[str]:
        return await self._desktop.processes()

    async def copy_of_document(self, name: str, folder: Path) -> Path:
        if self._copies is None:
            return await super().copy_of_document(name, folder)
        return await self._copies.copy(name, folder)

    async def pages(self) -> tuple[Page, ...]:
        places = await self._desktop.page_sockets()
        if not places:
            raise PagesUnreadable("no browser that was started here reports its pages")
        return tuple([page for place in places.values() for page in await pages_at(place)])

    async def silent_browsers(self) -> tuple[str, ...]:
        reporting = await self._desktop.page_sockets()
        shown = (window for window in await self._desktop.windows() if window.pid not in reporting)
        return tuple(sorted({window.title for window in shown if {window.app_root, window.process} & BROWSERS}))


def is_marked(title: str) -> bool:
    return bool(_MARK.search(title))


async def unsaved(windows: Iterable[Window], ask: Asking) -> list[str]:
    """Return the titles of the windows with unsaved changes. Browsers are left out: their windows show the page's title, which
    marks nothing.
    """
    found = []
    for window in windows:
        if window.parent is not None or {window.app_root, window.process} & BROWSERS:
            continue
        said = await ask(window)
        if is_marked(window.title) if said is None else said:
            found.append(window.title)
    return found
