"""The only place that speaks COM: objects of Microsoft Office by late binding, over IDispatch. All their values are untyped.

`thing.Name` gets a property and `thing.Name = value` sets it; `thing("Name", …)` calls a method, or gets a property that takes
arguments. The names are Office's own, so that its documentation is ours.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from comtypes import GUID, COMError
from comtypes.automation import (
    DISPID_PROPERTYPUT,
    DISPPARAMS,
    EXCEPINFO,
    VARIANT,
    VT_ARRAY,
    VT_CY,
    VT_DATE,
    VT_DISPATCH,
    VT_ERROR,
    VT_VARIANT,
    IDispatch,
)
from comtypes.client import GetActiveObject
from comtypes.persist import IPersistFile

from ufo_libreoffice.microsoft.values import CellError, OfficeError
from ufo_libreoffice.office.refusals import Gone, Refused

_METHOD_OR_GET, _GET, _PUT = 3, 2, 4
_PATIENCE_S, _PAUSE_S = 4.0, 0.05
_BUSY = frozenset({0x80010001, 0x8001010A, 0x800AC472})
"""RPC_E_CALL_REJECTED, RPC_E_SERVERCALL_RETRYLATER, and what Excel answers while a cell is being edited."""
_VANISHED = frozenset({0x800706BA, 0x800706BE, 0x80010108, 0x80010007, 0x80010012, 0x800401FD})
"""RPC_S_SERVER_UNAVAILABLE, RPC_S_CALL_FAILED, RPC_E_DISCONNECTED, RPC_E_SERVER_DIED (twice), CO_E_OBJNOTCONNECTED."""
_EXCEPTION = 0x80020009
_DAY_0 = datetime(1899, 12, 30)  # noqa: DTZ001 Office's days have no zone

_POINTER = ctypes.POINTER
_method: Any = ctypes.CFUNCTYPE
"""On 64-bit Windows there is one calling convention. A prototype makes a method of COM from its place, which no stub tells."""
_names = _method(
    ctypes.c_long, _POINTER(GUID), _POINTER(ctypes.c_wchar_p), ctypes.c_uint, ctypes.c_ulong, _POINTER(ctypes.c_long)
)(5, "GetIDsOfNames")
_invoke = _method(
    ctypes.c_long, ctypes.c_long, _POINTER(GUID), ctypes.c_ulong, ctypes.c_ushort, _POINTER(DISPPARAMS), _POINTER(VARIANT),
    _POINTER(EXCEPINFO), _POINTER(ctypes.c_uint),
)(6, "Invoke")  # fmt: skip
"""Methods of IDispatch by their places in it: comtypes' own wrapper reads no value that is an error, and #N/A is one."""


class _Bound(ctypes.Structure):
    _fields_ = (("count", ctypes.c_ulong), ("lowest", ctypes.c_long))


_arrays = ctypes.CDLL("oleaut32")
_arrays.SafeArrayCreate.restype = ctypes.c_void_p
_arrays.SafeArrayCreate.argtypes = [ctypes.c_ushort, ctypes.c_uint, _POINTER(_Bound)]
_arrays.SafeArrayAccessData.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
_arrays.SafeArrayUnaccessData.argtypes = [ctypes.c_void_p]
_arrays.SafeArrayGetDim.argtypes = [ctypes.c_void_p]
_OF_BOUNDS: list[Any] = [ctypes.c_void_p, ctypes.c_uint, _POINTER(ctypes.c_long)]
_arrays.SafeArrayGetLBound.argtypes = _OF_BOUNDS
_arrays.SafeArrayGetUBound.argtypes = _OF_BOUNDS


def running(program: str) -> Dispatched | None:
    """Return the running application with that name in the registry ("Excel.Application"); None where none says that it runs."""
    try:
        return Dispatched(GetActiveObject(program, interface=IDispatch))
    except (COMError, OSError):
        return None


class Dispatched:
    """An object of Office. A call that Office rejects is tried again for some seconds. Raises Refused, Gone, OfficeError."""

    __slots__ = ("_pointer",)

    def __init__(self, pointer: Any) -> None:
        object.__setattr__(self, "_pointer", pointer)

    def __getattr__(self, name: str) -> Any:
        return _patiently(self._pointer, name, _GET, ())

    def __setattr__(self, name: str, value: Any) -> None:
        _patiently(self._pointer, name, _PUT, (value,))

    def __call__(self, name: str, *arguments: Any) -> Any:
        return _patiently(self._pointer, name, _METHOD_OR_GET, arguments)

    def write_copy(self, path: str) -> None:
        """Write the document to another file. Its name and its state stay: Word has no method of its own for that."""
        try:
            self._pointer.QueryInterface(IPersistFile).Save(path, False)
        except COMError as error:
            raise OfficeError(f"it writes no copy ({error})") from error


def _patiently(pointer: Any, name: str, kind: int, arguments: Sequence[Any]) -> Any:
    deadline = time.monotonic() + _PATIENCE_S
    while True:
        code, text, value = _called(pointer, name, kind, arguments)
        if code not in _BUSY or time.monotonic() > deadline:
            break
        # Office tells nobody when it takes calls again.
        time.sleep(_PAUSE_S)
    if not code:
        return value
    if code in _BUSY:
        raise Refused(
            "Office takes no calls now: a dialog is open or a cell is being edited; answer the dialog or press Escape, then do "
            "this again"
        )
    if code in _VANISHED:
        raise Gone("Office has ended; open the document again")
    raise OfficeError(f"{name}: {text.strip() or 'failed'} (0x{code:08X})")


def _called(pointer: Any, name: str, kind: int, arguments: Sequence[Any]) -> tuple[int, str, Any]:
    """Return the code of what went wrong, 0 for nothing, its text, and the value."""
    nothing, member = GUID(), ctypes.c_long()
    code = _names(pointer, nothing, ctypes.c_wchar_p(name), 1, 0, member) & 0xFFFFFFFF
    if code:
        return code, f"Office has no {name!r} there", None
    held = (VARIANT * len(arguments))()
    for place, value in enumerate(reversed(arguments)):
        write_value(held[place], value)
    given, result, error, wrong = DISPPARAMS(), VARIANT(), EXCEPINFO(), ctypes.c_uint()
    given.cArgs, given.rgvarg = len(arguments), held
    if kind == _PUT:
        given.cNamedArgs, given.rgdispidNamedArgs = 1, ctypes.pointer(ctypes.c_long(DISPID_PROPERTYPUT))
    code = _invoke(pointer, member, nothing, 0, kind, given, result, error, wrong) & 0xFFFFFFFF
    if code:
        inner = error.scode & 0xFFFFFFFF if code == _EXCEPTION else 0
        return inner or code, str(error.bstrDescription or ""), None
    return 0, "", read_value(result)


def write_value(place: Any, value: Any) -> None:
    """Write a value into an empty VARIANT, a tuple of rows as a table of two dimensions. None leaves it empty, which is what an
    empty cell has.
    """
    if isinstance(value, Dispatched):
        place.value = value._pointer
    elif isinstance(value, CellError):
        place.vt, place._.VT_I4 = VT_ERROR, value.code
    elif isinstance(value, (list, tuple)):
        rows = value if value and isinstance(value[0], (list, tuple)) else [value]
        bounds = (_Bound * 2)(_Bound(len(rows), 1), _Bound(len(rows[0]), 1))
        array = _arrays.SafeArrayCreate(VT_VARIANT, 2, bounds)
        cells = _POINTER(VARIANT)()
        _arrays.SafeArrayAccessData(array, ctypes.byref(cells))
        for column in range(len(rows[0])):
            for row, line in enumerate(rows):
                write_value(cells[column * len(rows) + row], line[column])
        _arrays.SafeArrayUnaccessData(array)
        place.vt, place._.c_void_p = VT_ARRAY | VT_VARIANT, array
    elif value is not None:
        place.value = value


def read_value(place: Any) -> Any:
    """Return the value of a VARIANT. An object of COM becomes a `Dispatched`, a table of two dimensions a tuple of rows."""
    kind = place.vt
    if kind == VT_ERROR:
        return CellError.of(place._.VT_I4)
    if kind == VT_DISPATCH:
        if not place._.c_void_p:
            return None
        pointer = ctypes.cast(place._.c_void_p, _POINTER(IDispatch))
        # The VARIANT releases its own.
        pointer.AddRef()
        return Dispatched(pointer)
    if kind == VT_ARRAY | VT_VARIANT:
        return _rows(place._.c_void_p)
    if kind == VT_DATE:
        return _DAY_0 + timedelta(days=place._.VT_R8)
    if kind == VT_CY:
        return place._.VT_CY / 10_000
    return place.value


def _rows(array: int) -> tuple[tuple[Any, ...], ...]:
    """Return the rows of a table of two dimensions; Office counts from 1 there, and has the columns one behind the other."""
    rows, columns = _length(array, 1), _length(array, 2) if _arrays.SafeArrayGetDim(array) > 1 else 1
    cells = _POINTER(VARIANT)()
    _arrays.SafeArrayAccessData(array, ctypes.byref(cells))
    try:
        values = [read_value(cells[at]) for at in range(rows * columns)]
    finally:
        _arrays.SafeArrayUnaccessData(array)
    return tuple(tuple(values[row::rows]) for row in range(rows))


def _length(array: int, dimension: int) -> int:
    low, high = ctypes.c_long(), ctypes.c_long()
    _arrays.SafeArrayGetLBound(array, dimension, low)
    _arrays.SafeArrayGetUBound(array, dimension, high)
    return high.value - low.value + 1
