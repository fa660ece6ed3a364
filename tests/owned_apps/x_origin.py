"""Where an X window stands on the screen, for toolkits that do not tell."""

import ctypes
import ctypes.util

_X = ctypes.CDLL(ctypes.util.find_library("X11") or "libX11.so.6")
_X.XOpenDisplay.restype = ctypes.c_void_p
_X.XDefaultRootWindow.restype = ctypes.c_ulong
_X.XDefaultRootWindow.argtypes = [ctypes.c_void_p]
_X.XTranslateCoordinates.argtypes = [
    ctypes.c_void_p, ctypes.c_ulong, ctypes.c_ulong, ctypes.c_int, ctypes.c_int,
    ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_ulong),
]  # fmt: skip
# A window may be gone when it is asked for; without this Xlib would end the program.
_HANDLER = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(lambda *_: 0)


class Origins:
    """Asks over a connection of its own."""

    def __init__(self):
        self._display = _X.XOpenDisplay(None)
        self._root = _X.XDefaultRootWindow(self._display)

    def of(self, xid):
        x, y, child = ctypes.c_int(), ctypes.c_int(), ctypes.c_ulong()
        _X.XSetErrorHandler(_HANDLER)
        _X.XTranslateCoordinates(
            self._display, xid, self._root, 0, 0, ctypes.byref(x), ctypes.byref(y), ctypes.byref(child)
        )
        return x.value, y.value
