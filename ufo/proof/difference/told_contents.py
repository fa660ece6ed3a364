"""Tells what changed in files, and what new files hold, as facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from ufo.conditions.readers.archives import read_members
from ufo.errors import UfoError
from ufo.platform.scratch import scratch
from ufo.proof.difference.by_products import why_file, why_keys
from ufo.proof.difference.comparing.contents import compare, summary
from ufo.proof.difference.comparing.paragraphs import is_told_whole
from ufo.proof.difference.comparing.remarks import left_remarks, none_left
from ufo.proof.difference.content import EMPTY, Content
from ufo.proof.difference.line_words import counted, listed, quoted, shown, unique
from ufo.proof.difference.moves import FileChanges, digest_of
from ufo.proof.difference.reading.plain_content import ARCHIVES
from ufo.proof.difference.reading.read_content import ReadOnce, read_content
from ufo.proof.difference.scan import Entry, Scan
from ufo.proof.difference.showing.of_texts import of_text
from ufo.proof.difference.told import Places, Source, Telling
from ufo.proof.difference.told_pictures import PictureTeller
from ufo.proof.difference.watched import lies_in
from ufo.schema.fact import Channel, Fact, FactKind

_MOST_ARCHIVES = 12
_MOST_BYTES = 64 * 1024 * 1024
_MOST_READ, _MOST_READ_BYTES = 12, 5_000_000
_FEWEST = 3
"""Parts that two documents must share: a line or two is no likeness."""
_MOST_NEW = 40
_MOST_ORIGINS = 12
"""Documents that are compared with a new one: those of its folder first, then those of about its size."""
_MOST_LINES, _MOST_OF_LINES = 30, 3_000
"""Lines and letters of a new text that is told whole."""
_DATABASES = (".sqlite", ".sqlite3", ".db")


@dataclass(frozen=True)
class ContentTeller:
    """`is_settings`: whether these are the settings of programs and no documents."""

    read: ReadOnce
    before: Scan
    now: Scan
    places: Places
    is_settings: bool = False

    def changed(self, path: Path, digest: str) -> Iterator[Fact]:
        """Iterate over what changed in the file. `digest`: of how it was, "" where that is not kept. Blocking."""
        source = self._source(path)
        if why := why_file(path):
            yield source.fact(Telling("", "changed", by_product=why))
            return
        old, new = self.before.entries[path], self.now.entries[path]
        before = self.read.before(path)
        if before is None:
            yield source.fact(Telling("", f"written to ({_sizes(old, new)}); how it was is not kept", loss=True))
        elif old.size == new.size and digest and digest == digest_of(path):
            yield source.fact(Telling("", "written again with the same bytes", by_product="it holds what it held"))
        else:
            after = self.read.now(path)
            yield from map(source.fact, self._compared(path, before, after))
            yield from self._made_from(source)
            if before.remarks != after.remarks:
                left = (*left_remarks(after.remarks), *none_left(before.remarks, after.remarks, after.properties))
                yield from (source.fact(telling, FactKind.STATE, "now") for telling in left)

    def new(self, changes: FileChanges, trashes: tuple[Path, ...]) -> Iterator[tuple[Path, Fact]]:
        """Iterate over the new files and what they hold, each with its path. What lies in the trash came from elsewhere."""
        files = [path for path in changes.new if self.now.entries[path].kind == "file" and not lies_in(path, trashes)]
        for path in files[:_MOST_NEW]:
            for fact in self._new(path, self.now.entries[path], changes.copied.get(path)):
                yield path, fact
        rest = files[_MOST_NEW:]
        if rest:
            said = f"and {counted(len(rest), 'more new file')}: {listed([quoted(path.name) for path in rest], 6)}"
            telling = Telling("", said, unique(str(path) for path in rest), (), (str(len(files)),))
            yield rest[0], Source(rest[0].parent, self.places).fact(telling)

    def _source(self, path: Path) -> Source:
        is_database = path.suffix.casefold() in _DATABASES
        channel = Channel.SETTINGS if self.is_settings else Channel.DATABASE if is_database else Channel.FILE
        return Source(path, self.places, channel)

    def _compared(self, path: Path, before: Content, after: Content) -> list[Telling]:
        sizes = _sizes(self.before.entries[path], self.now.entries[path])
        if before.unread or after.unread:
            said = f"changed ({sizes}); {shown(after.unread or before.unread)}, so what changed in it is not known"
            return [Telling("", said, loss=True)]
        told = compare(before, after, why_keys(path) if self.is_settings else None)
        told += self._pictures().within(before, after)
        # A document that reads the same may still differ in what is not read. Of settings everything is read.
        same = f"written again ({sizes}); all that can be read in it is as it was"
        return told or [Telling("", same, by_product="the settings in it are as they were" if self.is_settings else "")]

    def _new(self, path: Path, entry: Entry, copied: Path | None) -> Iterator[Fact]:
        source = self._source(path)
        if why := why_file(path):
            yield source.fact(Telling("", "new file", by_product=why))
            return
        if copied is not None:
            said = f"new file, the same bytes as {quoted(self.places.name(copied), 90)}, which is still there"
            yield source.fact(Telling("", said, texts=Source(copied, self.places).names()))
            return
        after = self.read.now(path)
        said = f"new file, {shown(summary(after))}"
        if self.is_settings:
            yield source.fact(_first_settings(said, after))
            return
        unpacked = Unpacked(self.read, self.before, self.now, self.places).told(path, after)
        if unpacked is not None:
            yield source.fact(replace(unpacked, said=f"{unpacked.said}: {shown(summary(after))}"))
            return
        origin = self._origin(path, entry, after)
        if origin is not None:
            yield from self._beside(source, after, origin)
        else:
            yield source.fact(Telling("", said))
            for telling in [*compare(EMPTY, after), *self._pictures().within(EMPTY, after)] if not after.unread else ():
                yield source.fact(telling)
        yield from self._made_from(source)
        yield from _every_line(source, after)

    def _pictures(self) -> PictureTeller:
        return PictureTeller(self.read, self.before, self.now, self.places)

    def _made_from(self, source: Source) -> Iterator[Fact]:
        """Iterate over what a picture was made from: that it is there, others tell."""
        pictures = self._pictures()
        for telling in (*pictures.made_from(source.path), *pictures.on_pages(self.read.now(source.path))):
            yield source.fact(telling, FactKind.STATE)

    def _origin(self, path: Path, entry: Entry, after: Content) -> Path | None:
        """Return the document that was there, is of the same kind and holds most of what the new one holds; None for none."""
        if after.unread or not (after.paragraphs or after.slides or after.sheets):
            return None
        others = [
            (other.parent != path.parent, abs(found.size - entry.size), other)
            for other, found in self.before.entries.items()
            if found.kind == "file" and other.suffix.casefold() == path.suffix.casefold() and not why_file(other)
        ]
        found = {other: shared_parts(after, self._was(other)) for *_, other in sorted(others)[:_MOST_ORIGINS]}
        best = max(found, key=lambda other: found[other], default=None)
        return best if best is not None and found[best] else None

    def _was(self, path: Path) -> Content:
        """Return what the file held before the run; EMPTY where that is not known."""
        now = self.now.entries.get(path)
        if now is not None and self.before.entries[path].is_same(now):
            return self.read.now(path)
        return self.read.before(path) or EMPTY

    def _beside(self, source: Source, after: Content, origin: Path) -> Iterator[Fact]:
        """Tell a new document by what differs in it from the one it was made from, which lost nothing by that."""
        was, name = self._was(origin), self.places.name(origin)
        likeness = told_likeness(after, was, quoted(name, 60))
        yield source.fact(replace(likeness, texts=unique([*Source(origin, self.places).names(), *likeness.texts])))
        against = replace(source, opening=f"{source.name}, against {shown(name)}")
        for telling in [*compare(was, after), *self._pictures().within(was, after)]:
            yield against.fact(replace(telling, loss=False))


def _every_line(source: Source, content: Content) -> Iterator[Fact]:
    """Iterate over all lines of a small text, where not all of them are told whole with what is new."""
    texts = [line.text for line in content.paragraphs]
    is_small = len(texts) <= _MOST_LINES and sum(map(len, texts)) <= _MOST_OF_LINES
    if content.unit != "line" or not is_small or is_told_whole(texts):
        return
    for line in of_text(content, EMPTY, ""):
        yield source.fact(line.telling, FactKind.STATE, "now")


def _sizes(old: Entry, new: Entry) -> str:
    return f"{counted(old.size, 'byte')} → {new.size:,}" if old.size != new.size else counted(new.size, "byte")


def _first_settings(said: str, content: Content) -> Telling:
    texts = unique([*content.values, *content.values.values(), *(found.text for found in content.paragraphs)])
    return Telling("", said, texts, by_product="settings that a program makes when it is first used")


def shared_parts(new: Content, other: Content) -> int:
    """Return how many filled paragraphs, lines or cells of the new document stand in the other one, where that is the greater
    part of both; 0 where it is not.
    """
    news, others = _parts(new), _parts(other)
    shared = (news & others).total()
    return shared if shared >= _FEWEST and shared * 2 > max(news.total(), others.total()) else 0


def told_likeness(new: Content, other: Content, name: str) -> Telling:
    """Tell that the new document is as the other one besides what differs. `name`: of the other one, quoted."""
    parts, others = _parts(new), _parts(other)
    shared = parts & others
    unit = "cell" if new.sheets else "line" if new.slides else new.unit
    many = counted(parts.total(), unit)
    as_there = f"all {many}" if shared == parts else f"{shared.total():,} of {many}"
    # One that has more than the new one is not the same, however much of the new one stands in it.
    how = "the same" if others.total() <= parts.total() else f"among the {others.total():,} there"
    telling = Telling("", f"new file, as {name}: {as_there} {how}", unique(text for _, text in shared))
    return telling.holding(
        cell
        for sheet in new.sheets
        for at, cell in sheet.sheet.cells.items()
        if ((sheet.name, at), cell.shown) in shared
    )


def _parts(content: Content) -> Counter[tuple[Hashable, str]]:
    cells = (
        ((sheet.name, at), cell.shown)
        for sheet in content.sheets
        for at, cell in sheet.sheet.cells.items()
        if cell.shown
    )
    lines = [*content.paragraphs, *(line for slide in content.slides for line in slide.paragraphs)]
    return Counter([*cells, *(("", line.text) for line in lines if line.text.strip())])


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
