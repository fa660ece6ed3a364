"""Values of Office as ours, and ours as Office's: colours, lengths, switches and the errors of cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

_ERRORS = {
    2000: "#NULL!", 2007: "#DIV/0!", 2015: "#VALUE!", 2023: "#REF!", 2029: "#NAME?", 2036: "#NUM!", 2042: "#N/A",
    2043: "#GETTING_DATA", 2045: "#SPILL!", 2046: "#CONNECT!", 2047: "#BLOCKED!", 2048: "#UNKNOWN!", 2049: "#FIELD!",
    2050: "#CALC!",
}  # fmt: skip
"""Excel's CVErr numbers, which come as the low half of an error's code."""
AUTOMATIC = -16777216
"""wdColorAutomatic: no colour of its own."""
_POINTS_PER_MM = 72 / 25.4
_UNDECIDED = (9999999, -2, -9999999)
"""wdUndefined and msoTriStateMixed: the parts differ."""
_OFF = 0.6

Made = Callable[[str], Any]


class CellError(str):
    """The error that a cell gives, as it is shown: "#N/A"."""

    __slots__ = ()

    @classmethod
    def of(cls, code: int) -> CellError:
        return cls(_ERRORS.get(code & 0xFFFF, f"#ERROR {code & 0xFFFF}"))

    @property
    def code(self) -> int:
        """The error's code as COM has it; that of #N/A for one that nobody knows."""
        number = next((number for number, text in _ERRORS.items() if text == self), 2042)
        return (0x800A0000 | number) - (1 << 32)


class OfficeError(Exception):
    """Raised where Office itself fails at a call. The message is Office's own."""


def each(collection: Any) -> Iterator[Any]:
    """Yield what a collection of Office has: documents, windows, paragraphs, slides."""
    for number in range(1, int(collection.Count) + 1):
        yield collection("Item", number)


def switch(value: str) -> bool:
    return value == "on"


def points(value: str) -> float:
    """Return a length such as "5.00 mm" in points."""
    return float(value.split()[0]) * _POINTS_PER_MM


def colour(value: str) -> int:
    """Return "#rrggbb" as Office has it, blue first."""
    plain = value.lstrip("#")
    return int(plain[4:6] + plain[2:4] + plain[0:2], 16)


def colour_told(value: Any) -> str:
    number = int(value) & 0xFFFFFF
    return f"#{number & 0xFF:02x}{number >> 8 & 0xFF:02x}{number >> 16:02x}"


def at_path(target: Any, path: str) -> tuple[Any, str]:
    """Return the object that has the last property of a path such as "Font.Bold", and that property's name."""
    *within, last = path.split(".")
    for name in within:
        target = getattr(target, name)
    return target, last


def put(target: Any, path: str, value: Any) -> None:
    holder, name = at_path(target, path)
    setattr(holder, name, value)


def got(target: Any, path: str) -> Any:
    holder, name = at_path(target, path)
    return getattr(holder, name)


def alike(found: Any, wanted: Any) -> bool:
    """Tell whether a property reads back as it was set. Office has a switch as True, as 1 or as -1, and lengths in its own
    steps.
    """
    if isinstance(wanted, bool):
        return found not in _UNDECIDED and found is not None and bool(found) is wanted
    if isinstance(wanted, (int, float)) and isinstance(found, (int, float)):
        return abs(found - wanted) < _OFF
    return str(found).casefold() == str(wanted).casefold()


def choice(**values: Any) -> Made:
    return values.__getitem__


Look = Mapping[str, tuple[str, Made]]
"""Properties by their names: the path of Office's property, and its value made from ours."""


def give(target: Any, looks: Look, wanted: Mapping[str, str]) -> None:
    for name, value in wanted.items():
        path, made = looks[name]
        put(target, path, made(value))


def wrong_in(target: Any, looks: Look, wanted: Mapping[str, str]) -> list[str]:
    """Return the properties that do not read back as they were set."""
    return [name for name, value in wanted.items() if not alike(got(target, looks[name][0]), looks[name][1](value))]
