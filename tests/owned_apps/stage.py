"""A scene on a desktop: started, looked at until what is seen stands still, and worked with the pointer as a person would."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import anyio

from tests.owned_apps.scenes import Scene
from tests.owned_apps.truth import Comparison, Control, Truth, compare, find
from tests.waiting import WAITED_S, in_time
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Click, Keys, Launch, Scroll, Window
from ufo.errors import StaleElement
from ufo.schema.geometry import Point

_HEARD_S = 2.0
_TICK_S = 0.03
_ROWS, _ENTRIES, _BESIDE = 4, 20, 20
TITLE = "Owned scene"


def beside(point: Point, by: int) -> Point:
    return Point(point.x + by, point.y)


@dataclass(frozen=True, slots=True)
class Stage:
    desktop: LinuxDesktop
    window: Window
    path: Path
    scene: Scene
    shift: tuple[int, int] = (0, 0)
    knows_popups: bool = True

    @classmethod
    async def open(cls, scene: Scene, desktop: LinuxDesktop, folder: Path, screen: str = "X11") -> Stage:
        path = folder / "truth.json"
        window = await desktop.launch(Launch(scene.program, scene.command(path, TITLE)), timeout_s=60)
        # A window may have taken its size while it was shown.
        window = next(item for item in await desktop.windows() if item.id == window.id)
        stage = cls(desktop, window, path, scene)
        with in_time():
            while not path.exists() or not stage.truth().shown:
                # A page learns where it is from a movement of the pointer over it.
                for point in (window.rect.center, beside(window.rect.center, 1)):
                    await desktop.send(None, [Scroll(point)])
                await anyio.sleep(_TICK_S)
            return stage if screen == "X11" else await stage._on_wayland()

    async def _on_wayland(self) -> Stage:
        """An application knows no more there than places inside of its windows, and a browser counts its shadow in."""
        rect, before = self.window.rect, self.truth().pointer
        if before is None:
            return replace(self, shift=(rect.x, rect.y), knows_popups=False)
        point = beside(rect.center, 2 * _BESIDE)
        await self.desktop.send(None, [Scroll(point)])
        while (now := self.truth().pointer or before).x < before.x + _BESIDE:
            await anyio.sleep(_TICK_S)
        return replace(self, shift=(point.x - now.x, point.y - now.y))

    def truth(self) -> Truth:
        """What the application tells."""
        return Truth.of(self.path).without(self.scene.limits).moved(*self.shift)

    def events(self) -> list[tuple[str, str]]:
        lines = self.path.with_name(f"{self.path.name}.events").read_text(encoding="utf-8").splitlines()
        return [(one[0], one[1]) for one in map(json.loads, lines)]

    async def look(self) -> tuple[Truth, Snapshot]:
        """What is and what is seen, both as they were when neither changed any more."""
        await self.desktop.settle(self.window.id)
        while True:
            before = self.truth()
            snapshot = await self.desktop.snapshot(self.window.id)
            await anyio.sleep(_TICK_S * 3)
            if (truth := self.truth()) == before:
                return truth, snapshot

    async def compared(self) -> Comparison:
        """The look that agrees, or after a while the last one: what a toolkit tells late is no lie."""
        truth, snapshot = await self.look()
        with anyio.move_on_after(WAITED_S):
            while compare(truth, snapshot.elements).faults:
                truth, snapshot = await self.look()
        return compare(truth, snapshot.elements)

    async def until(self, holds: Callable[[Truth], bool]) -> bool:
        with anyio.move_on_after(WAITED_S):
            while not holds(self.truth()):
                await anyio.sleep(_TICK_S)
            return True
        return False

    async def _found(self, control: Control) -> Element | None:
        """What stands for a control that the application shows, or after a while None: a toolkit tells late what it opened, and
        the server what it shut."""
        element = None
        with anyio.move_on_after(WAITED_S):
            while element is None:
                _, snapshot = await self.look()
                element = find(control, snapshot.elements)
        return element

    async def click(self, control: Control, element: Element) -> str | None:
        """Clicks the middle of what is seen. Returns what is wrong, None where the control said that it was hit."""
        heard = len(self.events())
        again = await self.desktop.reidentify(element.handle)
        if again.rect.center != element.rect.center and "offscreen" not in element.states:
            return f"{control.role} {control.name!r} is at {element.rect}, asked again at {again.rect}"
        await self.desktop.send(None, [Click(element.rect.center)])
        wanted = (control.key, control.reacts)
        if await self._hears(wanted, heard, _HEARD_S):
            return None
        with contextlib.suppress(StaleElement):
            # A busy application answers after what came before the question.
            await self.desktop.reidentify(element.handle)
        if not self.events()[heard:] and control in self.truth().controls:
            # GTK 3 takes a click within half a second of a menu's opening as a part of the one that opened it, and GTK 4 now
            # and then loses the first one after a popover was shut. Whoever saw nothing come of a click clicks once more.
            await self.desktop.send(None, [Click(element.rect.center)])
        if await self._hears(wanted, heard, WAITED_S):
            return None
        centre = element.rect.center
        return f"a click on {control.role} {control.name!r} at {centre.x}, {centre.y} came to {self.events()[heard:]}"

    async def _hears(self, wanted: tuple[str, str | None], since: int, wait_s: float) -> bool:
        with anyio.move_on_after(wait_s):
            while wanted not in self.events()[since:]:
                await anyio.sleep(_TICK_S)
            return True
        return False

    async def escape(self) -> None:
        await self.desktop.send(None, [Keys(("escape",))])

    async def click_everything(self, *, opening: bool = False) -> list[str]:
        """Every control that reacts and shows itself at some time, each once; what opens is looked at and worked as well.
        `opening`: only those that open something, and there the last entry."""
        faults: list[str] = []
        done: set[str] = set()
        while (control := self._next(done, opening=opening)) is not None:
            done.add(control.key)
            faults += await self.work(control, most=1 if opening else _ENTRIES)
        return faults

    async def work(self, control: Control, most: int = _ENTRIES) -> list[str]:
        """Clicks it, and at most so many, the last ones, of what opens then. Returns what is wrong."""
        element = await self._found(control)
        if element is None:
            return [f"{control.role} {control.name!r} is not seen"]
        if fault := await self.click(control, element):
            return [fault]
        return await self._work_what_opened(control, most) if control.opens else []

    def _next(self, done: set[str], *, opening: bool) -> Control | None:
        """Tabs come last, as each hides what the others show."""
        ready = [one for one in self.truth().shown if one.reacts and one.key not in done and ":" not in one.key]
        ready = [one for one in ready if "disabled" not in one.states and (one.opens or not opening)]
        if len([key for key in done if key.startswith("row")]) >= _ROWS:
            ready = [one for one in ready if not one.key.startswith("row")]
        return min(ready, key=lambda one: one.role == "TabItem", default=None)

    async def _opens(self, opener: Control) -> bool:
        return await self.until(lambda truth: bool(self._opened(truth, opener.key)))

    def _opened(self, truth: Truth, key: str) -> list[Control]:
        return [one for one in truth.shown if one.key.startswith(f"{key}:")]

    async def _work_what_opened(self, opener: Control, most: int) -> list[str]:
        faults: list[str] = []
        done: set[str] = set()
        while True:
            if not await self._opens(opener):
                return [*faults, f"{opener.role} {opener.name!r} did not open"]
            if not done and self.knows_popups:
                faults += [f"{opener.name!r} open: {fault}" for fault in (await self.compared()).faults]
            truth, _ = await self.look()
            inside = [one for one in self._opened(truth, opener.key) if one.reacts and one.key not in done]
            if not inside or len(done) == most:
                await self._shut(opener)
                return faults
            entry = inside[-1]
            done.add(entry.key)
            element = await self._found(entry)
            fault = f"{entry.name!r} is not seen" if element is None else await self.click(entry, element)
            if fault:
                faults.append(fault)
            if not await self._open_again(opener):
                return [*faults, f"{opener.name!r} could not be opened once more"]

    async def _open_again(self, opener: Control) -> bool:
        await self._shut(opener)
        # A box may be called by what was chosen in it.
        opener = self.truth().get(opener.key)
        element = await self._found(opener)
        return element is not None and await self.click(opener, element) is None

    async def _shut(self, opener: Control) -> None:
        with anyio.move_on_after(WAITED_S):
            while self._opened(self.truth(), opener.key):
                await self.escape()
                with anyio.move_on_after(1):
                    while self._opened(self.truth(), opener.key):
                        await anyio.sleep(_TICK_S)
