"""Tells files that are gone, new, moved, copied or changed by what lay there before and lies there now."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ufo.proof.difference.scan import Entry, Scan
from ufo.proof.difference.watched import lies_in

Digest = Callable[[Path], str]
_MOST_COMPARED = 200_000_000
"""Bytes. Larger files are not read to find where they came from."""


@dataclass
class FileChanges:
    """Paths by what became of them. `moved`: by where it was, where it is now. `copied`: by the new path, the one with the same
    content. `changed`: written to. `other`: links, modes and what is no file.
    """

    gone: list[Path] = field(default_factory=list)
    new: list[Path] = field(default_factory=list)
    moved: dict[Path, Path] = field(default_factory=dict)
    copied: dict[Path, Path] = field(default_factory=dict)
    changed: list[Path] = field(default_factory=list)
    modes: list[Path] = field(default_factory=list)
    links: list[Path] = field(default_factory=list)


def file_changes(before: Scan, now: Scan, digest_before: Digest, trashes: tuple[Path, ...]) -> FileChanges:
    """Compare two looks at the same folders. `digest_before`: of a file as it was, "" where nothing of it is kept. `trashes`: a
    file that was written to and went there after is moved all the same.
    """
    found = FileChanges()
    for path, old in before.entries.items():
        new = now.entries.get(path)
        if new is None:
            if now.knows(path):
                found.gone.append(path)
        elif old.kind != new.kind or (old.kind == "link" and old.target != new.target):
            found.links.append(path)
        else:
            if not old.is_same(new):
                found.changed.append(path)
            if old.mode != new.mode and old.kind != "link":
                found.modes.append(path)
    found.new = [path for path in now.entries if path not in before.entries and before.knows(path) and now.knows(path)]
    _find_moved(found, before, now, digest_before, trashes)
    _find_copied(found, before, now)
    _inside_moved(found, before, now)
    return found


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a file, "" where it cannot be read. Blocking."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


def _find_moved(found: FileChanges, before: Scan, now: Scan, digest_before: Digest, trashes: tuple[Path, ...]) -> None:
    """Pair what is gone with what is new: the same inode with the same content, or another one with the same bytes."""
    by_inode = {(now.entries[path].inode, now.entries[path].kind): path for path in found.new}
    for path in list(found.gone):
        old = before.entries[path]
        new = by_inode.get((old.inode, old.kind))
        if new is not None and (old.kind != "file" or _unwritten(old, now.entries[new]) or lies_in(new, trashes)):
            _moved(found, path, new)
    sizes: dict[int, list[Path]] = {}
    for path in found.new:
        if now.entries[path].kind == "file":
            sizes.setdefault(now.entries[path].size, []).append(path)
    for path in list(found.gone):
        old = before.entries[path]
        alike = sizes.get(old.size, []) if old.kind == "file" and 0 < old.size <= _MOST_COMPARED else []
        digest = digest_before(path) if alike else ""
        same = next((new for new in alike if digest and new in found.new and digest_of(new) == digest), None)
        if same is not None:
            _moved(found, path, same)


def _unwritten(old: Entry, new: Entry) -> bool:
    return (old.size, old.mtime_ns) == (new.size, new.mtime_ns)


def _moved(found: FileChanges, old: Path, new: Path) -> None:
    found.moved[old] = new
    found.gone.remove(old)
    found.new.remove(new)


def _find_copied(found: FileChanges, before: Scan, now: Scan) -> None:
    sizes = {now.entries[path].size for path in found.new if now.entries[path].kind == "file"} - {0}
    alike: dict[int, list[Path]] = {}
    untouched = set(found.changed)
    for path, entry in before.entries.items():
        place = found.moved.get(path, path)
        if entry.kind == "file" and entry.size in sizes and path not in untouched and place in now.entries:
            alike.setdefault(entry.size, []).append(place)
    digests: dict[Path, str] = {}
    for path in found.new:
        entry = now.entries[path]
        for other in alike.get(entry.size, [])[:50] if 0 < entry.size <= _MOST_COMPARED else []:
            for file in (path, other):
                if file not in digests:
                    digests[file] = digest_of(file)
            if digests[path] and digests[path] == digests[other]:
                found.copied[path] = other
                break


def _inside_moved(found: FileChanges, before: Scan, now: Scan) -> None:
    """Leave out what went along inside a folder that was moved, and what is gone or new inside one that is."""
    folders: Mapping[Path, Path] = {
        old: new for old, new in found.moved.items() if before.entries[old].kind == "folder"
    }
    for old, new in list(found.moved.items()):
        if any(
            old != folder and old.is_relative_to(folder) and new == target / old.relative_to(folder)
            for folder, target in folders.items()
        ):
            del found.moved[old]
