"""Reads how the parts of an Office Open XML package refer to one another (ECMA-376 part 2)."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass

from ufo.verify.documents.archive import Archive
from ufo.verify.documents.markup import attribute, children, parse_xml


@dataclass(frozen=True, slots=True)
class Relation:
    """A reference to a part. `kind` is the last word of the relation's type; `target` is the part's name."""

    id: str
    kind: str
    target: str


def relations(archive: Archive, part: str) -> tuple[Relation, ...]:
    folder, name = posixpath.split(part)
    source = posixpath.join(folder, "_rels", f"{name}.rels")
    return tuple(_relations(archive, source, folder)) if source in archive else ()


def _relations(archive: Archive, source: str, folder: str) -> Iterator[Relation]:
    for node in children(parse_xml(archive.read(source), source), "Relationship"):
        if attribute(node, "TargetMode") == "External":
            continue
        target = attribute(node, "Target")
        path = target.lstrip("/") if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))
        yield Relation(attribute(node, "Id"), attribute(node, "Type").rpartition("/")[2], path)


def external_targets(archive: Archive, part: str) -> dict[str, str]:
    """Return what lies outside of the package and is linked from the part, by the links' ids: addresses of pages."""
    folder, name = posixpath.split(part)
    source = posixpath.join(folder, "_rels", f"{name}.rels")
    if source not in archive:
        return {}
    nodes = children(parse_xml(archive.read(source), source), "Relationship")
    return {
        attribute(one, "Id"): attribute(one, "Target") for one in nodes if attribute(one, "TargetMode") == "External"
    }
