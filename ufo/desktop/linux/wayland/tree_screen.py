"""The screen of a Wayland session whose compositor cannot be worked: controls by their trees, and nothing else.

Pointer, keyboard, pictures, clipboard and halt key are refused, each with what does the same without them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import replace
from typing import NoReturn

from ufo.desktop.linux.screen.call import Aim, Call
from ufo.desktop.linux.screen.one_thread import OneThread, OnThread
from ufo.desktop.linux.screen.screen import Screen, Stamp
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.wayland.tree_windows import TreeWindows
from ufo.desktop.target import Target
from ufo.desktop.values import Click, Keys, MouseButton, Scroll
from ufo.desktop.values import Screen as Monitor
from ufo.errors import DesktopError, NotActionable, PicturesRefused
from ufo.schema.geometry import Point, Rect
from ufo.schema.picture import Frame


class NoPictures:
    """Implements `Pictures` without any. `why` says in a sentence what the session does not give."""

    def __init__(self, windows: TreeWindows, why: str) -> None:
        self._windows, self._why = windows, why

    def monitors(self) -> tuple[Monitor, ...]:
        return ()

    def picture(self, window_id: str | None) -> Frame:
        raise PicturesRefused(f"{self._why}, so there is no picture; go by the list of controls")

    def seen_in(self, place: Rect) -> bytes:
        return b""

    def stamped(self, window_id: str) -> tuple[tuple[Surface, ...], Stamp | None]:
        return self._windows.related(window_id), None

    def renewed(self, stamp: Stamp) -> Stamp | None:
        return None


class NoPointing:
    """Implements `Pointing` where nobody tells what lies at a point."""

    def __init__(self, windows: TreeWindows) -> None:
        self._windows = windows

    def aim(self, to: Target | str, alone: bool = False) -> Aim:
        target = to if isinstance(to, Target) else Target(to)
        window = self._windows.related(target.window_id)[0].window
        return Aim(window.id, window.title, frozenset(), alone, target=target)

    def obstacle(self, window_id: str) -> str | None:
        return None

    def hit_test(self, target: Target, point: Point) -> Target:
        return replace(target, point=point, allowed=frozenset())

    def come_over(self, target: Target, point: Point) -> str | None:
        return None

    def focused_top(self) -> int:
        return 0


def no_hands(why: str) -> str:
    """Say what to do without pointer and keyboard. `why` there are none, in a sentence without its full stop."""
    return (
        f"{why}, so there is neither pointer nor keyboard; use the control's own action: press, set the text, select, choose in "
        "the menu. Where there is none, ask the person to do it, or work on a private desktop (--desktop private)"
    )


class NoStrokes:
    """Implements `Strokes` by refusing each of them."""

    def __init__(self, why: str) -> None:
        self._why = why

    def _refuse(self) -> NoReturn:
        raise NotActionable(no_hands(self._why))

    def begin(self) -> tuple[Point | None, bool]:
        return None, False

    def finish(self, before: Point | None, popup: bool, left_at: Point | None) -> None: ...

    def click(self, call: Call, event: Click) -> None:
        self._refuse()

    def hold_down(self, call: Call, event: Click) -> None:
        self._refuse()

    def let_go_elsewhere(self, call: Call, pressed: Point) -> None: ...

    def let_go(self) -> None: ...

    def hold(self, call: Call, keys: Iterable[str], start: Point, button: MouseButton) -> None:
        self._refuse()

    def move(self, to: Point) -> None:
        self._refuse()

    def hover(self, call: Call, point: Point) -> None:
        self._refuse()

    def scroll(self, call: Call, event: Scroll) -> None:
        self._refuse()

    def offers_drop(self) -> int:
        return 0

    def chord(self, call: Call, chord: tuple[str, ...]) -> None:
        self._refuse()

    def carries(self, text: str) -> bool:
        return True

    def strike(self, call: Call, text: str) -> int:
        self._refuse()

    def give_back_keys(self, at_once: bool = False) -> None: ...

    def await_read(self, within_s: float, deaf_s: float) -> bool:
        return True

    def await_handled(self) -> None: ...

    def await_layout(self) -> None: ...


class NoParts:
    """Implements `Parts` where no window has windows of its own."""

    def keep(self, look: int, window_id: str) -> None: ...

    def is_new_at(self, look: int, window_id: str, point: Point) -> bool | None:
        return None


class NoPasting:
    """Implements `Pasting` without a clipboard."""

    def __init__(self, why: str) -> None:
        self._why = why

    async def paste(self, text: str, pid: int, press_keys: Callable[[], Awaitable[None]]) -> bool:
        return False

    async def copied(self) -> str:
        raise NotActionable(f"{self._why}, so the clipboard cannot be read; read the control that holds the text")

    async def close(self) -> None: ...


def open_tree_screen(environment: Mapping[str, str], programs: Callable[[], Mapping[str, str]], why: str) -> Screen:
    """Return the screen of a session. `why` says in a sentence, without its full stop, why its compositor cannot be worked."""
    executor = ThreadPoolExecutor(1, "trees")
    thread = OneThread("the accessibility bus", executor, nullcontext)
    windows = TreeWindows(environment, programs)

    async def close() -> None:
        await thread.close(windows.end)

    def grab_key(chord: Keys, heard: Callable[[], object]) -> Callable[[], None]:
        raise DesktopError(f"{why}, so no key can stop the run; stop it with Ctrl+C")

    return Screen(
        windows=OnThread(thread, windows),
        pictures=OnThread(thread, NoPictures(windows, why)),
        pointing=OnThread(thread, NoPointing(windows)),
        strokes=OnThread(thread, NoStrokes(why)),
        parts=OnThread(thread, NoParts()),
        pasting=NoPasting(why),
        painted_at=lambda _stamp: None,
        grab_key=grab_key,
        close=close,
        no_hands=no_hands(why),
        remark=f"{why}: controls are worked by their own actions, without pointer, keyboard and pictures; --desktop private "
        "has all of them",
    )
