"""Writing files: judged by what stands at the path already and by where it lies."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any

from ufo.commands.classes import worst
from ufo.commands.documents import resolve_path
from ufo.commands.judging.scene import Judged, Scene
from ufo.schema.action_class import ActionClass

_SYSTEM_FOLDERS = (
    "/bin",
    "/boot",
    "/dev",
    "/etc",
    "/lib",
    "/lib32",
    "/lib64",
    "/opt",
    "/proc",
    "/run",
    "/sbin",
    "/sys",
    "/usr",
    "/var",
)
_WINDOWS_FOLDERS = re.compile(r"^[a-z]:[\\/](windows|program files( \(x86\))?|programdata)([\\/]|$)", re.IGNORECASE)
_DEEDS = {
    "move_file": "Move",
    "copy_file": "Copy",
    "make_folder": "Make the folder",
    "remove_file": "Put in the bin",
    "change_picture": "Make another picture of",
}
ARRANGES = frozenset(_DEEDS)
_TITLE_PARTS = re.compile(r"\s+[-\u2013\u2014|]\s+")


def saving(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Of save_as(file_dir, file_name, file_ext), each of which may be left out."""
    own = _own_name(scene.title)
    given = [str(arguments.get(key) or "").strip() for key in ("file_dir", "file_name", "file_ext")]
    path, is_sure = _target(scene, own, *given)
    judged = writing(scene, path, "the current document")
    if not is_sure and judged.action_class is ActionClass.CREATE:
        what = f"Save {scene.title!r} as {path.name!r} in its own folder, where a file of that name would be replaced"
        return Judged(ActionClass.OVERWRITE, what)
    return judged


def writing(scene: Scene, path: Path, content: str) -> Judged:
    """Writing `content` at an absolute path."""
    where = place(scene, path)
    if where is ActionClass.SYSTEM:
        return Judged(where, f"Write {content} to {path}, in a folder of the system")
    if path.exists():
        return Judged(ActionClass.OVERWRITE, f"Overwrite {path} ({_described(path)}) with {content}")
    if where is ActionClass.OUTSIDE:
        return Judged(where, f"Write {content} to {path}, outside of your home and working folder")
    return Judged(ActionClass.CREATE, f"Write {content} to {path}")


def arranging(scene: Scene, name: str, arguments: Mapping[str, Any]) -> Judged:
    """Of the tools on files as wholes, which never replace one: by where they take from and where they put."""
    paths = [
        resolve_path(str(arguments[key]), scene.working_folder)
        for key in ("path", "source", "target")
        if arguments.get(key)
    ]
    what = f"{_DEEDS[name]} {' to '.join(map(str, paths))}"
    where = worst(place(scene, path) for path in paths)
    if name == "remove_file":
        described = f" ({_described(paths[0])})" if paths and paths[0].exists() else ""
        return Judged(worst((where, ActionClass.DELETE)), f"{what}{described}")
    return Judged(where, what)


def attaching(scene: Scene, values: Iterable[object]) -> Judged:
    """Giving files to a page, by their paths."""
    for value in values:
        if isinstance(value, str) and ("/" in value or value.strip().startswith("~")):
            path = resolve_path(value.strip(), scene.working_folder)
            where = place(scene, path)
            if where is not ActionClass.CREATE:
                return Judged(where, f"Give away the file {path}, which is none of your home's or working folder's")
    return Judged(ActionClass.EDIT)


def place(scene: Scene, path: Path) -> ActionClass:
    """CREATE in the working folder or home, SYSTEM in folders of the system, else OUTSIDE."""
    resolved = path.resolve()
    home = Path.home().resolve()
    if resolved.is_relative_to(scene.working_folder.resolve()):
        return ActionClass.CREATE
    if _WINDOWS_FOLDERS.match(str(resolved)) or any(resolved.is_relative_to(one) for one in _SYSTEM_FOLDERS):
        return ActionClass.SYSTEM
    if resolved.is_relative_to(home):
        hidden = any(part.startswith(".") for part in resolved.relative_to(home).parts)
        return ActionClass.SYSTEM if hidden else ActionClass.CREATE
    return ActionClass.OUTSIDE


def _target(scene: Scene, own: str, folder: str, name: str, ending: str) -> tuple[Path, bool]:
    """Where it goes, and whether that is sure: a document saved elsewhere before keeps its own folder."""
    stem = name or Path(own).stem or "document"
    ending = ending.lstrip(".")
    if ending and not stem.lower().endswith(f".{ending.lower()}"):
        known = Path(stem).suffix if name and Path(stem).suffix.lstrip(".").isalpha() else ""
        stem = f"{stem.removesuffix(known)}.{ending}"
    elif not ending and not Path(stem).suffix:
        stem = f"{stem}{Path(own).suffix}"
    if folder:
        return resolve_path(folder, scene.working_folder) / Path(stem).name, True
    in_working_folder = not Path(own).suffix or (scene.working_folder / own).exists()
    return scene.working_folder / Path(stem).name, in_working_folder


def _own_name(title: str) -> str:
    """The document that a title names: "*report.odt - LibreOffice Writer"."""
    return _TITLE_PARTS.split(title.strip().lstrip("*• ").strip(), maxsplit=1)[0].strip()


def _described(path: Path) -> str:
    """Size, and when it was changed by the day."""
    if path.is_dir():
        return "a folder"
    stat = path.stat()
    size = f"{stat.st_size} bytes" if stat.st_size < 1000 else f"{round(stat.st_size / 1000)} kB"
    changed = datetime.fromtimestamp(stat.st_mtime).date()
    return f"{size}, changed {'today' if changed == date.today() else changed.isoformat()}"
