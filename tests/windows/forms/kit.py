"""What forms of Windows' own controls are made of, by ctypes alone. It runs on Windows, in a process of its own."""

import ctypes
from ctypes import byref
from ctypes.wintypes import (
    DWORD,
    HANDLE,
    HICON,
    HINSTANCE,
    HMENU,
    HWND,
    LPARAM,
    LPCWSTR,
    LPVOID,
    LPWSTR,
    MSG,
    UINT,
    WPARAM,
)

user32 = ctypes.WinDLL("user32")
ctypes.WinDLL("comctl32").InitCommonControlsEx(byref((DWORD * 2)(8, 0xFFFF)))
LRESULT = ctypes.c_ssize_t
Procedure = ctypes.WINFUNCTYPE(LRESULT, HWND, UINT, WPARAM, LPARAM)


def declare(name, *takes, gives=ctypes.c_int):
    function = getattr(user32, name)
    function.argtypes, function.restype = takes, gives


declare("DefWindowProcW", HWND, UINT, WPARAM, LPARAM, gives=LRESULT)
declare("SendMessageW", HWND, UINT, WPARAM, LPVOID, gives=LRESULT)
declare(
    "CreateWindowExW", DWORD, LPCWSTR, LPCWSTR, DWORD, *[ctypes.c_int] * 4, HWND, HMENU, HINSTANCE, LPVOID, gives=HWND
)
declare("GetWindowTextW", HWND, LPWSTR, ctypes.c_int)
declare("SetWindowTextW", HWND, LPCWSTR)
declare("EnableWindow", HWND, ctypes.c_int)
declare("IsDialogMessageW", HWND, LPVOID)
declare("AppendMenuW", HMENU, UINT, ctypes.c_size_t, LPCWSTR)
declare("CreateMenu", gives=HMENU)
declare("CreatePopupMenu", gives=HMENU)
declare("DestroyWindow", HWND)
declare("SetForegroundWindow", HWND)
COMMAND, DESTROYED = 0x111, 0x2
_ANYWHERE = -0x80000000


class WindowClass(ctypes.Structure):
    _fields_ = [
        ("style", UINT), ("procedure", Procedure), ("extra", ctypes.c_int), ("more", ctypes.c_int), ("instance", HINSTANCE),
        ("icon", HICON), ("cursor", HANDLE), ("brush", HANDLE), ("menu", LPCWSTR), ("name", LPCWSTR),
    ]  # fmt: skip


class Form:
    """A window. `commanded` is called with the number of a control and what it tells."""

    def __init__(self, title, size, commanded=None, menu=None):
        self.controls = {}
        self.dialog = None
        self._commanded = commanded or (lambda number, code: None)
        self._called = Procedure(self._handle)
        user32.RegisterClassW(byref(WindowClass(0, self._called, 0, 0, None, None, None, 16, None, "UfoForm")))
        self.window = user32.CreateWindowExW(
            0, "UfoForm", title, 0x02CF0000, _ANYWHERE, _ANYWHERE, *size, None, menu, None, None
        )

    def _handle(self, handle, message, first, second):
        if message == COMMAND:
            self._commanded(first & 0xFFFF, (first >> 16) & 0xFFFF)
            return 0
        if message == DESTROYED and handle == self.window:
            user32.PostQuitMessage(0)
        return user32.DefWindowProcW(handle, message, first, second)

    def add(self, kind, caption, style, place, number, extended=0, parent=None):
        """Add a control. `place`: left, top, width and height in the window."""
        self.controls[number] = user32.CreateWindowExW(
            extended, kind, caption, 0x50000000 | style, *place, parent or self.window, number, None, None
        )
        return self.controls[number]

    def open_dialog(self, title, place):
        user32.EnableWindow(self.window, False)
        self.dialog = user32.CreateWindowExW(1, "UfoForm", title, 0x90C80000, *place, self.window, None, None, None)
        return self.dialog

    def close_dialog(self):
        user32.EnableWindow(self.window, True)
        user32.DestroyWindow(self.dialog)
        self.dialog = None

    def text(self, number):
        buffer = ctypes.create_unicode_buffer(500)
        user32.GetWindowTextW(self.controls[number], buffer, 500)
        return buffer.value

    def run(self):
        user32.ShowWindow(self.window, 5)
        user32.SetForegroundWindow(self.window)
        message = MSG()
        while user32.GetMessageW(byref(message), None, 0, 0) > 0:
            of_dialog = self.dialog and user32.IsDialogMessageW(self.dialog, byref(message))
            if of_dialog or user32.IsDialogMessageW(self.window, byref(message)):
                continue
            user32.TranslateMessage(byref(message))
            user32.DispatchMessageW(byref(message))


def send(control, message, first=0, second=None):
    return user32.SendMessageW(control, message, first, second)


def fill(control, message, words):
    for word in words:
        send(control, message, 0, ctypes.c_wchar_p(word))
