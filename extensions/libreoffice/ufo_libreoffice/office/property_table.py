"""The properties that are written, by the application and by what writes them together: one undo step each.

It is read on both sides: here for what writes a property, and by the tools for what may be set.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .refusals import Refused

_MARGINS = ("left margin", "right margin", "top margin", "bottom margin")
_PAGE = ("page orientation", "page size", *_MARGINS)
_ANYWHERE = ("bold", "italic", "underline", "strikethrough", "colour", "highlight", "size", "font", "align")
WRITTEN: dict[str, dict[str, tuple[str, ...]]] = {
    "writer": {
        "look": (
            *_ANYWHERE, "style", "list", "numbering", "list level", "superscript", "subscript", "page break", "line spacing",
            "space above", "space below", "indent", "first line",
        ),
        "page": (*_PAGE, "columns"),
        "band": ("header", "footer", "header align", "footer align"),
    },
    "calc": {
        "merge": ("merged",),
        "look": (*_ANYWHERE, "format", "superscript", "subscript"),
        "comment": ("comment",),
        "validation": ("validation", "validation value", "validation upper", "validation message", "validation alert"),
        "name": ("named range",),
        "view": (
            "frozen rows", "frozen columns", "hidden rows", "hidden columns", "shown rows", "shown columns", "hidden sheet",
            "column width", "row height",
        ),
        "page": (
            *_PAGE, "header", "footer", "print range", "repeat rows", "repeat columns", "fit width", "fit height", "scale",
            "centered", "grid",
        ),
        "protection": ("protected", "unlocked"),
    },
    "impress": {
        "look": (*_ANYWHERE, "list", "superscript", "subscript"),
        "slide": ("slide background", "transition", "transition time", "advance after"),
        "master": ("master font", "master size", "master colour"),
        "shape": ("shape fill", "shape line", "line width"),
        "size": ("page size", "page orientation"),
    },
}  # fmt: skip


@dataclass(frozen=True)
class Place:
    """Where properties are set, as far as the caller says it."""

    texts: Sequence[str] = ()
    paragraph: int = 0
    where: str = ""
    style: str = ""
    based_on: str = ""
    family: str = "paragraph"
    pages: str = "all"
    cells: Sequence[str] = ()
    sheet_name: str | int = ""
    slides: Sequence[int] | None = None
    shape: str = ""
    part: str = ""


def groups_of(application: str, properties: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Return the properties by what writes them together. Raises Refused where there are none."""
    groups = {
        group: {name: properties[name] for name in names if name in properties}
        for group, names in WRITTEN[application].items()
    }
    wanted = {group: values for group, values in groups.items() if values}
    if not wanted:
        raise Refused("say what to set")
    return wanted


def told_together(done: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return what the writers of several groups tell as one."""
    told: dict[str, Any] = {}
    for record in done:
        told |= record
    return told | {
        "said": [item["said"] for item in done],
        "doubt": "; ".join(doubt for item in done if (doubt := item.get("doubt"))),
        "holds": [fact for item in done for fact in item.get("holds", ())],
        "equal": all(item["equal"] for item in done),
    }
