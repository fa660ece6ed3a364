"""What a computer can do, as six Protocols. A backend is one folder that implements all of them and passes
`tests/conformance`.

Every call may raise `DesktopUnavailable`, and those that take a window also `WindowGone`. No call blocks the event loop or
waits past its deadline: an application that does not answer raises `ApplicationHung`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from ufo.desktop.snapshot import Element, Handle, Snapshot
from ufo.desktop.target import Reconfirm, Target
from ufo.desktop.values import Application, Delivery, ElementVerb, InputEvent, Keys, Launch, Relayed, Screen, Window
from ufo.schema.geometry import Point
from ufo.schema.menus import Menus
from ufo.schema.picture import Frame


class Windows(Protocol):
    """The windows and screens of a desktop, and what keeps a window from being seen or worked."""

    async def windows(self) -> tuple[Window, ...]:
        """Return the windows in stacking order, topmost first."""
        ...

    async def screens(self) -> tuple[Screen, ...]: ...

    async def focus(self, window_id: str) -> None:
        """Make the window active and wait until it is."""
        ...

    async def close_window(self, window_id: str) -> None:
        """Ask the window to close. It may show a question instead."""
        ...

    async def menus(self, window_id: str, known: Collection[tuple[str, str]] = ()) -> Menus:
        """Return what the menus of the window's application offer, without opening one. It may take seconds; a look that is
        wanted meanwhile does not become slower. `known`: versions with their language that need not be read again; of
        these, only version and language are returned.
        """
        ...

    async def native_tree(self, window_id: str) -> tuple[Mapping[str, object], ...]:
        """Return what the system itself tells of a window, in its own words and as values of JSON, for a recording. Nothing where
        elements are read from no such tree, or a snapshot tells all of it.
        """
        ...

    async def wake(self, window_id: str) -> bool:
        """Have the application of a window that was started without accessibility tell what it shows, while it runs. Nothing is
        done where it tells already. False where that cannot be turned on in a running one.
        """
        ...

    async def restart(self, window_id: str, timeout_s: float = 30.0) -> Window:
        """End the application of a window that was started without accessibility, and start it again with it; what it can
        restore is open again, and what was not saved or sent is lost. Raises NotActionable where it tells already, is not
        known to restore anything, or does not end; LaunchFailed.
        """
        ...


class Looking(Protocol):
    """What a window shows: its tree of controls and its picture."""

    async def snapshot(self, window_id: str) -> Snapshot:
        """Return what the window shows now, its menus, popovers and dialogs included."""
        ...

    async def glance(self, window_id: str, sight_s: float = 0.0) -> Snapshot:
        """Return the snapshot without waiting for what only a picture shows, beyond `sight_s` seconds, where the tree tells of
        enough to work with. Looks around actions are of this kind.
        """
        ...

    async def reidentify(self, handle: Handle) -> Element:
        """Return the same element as it is now. Raises StaleElement where it is gone or became another one."""
        ...

    async def text(self, handle: Handle) -> str | None:
        """Return all the text of an element, however long, since a snapshot cuts it short. None where it has no text to read."""
        ...

    async def entries(self, handle: Handle, at_most: int) -> tuple[Element, ...] | None:
        """Return all entries of a list, a tree or a table in their order, also those out of sight. They have no places, and an
        entry that is named by its content may be nameless here. None where the application reports no more than a snapshot
        does, where there are more than `at_most`, and where it did not report all of them in time.
        """
        ...

    async def identifiers(self, handles: Sequence[Handle]) -> Mapping[str, str]:
        """Return what programmers call these elements (the id in a page, the accessible id of a toolkit), by the handle's key.
        Elements that have none, or are no longer known, are left out.
        """
        ...

    async def limits(self, handles: Sequence[Handle]) -> Mapping[str, tuple[float, float]]:
        """Return the least and the greatest number that these elements take, by the handle's key. Elements that have no such
        limits, or are no longer known, are left out.
        """
        ...

    async def capture(self, window_id: str | None = None) -> Frame:
        """Capture all monitors as one frame, or one window with its own popups even where it is covered."""
        ...


class Acting(Protocol):
    """Actions of controls, pointer, keyboard and clipboard. `ufo.desktop.target` holds what is confirmed before input is sent."""

    async def obstacle(self, window_id: str) -> str | None:
        """Describe what covers the whole window but is in no list of windows, such as a locked screen; None for no obstacle."""
        ...

    async def target(self, window_id: str, handle: Handle, at: Point | None = None) -> Target:
        """Return the element as it is now, with how its place looks. Works as `reidentify`, but waits for a tree that lags
        behind the screen, since a pointer is about to work on whatever lies there: of a page or a drawing, only what is near
        the point `at` counts. Raises StaleElement.
        """
        ...

    async def hit_test(self, target: Target, point: Point) -> Target:
        """Return the target with a point, and with what would get a click there instead of the window. With an element, it also
        says what lies over the element inside its own window, where the application can tell.
        """
        ...

    async def act(self, handle: Handle, verb: ElementVerb, text: str | None = None) -> Delivery:
        """Do an action of the element through the accessibility interface. Raises NotActionable where it has no such action."""
        ...

    async def send(
        self, to: Target | str | None, events: Sequence[InputEvent], reconfirm: Reconfirm | None = None
    ) -> None:
        """Send pointer and keyboard input as a person would. The pointer's place and the clipboard are restored.

        `to`: a target or a window. Raises NotActionable as soon as an event would reach anything but the window, its dialogs
        and popups, and StaleElement where the target is not what was confirmed. None: whatever has the focus or lies there.

        `reconfirm`: asks for the target again as late as possible before the first stroke, once more where anything happened
        since, and between the pieces of a long text. Raises DesktopError where only a part was sent.
        """
        ...

    async def page_parts(self, handle: Handle) -> tuple[Element, ...] | None:
        """Return what that page holds, in its order: what is in sight, in the rough, and the frames and whatever has a name
        that is scrolled out of sight, which is "offscreen", with the place that it would have. `depth` counts from the page.
        What is hidden or folded away is left out. What is out of sight can be acted on by "scroll_into_view", and by anything
        else after that. None where the application does not tell.
        """
        ...

    async def copied(self) -> str:
        """Return the text on the clipboard; "" where it holds none."""
        ...


class Waiting(Protocol):
    """Waits for changes, and for a window to become idle; tells whether a program still runs."""

    async def changed(self, window_id: str, since: float, timeout_s: float) -> bool:
        """Wait until the window's application reports a change after `since` (loop time). False at the deadline."""
        ...

    async def settle(self, window_id: str | None = None, timeout_s: float = 2.0) -> bool:
        """Wait, by events, until nothing changes any more. False where something still changed at the deadline."""
        ...

    async def runs(self, pid: int, kin: frozenset[str] = frozenset()) -> bool:
        """Tell whether that process, or another one of its kin (see `Window`), still runs."""
        ...


class Sharing(Protocol):
    """What a person has to do with the desktop while it is worked: at it, or from elsewhere."""

    def tell_by(self, tell: Callable[[str], object], shows: bool = True) -> None:
        """Have a person told by this, in a sentence each, what comes up meanwhile, such as that their desktop will ask them.
        `shows`: pictures are shown to somebody; for others nobody is asked.
        """
        ...

    async def hands(self, window_id: str | None) -> str:
        """Have input for that window sent from now on by a pointer and a keyboard of our own, which leave the person's where they
        are; with None by the person's. Return why it cannot be, "" where it is. Raises WindowGone, and NotActionable where the
        session has neither, not even the person's.
        """
        ...

    async def relay(self, event: Relayed) -> None:
        """Pass on what a person who works from elsewhere does with the pointer. It goes to whatever lies there: nothing is
        checked, and pointer and button stay as they are after it. Keys and text of theirs go by `send`. Raises NotActionable
        where there is no pointer for it.
        """
        ...

    async def on_key(self, chord: Keys, heard: Callable[[], object]) -> Callable[[], None]:
        """Call `heard` in this event loop whenever the chord is pressed anywhere on the desktop, until the returned function is
        called. No application gets the key. Raises DesktopError where another program has grabbed it.
        """
        ...

    async def on_painted(self, painted: Callable[[], object]) -> Callable[[], None] | None:
        """Call `painted` in this event loop soon after something was painted anywhere on the screen, some 40 times a second at
        most, until the returned function is called. A picture that is taken then shows it. None where the window system does
        not tell that.
        """
        ...


class Machine(Protocol):
    """Programs and the connection itself."""

    def remarks(self) -> tuple[str, ...]:
        """Say, in a sentence each, what a person has to know of this desktop, such as what connecting changed in its settings."""
        ...

    async def applications(self) -> tuple[Application, ...]: ...

    async def launch(self, what: Launch, timeout_s: float = 30.0) -> Window:
        """Start a program and wait for its window. Raises LaunchFailed."""
        ...

    async def processes(self) -> frozenset[str]:
        """Return the names of the programs that run on this desktop. Raises DesktopError where they cannot be listed."""
        ...

    async def page_sockets(self) -> Mapping[int, Path]:
        """Return the Unix sockets on which browsers of this desktop report their pages to us alone, by the browser's process
        id.
        """
        ...

    async def shutdown(self) -> None:
        """Release the connections. Applications keep running."""
        ...


class Desktop(Windows, Looking, Acting, Waiting, Sharing, Machine, Protocol):
    """All that a backend can do."""
