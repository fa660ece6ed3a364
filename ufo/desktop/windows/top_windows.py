"""The top-level windows of the desktop: which there are, which belong together, and which is in front."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Sequence
from ctypes import byref, sizeof
from ctypes.wintypes import DWORD, FILETIME, RECT
from pathlib import PureWindowsPath

from ufo.desktop.values import Screen, Window
from ufo.desktop.windows.api import handles
from ufo.desktop.windows.api.functions import WindowCallback, dwmapi, kernel32, user32
from ufo.desktop.windows.api.messages import text_of
from ufo.desktop.windows.api.structures import MonitorInfo
from ufo.errors import DesktopError, NotActionable, WindowGone
from ufo.schema.geometry import Rect

POPUP_CLASSES = frozenset({"#32768", "ComboLBox"})
"""Open menus, and the lists of combo boxes."""
_NOT_LISTED = frozenset(
    {"Progman", "WorkerW", "Shell_TrayWnd", "Shell_SecondaryTrayWnd", "tooltips_class32", "#32769", "IME"}
)
_TOPMOST, _TOOL_WINDOW, _NO_ACTIVATE = 0x8, 0x80, 0x08000000
_FRAME, _CLOAKED = 9, 14
_RESTORE, _CLOSE = 9, 0x10
_QUERY = 0x1000
_FILETIME_EPOCH_S = 11_644_473_600
_FOCUS_S, _FOCUS_TICK_S = 3.0, 0.05
_PRIMARY = 1


def handle_of(window_id: str) -> int:
    """Raises WindowGone."""
    window = int(window_id) if window_id.isdecimal() else 0
    if not window or not user32.IsWindow(window):
        raise WindowGone(f"window {window_id} is gone; look at the windows again")
    return window


def top_levels() -> list[int]:
    """Return all that are visible, topmost first."""
    found: list[int] = []

    def take(window: int, _: int) -> bool:
        if user32.IsWindowVisible(window) and not _is_cloaked(window):
            found.append(window)
        return True

    user32.EnumWindows(WindowCallback(take), 0)
    return found


def listed() -> list[int]:
    """Return those that a person sees in the task list, and their dialogs, topmost first."""
    return [window for window in top_levels() if _is_listed(window)]


def _is_listed(window: int) -> bool:
    kind = handles.class_of(window)
    if kind in POPUP_CLASSES or kind in _NOT_LISTED:
        return False
    extended = handles.extended_style_of(window)
    return not extended & (_TOOL_WINDOW | _NO_ACTIVATE) and not frame_of(window).is_empty


def _is_cloaked(window: int) -> bool:
    """A window of another virtual desktop, or of a suspended application, counts as visible and is not shown."""
    told = DWORD()
    failed = dwmapi.DwmGetWindowAttribute(window, _CLOAKED, byref(told), sizeof(told))
    return not failed and bool(told.value)


def frame_of(window: int) -> Rect:
    """Return what a person sees of the window's frame: without the shadow that Windows counts in."""
    told = RECT()
    if dwmapi.DwmGetWindowAttribute(window, _FRAME, byref(told), sizeof(told)) == 0:
        rect = Rect.from_ltrb(told.left, told.top, told.right, told.bottom)
        if not rect.is_empty:
            return rect
    return handles.rect_of(window)


def described(window: int) -> Window:
    """Return the window as it is now. Of one that hangs the title is not asked."""
    _, pid = handles.thread_and_process(window)
    program = _program(pid)
    owner = handles.owner_of(window)
    is_blocking = bool(owner) and not user32.IsWindowEnabled(owner)
    return Window(
        id=str(window),
        title=title_of(window),
        rect=frame_of(window),
        pid=pid,
        process=program,
        app_root=_root_of(program),
        active=user32.GetForegroundWindow() == window,
        minimized=bool(user32.IsIconic(window)),
        maximized=bool(user32.IsZoomed(window)),
        modal=is_blocking,
        parent=str(owner) if owner and user32.IsWindowVisible(owner) else None,
        began=_began(pid),
    )


def root_name(window: int) -> str:
    """Return the root of the window's application, as `Window` has it."""
    return _root_of(_program(handles.thread_and_process(window)[1]))


def _program(pid: int) -> str:
    return PureWindowsPath(handles.program_of(pid)).name


def _root_of(program: str) -> str:
    return program.casefold().removesuffix(".exe")


def title_of(window: int) -> str:
    try:
        return "" if user32.IsHungAppWindow(window) else text_of(window)
    except DesktopError:
        return ""


def all_windows() -> tuple[Window, ...]:
    return tuple(described(window) for window in listed())


def family_of(window: int, shown: Sequence[int] | None = None) -> frozenset[int]:
    """Return the window with its dialogs, theirs, and the open menus and lists of its thread. `shown`: the visible windows,
    where they are known.
    """
    owners = {other: handles.owner_of(other) for other in (top_levels() if shown is None else shown)}
    found = {window}
    before = 0
    while before < len(found):
        before = len(found)
        found |= {other for other, owner in owners.items() if owner in found}
    thread, _ = handles.thread_and_process(window)
    return frozenset(found | {it for it in popups(list(owners)) if handles.thread_and_process(it)[0] == thread})


def popups(shown: Sequence[int]) -> list[int]:
    """Return those of the visible windows that are open menus and lists."""
    return [window for window in shown if handles.class_of(window) in POPUP_CLASSES]


def dialogs_of(window: int, shown: Sequence[int]) -> list[int]:
    """Return those of the visible windows that it owns, lowest first."""
    return [other for other in reversed(shown) if handles.owner_of(other) == window and _is_listed(other)]


def focus(window_id: str) -> None:
    """Bring the window to the front and wait until it is active. Blocking. Raises NotActionable where Windows does not let it."""
    window = handle_of(window_id)
    if user32.IsIconic(window):
        user32.ShowWindow(window, _RESTORE)
    deadline = time.monotonic() + _FOCUS_S
    while time.monotonic() < deadline:
        user32.SetForegroundWindow(window)
        if _is_front(window) and _is_raised(window):
            return
        time.sleep(_FOCUS_TICK_S)
        handle_of(window_id)
    if _is_front(window):
        return
    raise NotActionable(
        f"{title_of(window)!r} did not come to the front: Windows lets it only who has the input; click it"
    )


def _is_front(window: int) -> bool:
    front = user32.GetForegroundWindow()
    return front == window or (bool(front) and handles.owner_of(front) == window)


def _is_raised(window: int) -> bool:
    """Tell whether it lies over all others but those that always do. Its own program raises it, some time after it is active."""
    top = next((it for it in listed() if it == window or not handles.extended_style_of(it) & _TOPMOST), 0)
    return window in (top, handles.owner_of(top))


def close(window_id: str) -> None:
    user32.PostMessageW(handle_of(window_id), _CLOSE, 0, 0)


def screens() -> tuple[Screen, ...]:
    """Return the monitors. `MONITORENUMPROC` is called once for each."""
    found: list[Screen] = []

    def take(monitor: int, _dc: int, _rect: int, _data: int) -> bool:
        told = MonitorInfo()
        told.size = sizeof(told)
        user32.GetMonitorInfoW(monitor, byref(told))
        place = told.monitor
        rect = Rect.from_ltrb(place.left, place.top, place.right, place.bottom)
        found.append(Screen(told.device, rect, bool(told.flags & _PRIMARY)))
        return True

    kinds = (ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_ssize_t)
    user32.EnumDisplayMonitors(None, None, ctypes.CFUNCTYPE(*kinds)(take), 0)
    return tuple(found)


def whole_screen() -> Rect:
    """Return the rectangle around all monitors."""
    x, y, width, height = (user32.GetSystemMetrics(number) for number in (76, 77, 78, 79))
    return Rect(x, y, width, height)


def _began(pid: int) -> float:
    process = kernel32.OpenProcess(_QUERY, False, pid)
    if not process:
        return 0.0
    begun, *others = (FILETIME() for _ in range(4))
    kernel32.GetProcessTimes(process, byref(begun), *(byref(other) for other in others))
    kernel32.CloseHandle(process)
    ticks = (begun.dwHighDateTime << 32) | begun.dwLowDateTime
    return ticks / 1e7 - _FILETIME_EPOCH_S if ticks else 0.0
