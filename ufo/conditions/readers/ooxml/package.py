"""An Office Open XML package: its parts by kind and how they refer to one another, each parsed once, and its theme (ECMA-376)."""

from __future__ import annotations

import colorsys
import posixpath
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self
from xml.etree.ElementTree import Element

from ufo.conditions.readers.archive import Archive
from ufo.conditions.readers.markup import attribute, children, descendant, local, parse_xml, value_of

THEME = (
    "lt1", "dk1", "lt2", "dk2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6", "hlink", "folHlink",
)  # fmt: skip
"""The theme's colours in the order in which cells count them."""
TWIPS_PER_MM, EMU_PER_MM = 1440 / 25.4, 36_000


@dataclass(frozen=True, slots=True)
class Relation:
    """A reference to a part. `kind` is the last word of the relation's type; `target` is the part's name."""

    id: str
    kind: str
    target: str


class Package:
    """An open package; the caller closes it. `main`: the name of the part that the others hang on, `usual` where the package
    does not say. Raises UnreadableDocument.
    """

    def __init__(self, path: Path, usual: str) -> None:
        self.path = path
        self.archive = Archive(path)
        self._roots: dict[str, Element] = {}
        self._relations: dict[str, tuple[Relation, ...]] = {}
        self.main = next((link.target for link in self.relations("") if link.kind == "officeDocument"), usual)

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

    def relations(self, part: str) -> tuple[Relation, ...]:
        if part not in self._relations:
            folder = posixpath.dirname(part)
            nodes = (node for node in self._links(part) if attribute(node, "TargetMode") != "External")
            self._relations[part] = tuple(_relation(node, folder) for node in nodes)
        return self._relations[part]

    def targets(self, part: str, kind: str = "") -> dict[str, str]:
        """Return the names of the parts to which the part refers, by the relations' ids; of one kind where that is given."""
        return {link.id: link.target for link in self.relations(part) if kind in ("", link.kind)}

    def linked(self, part: str, kind: str) -> list[str]:
        """Return the names of the parts of that kind to which the part refers. Missing parts are left out."""
        return [target for target in self.targets(part, kind).values() if target in self.archive]

    def only(self, part: str, kind: str) -> Element | None:
        found = self.linked(part, kind)
        return self.root(found[0]) if found else None

    def external_targets(self, part: str) -> dict[str, str]:
        """Return what lies outside of the package and is linked from the part, by the links' ids: addresses of pages."""
        nodes = (node for node in self._links(part) if attribute(node, "TargetMode") == "External")
        return {attribute(node, "Id"): attribute(node, "Target") for node in nodes}

    def _links(self, part: str) -> Iterator[Element]:
        folder, name = posixpath.split(part)
        source = posixpath.join(folder, "_rels", f"{name}.rels")
        if source in self.archive:
            yield from children(parse_xml(self.archive.read(source), source), "Relationship")


def _relation(node: Element, folder: str) -> Relation:
    target = attribute(node, "Target")
    path = target.lstrip("/") if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))
    return Relation(attribute(node, "Id"), attribute(node, "Type").rpartition("/")[2], path)


def relation_id(node: Element) -> str:
    """Return the id of the relation that the element names. An element may have two "id" attributes; this one has a namespace."""
    return next((value for key, value in node.attrib.items() if key.startswith("{") and key.endswith("}id")), "")


def theme_colours(theme: Element | None) -> tuple[str, ...]:
    """Return the theme's colours as #rrggbb, in the order in which cells count them."""
    scheme = None if theme is None else descendant(theme, "clrScheme")
    if scheme is None:
        return ()
    found = {local(entry): _colour(entry) for entry in scheme}
    return tuple(found.get(name, "") for name in THEME)


def _colour(holder: Element) -> str:
    value = next((attribute(entry, "lastClr") or attribute(entry, "val") for entry in holder), "")
    return f"#{value.lower()}" if len(value) == 6 else ""


def theme_fonts(theme: Element | None) -> dict[str, str]:
    """Return the theme's fonts by "major" and "minor"."""
    fonts = () if theme is None else (font for font in theme.iter() if local(font) in ("majorFont", "minorFont"))
    return {local(font).removesuffix("Font"): value_of(font, "latin", of="typeface") for font in fonts}


def tinted(colour: str, tint: float) -> str:
    """Return the colour lighter for a tint above 0 and darker for one below, as ECMA-376 part 1, 18.8.19, defines."""
    if not tint or len(colour) != 7:
        return colour
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    hue, light, saturation = colorsys.rgb_to_hls(red, green, blue)
    light = light * (1 + tint) if tint < 0 else light * (1 - tint) + tint
    mixed = colorsys.hls_to_rgb(hue, min(1.0, max(0.0, light)), saturation)
    return "#" + "".join(f"{round(part * 255):02x}" for part in mixed)


def is_on(element: Element | None) -> bool:
    """Tell whether a switch is on: it is present and does not say otherwise."""
    return element is not None and attribute(element, "val", "1") not in ("0", "false", "off", "none")
