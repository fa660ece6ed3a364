"""Gives a fake Office out over COM, as a process of its own in the table of running objects: real calls between two processes.

usage: python -m tests.fake_office.com_server PROGRAM PATH…
It ends when its standard input ends. A line there is how many calls it rejects next, or "vanish".
"""

from __future__ import annotations

import ctypes
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

# Calls come in on threads of their own, since nobody answers messages of windows here. comtypes reads it once.
sys.coinit_flags = 0  # type: ignore[attr-defined]  # a name of its own

from comtypes import GUID, COMObject, IUnknown, hresult  # noqa: E402 after the line above
from comtypes.automation import IDispatch  # noqa: E402 the same
from comtypes.persist import IPersistFile  # noqa: E402 the same

from tests.fake_office.excel import ExcelApplication  # noqa: E402 the same
from tests.fake_office.powerpoint import PowerPointApplication  # noqa: E402 the same
from tests.fake_office.things import Thing  # noqa: E402 the same
from tests.fake_office.word import WordApplication  # noqa: E402 the same
from ufo_libreoffice.microsoft.com import Dispatched, read_value, write_value  # noqa: E402 the same
from ufo_libreoffice.microsoft.values import OfficeError  # noqa: E402 the same

_PROGRAMS = {
    "Excel": (ExcelApplication, "{00024500-0000-0000-C000-000000000046}"),
    "Word": (WordApplication, "{000209FF-0000-0000-C000-000000000046}"),
    "PowerPoint": (PowerPointApplication, "{91493441-5A91-11CF-8700-00AA0060263B}"),
}  # fmt: skip
_PUT = 4
_REJECTED = 0x80010001 - (1 << 32)


class Served(COMObject):  # type: ignore[misc]  # comtypes has no types
    """One object of the fake. Names get numbers as they are asked for."""

    _com_interfaces_ = [IDispatch, IPersistFile]
    names: list[str] = []
    given: dict[int, Thing] = {}
    left_to_reject = 0

    def __init__(self, thing: Thing) -> None:
        super().__init__()
        self.thing = thing
        Served.given[id(thing)] = thing

    def IDispatch_GetIDsOfNames(self, this: Any, riid: Any, names: Any, count: int, lcid: int, ids: Any) -> int:
        if names[0] not in Served.names:
            Served.names.append(names[0])
        ids[0] = Served.names.index(names[0]) + 1
        return 0

    def IDispatch_Invoke(  # noqa: PLR0913 as COM has it
        self, this: Any, member: int, riid: Any, lcid: int, kind: int, given: Any, result: Any, error: Any, wrong: Any
    ) -> Any:
        if Served.left_to_reject:
            Served.left_to_reject -= 1
            return _REJECTED
        name, count = Served.names[member - 1], given[0].cArgs
        arguments = [_plain(read_value(given[0].rgvarg[at])) for at in reversed(range(count))]
        try:
            if kind & _PUT:
                setattr(self.thing, name, arguments[0])
                return 0
            if name == "ufo_identity":
                value = str(id(self.thing))
            else:
                value = self.thing(name, *arguments) if kind & 1 else getattr(self.thing, name)
        except OfficeError as failed:
            error[0].bstrDescription, error[0].scode = str(failed), 0x800A03EC - (1 << 32)
            return hresult.DISP_E_EXCEPTION
        if result:
            _put(result[0], value)
        return 0

    def IPersistFile_Save(self, this: Any, path: str, remember: int) -> int:
        self.thing.write_copy(path)
        return 0


def _plain(value: Any) -> Any:
    """Return our own object where one comes back as an argument."""
    return Served.given[int(value("ufo_identity"))] if isinstance(value, Dispatched) else value


def _put(place: Any, value: Any) -> None:
    if isinstance(value, Thing):
        place.value = Served(value).QueryInterface(IDispatch)
    elif isinstance(value, tuple) and not isinstance(value[0], tuple):
        place.value = list(value)
    else:
        write_value(place, value)


def main() -> None:
    program, *paths = sys.argv[1:]
    make, number = _PROGRAMS[program]
    registry: Any = import_module("winreg")
    for key, value in ((rf"{program}.Application\CLSID", number), (rf"CLSID\{number}", program)):
        registry.SetValue(registry.HKEY_LOCAL_MACHINE, rf"Software\Classes\{key}", registry.REG_SZ, value)
    application = make(*map(Path, paths))
    served, registered = Served(application).QueryInterface(IUnknown), ctypes.c_ulong()
    ctypes.CDLL("oleaut32").RegisterActiveObject(served, ctypes.byref(GUID(number)), 0, ctypes.byref(registered))
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    for line in sys.stdin:
        if line.strip() == "vanish":
            os._exit(1)
        Served.left_to_reject = int(line)
        sys.stdout.write("told\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
