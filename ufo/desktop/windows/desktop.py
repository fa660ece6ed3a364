"""The desktop of Windows: UI Automation, and below it window handles and the messages of standard controls."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Collection, Mapping, Sequence
from ctypes import c_void_p
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Self

from ufo.config.settings import DesktopSettings
from ufo.desktop.matching.restless import judged_part
from ufo.desktop.private.environment_filter import desktop_environment
from ufo.desktop.snapshot import Element, Handle, Snapshot
from ufo.desktop.target import Fingerprint, Reconfirm, Target
from ufo.desktop.values import (
    Application,
    Delivery,
    ElementVerb,
    InputEvent,
    Keys,
    Launch,
    Relayed,
    Screen,
    Window,
)
from ufo.desktop.windows import clipboard, top_windows
from ufo.desktop.windows import menus as menu_bars
from ufo.desktop.windows.api import handles
from ufo.desktop.windows.api.functions import user32
from ufo.desktop.windows.api.messages import answers
from ufo.desktop.windows.capture import pictures
from ufo.desktop.windows.change_watch import ChangeWatch
from ufo.desktop.windows.control.handle_tree import HandleTree
from ufo.desktop.windows.input import chord_hook
from ufo.desktop.windows.input.sender import InputSender
from ufo.desktop.windows.launch import launcher, process_list
from ufo.desktop.windows.targeting.last_check import over
from ufo.desktop.windows.tree.source import TreeSource
from ufo.desktop.windows.ui_automation.automation import Automation
from ufo.desktop.windows.ui_automation.automation_tree import AutomationTree
from ufo.desktop.windows.ui_automation.com_automation import ComAutomation
from ufo.desktop.windows.ui_automation.first_look import look_at
from ufo.desktop.windows.ui_automation.nodes import PREFIX, told
from ufo.errors import DesktopError, DesktopUnavailable, NotActionable, StaleElement
from ufo.schema.geometry import Point
from ufo.schema.menus import Menus
from ufo.schema.picture import Frame

_PER_MONITOR = c_void_p(-4)
_READ_OBJECTS = 0x1
_ELEMENTS_KNOWN = 20_000
_NO_MENUS = "{} has no menu bar that other programs can read; open one and look at it"
_NO_AUTOMATION = "this Windows has no UI Automation: only standard controls are told, and the rest is worked by sight"
_TELLS = "{} tells what its standard controls hold already, and Windows has no way to have it tell more"


class WindowsDesktop:
    """Implements `ufo.desktop.backend.Desktop`. `environment` is what programs are started with; `automation` is None where there
    is no UI Automation.
    """

    def __init__(
        self, environment: Mapping[str, str], settings: DesktopSettings, automation: Automation | None = None
    ) -> None:
        self._environment = desktop_environment(environment, settings.environment)
        self._looks = 0
        self._known: dict[str, Element] = {}
        self._input = InputSender()
        self._watch = ChangeWatch()
        self._automation = automation
        self._automation_tree = None if automation is None else AutomationTree(automation, answers)
        self._handle_tree = HandleTree()

    @classmethod
    async def connect(cls, environment: Mapping[str, str], settings: DesktopSettings) -> Self:
        """Connect to the desktop of this session. Rectangles are real pixels on every monitor from then on."""
        user32.SetProcessDpiAwarenessContext(_PER_MONITOR)
        return await asyncio.to_thread(lambda: cls(environment, settings, _automation()))

    def tell_by(self, tell: Callable[[str], object], shows: bool = True) -> None:
        """Windows asks nobody for what is done here."""

    def remarks(self) -> tuple[str, ...]:
        return () if self._automation else (_NO_AUTOMATION,)

    # Windows.

    async def windows(self) -> tuple[Window, ...]:
        return await asyncio.to_thread(top_windows.all_windows)

    async def screens(self) -> tuple[Screen, ...]:
        return await asyncio.to_thread(top_windows.screens)

    async def focus(self, window_id: str) -> None:
        await asyncio.to_thread(top_windows.focus, window_id)

    async def close_window(self, window_id: str) -> None:
        await asyncio.to_thread(top_windows.close, window_id)

    async def menus(self, window_id: str, known: Collection[tuple[str, str]] = ()) -> Menus:
        window = top_windows.handle_of(window_id)
        about = await asyncio.to_thread(top_windows.described, window)
        entries = await asyncio.to_thread(menu_bars.entries_of, window)
        return Menus(about.app_root, entries=entries, silence="" if entries else _NO_MENUS.format(about.process))

    async def wake(self, window_id: str) -> bool:
        top_windows.handle_of(window_id)
        return True

    async def restart(self, window_id: str, timeout_s: float = 30.0) -> Window:
        window = await asyncio.to_thread(top_windows.described, top_windows.handle_of(window_id))
        raise NotActionable(_TELLS.format(window.process))

    # Looking.

    async def snapshot(self, window_id: str) -> Snapshot:
        window = top_windows.handle_of(window_id)
        self._looks += 1
        try:
            found = await asyncio.to_thread(look_at, window, self._looks, self._automation_tree)
        finally:
            # What went with its window is told as the window that is gone.
            top_windows.handle_of(window_id)
        self._remember(found.elements)
        return found

    async def glance(self, window_id: str, sight_s: float = 0.0) -> Snapshot:
        return await self.snapshot(window_id)

    def _remember(self, elements: Sequence[Element]) -> None:
        for element in elements:
            self._known.pop(element.handle.key, None)
            self._known[element.handle.key] = element
        while len(self._known) > _ELEMENTS_KNOWN:
            del self._known[next(iter(self._known))]

    def _of_a_look(self, handle: Handle) -> Element:
        known = self._known.get(handle.key)
        if known is None or handle.snapshot_id > self._looks:
            raise StaleElement(f"{handle.role} {handle.name!r} does not come from a look at this desktop; look again")
        # The handle may be of an older look than the last one at this control.
        return replace(known, handle=handle, role=handle.role, name=handle.name)

    async def reidentify(self, handle: Handle) -> Element:
        known = self._of_a_look(handle)
        now = await asyncio.to_thread(self._source(handle).again, known, handle.snapshot_id)
        self._remember([now])
        return now

    def _source(self, handle: Handle) -> TreeSource:
        tree = self._automation_tree
        return tree if tree is not None and handle.key.startswith(PREFIX) else self._handle_tree

    async def text(self, handle: Handle) -> str | None:
        return await asyncio.to_thread(self._source(handle).text, await self.reidentify(handle))

    async def entries(self, handle: Handle, at_most: int) -> tuple[Element, ...] | None:
        found = await asyncio.to_thread(self._source(handle).entries, await self.reidentify(handle), at_most)
        self._remember(found or ())
        return found

    async def page_parts(self, handle: Handle) -> tuple[Element, ...] | None:
        return None

    async def identifiers(self, handles: Sequence[Handle]) -> Mapping[str, str]:
        known = [self._known[handle.key] for handle in handles if handle.key in self._known]
        told = {element.handle.key: self._source(element.handle).identifier(element) for element in known}
        return {key: identifier for key, identifier in told.items() if identifier}

    async def limits(self, handles: Sequence[Handle]) -> Mapping[str, tuple[float, float]]:
        return await asyncio.to_thread(self._limits, [handle.key for handle in handles if handle.key in self._known])

    def _limits(self, keys: Sequence[str]) -> dict[str, tuple[float, float]]:
        found: dict[str, tuple[float, float]] = {}
        for key in keys:
            element = self._known[key]
            with contextlib.suppress(DesktopError):
                told = self._source(element.handle).limits(element)
                found |= {} if told is None else {key: told}
        return found

    async def native_tree(self, window_id: str) -> tuple[Mapping[str, object], ...]:
        window, automation = top_windows.handle_of(window_id), self._automation
        if automation is None:
            return ()
        tree = await asyncio.to_thread(automation.tree, window)
        return tuple(map(told, tree.nodes))

    async def capture(self, window_id: str | None = None) -> Frame:
        if window_id is None:
            return await asyncio.to_thread(pictures.of_screen)
        return await asyncio.to_thread(pictures.of_window, window_id)

    # Acting. The click protocol is that of `linux/targeting`: see README.md for what Windows lacks of it.

    async def obstacle(self, window_id: str) -> str | None:
        return await asyncio.to_thread(_obstacle)

    async def target(self, window_id: str, handle: Handle, at: Point | None = None) -> Target:
        known = self._of_a_look(handle)
        frame = await asyncio.to_thread(pictures.of_screen, known.rect)
        element = await self.reidentify(handle)
        if element.rect != known.rect:
            frame = await asyncio.to_thread(pictures.of_screen, element.rect)
        if frame.rect.is_empty:
            return Target(window_id, element)
        part = judged_part(element, at).intersection(frame.rect)
        return Target(window_id, element, Fingerprint(handle, window_id, element.rect, frame, None, False, part))

    async def hit_test(self, target: Target, point: Point) -> Target:
        element = target.element
        inside = None
        if element is not None and not element.by_sight:
            inside = partial(self._source(element.handle).over, element, point)
        lies_over, family = await asyncio.to_thread(over, target.window_id, point, inside)
        asked = asyncio.get_running_loop().time()
        return replace(target, point=point, over=lies_over, allowed=family, asked=asked)

    async def act(self, handle: Handle, verb: ElementVerb, text: str | None = None) -> Delivery:
        return await asyncio.to_thread(self._source(handle).act, await self.reidentify(handle), verb, text)

    async def send(
        self, to: Target | str | None, events: Sequence[InputEvent], reconfirm: Reconfirm | None = None
    ) -> None:
        await self._input.send(to, events, reconfirm, self._require_there)

    async def _require_there(self, target: Target) -> None:
        """Raise StaleElement where the target's control is not where it was confirmed."""
        element = target.element
        if element is None or element.by_sight:
            return
        now = await self.reidentify(element.handle)
        if now.rect != element.rect:
            raise StaleElement(f"{element} is not where it was right before the stroke; nothing was sent, look again")

    async def copied(self) -> str:
        return await asyncio.to_thread(clipboard.text)

    # Waiting.

    async def changed(self, window_id: str, since: float, timeout_s: float) -> bool:
        if self._automation is not None:
            window = top_windows.handle_of(window_id)
            self._automation.listen(window, partial(self._watch.tell, handles.thread_and_process(window)[1]))
        return await self._watch.changed(window_id, since, timeout_s)

    async def settle(self, window_id: str | None = None, timeout_s: float = 2.0) -> bool:
        return await self._watch.settled(window_id, timeout_s)

    async def runs(self, pid: int, kin: frozenset[str] = frozenset()) -> bool:
        return await asyncio.to_thread(launcher.is_running, pid)

    # Sharing.

    async def hands(self, window_id: str | None) -> str:
        return "" if window_id is None else "Windows has one pointer and keyboard for each desktop, the person's"

    async def relay(self, event: Relayed) -> None:
        await self._input.relay(event)

    async def on_key(self, chord: Keys, heard: Callable[[], object]) -> Callable[[], None]:
        return await asyncio.to_thread(chord_hook.hear, chord, _in_this_loop(heard))

    async def on_painted(self, painted: Callable[[], object]) -> Callable[[], None] | None:
        return None

    # The machine.

    async def applications(self) -> tuple[Application, ...]:
        return await asyncio.to_thread(launcher.installed)

    async def launch(self, what: Launch, timeout_s: float = 30.0) -> Window:
        return await asyncio.to_thread(launcher.launch, what, self._environment, timeout_s)

    async def processes(self) -> frozenset[str]:
        return frozenset(process.program for process in await asyncio.to_thread(process_list.processes))

    async def page_sockets(self) -> Mapping[int, Path]:
        return {}

    async def shutdown(self) -> None:
        await asyncio.to_thread(self._watch.end)
        if self._automation is not None:
            await asyncio.to_thread(self._automation.end)


def _automation() -> Automation | None:
    with contextlib.suppress(DesktopUnavailable):
        return ComAutomation()
    return None


def _obstacle() -> str | None:
    """A locked screen, and the question for an administrator's rights, are desktops of their own, which take all input."""
    desktop = user32.OpenInputDesktop(0, False, _READ_OBJECTS)
    if not desktop:
        return "the screen is locked, or Windows asks for an administrator's rights"
    user32.CloseDesktop(desktop)
    return None


def _in_this_loop(heard: Callable[[], object]) -> Callable[[], None]:
    """Return what other threads may call in its place."""
    loop = asyncio.get_running_loop()

    def tell() -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed, so nothing waits for it any more
            loop.call_soon_threadsafe(heard)

    return tell
