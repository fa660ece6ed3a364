"""What a window system gives, X11 or Wayland: windows, pictures, pointer and keyboard. Trees come from AT-SPI on both.

All calls that are not coroutines are made in one thread (`one_thread.py`), and may block there for a moment. Windows are named
as in `ufo.desktop.values.Window`. A call that takes one raises WindowGone where it is closed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from ufo.desktop.linux.screen.call import Pointing
from ufo.desktop.linux.screen.one_thread import OnThread
from ufo.desktop.linux.screen.strokes import Strokes
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.values import Keys, Window
from ufo.desktop.values import Screen as Monitor
from ufo.schema.geometry import Point, Rect
from ufo.schema.picture import Frame

Stamp = tuple[tuple[int, int], ...]
"""Two stamps of the same windows are equal if nothing was painted on the windows in between."""

Need = Literal["keys", "pointer", "windows", "screens", "clipboard"]
"""What a person may be asked for. `windows` and `screens` are pictures, of one window and of all that is shown."""

Tell = Callable[[str], object]
"""Tells the person something, in a sentence."""


class Windows(Protocol):
    def surfaces(self) -> list[Surface]:
        """Return all windows, dialogs and popups that can be seen or brought back, topmost first."""
        ...

    def related(self, window_id: str) -> tuple[Surface, ...]:
        """Return the window first, with what lies `beside` it, then its dialogs, menus and popups, topmost first."""
        ...

    def tell_popups(self, window_id: str, places: Mapping[str, Rect]) -> bool:
        """Take over the popups that the tree of a window tells, topmost first, where the window system lists none itself. Return
        whether they are others than were known.
        """
        ...

    def active(self) -> Window | None: ...

    def role(self, window_id: str) -> str:
        """Return what the program calls windows of this kind, or ""."""
        ...

    def focus(self, window_id: str) -> None:
        """Make the window active and wait until it is. Raises NotActionable where something keeps it from that."""
        ...

    def close(self, window_id: str) -> None: ...

    def answers(self, window_id: str, within_s: float) -> bool:
        """Tell whether the program handles its events. False as well where it cannot be asked."""
        ...


class Pictures(Protocol):
    def monitors(self) -> tuple[Monitor, ...]: ...

    def picture(self, window_id: str | None) -> Frame:
        """Take a picture of the window, or of the whole desktop for None. Raises NotActionable for a window of which there is
        none now.
        """
        ...

    def seen_in(self, place: Rect) -> bytes:
        """Return the pixels that a part of the screen shows at this moment; b"" for a place off the screen."""
        ...

    def stamped(self, window_id: str) -> tuple[tuple[Surface, ...], Stamp | None]:
        """Return what `related` does, and the stamp of when these windows were painted on; None where it is not known."""
        ...

    def renewed(self, stamp: Stamp) -> Stamp | None:
        """Return the stamp of the same windows as of now."""
        ...


class Parts(Protocol):
    """The windows inside of a window, where the window system knows of such."""

    def keep(self, look: int, window_id: str) -> None:
        """Remember what is shown inside of the window at a look."""
        ...

    def is_new_at(self, look: int, window_id: str, point: Point) -> bool | None:
        """Tell whether a click at the point reaches a part of the window that was not shown at the look; None where that is not
        known.
        """
        ...


class Hands(Protocol):
    """A pointer and a keyboard of our own, beside the person's."""

    def use(self, window_id: str | None) -> str:
        """Have input for that window sent by our own pointer and keyboard from now on, or with None by the person's. Return why
        it cannot be, "" where it is.
        """
        ...


class Pasting(Protocol):
    """The clipboard, for the event loop."""

    async def paste(self, text: str, pid: int, press_keys: Callable[[], Awaitable[None]]) -> bool:
        """Paste the text by keys that `press_keys` presses; tell whether the application read it. The clipboard is given back.
        Raises ApplicationHung.
        """
        ...

    async def copied(self) -> str:
        """Return the clipboard's text, "" where it holds none. Raises DesktopUnavailable."""
        ...

    async def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Screen:
    """One screen, by need.

    `painted_at` returns the monotonic time of the last painting that a stamp covers, None where it is not known; it asks nothing
    and may be called anywhere. `grab_key` calls a function in a thread of its own whenever a chord is pressed, until what it
    returns is called; it blocks, and raises DesktopError. `watch_painting` does the same for whatever is painted on the screen;
    None where the window system does not tell that. `close` ends the connection. `hands` is None where there is one pair
    only. `no_hands`: why there is neither pointer nor keyboard, not even the person's. `lend` asks the person, who is told of it
    before, for what the session gives only with their word, once; it raises NotActionable where they do not give it. `remark`:
    what a person has to know of what it does not give. `is_ours`: no person has a hand on its pointer.
    """

    windows: OnThread[Windows]
    pictures: OnThread[Pictures]
    pointing: OnThread[Pointing]
    strokes: OnThread[Strokes]
    parts: OnThread[Parts]
    pasting: Pasting
    painted_at: Callable[[Stamp | None], float | None]
    grab_key: Callable[[Keys, Callable[[], object]], Callable[[], None]]
    close: Callable[[], Awaitable[None]]
    hands: OnThread[Hands] | None = None
    no_hands: str = ""
    lend: Callable[[Need, Tell], Awaitable[None]] | None = None
    remark: str = ""
    is_ours: bool = False
    watch_painting: Callable[[Callable[[], object]], Callable[[], None]] | None = None
