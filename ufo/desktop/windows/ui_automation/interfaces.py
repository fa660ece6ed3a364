"""UI Automation's interfaces for comtypes, made of `definitions.py`. No code is made, and no type library is read."""

from __future__ import annotations

from collections.abc import Mapping
from ctypes import POINTER, c_double, c_int, c_void_p
from ctypes.wintypes import BOOL, POINT
from types import MappingProxyType
from typing import Any

from comtypes import BSTR, COMMETHOD, GUID, HRESULT, IUnknown
from comtypes.automation import VARIANT
from comtypes.safearray import _midlSAFEARRAY

from ufo.desktop.windows.ui_automation.definitions import INTERFACES as DEFINED
from ufo.desktop.windows.ui_automation.definitions import Function

_KINDS: Mapping[str, Any] = MappingProxyType(
    {
        "int": c_int, "bool": BOOL, "double": c_double, "text": BSTR, "variant": VARIANT, "point": POINT, "handle": c_void_p,
        "ints": _midlSAFEARRAY(c_int), "numbers": POINTER(c_int), "array": c_void_p, "pointer": c_void_p, "id": POINTER(GUID),
        "IUnknown": POINTER(IUnknown),
    }
)  # fmt: skip


def _made() -> Mapping[str, Any]:
    made = {
        name: type(IUnknown)(name, (IUnknown,), {"_iid_": GUID(f"{{{defined.id}}}")})
        for name, defined in DEFINED.items()
    }
    kinds = {**_KINDS, **{name: POINTER(interface) for name, interface in made.items()}}
    # Interfaces take and give one another, so that all have to be there before the functions of any.
    for name, interface in made.items():
        interface._methods_ = [_method(function, kinds) for function in DEFINED[name].functions]
    return MappingProxyType(made)


def _method(function: Function, kinds: Mapping[str, Any]) -> Any:
    taken = [(["in"], kinds[kind], f"given_{number}") for number, kind in enumerate(function.takes)]
    given = [(["out", "retval"], POINTER(kinds[function.gives]), "answer")] if function.gives else []
    return COMMETHOD([], HRESULT, function.name, *taken, *given)


INTERFACES: Mapping[str, Any] = _made()
