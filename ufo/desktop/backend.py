"""What a computer can do, as five Protocols. A backend is one folder that implements all of them and passes `tests/conformance`.

Every call may raise `DesktopUnavailable`; those with a window `WindowGone`.
No call blocks the event loop, and none waits past its deadline: an application that does not answer is `ApplicationHung`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from ufo.desktop.snapshot import Element, Handle, Snapshot
from ufo.desktop.target import Reconfirm, Target
from ufo.desktop.values import Application, Delivery, ElementVerb, InputEvent, Keys, Launch, Screen, Window
from ufo.schema.cells import CellGrid
from ufo.schema.geometry import Point
from ufo.schema.picture import Frame


class Windows(Protocol):
    """The windows and screens of a desktop."""

    async def windows(self) -> tuple[Window, ...]:
        """Windows in stacking order, topmost first."""
        ...

    async def screens(self) -> tuple[Screen, ...]: ...

    async def focus(self, window_id: str) -> None:
        """Makes the window active and waits until it is."""
        ...

    async def close_window(self, window_id: str) -> None:
        """Asks the window to close. It may show a question instead."""
        ...

    async def obstacle(self, window_id: str) -> str | None:
        """What covers all of the window and is in no list of windows, as a locked screen, in words; None where nothing does."""
        ...


class Looking(Protocol):
    """What a window shows: its tree of controls and its picture."""

    async def snapshot(self, window_id: str) -> Snapshot:
        """What the window shows now, its menus, popovers and dialogs included."""
        ...

    async def reidentify(self, handle: Handle) -> Element:
        """The same element as it is now. Raises StaleElement where it is gone or became another one."""
        ...

    async def text(self, handle: Handle) -> str | None:
        """All the text of an element, however long: looks cut it short. None where it has none to read."""
        ...

    async def entries(self, handle: Handle, at_most: int) -> tuple[Element, ...] | None:
        """What a list, a tree or a table has, out of sight as well, in its order and without places; what is called by its
        content may be nameless here. None where the application tells no more of it than a look does, where there are more
        than `at_most`, and where it did not tell all in time."""
        ...

    async def identifiers(self, handles: Sequence[Handle]) -> Mapping[str, str]:
        """What programmers call these elements (the id in a page, the accessible id of a toolkit), by the handle's key. Those
        that have none, or are not known any more, are left out."""
        ...

    async def cells(self, window_id: str) -> CellGrid | None:
        """How the window is divided into cells of one letter each, with the letters of the screen's own fonts of that size. None
        for a window that is not."""
        ...

    async def capture(self, window_id: str | None = None) -> Frame:
        """All monitors as one frame, or one window with its own popups even where it is covered."""
        ...


class Acting(Protocol):
    """Actions of controls, pointer and keyboard. `ufo.desktop.target` tells what is confirmed before input is sent."""

    async def target(self, window_id: str, handle: Handle) -> Target:
        """The element as it is now, with how its place looks. As `reidentify`, but what lags behind the screen is waited for,
        since a pointer is about to work whatever lies there. Raises StaleElement."""
        ...

    async def hit_test(self, target: Target, point: Point) -> Target:
        """The target at a point, and what would get a click there in the window's place. With an element also what lies over it
        inside of its own window, where the application can tell."""
        ...

    async def act(self, handle: Handle, verb: ElementVerb, text: str | None = None) -> Delivery:
        """An action of the element's own, by the accessibility interface. Raises NotActionable where it has none such."""
        ...

    async def send(
        self, to: Target | str | None, events: Sequence[InputEvent], reconfirm: Reconfirm | None = None
    ) -> None:
        """Pointer and keyboard, as a person's. The pointer's place and the clipboard are given back.

        `to`: a target, or a window; raises NotActionable as soon as an event would reach anything but the window, its dialogs
        and popups, and StaleElement where the target is not what was confirmed. None: whatever has the focus or lies there.

        `reconfirm`: asks for the target as late as can be before the first stroke, once more where anything happened since, and
        between the pieces of a long text. Raises DesktopError where only a part was sent.
        """
        ...


class Waiting(Protocol):
    """Waits for changes and for rest."""

    async def changed(self, window_id: str, since: float, timeout_s: float) -> bool:
        """Waits until the window's application tells of a change after `since` (loop time). False at the deadline."""
        ...

    async def settle(self, window_id: str | None = None, timeout_s: float = 2.0) -> bool:
        """Waits, by events, until nothing changes any more. False where it still changed at the deadline."""
        ...


class Machine(Protocol):
    """Programs, the clipboard, hot keys and the connection itself."""

    async def applications(self) -> tuple[Application, ...]: ...

    async def launch(self, what: Launch, timeout_s: float = 30.0) -> Window:
        """Starts a program and waits for its window. Raises LaunchFailed."""
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


class Desktop(Windows, Looking, Acting, Waiting, Machine, Protocol):
    """All that a backend can do."""
