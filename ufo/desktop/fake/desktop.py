"""A desktop in memory. Clicks by point, keys and typing change widgets as a person's would; faults can be scripted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ufo.desktop.fake import draw, elements, keyboard, pointer
from ufo.desktop.fake.faults import Fault, Moment
from ufo.desktop.fake.handler_context import RunningApp
from ufo.desktop.fake.live import LiveWidget, LiveWindow
from ufo.desktop.fake.spec import AppSpec
from ufo.desktop.fake.world import World
from ufo.desktop.snapshot import Element, Handle, Snapshot
from ufo.desktop.target import Reconfirm, Target
from ufo.desktop.values import (
    Application,
    ButtonAt,
    Click,
    Delivery,
    Drag,
    ElementVerb,
    InputEvent,
    Keys,
    Launch,
    PointerAt,
    Relayed,
    Screen,
    Scroll,
    TypeText,
    Window,
)
from ufo.errors import ApplicationHung, ElementGone, LaunchFailed, NotActionable, StaleElement
from ufo.schema.command import Route
from ufo.schema.geometry import Point, Rect
from ufo.schema.menus import MenuEntry, Menus
from ufo.schema.picture import Frame
from ufo.schema.roles import MENU_ENTRIES

SCREEN = Rect(0, 0, 1280, 800)
_ASLEEP = "it was started without accessibility; wake_application turns it on"


class FakeDesktop:
    """Implements `ufo.desktop.backend.Desktop`. `installed` can be launched; `world` is what is on the screen."""

    def __init__(self, installed: Iterable[AppSpec] = (), screen: Rect = SCREEN) -> None:
        self.installed = {spec.app_root: spec for spec in installed}
        self.world = World(screen)
        self.inputs: list[InputEvent] = []
        self._heard: list[tuple[Keys, Callable[[], object]]] = []
        self._faults: list[Fault] = []
        self._snapshots = 0
        self._pressed: ButtonAt | None = None

    def start(self, app_root: str, *arguments: str) -> RunningApp:
        """Start an installed application at once, for the set-up of a test or demonstration."""
        return self.world.start(self.installed[app_root], arguments)

    def inject(self, *faults: Fault) -> None:
        self._faults += faults

    def remarks(self) -> tuple[str, ...]:
        return ()

    def tell_by(self, tell: Callable[[str], object], shows: bool = True) -> None:
        """Nothing comes up here."""

    async def windows(self) -> tuple[Window, ...]:
        return tuple(self._window(window) for window in self.world.windows)

    async def processes(self) -> frozenset[str]:
        return frozenset(window.app_root for window in await self.windows())

    async def runs(self, pid: int, kin: frozenset[str] = frozenset()) -> bool:
        return any(window.pid == pid for window in await self.windows())

    async def copied(self) -> str:
        return self.world.clipboard

    async def page_sockets(self) -> Mapping[int, Path]:
        return {}

    async def screens(self) -> tuple[Screen, ...]:
        return (Screen("fake-0", self.world.screen, primary=True),)

    async def capture(self, window_id: str | None = None) -> Frame:
        if window_id is None:
            return draw.screen(self.world)
        return draw.window(self.world, self.world.window(window_id))

    async def snapshot(self, window_id: str) -> Snapshot:
        window = self.world.window(window_id)
        self._answering(window)
        self._snapshots += 1
        app = self.world.app_of(window)
        app_root = app.spec.app_root
        if not app.awake:
            return Snapshot(self._snapshots, window_id, window.rect, (), _ASLEEP, calls=1, app_root=app_root)
        found = elements.of_window(self.world, window, self._snapshots)
        popups = tuple(
            str(widget.serial) for each in app.windows for widget in each.shown() if widget.is_popup and widget.expanded
        )
        return Snapshot(self._snapshots, window_id, window.rect, found, calls=1, app_root=app_root, popups=popups)

    async def glance(self, window_id: str, sight_s: float = 0.0) -> Snapshot:
        return await self.snapshot(window_id)

    async def reidentify(self, handle: Handle) -> Element:
        self._strike("after_look")
        window, widget = self._resolve(handle)
        if widget is None:
            dialog = Handle(handle.snapshot_id, window.id, "Dialog", window.title)
            return Element(dialog, "Dialog", window.title, window.rect, frozenset({"enabled"}), window=window.id)
        self._answering(window)
        found = elements.of_window(self.world, window, handle.snapshot_id)
        return next(element for element in found if element.handle.key == handle.key)

    async def text(self, handle: Handle) -> str | None:
        return (await self.reidentify(handle)).value

    async def identifiers(self, handles: Sequence[Handle]) -> Mapping[str, str]:
        return {}

    async def limits(self, handles: Sequence[Handle]) -> Mapping[str, tuple[float, float]]:
        return {}

    async def entries(self, handle: Handle, at_most: int) -> tuple[Element, ...] | None:
        """Return None, since a snapshot already shows all of a list."""
        return None

    async def menus(self, window_id: str, known: Collection[tuple[str, str]] = ()) -> Menus:
        window = self.world.window(window_id)
        self._answering(window)
        ends = [
            live_widget
            for live_widget in window.walk()
            if live_widget.role == "MenuItem" and not live_widget.children and live_widget.visible
        ]
        entries = tuple(MenuEntry(_path(ending), description=ending.spec.description or "") for ending in ends)
        app_root = self.world.app_of(window).spec.app_root
        return Menus(app_root, "1.0", "C", entries, "" if entries else f"{app_root} has no menus")

    async def page_parts(self, handle: Handle) -> tuple[Element, ...] | None:
        """Return None, since a snapshot already shows what is out of sight."""
        return None

    async def native_tree(self, window_id: str) -> tuple[Mapping[str, object], ...]:
        return ()

    async def act(self, handle: Handle, verb: ElementVerb, text: str | None = None) -> Delivery:
        self._strike("after_look")
        window, widget = self._resolve(handle)
        self._answering(window)
        if widget is None:
            raise NotActionable(f"the dialog {window.title!r} has no action {verb!r}; use a control in it")
        self._check_verb(widget, verb)
        if not self._swallowed():
            self._act(window, widget, verb, text)
        self._strike("after_act")
        return Delivery(Route.ACCESSIBILITY, verb)

    async def target(self, window_id: str, handle: Handle, at: Point | None = None) -> Target:
        return Target(window_id, await self.reidentify(handle))

    async def hit_test(self, target: Target, point: Point) -> Target:
        window, hit = self.world.window(target.window_id), self.world.hit(point)
        allowed = frozenset(
            live_window.serial for live_window in self.world.windows if self._is_for(live_window, window)
        )
        over = None if hit is None or hit[0].serial in allowed else f"the window {hit[0].title!r}"
        return replace(target, point=point, over=over, allowed=allowed)

    async def send(
        self, to: Target | str | None, events: Sequence[InputEvent], reconfirm: Reconfirm | None = None
    ) -> None:
        self._strike("after_look")
        if reconfirm is not None:
            to = await reconfirm()
        if to is not None:
            self._check_aim(to if isinstance(to, Target) else Target(to), events)
        self.inputs += events
        if not self._swallowed():
            for event in events:
                self._input(event)
        self._strike("after_act")

    async def relay(self, event: Relayed) -> None:
        """Click or drag when a pressed button is let go."""
        if isinstance(event, PointerAt):
            return
        if isinstance(event, ButtonAt) and event.down:
            self._pressed = event
            return
        if isinstance(event, Scroll):
            await self.send(None, [event])
            return
        pressed, self._pressed = self._pressed, None
        if pressed is not None:
            is_click = pressed.point == event.point
            done = Click(event.point, pressed.button) if is_click else Drag(pressed.point, event.point, pressed.button)
            await self.send(None, [done])

    async def obstacle(self, window_id: str) -> str | None:
        """Return None, since no screen of this desktop locks."""
        self.world.window(window_id)
        return None

    async def changed(self, window_id: str, since: float, timeout_s: float) -> bool:
        """Run what applications have postponed: they do it when somebody waits."""
        if not self.world.postponed:
            return False
        self.world.run_postponed()
        return True

    async def focus(self, window_id: str) -> None:
        self.world.activate(self.world.window(window_id))

    async def close_window(self, window_id: str) -> None:
        window = self.world.window(window_id)
        self._answering(window)
        keyboard.close(self.world, window)

    async def applications(self) -> tuple[Application, ...]:
        return tuple(spec.application for spec in self.installed.values())

    async def launch(self, what: Launch, timeout_s: float = 30.0) -> Window:
        spec = self.installed.get(what.program) or self._by_command(what.program)
        if spec is None:
            raise LaunchFailed(f"no application {what.program!r} is installed; choose one of {sorted(self.installed)}")
        app = self.world.start(spec, what.arguments)
        if not app.windows:
            raise LaunchFailed(f"{what.program!r} showed no window within {timeout_s:g} s")
        return self._window(app.windows[0])

    async def hands(self, window_id: str | None) -> str:
        return "" if window_id is None else "this desktop has one pointer and keyboard, the person's"

    async def wake(self, window_id: str) -> bool:
        app = self.world.app_of(self.world.window(window_id))
        app.awake = app.awake or app.spec.wakes
        return app.awake

    async def restart(self, window_id: str, timeout_s: float = 30.0) -> Window:
        app = self.world.app_of(self.world.window(window_id))
        if app.awake:
            raise NotActionable("the window tells what is in it; go on without a restart")
        app.quit()
        again = self.world.start(app.spec, app.arguments)
        again.awake = True
        return self._window(again.windows[0])

    async def settle(self, window_id: str | None = None, timeout_s: float = 2.0) -> bool:
        await asyncio.sleep(0)
        self.world.run_postponed()
        return not any(app.hung for app in self.world.running.values() if app.windows)

    async def on_key(self, chord: Keys, heard: Callable[[], object]) -> Callable[[], None]:
        entry = (chord, heard)
        self._heard.append(entry)
        return lambda: self._heard.remove(entry)

    async def on_painted(self, painted: Callable[[], object]) -> Callable[[], None] | None:
        """Return None, since this desktop draws itself only when somebody looks."""
        return None

    async def shutdown(self) -> None:
        self._faults.clear()

    def _by_command(self, program: str) -> AppSpec | None:
        name = Path(program).name
        return next((app for app in self.installed.values() if Path(app.application.command[0]).name == name), None)

    def _window(self, window: LiveWindow) -> Window:
        spec = self.world.app_of(window).spec
        return Window(
            id=window.id,
            title=window.title,
            rect=window.rect,
            pid=window.pid,
            process=Path(spec.application.command[0]).name,
            app_root=spec.app_root,
            active=self.world.active is window,
            minimized=window.minimized,
            modal=window.spec.modal,
            parent=window.parent.id if window.parent else None,
        )

    def _answering(self, window: LiveWindow) -> None:
        app = self.world.app_of(window)
        if app.hung:
            raise ApplicationHung(f"{app.spec.app_root!r} does not answer; wait for it or close it")

    def _resolve(self, handle: Handle) -> tuple[LiveWindow, LiveWidget | None]:
        gone = ElementGone(f"{handle.role} {handle.name!r} is not there any more; look again")
        if handle.role == "Dialog":
            window = next((window for window in self.world.windows if window.id == handle.key), None)
            if window is None or window.title != handle.name:
                raise gone
            return window, None
        found = self.world.find(int(handle.key))
        if found is None:
            raise gone
        if (found[1].role, found[1].name) != (handle.role, handle.name):
            raise StaleElement(f"{handle.role} {handle.name!r} is {found[1].role} {found[1].name!r} now; look again")
        return found

    def _check_verb(self, widget: LiveWidget, verb: ElementVerb) -> None:
        if not widget.enabled:
            raise NotActionable(f"{widget.role} {widget.name!r} is disabled; enable it first or use another control")
        offered = elements.actions(widget)
        can_scroll = verb == "scroll_into_view" and widget.parent is not None and widget.parent.role == "List"
        can_focus = verb == "focus" and widget.spec.has_actions
        if verb not in offered and not can_scroll and not can_focus:
            raise NotActionable(f"{widget.role} {widget.name!r} has no accessible action {verb!r}; use the pointer")

    def _act(self, window: LiveWindow, widget: LiveWidget, verb: ElementVerb, text: str | None) -> None:
        if verb == "press":
            pointer.press(self.world, window, widget)
        elif verb == "focus":
            pointer.focus(self.world, window, widget)
        elif verb in ("set_text", "set_value"):
            app = self.world.app_of(window)
            widget.value = text or ""
            widget.caret = len(widget.value)
            app.call(widget.spec.on_change, widget.key)
            if widget.role == "Cell" and widget.parent is not None:
                app.call(widget.parent.spec.on_change, widget.key)
        elif verb == "select":
            pointer.choose(self.world, window, widget)
        elif verb == "scroll_into_view":
            pointer.scroll_into_view(widget)
        else:
            widget.expanded = verb == "expand"

    def _input(self, event: InputEvent) -> None:
        if isinstance(event, Click):
            pointer.click(self.world, event)
        elif isinstance(event, Drag):
            pointer.drag(self.world, event)
        elif isinstance(event, Scroll):
            pointer.scroll(self.world, event)
        elif isinstance(event, Keys):
            listeners = [heard for chord, heard in self._heard if chord == event]
            for heard in listeners:
                heard()
            if not listeners:
                keyboard.chord(self.world, event.chord)
        elif isinstance(event, TypeText):
            keyboard.type_text(self.world, event.text)

    def _check_aim(self, target: Target, events: Sequence[InputEvent]) -> None:
        window = self.world.window(target.window_id)
        places = [
            event.start if isinstance(event, Drag) else event.point
            for event in events
            if not isinstance(event, Keys | TypeText)
        ]
        for point in places:
            hit = self.world.hit(point)
            allowed = target.allowed_at(point)
            is_late = hit is not None and allowed is not None and hit[0].serial not in allowed
            if hit is None or is_late or not self._is_for(hit[0], window):
                what = "nothing" if hit is None else f"the window {hit[0].title!r}"
                raise NotActionable(
                    f"{what} lies at the point of {window.title!r}; deal with it first, then look again"
                )
        active = self.world.active
        if not places and (active is None or not self._is_for(active, window)):
            raise NotActionable(f"the keyboard focus is not with {window.title!r}; look again at what took it")

    @staticmethod
    def _is_for(live_window: LiveWindow | None, window: LiveWindow) -> bool:
        while live_window is not None and live_window is not window:
            live_window = live_window.parent
        return live_window is window

    def _due(self, moment: Moment) -> list[Fault]:
        due: list[Fault] = []
        kept: list[Fault] = []
        for fault in self._faults:
            if fault.moment != moment or (due and moment == "on_act"):
                kept.append(fault)
            elif fault.skip:
                kept.append(replace(fault, skip=fault.skip - 1))
            else:
                due.append(fault)
        self._faults = kept
        return due

    def _strike(self, moment: Moment) -> None:
        for fault in self._due(moment):
            if fault.change is not None:
                fault.change(self.world)

    def _swallowed(self) -> bool:
        swallowed = False
        for fault in self._due("on_act"):
            if fault.change is None:
                swallowed = True
            else:
                fault.change(self.world)
        return swallowed


def _path(item: LiveWidget) -> tuple[str, ...]:
    above = _path(item.parent) if item.parent is not None else ()
    return (*above, item.name) if item.role in MENU_ENTRIES else above
