"""Starts an application of the Store by its AppUserModelID, "Microsoft.WindowsCalculator_8wekyb3d8bbwe!App": no path names
a program of it. Source: `IApplicationActivationManager` in Microsoft's reference (`shobjidl_core.h`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import POINTER, c_int
from ctypes.wintypes import DWORD, LPCWSTR

import comtypes
from comtypes import COMMETHOD, GUID, HRESULT, CoCreateInstance, COMError, IUnknown

from ufo.errors import LaunchFailed

MANAGER = GUID("{45BA127D-10A8-46EA-8AB7-56EA9078943C}")
_NO_DIALOG = 0x2
_ID = re.compile(r"[\w.-]+_[0-9a-hjkmnp-tv-z]{13}![\w.-]+")
"""The family of a package, which ends in a hash of its publisher, and an application in it."""


class ActivationManager(IUnknown):  # type: ignore[misc]
    """IApplicationActivationManager, as far as it is used."""

    _iid_ = GUID("{2E941141-7F97-4756-BA1D-9DECDE894A3D}")
    _methods_ = (
        COMMETHOD(
            [],
            HRESULT,
            "ActivateApplication",
            (["in"], LPCWSTR, "application"),
            (["in"], LPCWSTR, "arguments"),
            (["in"], c_int, "options"),
            (["out"], POINTER(DWORD), "pid"),
        ),
    )


def is_packaged(program: str) -> bool:
    return bool(_ID.fullmatch(program))


def activated(application: str, arguments: str) -> int:
    """Start it and return its process. Blocking. Raises LaunchFailed."""
    try:
        with _com():
            manager = CoCreateInstance(MANAGER, interface=ActivationManager)
            return int(manager.ActivateApplication(application, arguments, _NO_DIALOG))
    except (COMError, OSError) as error:
        raise LaunchFailed(f"Windows could not start {application!r}: {error.args[1]}") from error


@contextmanager
def _com() -> Iterator[None]:
    """Have COM in this thread."""
    try:
        comtypes.CoInitializeEx()
    except OSError:
        # It is there already, in the other of its two kinds, which does as well.
        yield
        return
    try:
        yield
    finally:
        comtypes.CoUninitialize()
