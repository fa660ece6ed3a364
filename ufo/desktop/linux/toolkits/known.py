"""Finds the toolkit of an application from its own report (`Application.ToolkitName` and its version)."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType

from ufo.desktop.linux.toolkits import swing
from ufo.desktop.linux.toolkits.chromium import CHROMIUM
from ufo.desktop.linux.toolkits.gecko import GECKO
from ufo.desktop.linux.toolkits.gtk2 import GTK2
from ufo.desktop.linux.toolkits.gtk3 import GTK3
from ufo.desktop.linux.toolkits.gtk4 import GTK4, GTK4_16
from ufo.desktop.linux.toolkits.qt import QT, QT6, QT6_5
from ufo.desktop.linux.toolkits.toolkit import Toolkit

UNKNOWN = Toolkit("other")
_NAMED = MappingProxyType(
    {"qt": QT, "chromium": CHROMIUM, "gecko": GECKO, "gail": GTK2, "j2se-access-bridge": swing.SWING}
)
_KEEP_OFF = frozenset({"NO_AT_BRIDGE=1", "GTK_A11Y=none"})
PATIENCE_S = swing.BRIDGE_BUSY_S
"""How many seconds to wait for an application that is at work."""


def toolkit_of(name: object, version: object) -> Toolkit:
    if name == "GTK" or (isinstance(name, str) and name.lower() == "gtk" and str(version).startswith("4")):
        return GTK4_16 if _minor(version) >= 16 else GTK4
    if name == "gtk":
        return GTK3
    if name == "Qt" and _major(version) >= 6:
        return QT6_5 if (_major(version), _minor(version)) >= (6, 5) else QT6
    return _NAMED.get(name.lower(), UNKNOWN) if isinstance(name, str) else UNKNOWN


def _major(version: object) -> int:
    major = str(version).partition(".")[0]
    return int(major) if major.isdecimal() else 0


def _minor(version: object) -> int:
    _, _, rest = str(version).partition(".")
    minor, _, _ = rest.partition(".")
    return int(minor) if minor.isdecimal() else 0


def keeps_off(pid: int) -> str:
    """Return the setting in a program's environment that keeps it off the accessibility bus, or "". Read where a window has no
    tree at all: toolkits look at it only when they start.
    """
    try:
        variables = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return ""
    told = (variable.decode(errors="replace") for variable in variables)
    return next((text for text in told if text in _KEEP_OFF), "")


def is_at_work(pid: int, worked_s: float, waited_s: float) -> bool:
    """Tell whether a silent process will still answer, since its toolkit is at work on the answer. It works too for a
    process that has not named its toolkit yet. Times are in seconds.
    """
    return swing.is_at_work(pid, worked_s, waited_s)
