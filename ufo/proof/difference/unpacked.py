"""Finds new files in the archives that were there: what was unpacked or copied out of one is told as that."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from ufo.conditions.readers.archives import read_members
from ufo.errors import UfoError
from ufo.platform.scratch import scratch
from ufo.proof.difference.comparing.contents import compare
from ufo.proof.difference.content import Content
from ufo.proof.difference.line_words import listed, quoted, shown, unique
from ufo.proof.difference.places import Places
from ufo.proof.difference.read_once import ReadOnce
from ufo.proof.difference.reading.plain_content import ARCHIVES
from ufo.proof.difference.reading.read_content import read_content
from ufo.proof.difference.scan import Scan
from ufo.proof.difference.told import Telling

_MOST_ARCHIVES = 12
_MOST_BYTES = 64 * 1024 * 1024
_MOST_READ, _MOST_READ_BYTES = 12, 5_000_000


@dataclass(frozen=True)
class Unpacked:
    read: ReadOnce
    before: Scan
    now: Scan
    places: Places

    def told(self, path: Path, after: Content) -> Telling | None:
        """Tell that the new file is a member of an archive, byte for byte or by what is read in it; None where it is none.
        Blocking.
        """
        for archive, held in self._archives():
            for how, members in (
                ("bytes", self._same_bytes(path, held)),
                ("content", self._same_content(path, held, after)),
            ):
                names = list(members)
                if names:
                    said = listed([quoted(name, 60) for name in names], 3)
                    parts = (part for name in names for part in (name, *Path(name).parts))
                    texts = unique([*parts, *self.places.names(archive)])
                    return Telling(
                        "", f"new file, the same {how} as {said} in {shown(self.places.name(archive))}", texts
                    )
        return None

    def _archives(self) -> Iterator[tuple[Path, Path]]:
        """Iterate over the archives from before the run, each with a file that holds it as it was."""
        found = (
            path
            for path, entry in self.before.entries.items()
            if entry.kind == "file" and path.suffix.casefold() in ARCHIVES
        )
        for _, path in zip(range(_MOST_ARCHIVES), found, strict=False):
            now = self.now.entries.get(path)
            is_same = now is not None and self.before.entries[path].is_same(now)
            held = path if is_same else self.read.image_before(path)
            if held is not None:
                yield path, held

    def _same_bytes(self, path: Path, archive: Path) -> Iterator[str]:
        size = self.now.entries[path].size
        if not 0 < size <= _MOST_BYTES:
            return
        own = path.read_bytes()
        for name, data in _members(archive, lambda _, of: of == size):
            if data == own:
                yield name

    def _same_content(self, path: Path, archive: Path, after: Content) -> Iterator[str]:
        """Iterate over the documents in the archive that differ from the file in nothing but what a program writes anew."""
        if not (after.sheets or after.slides or (after.properties and after.paragraphs)):
            return
        ending = path.suffix.casefold()
        alike = _members(archive, lambda name, of: name.casefold().endswith(ending) and of <= _MOST_READ_BYTES)
        for name, data in islice(alike, _MOST_READ):
            with scratch() as folder:
                file = folder / f"member{ending}"
                file.write_bytes(data)
                member = read_content(file)
            if not member.unread and all(telling.by_product for telling in compare(member, after)):
                yield name


def _members(archive: Path, is_wanted: Callable[[str, int], bool]) -> Iterator[tuple[str, bytes]]:
    try:
        yield from read_members(archive, is_wanted)
    except (UfoError, OSError):
        return
