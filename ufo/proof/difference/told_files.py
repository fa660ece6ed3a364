"""Tells what became of files and folders, as facts."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ufo.platform import recycle_bin
from ufo.proof.difference.by_products import why_file
from ufo.proof.difference.line_words import counted, listed, quoted, unique
from ufo.proof.difference.moves import FileChanges
from ufo.proof.difference.scan import Entry, Scan
from ufo.proof.difference.told import Places, Source, Telling
from ufo.proof.difference.watched import lies_in, real
from ufo.schema.fact import Fact

_MOST_NAMED = 12
_OF_PROGRAMS = "programs keep their own things in hidden folders of the home"


@dataclass(frozen=True)
class FileTeller:
    """Tells file changes as facts. `trashes`: where removed files go."""

    before: Scan
    now: Scan
    places: Places
    trashes: tuple[Path, ...]

    def facts(self, changes: FileChanges) -> Iterator[tuple[Path, Fact]]:
        """Iterate over what became of files besides their content, each with the path where it shows."""
        for old, new in changes.moved.items():
            yield new, self._moved(old, new)
        yield from self._gone([path for path in changes.gone if not self._is_note(path)])
        yield from self._folders([path for path in changes.new if self.now.entries[path].kind != "file"])
        for path in changes.links:
            yield path, self._link(path)
        for path in changes.modes:
            yield path, self._mode(path)

    def _mode(self, path: Path) -> Fact:
        old, new = self.before.entries[path].mode, self.now.entries[path].mode
        said = f"permissions {stat.filemode(old)[1:]} → {stat.filemode(new)[1:]} ({old:o} → {new:o})"
        return self._fact(path, Telling("", said, (f"{new:o}",), (f"{old:o}",), (f"{new:o}",)))

    def is_trash(self, path: Path) -> bool:
        return lies_in(path, self.trashes)

    def _is_note(self, path: Path) -> bool:
        if path.parent == recycle_bin.folder():
            return path.name.startswith(recycle_bin.NOTE)
        return lies_in(path, tuple(trash / "info" for trash in self.trashes))

    def _fact(self, path: Path, telling: Telling) -> Fact:
        return (
            Source(path, self.places)
            .fact(telling)
            .model_copy(update={"by_product": telling.by_product or why_file(path)})
        )

    def _moved(self, old: Path, new: Path) -> Fact:
        kind = self.now.entries[new].kind
        what = f"{kind} " if kind != "file" else ""
        names = self.places.names(new)
        if self.is_trash(new) and not self.is_trash(old):
            said = f"{what}moved into the trash; it is no longer in {quoted(str(old.parent), 60)}"
            return self._fact(old, Telling("", said, names, self.places.names(old), loss=True))
        if self.is_trash(old) and not self.is_trash(new):
            return self._fact(
                new, Telling("", f"{what}put back from the trash, where it was {quoted(old.name)}", names)
            )
        if old.parent == new.parent:
            said = f"{what}renamed to {quoted(new.name, 90)}, same content"
        else:
            renamed = "" if old.name == new.name else f" as {quoted(new.name, 60)}"
            said = f"{what}moved to the folder {quoted(self.places.name(new.parent), 90)}{renamed}, same content"
        texts = unique([*names, new.parent.name, self.places.name(new.parent)])
        fact = self._fact(old, Telling("", said, texts, self.places.names(old)))
        return fact.model_copy(update={"by_product": why_file(old) and why_file(new)})

    def _gone(self, paths: list[Path]) -> Iterator[tuple[Path, Fact]]:
        folders = [path for path in paths if self.before.entries[path].kind == "folder"]
        outer = [path for path in folders if not any(path != other and path.is_relative_to(other) for other in folders)]
        for folder in outer:
            inside = [path for path in paths if path != folder and path.is_relative_to(folder)]
            files = [path for path in inside if self.before.entries[path].kind != "folder"]
            names = listed([quoted(path.name) for path in files], 6)
            held = f" with {counted(len(files), 'file')}: {names}" if files else ", which was empty"
            gone = unique(name for path in [folder, *inside] for name in self.places.names(path))
            telling = Telling("", f"folder is gone{held}", (), gone, (str(len(files)),), loss=True)
            yield folder, self._fact(folder, telling)
        lone = [path for path in paths if not any(path.is_relative_to(folder) for folder in outer)]
        yield from self._lone(lone)

    def _lone(self, paths: list[Path]) -> Iterator[tuple[Path, Fact]]:
        for path in paths[:_MOST_NAMED]:
            entry = self.before.entries[path]
            said = f"{entry.kind} is gone, had {counted(entry.size, 'byte')}"
            if self.is_trash(path):
                said = "removed from the trash for good"
            yield path, self._fact(path, Telling("", said, (), self.places.names(path), loss=True))
        rest = paths[_MOST_NAMED:]
        if rest:
            names = listed([quoted(path.name) for path in rest], 6)
            gone = unique(name for path in rest for name in self.places.names(path))
            said = f"and {counted(len(rest), 'more file')} in these folders are gone: {names}"
            telling = Telling("", said, (), gone, (str(len(paths)),), loss=True)
            yield rest[0], Source(rest[0].parent, self.places).fact(telling)

    def _folders(self, paths: list[Path]) -> Iterator[tuple[Path, Fact]]:
        """Tell new folders and links. A folder's files are told by themselves."""
        for path in paths:
            entry = self.now.entries[path]
            if self.is_trash(path):
                continue
            inside = sum(1 for other in self.now.entries if other.parent == path) if entry.kind == "folder" else 0
            held = f", {counted(inside, 'entry', 'entries')} in it" if inside else ", empty"
            said = f"new folder{held}" if entry.kind == "folder" else f"new {_named(entry)}"
            is_own = path.name.startswith(".") and path.parent in (self.places.home, real(Path.home()))
            why = _OF_PROGRAMS if is_own and entry.kind == "folder" else ""
            texts = (entry.target,) if entry.target else ()
            yield path, self._fact(path, Telling("", said, texts=texts, by_product=why))

    def _link(self, path: Path) -> Fact:
        old, new = self.before.entries[path], self.now.entries[path]
        return self._fact(path, Telling("", f"{_named(old)} → {_named(new)}", (new.target,), (old.target,), loss=True))


def _named(entry: Entry) -> str:
    return f"link to {quoted(entry.target, 80)}" if entry.kind == "link" else f"{entry.kind}"
