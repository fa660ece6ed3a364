"""Helpers that the document tools share: the report of a change that was read back, and the path of a file to save."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import Any

from ufo.errors import ToolError
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.file_names import path_meant


def report(value: Mapping[str, Any], evidence: str, doubt: str = "") -> ActionReport:
    """Return the report of a change: confirmed where the read-back was equal (`equal`), partial where there is a `doubt`. A
    change that broke formulas (`broken`) still counts as done, and the report names them.
    """
    broken = list(value.get("broken") or ())
    shown = {key: part for key, part in value.items() if key != "equal" and (key != "broken" or broken)}
    if not value.get("equal"):
        return ActionReport(
            value=shown,
            effect=Effect.SUSPECTED_NOOP,
            route=Route.NATIVE,
            evidence=("the document does not read back as wanted",),
        )
    effect = Effect.PARTIAL if doubt else Effect.CONFIRMED
    facts = [evidence, *([doubt] if doubt else []), *([f"this broke formulas: {', '.join(broken)}"] if broken else [])]
    return ActionReport(value=shown, effect=effect, route=Route.NATIVE, evidence=tuple(facts))


def saved(value: Mapping[str, Any], doubt: str = "") -> ActionReport:
    path, size = str(value["path"]), int(value["size"])
    if not size:
        return ActionReport(
            value=path, effect=Effect.SUSPECTED_NOOP, route=Route.NATIVE, evidence=(f"{path} is not there",)
        )
    facts = [f"{path} is there with {size:,} bytes"]
    exported = bool(value.get("exported", path.lower().endswith(".pdf")))
    if not exported:
        facts.append(
            "the document still has unsaved changes" if value["modified"] else "the document has no unsaved changes"
        )
    if value.get("unlocked"):
        facts.append("the document has a password and this file has none; protect_document and export_pdf give one")
    if doubt:
        facts.append(doubt)
    whole = not doubt and not value.get("unlocked") and (exported or not value["modified"])
    return ActionReport(
        value=path, effect=Effect.CONFIRMED if whole else Effect.PARTIAL, route=Route.NATIVE, evidence=tuple(facts)
    )


def target_path(
    described: Mapping[str, Any], working_folder: Path, file_dir: str, file_name: str, file_ext: str
) -> Path:
    """Return the path to save to. Folder: `file_dir`, else the document's own, else the working folder. Extension: `file_ext`,
    else the name's, else the document's, else the application's own. Raises ToolError for a name with folders in it, an
    extension that cannot be written, or a missing folder.
    """
    own = PurePath(described["path"]) if described["path"] else None
    known: list[str] = list(described["extensions"])
    name = file_name or (own.stem if own else str(described["title"]))
    if any(mark in name for mark in ("/", "\\", "\0")) or name in (".", ".."):
        raise ToolError(f"file_name {file_name!r} holds a folder; give the folder as file_dir")
    ending = f".{file_ext.lower().lstrip('.')}" if file_ext.strip(". ") else ""
    suffix = PurePath(name).suffix.lower()
    if not ending:
        ending = suffix if file_name and suffix in known else (own.suffix.lower() if own else "") or known[0]
    if ending not in known:
        raise ToolError(f"{ending!r} cannot be written from here; use one of {', '.join(known)}")
    stem = name[: -len(suffix)] if suffix in known else name
    folder = path_meant(file_dir or (str(own.parent) if own else "."), working_folder)
    if not folder.is_dir():
        raise ToolError(f"there is no folder {str(folder)!r}; make it first or give another file_dir")
    return folder / f"{stem}{ending}"


def existing_file(path: Path) -> Path:
    """Return the path. Raises ToolError where no file is there."""
    if not path.is_file():
        raise ToolError(f"there is no file {str(path)!r}; list_folder tells what there is")
    return path
