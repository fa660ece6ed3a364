"""What the applications of a run offer: collected once for each version, beside the run, and kept. The menus of LibreOffice are
joined with its commands: those that stand in them, and those that it has besides.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ufo.desktop.backend import Desktop
from ufo.desktop.values import Window
from ufo.errors import UfoError
from ufo.faults import note_fault
from ufo.knowledge.menus.search import MenuSearch
from ufo.knowledge.menus.shelf import MenuShelf
from ufo.schema.menus import MenuEntry, Menus
from ufo.tools.uno.bridge import OfficeBridge
from ufo.tools.uno.instances import find_instance

_log = logging.getLogger(__name__)
_SPARE_S, _KEEP_S = 0.1, 1.5
_WAIT_S = 1.0
"""How long a turn waits for what was never read before: most applications have told it by then, and the next turn has it."""
_OFFICE = ("libreoffice-writer", "libreoffice-calc", "libreoffice-impress", "libreoffice-draw")
_ASK_S = 8.0


@dataclass(frozen=True, slots=True)
class _Known:
    menus: Menus
    search: MenuSearch


class MenuBook:
    """Knows what each application of a desktop offers. Without a shelf nothing is kept beyond the run."""

    def __init__(self, desktop: Desktop, shelf: MenuShelf | None = None, wait_s: float = _WAIT_S) -> None:
        self._desktop = desktop
        self._shelf = shelf
        self._wait_s = wait_s
        self._bridge = OfficeBridge()
        self._known: dict[str, _Known] = {}
        self._collecting: dict[str, asyncio.Task[None]] = {}
        self._learned = asyncio.Event()

    async def by(self, application: str, until: float) -> tuple[Menus, MenuSearch] | None:
        """Return what an application offers, where known by `until` (of `time.monotonic`); collected at the first question."""
        known = self._known.get(application)
        if known is None:
            await self._first(application, until)
            known = self._known.get(application)
        return (known.menus, known.search) if known is not None else None

    async def of(self, window: Window) -> tuple[Menus, MenuSearch]:
        """Return what the application of a window offers, as it tells it now. Raises UfoError."""
        known = await self._collect(window, anew=True)
        return known.menus, known.search

    async def close(self) -> None:
        """End what is being collected. What was read already is kept."""
        if kept := [task for application, task in self._collecting.items() if application in self._known]:
            await asyncio.wait(kept, timeout=_KEEP_S)
        tasks = list(self._collecting.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._bridge.close()

    async def _first(self, application: str, until: float) -> None:
        """Wait a short while until something is known of an application, or all that it tells was read."""
        task = self._begin(application)
        until = min(until - _SPARE_S, time.monotonic() + self._wait_s)
        while application not in self._known and not task.done():
            left = until - time.monotonic()
            if left <= 0:
                return
            self._learned.clear()
            learned = asyncio.create_task(self._learned.wait())
            try:
                await asyncio.wait([task, learned], timeout=left, return_when=asyncio.FIRST_COMPLETED)
            finally:
                learned.cancel()

    def _begin(self, application: str) -> asyncio.Task[None]:
        task = self._collecting.get(application)
        if task is None:
            task = self._collecting[application] = asyncio.create_task(self._beside(application))
        return task

    async def _beside(self, application: str) -> None:
        """Collect for a turn that can do without."""
        try:
            windows = [window for window in await self._desktop.windows() if window.app_root == application]
            main = next((window for window in windows if window.parent is None), None)
            if main is not None:
                await self._collect(main)
                return
        except UfoError as error:
            _log.info("the menus of %s are not known: %s", application, error)
        except Exception as error:  # noqa: BLE001 a fault in what is only of help must not end a turn
            note_fault(_log, f"collecting the menus of {application}", error)
        # The next turn tries once more.
        self._collecting.pop(application, None)

    async def _collect(self, window: Window, *, anew: bool = False) -> _Known:
        kept = [] if anew else await self._kept(window)
        menus = await self._desktop.menus(window.id, {(offered.version, offered.language) for offered in kept})
        same = next(
            (offered for offered in kept if (offered.version, offered.language) == (menus.version, menus.language)),
            None,
        )
        if same is not None:
            return await self._learn(window, same)
        await self._learn(window, menus)
        # None is made to listen for what nobody asked for.
        if anew or listens(window):
            menus = await with_commands(menus, window, self._bridge)
        if self._shelf is not None:
            await asyncio.to_thread(self._shelf.keep, menus)
        return await self._learn(window, menus)

    async def _learn(self, window: Window, menus: Menus) -> _Known:
        known = _Known(menus, await asyncio.to_thread(MenuSearch, menus.entries))
        if menus.entries:
            self._known[window.app_root] = known
            self._learned.set()
        return known

    async def _kept(self, window: Window) -> list[Menus]:
        """Return what is kept of the window's application, if nothing more can be told now."""
        if self._shelf is None:
            return []
        kept = await asyncio.to_thread(self._shelf.read, window.app_root)
        if not listens(window):
            return kept
        return [offered for offered in kept if any(entry.command for entry in offered.entries)]


async def with_commands(menus: Menus, window: Window, bridge: OfficeBridge) -> Menus:
    """Return menus with the commands of LibreOffice, where the window is one of it and it answers."""
    if not menus.entries or window.app_root not in _OFFICE:
        return menus
    try:
        # A LibreOffice with an open dialog may not answer before that is closed; its menus are known all the same.
        async with asyncio.timeout(_ASK_S):
            commands = await bridge.call(window, "commands.offered", timeout_s=_ASK_S)
    except (UfoError, TimeoutError):
        return menus
    return replace(menus, entries=tuple(_joined(menus.entries, commands)))


def listens(window: Window) -> bool:
    """Tell whether the window is of a LibreOffice that can be asked for its commands, and listens already."""
    if window.app_root not in _OFFICE:
        return False
    try:
        return bool(find_instance(window.pid).addresses)
    except UfoError:
        return False


def _joined(entries: Collection[MenuEntry], commands: Collection[Mapping[str, Any]]) -> Iterator[MenuEntry]:
    """Yield the entries, each with the command of its place, and then the commands that stand in no menu."""
    by_place = {_place(command["menu"].split(" > ")): command for command in commands if command["menu"]}
    for entry in entries:
        command = by_place.get(_place(entry.path))
        if command is None:
            yield entry
            continue
        tip = entry.description or _beside(command["tip"], entry.label)
        yield replace(entry, command=command["command"], description=tip)
    for record in commands:
        if not record["menu"]:
            yield MenuEntry(
                (record["label"],), "", _beside(record["tip"], record["label"]), record["command"], in_menu=False
            )


def _place(path: Collection[str]) -> tuple[str, ...]:
    return tuple(item.removesuffix("...").removesuffix("…").strip().casefold() for item in path)


def _beside(tip: str, label: str) -> str:
    """Return what a tip says beside the label."""
    said = " ".join(dict.fromkeys(tip.split()))
    return "" if said.casefold() in label.casefold() else said
