"""What a computer can do. A backend is one folder that implements `Desktop` and passes `tests/conformance`.

Rectangles and points are screen pixels. Every call may raise `DesktopUnavailable`; those with a window `WindowGone`.
No call blocks the event loop, and none waits past its deadline: an application that does not answer is `ApplicationHung`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Protocol

from ufo.desktop.snapshot import Element, Handle, Snapshot
from ufo.schema.cells import CellGrid
from ufo.schema.command import Route
from ufo.schema.geometry import Point, Rect
from ufo.schema.picture import Frame

MouseButton = Literal["left", "right", "middle", "x"]
ElementVerb = Literal[
    "press",
    "focus",
    "set_text",
    "set_value",
    "select",
    "select_also",
    "deselect",
    "expand",
    "collapse",
    "scroll_into_view",
]
"""`select_also` and `deselect` leave what else is selected as it is."""


@dataclass(frozen=True, slots=True)
class Screen:
    name: str
    rect: Rect
    primary: bool


@dataclass(frozen=True, slots=True)
class Window:
    """A top-level window that a person can see in the task list, and its dialogs.

    `id` is stable while the window lives. `app_root` names the application for tool sets ("libreoffice-calc",
    "chromium", "mousepad"): backends derive it from window class and process. `parent` is the window it belongs to.
    """

    id: str
    title: str
    rect: Rect
    pid: int
    process: str
    app_root: str
    active: bool = False
    minimized: bool = False
    maximized: bool = False
    modal: bool = False
    parent: str | None = None


@dataclass(frozen=True, slots=True)
class Application:
    """Something that can be launched. `id` is the desktop file's name or the command; `keywords` help to find it by words."""

    id: str
    name: str
    command: tuple[str, ...]
    generic_name: str = ""
    keywords: tuple[str, ...] = ()
    mime_types: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Launch:
    """What to start: an application's id or a program's name, with arguments (files, addresses) by vector."""

    program: str
    arguments: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Click:
    point: Point
    button: MouseButton = "left"
    count: int = 1
    hold_key: str | None = None


@dataclass(frozen=True, slots=True)
class Drag:
    start: Point
    end: Point
    button: MouseButton = "left"
    duration_s: float = 0.3
    hold_key: str | None = None


@dataclass(frozen=True, slots=True)
class Scroll:
    """`dy` wheel notches, positive up; `dx` positive right."""

    point: Point
    dy: int = 0
    dx: int = 0


@dataclass(frozen=True, slots=True)
class Keys:
    """A chord by key names, pressed in order and released in reverse: ("ctrl", "shift", "s"), ("enter",)."""

    chord: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TypeText:
    """Text in any script to whatever has the keyboard focus. `struck`: key by key, and never by way of the clipboard."""

    text: str
    struck: bool = False


InputEvent = Click | Drag | Scroll | Keys | TypeText


def points_of(event: InputEvent) -> tuple[Point, ...]:
    """Where the pointer does it; none for the keyboard."""
    match event:
        case Click(point=point) | Scroll(point=point):
            return (point,)
        case Drag(start=start, end=end):
            return start, end
        case _:
            return ()


@dataclass(frozen=True, slots=True)
class Delivery:
    """That an element action reached the application, and by which route. Whether it worked is for the caller to see."""

    route: Route
    detail: str = ""


class Desktop(Protocol):
    async def windows(self) -> tuple[Window, ...]:
        """Windows in stacking order, topmost first."""
        ...

    async def screens(self) -> tuple[Screen, ...]: ...

    async def capture(self, window_id: str | None = None) -> Frame:
        """All monitors as one frame, or one window with its own popups even where it is covered."""
        ...

    async def cells(self, window_id: str) -> CellGrid | None:
        """How the window is divided into cells of one letter each, with the letters of the screen's own fonts of that size. None
        for a window that is not."""
        ...

    async def snapshot(self, window_id: str) -> Snapshot:
        """What the window shows now, its menus, popovers and dialogs included."""
        ...

    async def reidentify(self, handle: Handle, *, surely: bool = False) -> Element:
        """The same element as it is now. Raises StaleElement where it is gone or became another one. `surely`: what lags
        behind the screen is waited for, since a pointer is about to work whatever lies there."""
        ...

    async def text(self, handle: Handle) -> str | None:
        """All the text of an element, however long: looks cut it short. None where it has none to read."""
        ...

    async def identifiers(self, handles: Sequence[Handle]) -> Mapping[str, str]:
        """What programmers call these elements (the id in a page, the accessible id of a toolkit), by the handle's key. Those
        that have none, or are not known any more, are left out."""
        ...

    async def entries(self, handle: Handle, at_most: int) -> tuple[Element, ...] | None:
        """What a list, a tree or a table has, out of sight as well, in its order and without places; what is called by its
        content may be nameless here. None where the application tells no more of it than a look does, where there are more
        than `at_most`, and where it did not tell all in time."""
        ...

    async def act(self, handle: Handle, verb: ElementVerb, text: str | None = None) -> Delivery:
        """An action of the element's own, by the accessibility interface. Raises NotActionable where it has none such."""
        ...

    async def input(
        self,
        events: Sequence[InputEvent],
        into: str | None = None,
        still: Callable[[], Awaitable[Rect]] | None = None,
    ) -> None:
        """Pointer and keyboard, as a person's. The pointer's place and the clipboard are given back. `into`: the window
        that they are for; raises NotActionable as soon as one of them would reach anything but it, its dialogs and popups.

        `still`, with `into`: asks for the control that they are for, as late as can be before the first stroke, once more where
        anything happened since, and between the pieces of a long text. It raises StaleElement or NotActionable where another
        one would get them, and gives the place that tells the control from others. Raises DesktopError where only a part
        was sent.
        """
        ...

    async def obstacle(self, window_id: str, point: Point | None = None, handle: Handle | None = None) -> str | None:
        """What would get a click at the point in the window's place, in words; None where nothing does. Without a point:
        what covers all of the window and is in no list of windows, as a locked screen. With the handle of a control at the
        point: also what lies over it inside of its own window, where the application can tell."""
        ...

    async def focus(self, window_id: str) -> None:
        """Makes the window active and waits until it is."""
        ...

    async def close_window(self, window_id: str) -> None:
        """Asks the window to close. It may show a question instead."""
        ...

    async def applications(self) -> tuple[Application, ...]: ...

    async def launch(self, what: Launch, timeout_s: float = 30.0) -> Window:
        """Starts a program and waits for its window. Raises LaunchFailed."""
        ...

    async def changed(self, window_id: str, since: float, timeout_s: float) -> bool:
        """Waits until the window's application tells of a change after `since` (loop time). False at the deadline."""
        ...

    async def settle(self, window_id: str | None = None, timeout_s: float = 2.0) -> bool:
        """Waits, by events, until nothing changes any more. False where it still changed at the deadline."""
        ...

    async def processes(self) -> frozenset[str]:
        """Names of the programs that run on this desktop. Raises DesktopError where they cannot be listed."""
        ...

    async def copied(self) -> str:
        """The text that the clipboard holds; "" where it holds none."""
        ...

    async def page_sockets(self) -> Mapping[int, Path]:
        """Unix sockets, ours alone, where browsers of this desktop tell about their pages; by the browser's process id."""
        ...

    async def on_key(self, chord: Keys, heard: Callable[[], object]) -> Callable[[], None]:
        """Calls `heard` in this event loop whenever the chord is pressed anywhere on the desktop, until what is returned is
        called. No application gets the key. Raises DesktopError where another program has it."""
        ...

    async def shutdown(self) -> None:
        """Gives back connections; applications go on."""
        ...
