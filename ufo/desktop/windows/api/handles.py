"""What Windows tells of a window by its handle, without asking its process."""

from __future__ import annotations

import ctypes
from ctypes import byref
from ctypes.wintypes import DWORD, POINT, RECT

from ufo.desktop.windows.api.functions import kernel32, user32
from ufo.desktop.windows.api.structures import GuiThread
from ufo.schema.geometry import Point, Rect

FIRST_CHILD, NEXT, PREVIOUS, OWNER = 5, 2, 3, 4
ROOT = 2
VISIBLE, DISABLED = 0x10000000, 0x08000000
_STYLE, _EXTENDED_STYLE = -16, -20
_QUERY = 0x1000


def class_of(window: int) -> str:
    buffer = ctypes.create_unicode_buffer(256)
    user32.GetClassNameW(window, buffer, 256)
    return buffer.value


def rect_of(window: int) -> Rect:
    """Return its place on the screen; an empty rectangle where it is gone."""
    told = RECT()
    user32.GetWindowRect(window, byref(told))
    return Rect.from_ltrb(told.left, told.top, told.right, told.bottom)


def client_origin(window: int) -> Point:
    origin = POINT(0, 0)
    user32.ClientToScreen(window, byref(origin))
    return Point(origin.x, origin.y)


def style_of(window: int) -> int:
    return int(user32.GetWindowLongW(window, _STYLE)) & 0xFFFFFFFF


def extended_style_of(window: int) -> int:
    return int(user32.GetWindowLongW(window, _EXTENDED_STYLE)) & 0xFFFFFFFF


def thread_and_process(window: int) -> tuple[int, int]:
    """Return the numbers of the thread and the process; 0 where the window is gone."""
    pid = DWORD()
    thread = user32.GetWindowThreadProcessId(window, byref(pid))
    return int(thread), pid.value


def children(window: int) -> list[int]:
    """Return the controls directly in a window, in their order."""
    found: list[int] = []
    child = user32.GetWindow(window, FIRST_CHILD)
    # The order may change meanwhile, so that one comes up again.
    while child and child not in found:
        found.append(child)
        child = user32.GetWindow(child, NEXT)
    return found


def root_of(window: int) -> int:
    return user32.GetAncestor(window, ROOT) or window


def owner_of(window: int) -> int:
    """Return the window that a dialog or a popup belongs to; 0 for none."""
    return user32.GetWindow(window, OWNER) or 0


def at(point: Point) -> int:
    """Return the window or control that gets a click there; 0 for none."""
    return user32.WindowFromPoint(POINT(point.x, point.y)) or 0


def focus_of(thread: int) -> int:
    """Return the control of a thread that has its keyboard focus; 0 for none."""
    told = GuiThread()
    told.size = ctypes.sizeof(told)
    user32.GetGUIThreadInfo(thread, byref(told))
    return told.focus or 0


def program_of(pid: int) -> str:
    """Return the path of the program of a process; "" where it may not be asked."""
    process = kernel32.OpenProcess(_QUERY, False, pid)
    if not process:
        return ""
    try:
        buffer, length = ctypes.create_unicode_buffer(1024), DWORD(1024)
        found = kernel32.QueryFullProcessImageNameW(process, 0, buffer, byref(length))
        return buffer.value if found else ""
    finally:
        kernel32.CloseHandle(process)
