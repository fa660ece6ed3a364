"""An Office Open XML package: its parts by kind, each parsed once, and its theme (ECMA-376)."""

from __future__ import annotations

import colorsys
from pathlib import Path
from types import TracebackType
from typing import Self
from xml.etree.ElementTree import Element

from ufo.errors import UnreadableDocument
from ufo.verify.documents.archive import Archive
from ufo.verify.documents.markup import attribute, descendants, local, parse_xml
from ufo.verify.documents.ooxml.relations import Relation, relations

THEME = (
    "lt1",
    "dk1",
    "lt2",
    "dk2",
    "accent1",
    "accent2",
    "accent3",
    "accent4",
    "accent5",
    "accent6",
    "hlink",
    "folHlink",
)
"""The theme's colours in the order in which cells count them."""


class Package:
    """An open package; the caller closes it. `main` is the name of the part that the others hang on."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.archive = Archive(path)
        self._roots: dict[str, Element] = {}
        self._relations: dict[str, tuple[Relation, ...]] = {}
        self.main = next((one.target for one in relations(self.archive, "") if one.kind == "officeDocument"), "")
        if not self.main:
            raise UnreadableDocument(f"{path.name} is no document of an office")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.archive.__exit__(kind, error, trace)

    def root(self, part: str) -> Element:
        """Return the root of a part, parsed once. Raises UnreadableDocument."""
        if part not in self._roots:
            self._roots[part] = parse_xml(self.archive.read(part), f"{self.path.name} ({part})")
        return self._roots[part]

    def linked(self, part: str, kind: str) -> list[str]:
        """Return the names of the parts of that kind to which the part refers. Missing parts are left out."""
        return [one.target for one in self.relations(part) if one.kind == kind and one.target in self.archive]

    def relations(self, part: str) -> tuple[Relation, ...]:
        if part not in self._relations:
            self._relations[part] = relations(self.archive, part)
        return self._relations[part]

    def only(self, part: str, kind: str) -> Element | None:
        found = self.linked(part, kind)
        return self.root(found[0]) if found else None


def relation_id(node: Element) -> str:
    """Return the id of the relation that the element names. An element may have two "id" attributes; this one has a namespace."""
    return next((value for key, value in node.attrib.items() if key.startswith("{") and key.endswith("}id")), "")


def theme_colours(theme: Element | None) -> tuple[str, ...]:
    """Return the theme's colours as #rrggbb, in the order in which cells count them."""
    scheme = None if theme is None else next(descendants(theme, "clrScheme"), None)
    if scheme is None:
        return ()
    found = {local(one): _colour(one) for one in scheme}
    return tuple(found.get(name, "") for name in THEME)


def _colour(holder: Element) -> str:
    for one in holder:
        value = attribute(one, "lastClr") or attribute(one, "val")
        return f"#{value.lower()}" if len(value) == 6 else ""
    return ""


def theme_fonts(theme: Element | None) -> dict[str, str]:
    """Return the theme's fonts by "major" and "minor"."""
    found: dict[str, str] = {}
    for kind in ("major", "minor"):
        for holder in () if theme is None else descendants(theme, f"{kind}Font"):
            found[kind] = next((attribute(one, "typeface") for one in holder if local(one) == "latin"), "")
    return found


def tinted(colour: str, tint: float) -> str:
    """Return the colour lighter for a tint above 0 and darker for one below, as ECMA-376 part 1, 18.8.19, defines."""
    if not tint or len(colour) != 7:
        return colour
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    hue, light, saturation = colorsys.rgb_to_hls(red, green, blue)
    light = light * (1 + tint) if tint < 0 else light * (1 - tint) + tint
    mixed = colorsys.hls_to_rgb(hue, min(1.0, max(0.0, light)), saturation)
    return "#" + "".join(f"{round(one * 255):02x}" for one in mixed)


def is_on(element: Element | None) -> bool | None:
    """Tell whether a switch is on: it is present and does not say otherwise. None where it is missing."""
    return None if element is None else attribute(element, "val", "1") not in ("0", "false", "off", "none")
