"""Keeps what applications offer: one JSON file for each version of an application, and the same in the index."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from ufo.errors import KnowledgeError
from ufo.faults import of_system
from ufo.knowledge.index.store import KnowledgeStore, key_of
from ufo.knowledge.index.values import Document, Kind, Section
from ufo.knowledge.shared_index import SharedIndex
from ufo.schema.menus import MenuEntry, Menus
from ufo.secrets import files

_MENUS = TypeAdapter(Menus)
_OTHER = re.compile(r"[^A-Za-z0-9.]+")
_FOLDER = "menus"
_OFFICE = "libreoffice-"
_VERSION = re.compile(r"-\d[\d.]*$")
_MOST = 120


class MenuShelf:
    """The menus of all applications in one folder. All of it blocks: call it in a thread. `tell` is called with what could not
    be kept; the run goes on without.
    """

    def __init__(self, knowledge_folder: Path, index: SharedIndex, tell: Callable[[str], None]) -> None:
        self._folder = knowledge_folder.expanduser() / _FOLDER
        self._index = index
        self._tell = tell

    def read(self, application: str) -> list[Menus]:
        """Return what is kept of an application, the newest first. A file that is broken is passed over, and made anew later."""
        found = []
        for path in sorted(self._folder.glob(f"{_named(application)}_*.json"), key=_age, reverse=True):
            try:
                menus = _MENUS.validate_json(path.read_bytes())
            except (OSError, ValidationError):
                continue
            found += [menus] if menus.application == application and menus.entries else []
        return found

    def keep(self, menus: Menus) -> None:
        """Keep what an application offers. What has no version is not kept: nothing would tell when it is outdated."""
        if not menus.version or not menus.entries:
            return
        path = self._folder / _file_of(menus)
        data = _MENUS.dump_json(menus, indent=1)
        try:
            files.make_folder(self._folder)
            files.write(path, data + b"\n")
        except OSError as error:
            self._tell(f"the menus of {menus.application} are not kept: {of_system(error)}")
            return
        try:
            self._index.get().put(_document(menus, hashlib.sha256(data).hexdigest()))
        except KnowledgeError as error:
            self._tell(f"the menus of {menus.application} are not in the index: {error}")


def index_kept(knowledge_folder: Path, store: KnowledgeStore) -> None:
    """Bring what is kept in files into an index that lacks it, such as one that was made anew. Blocking."""
    known = store.digests(Kind.MENUS)
    for path in sorted((knowledge_folder / _FOLDER).glob("*.json")):
        try:
            data = path.read_bytes().removesuffix(b"\n")
            digest = hashlib.sha256(data).hexdigest()
            if known.get(f"{_FOLDER}/{path.name}") != digest:
                menus = _MENUS.validate_json(data)
                if _file_of(menus) == path.name:
                    store.put(_document(menus, digest))
        except (OSError, ValidationError):
            continue


def key_of_menus(menus: Menus) -> str:
    """Return the key of menus in the index, "" where they are in none."""
    return key_of(Kind.MENUS, f"{_FOLDER}/{_file_of(menus)}") if menus.version else ""


def _file_of(menus: Menus) -> str:
    return "_".join(map(_named, (menus.application, menus.version, menus.language))) + ".json"


def title_of(menus: Menus) -> str:
    """Return what a person reads as the origin: "menus of Calc 7.4.7"."""
    name = _VERSION.sub("", menus.application.removeprefix(_OFFICE)).replace("-", " ").replace("_", " ")
    return f"menus of {name[:1].upper()}{name[1:]} {menus.version}".strip()


def line_of(entry: MenuEntry) -> str:
    """Return an entry in one line: its place, its shortcut, and the name by which a tool runs it."""
    place = " > ".join(entry.path) if entry.in_menu else f"{entry.label} (in no menu)"
    more = [f"shortcut {entry.shortcut}"] if entry.shortcut else []
    more += [f"command {entry.command}"] if entry.command else []
    told = f"{place} [{', '.join(more)}]" if more else place
    said = entry.description if len(entry.description) <= _MOST else f"{entry.description[: _MOST - 1]}…"
    return f"{told}: {said}" if said else told


def _document(menus: Menus, digest: str) -> Document:
    sections = tuple(Section(entry.path, line_of(entry)) for entry in menus.entries)
    return Document(Kind.MENUS, menus.application, title_of(menus), f"{_FOLDER}/{_file_of(menus)}", sections, digest)


def _named(text: str) -> str:
    return _OTHER.sub("-", text).strip("-.") or "none"


def _age(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
