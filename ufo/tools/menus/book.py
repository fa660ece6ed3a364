"""What the applications of a run offer: collected once for each version, beside the run, and kept. The menus of a program that
tells its commands are joined with them: those that stand in them, and those that it has besides.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from ufo.desktop.backend import Desktop
from ufo.desktop.values import Window
from ufo.errors import UfoError
from ufo.faults import note_fault
from ufo.knowledge.menus.search import MenuSearch
from ufo.knowledge.menus.shelf import MenuShelf
from ufo.schema.menus import MenuEntry, Menus
from ufo.tools.observe.open_documents import OfferedCommand, OpenDocuments

_log = logging.getLogger(__name__)
_SPARE_S, _KEEP_S = 0.1, 1.5
_WAIT_S = 1.0
"""How long a turn waits for what was never read before: most applications have told it by then, and the next turn has it."""
_ASK_S = 8.0


@dataclass(frozen=True, slots=True)
class _Known:
    menus: Menus
    search: MenuSearch


class MenuBook:
    """Knows what each application of a desktop offers. Without a shelf nothing is kept beyond the run; without `documents`, whose
    end is the book's, no program tells its commands.
    """

    def __init__(
        self,
        desktop: Desktop,
        shelf: MenuShelf | None = None,
        wait_s: float = _WAIT_S,
        documents: OpenDocuments | None = None,
    ) -> None:
        self._desktop = desktop
        self._shelf = shelf
        self._wait_s = wait_s
        self._documents = documents or OpenDocuments()
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
        await self._documents.close()

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
        if anew or self._documents.listens(window):
            menus = await self._with_commands(menus, window)
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
        if not self._documents.listens(window):
            return kept
        return [offered for offered in kept if any(entry.command for entry in offered.entries)]

    async def _with_commands(self, menus: Menus, window: Window) -> Menus:
        """Return menus with the commands of the window's program, where it tells them."""
        if not menus.entries:
            return menus
        try:
            # A LibreOffice with an open dialog may not answer before that is closed; its menus are known all the same.
            async with asyncio.timeout(_ASK_S):
                commands = await self._documents.commands(window)
        except (UfoError, TimeoutError):
            return menus
        return replace(menus, entries=tuple(_joined(menus.entries, commands)))


def _joined(entries: Collection[MenuEntry], commands: Collection[OfferedCommand]) -> Iterator[MenuEntry]:
    """Yield the entries, each with the command of its place, and then the commands that stand in no menu."""
    by_place = {_place(command.menu.split(" > ")): command for command in commands if command.menu}
    for entry in entries:
        command = by_place.get(_place(entry.path))
        if command is None:
            yield entry
            continue
        tip = entry.description or _beside(command.tip, entry.label)
        yield replace(entry, command=command.name, description=tip)
    for command in commands:
        if not command.menu:
            tip = _beside(command.tip, command.label)
            yield MenuEntry((command.label,), "", tip, command.name, in_menu=False)


def _place(path: Collection[str]) -> tuple[str, ...]:
    return tuple(item.removesuffix("...").removesuffix("…").strip().casefold() for item in path)


def _beside(tip: str, label: str) -> str:
    """Return what a tip says beside the label."""
    said = " ".join(dict.fromkeys(tip.split()))
    return "" if said.casefold() in label.casefold() else said
