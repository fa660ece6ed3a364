"""Windows' own functions with the types that they take and give. Source: Microsoft's reference of the Win32 API.

On 64-bit Windows there is one calling convention, so that `CDLL` and `CFUNCTYPE` are right. Only Windows can import this.
"""

from __future__ import annotations

import ctypes
from ctypes import CFUNCTYPE, POINTER, c_int, c_size_t, c_ssize_t, c_void_p
from ctypes.wintypes import (
    BOOL,
    DWORD,
    HANDLE,
    HBITMAP,
    HDC,
    HGDIOBJ,
    HMENU,
    HWND,
    LONG,
    LPARAM,
    LPWSTR,
    MSG,
    POINT,
    RECT,
    UINT,
    WPARAM,
)
from typing import Any

user32 = ctypes.CDLL("user32", use_last_error=True)
gdi32 = ctypes.CDLL("gdi32", use_last_error=True)
kernel32 = ctypes.CDLL("kernel32", use_last_error=True)
shell32 = ctypes.CDLL("shell32", use_last_error=True)
dwmapi = ctypes.CDLL("dwmapi", use_last_error=True)

WindowCallback = CFUNCTYPE(BOOL, HWND, LPARAM)
HookCallback = CFUNCTYPE(c_ssize_t, c_int, WPARAM, LPARAM)
EventCallback = CFUNCTYPE(None, HANDLE, DWORD, HWND, LONG, LONG, DWORD, DWORD)


def _takes(library: ctypes.CDLL, name: str, gives: Any, *kinds: Any) -> None:
    function = getattr(library, name)
    function.restype, function.argtypes = gives, kinds


# Windows.
_takes(user32, "EnumWindows", BOOL, WindowCallback, LPARAM)
_takes(user32, "IsWindow", BOOL, HWND)
_takes(user32, "IsWindowVisible", BOOL, HWND)
_takes(user32, "IsWindowEnabled", BOOL, HWND)
_takes(user32, "IsIconic", BOOL, HWND)
_takes(user32, "IsZoomed", BOOL, HWND)
_takes(user32, "IsHungAppWindow", BOOL, HWND)
_takes(user32, "GetWindow", HWND, HWND, UINT)
_takes(user32, "GetAncestor", HWND, HWND, UINT)
_takes(user32, "GetParent", HWND, HWND)
_takes(user32, "GetForegroundWindow", HWND)
_takes(user32, "SetForegroundWindow", BOOL, HWND)
_takes(user32, "BringWindowToTop", BOOL, HWND)
_takes(user32, "ShowWindow", BOOL, HWND, c_int)
_takes(user32, "WindowFromPoint", HWND, POINT)
_takes(user32, "GetWindowThreadProcessId", DWORD, HWND, POINTER(DWORD))
_takes(user32, "GetClassNameW", c_int, HWND, LPWSTR, c_int)
_takes(user32, "GetWindowRect", BOOL, HWND, POINTER(RECT))
_takes(user32, "ClientToScreen", BOOL, HWND, POINTER(POINT))
_takes(user32, "GetWindowLongW", LONG, HWND, c_int)
_takes(user32, "GetDlgCtrlID", c_int, HWND)
_takes(user32, "GetGUIThreadInfo", BOOL, DWORD, c_void_p)
_takes(user32, "GetComboBoxInfo", BOOL, HWND, c_void_p)
_takes(user32, "GetSystemMetrics", c_int, c_int)
_takes(user32, "OpenInputDesktop", HANDLE, DWORD, BOOL, DWORD)
_takes(user32, "CloseDesktop", BOOL, HANDLE)
_takes(user32, "SetProcessDpiAwarenessContext", BOOL, c_void_p)
_takes(user32, "EnumDisplayMonitors", BOOL, HDC, c_void_p, c_void_p, LPARAM)
_takes(user32, "GetMonitorInfoW", BOOL, HANDLE, c_void_p)
_takes(dwmapi, "DwmGetWindowAttribute", LONG, HWND, DWORD, c_void_p, DWORD)
# Messages, menus and hooks.
_takes(user32, "SendMessageTimeoutW", c_ssize_t, HWND, UINT, WPARAM, c_void_p, UINT, UINT, POINTER(c_size_t))
_takes(user32, "PostMessageW", BOOL, HWND, UINT, WPARAM, LPARAM)
_takes(user32, "PostThreadMessageW", BOOL, DWORD, UINT, WPARAM, LPARAM)
_takes(user32, "GetMessageW", c_int, POINTER(MSG), HWND, UINT, UINT)
_takes(user32, "PeekMessageW", BOOL, POINTER(MSG), HWND, UINT, UINT, UINT)
_takes(user32, "GetMenu", HMENU, HWND)
_takes(user32, "GetSubMenu", HMENU, HMENU, c_int)
_takes(user32, "GetMenuItemCount", c_int, HMENU)
_takes(user32, "GetMenuStringW", c_int, HMENU, UINT, LPWSTR, c_int, UINT)
_takes(user32, "SetWindowsHookExW", HANDLE, c_int, HookCallback, HANDLE, DWORD)
_takes(user32, "CallNextHookEx", c_ssize_t, HANDLE, c_int, WPARAM, LPARAM)
_takes(user32, "UnhookWindowsHookEx", BOOL, HANDLE)
_takes(user32, "SetWinEventHook", HANDLE, DWORD, DWORD, HANDLE, EventCallback, DWORD, DWORD, DWORD)
_takes(user32, "UnhookWinEvent", BOOL, HANDLE)
# Input and the clipboard.
_takes(user32, "SendInput", UINT, UINT, c_void_p, c_int)
_takes(user32, "GetCursorPos", BOOL, POINTER(POINT))
_takes(user32, "GetAsyncKeyState", ctypes.c_short, c_int)
_takes(user32, "GetDoubleClickTime", UINT)
_takes(user32, "OpenClipboard", BOOL, HWND)
_takes(user32, "GetClipboardData", HANDLE, UINT)
_takes(user32, "CloseClipboard", BOOL)
_takes(kernel32, "GlobalLock", c_void_p, HANDLE)
_takes(kernel32, "GlobalUnlock", BOOL, HANDLE)
# Pictures.
_takes(user32, "GetDC", HDC, HWND)
_takes(user32, "ReleaseDC", c_int, HWND, HDC)
_takes(user32, "PrintWindow", BOOL, HWND, HDC, UINT)
_takes(gdi32, "CreateCompatibleDC", HDC, HDC)
_takes(gdi32, "CreateDIBSection", HBITMAP, HDC, c_void_p, UINT, POINTER(c_void_p), HANDLE, DWORD)
_takes(gdi32, "SelectObject", HGDIOBJ, HDC, HGDIOBJ)
_takes(gdi32, "DeleteObject", BOOL, HGDIOBJ)
_takes(gdi32, "DeleteDC", BOOL, HDC)
_takes(gdi32, "BitBlt", BOOL, HDC, c_int, c_int, c_int, c_int, HDC, c_int, c_int, DWORD)
_takes(gdi32, "GdiFlush", BOOL)
# Processes and their memory.
_takes(kernel32, "OpenProcess", HANDLE, DWORD, BOOL, DWORD)
_takes(kernel32, "CloseHandle", BOOL, HANDLE)
_takes(kernel32, "GetCurrentThreadId", DWORD)
_takes(kernel32, "IsWow64Process", BOOL, HANDLE, POINTER(BOOL))
_takes(kernel32, "QueryFullProcessImageNameW", BOOL, HANDLE, DWORD, LPWSTR, POINTER(DWORD))
_takes(kernel32, "GetProcessTimes", BOOL, HANDLE, c_void_p, c_void_p, c_void_p, c_void_p)
_takes(kernel32, "GetProcessId", DWORD, HANDLE)
_takes(kernel32, "CreateToolhelp32Snapshot", HANDLE, DWORD, DWORD)
_takes(kernel32, "Process32FirstW", BOOL, HANDLE, c_void_p)
_takes(kernel32, "Process32NextW", BOOL, HANDLE, c_void_p)
_takes(kernel32, "VirtualAllocEx", c_void_p, HANDLE, c_void_p, c_size_t, DWORD, DWORD)
_takes(kernel32, "VirtualFreeEx", BOOL, HANDLE, c_void_p, c_size_t, DWORD)
_takes(kernel32, "ReadProcessMemory", BOOL, HANDLE, c_void_p, c_void_p, c_size_t, c_void_p)
_takes(kernel32, "WriteProcessMemory", BOOL, HANDLE, c_void_p, c_void_p, c_size_t, c_void_p)
_takes(shell32, "ShellExecuteExW", BOOL, c_void_p)
_takes(shell32, "SHGetFolderPathW", LONG, HWND, c_int, HANDLE, DWORD, LPWSTR)
