"""What the errors of COM and of UI Automation mean here. Source of the numbers: Microsoft's reference."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ufo.errors import ApplicationHung, DesktopError, ElementGone, NotActionable

NOT_IMPLEMENTED = 0x80004001
_BY_POINTER = "use the pointer and the keyboard instead"
_GONE = "the element is gone; look again"
_MEANT: Mapping[int, tuple[type[DesktopError], str]] = MappingProxyType(
    {
        0x80040200: (NotActionable, "the element is disabled, or a dialog of its window is open"),
        0x80040201: (ElementGone, _GONE),
        0x80040202: (NotActionable, f"the element has no place to be clicked; {_BY_POINTER}"),
        0x80040204: (NotActionable, f"the element does not do that; {_BY_POINTER}"),
        NOT_IMPLEMENTED: (NotActionable, f"the element does not do that; {_BY_POINTER}"),
        0x80131509: (NotActionable, f"the element does not do that as it is now; look again, or {_BY_POINTER}"),
        0x80131505: (ApplicationHung, "the application does not answer UI Automation; wait, or end it"),
        0x80070005: (
            NotActionable,
            "Windows lets this program not work that window, which has an administrator's rights",
        ),
        # The program that an element was of has ended, or has dropped what stood for the element.
        0x800706BA: (ElementGone, _GONE),
        0x800706BE: (ElementGone, _GONE),
        0x80010007: (ElementGone, _GONE),
        0x80010108: (ElementGone, _GONE),
        0x800401FD: (ElementGone, _GONE),
        0x80070578: (ElementGone, "the window is gone; look at the windows again"),
        0x80004002: (NotActionable, f"the element does not do that; {_BY_POINTER}"),
    }
)


def number_of(hresult: int) -> int:
    """COM tells its errors as signed numbers."""
    return hresult & 0xFFFFFFFF


def meant(hresult: int) -> DesktopError:
    number = number_of(hresult)
    kind, words = _MEANT.get(number, (DesktopError, f"UI Automation failed ({number:#010x}); look again"))
    return kind(words)
