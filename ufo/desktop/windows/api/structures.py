"""The structures that Windows' functions and controls read and fill in. Source: Microsoft's reference of the Win32 API."""

from __future__ import annotations

from ctypes import Structure, Union, c_int, c_int32, c_size_t, c_ssize_t, c_uint32, c_uint64, c_void_p, c_wchar
from ctypes.wintypes import DWORD, HANDLE, HWND, LONG, LPCWSTR, RECT, ULONG, WORD
from functools import cache
from typing import ClassVar, TypeVar

_Copied = TypeVar("_Copied", bound=Structure)


class MouseInput(Structure):
    _fields_: ClassVar = [
        ("x", LONG), ("y", LONG), ("data", DWORD), ("flags", DWORD), ("time", DWORD), ("extra", c_size_t),
    ]  # fmt: skip


class KeyInput(Structure):
    _fields_: ClassVar = [("key", WORD), ("scan", WORD), ("flags", DWORD), ("time", DWORD), ("extra", c_size_t)]


class _EitherInput(Union):
    _fields_: ClassVar = [("mouse", MouseInput), ("key", KeyInput)]


class Input(Structure):
    """INPUT. `kind`: 0 for the mouse, 1 for a key."""

    _fields_: ClassVar = [("kind", DWORD), ("of", _EitherInput)]


class HookedKey(Structure):
    """KBDLLHOOKSTRUCT."""

    _fields_: ClassVar = [("key", DWORD), ("scan", DWORD), ("flags", DWORD), ("time", DWORD), ("extra", c_size_t)]


class GuiThread(Structure):
    """GUITHREADINFO."""

    _fields_: ClassVar = [
        ("size", DWORD), ("flags", DWORD), ("active", HWND), ("focus", HWND), ("capture", HWND), ("menu_owner", HWND),
        ("moved", HWND), ("caret", HWND), ("caret_rect", RECT),
    ]  # fmt: skip


class ComboBoxInfo(Structure):
    _fields_: ClassVar = [
        ("size", DWORD), ("item", RECT), ("button", RECT), ("state", DWORD), ("combo", HWND), ("edit", HWND), ("list", HWND),
    ]  # fmt: skip


class BitmapInfo(Structure):
    _fields_: ClassVar = [
        ("size", DWORD), ("width", LONG), ("height", LONG), ("planes", WORD), ("bits", WORD), ("rest", DWORD * 6),
    ]  # fmt: skip


class MonitorInfo(Structure):
    _fields_: ClassVar = [
        ("size", DWORD), ("monitor", RECT), ("work", RECT), ("flags", DWORD), ("device", c_wchar * 32),
    ]  # fmt: skip


class ProcessEntry(Structure):
    """PROCESSENTRY32W."""

    _fields_: ClassVar = [
        ("size", DWORD), ("usage", DWORD), ("pid", DWORD), ("heap", c_size_t), ("module", DWORD), ("threads", DWORD),
        ("parent", DWORD), ("priority", LONG), ("flags", DWORD), ("file", c_wchar * 260),
    ]  # fmt: skip


class ShellExecuteInfo(Structure):
    _fields_: ClassVar = [
        ("size", DWORD), ("mask", ULONG), ("window", HWND), ("verb", LPCWSTR), ("file", LPCWSTR), ("parameters", LPCWSTR),
        ("folder", LPCWSTR), ("show", c_int), ("instance", HANDLE), ("ids", c_void_p), ("kind", LPCWSTR), ("key", HANDLE),
        ("hotkey", DWORD), ("icon", HANDLE), ("process", HANDLE),
    ]  # fmt: skip


# What controls of other processes are told by: pointers are addresses in those processes, so they are numbers here.


class ListViewItem(Structure):
    """LVITEMW of a 64-bit process."""

    _fields_: ClassVar = [
        ("mask", DWORD), ("index", c_int), ("column", c_int), ("state", DWORD), ("state_mask", DWORD), ("text", c_uint64),
        ("length", c_int), ("image", c_int), ("data", c_ssize_t), ("indent", c_int), ("group", c_int), ("columns", DWORD),
        ("column_order", c_uint64), ("column_formats", c_uint64), ("group_index", c_int),
    ]  # fmt: skip


class HeaderItem(Structure):
    """HDITEMW of a 64-bit process."""

    _fields_: ClassVar = [
        ("mask", DWORD), ("width", c_int), ("text", c_uint64), ("bitmap", c_uint64), ("length", c_int), ("format", c_int),
        ("data", c_ssize_t), ("image", c_int), ("order", c_int), ("kind", DWORD), ("filter", c_uint64), ("state", DWORD),
    ]  # fmt: skip


class TreeViewItem(Structure):
    """TVITEMW of a 64-bit process."""

    _fields_: ClassVar = [
        ("mask", DWORD), ("item", c_uint64), ("state", DWORD), ("state_mask", DWORD), ("text", c_uint64), ("length", c_int),
        ("image", c_int), ("selected_image", c_int), ("children", c_int), ("data", c_ssize_t),
    ]  # fmt: skip


class TabItem(Structure):
    """TCITEMW of a 64-bit process."""

    _fields_: ClassVar = [
        ("mask", DWORD), ("state", DWORD), ("state_mask", DWORD), ("text", c_uint64), ("length", c_int), ("image", c_int),
        ("data", c_ssize_t),
    ]  # fmt: skip


@cache
def of_32_bits(kind: type[Structure]) -> type[Structure]:
    """Return the same structure of a 32-bit process: its addresses, handles and the numbers that programs keep are of 4 bytes."""
    narrow: dict[type, type] = {c_uint64: c_uint32, c_ssize_t: c_int32}
    fields = [(name, narrow.get(of, of)) for name, of, *_ in kind._fields_]
    return type(f"{kind.__name__}Of32Bits", (Structure,), {"_fields_": fields})


def copied(structure: Structure, kind: type[_Copied]) -> _Copied:
    """Return the structure as one of another width, field by field."""
    return kind(*(getattr(structure, name) for name, *_ in kind._fields_))
