"""The world before a run, and what of it is different at its end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ufo.proof.difference.as_it_was import AsItWas
from ufo.proof.difference.by_products import why_file
from ufo.proof.difference.comparing.contents import compare
from ufo.proof.difference.content import EMPTY, Content
from ufo.proof.difference.kept_files import KeptFiles
from ufo.proof.difference.line_words import shown, unique
from ufo.proof.difference.looked import Looked, note, noted
from ufo.proof.difference.moves import FileChanges, digest_of, file_changes
from ufo.proof.difference.own_writes import OwnWrites
from ufo.proof.difference.reading.read_content import ReadOnce, is_long, read_content
from ufo.proof.difference.scan import Entry, Scan, entry_of, scan
from ufo.proof.difference.showing.shown_places import ShownPlaces
from ufo.proof.difference.stores.mail import MailStores
from ufo.proof.difference.stores.program_settings import Settings
from ufo.proof.difference.told import Places, Source
from ufo.proof.difference.told_contents import ContentTeller
from ufo.proof.difference.told_files import FileTeller
from ufo.proof.difference.watched import Watched, lies_in, real
from ufo.schema.fact import Channel, Fact, Facts
from ufo.schema.file_names import on_disk
from ufo.schema.shown import Shown

_MOST_IMAGE = 20_000_000


@dataclass
class WorldBefore:
    """`folder`: where before-images are put, in the run's own folder. Nothing is read twice: a file that nobody wrote to is not
    opened, and one that was is read once as it was and once as it is.
    """

    watched: Watched
    folder: Path
    kept: KeptFiles = field(init=False)
    places: Places = field(init=False)
    _before: Scan = field(default_factory=Scan, init=False)
    _now: Scan = field(default_factory=Scan, init=False)
    _folders: list[Path] = field(default_factory=list, init=False)
    _changes: FileChanges | None = field(default=None, init=False)
    _unsaved: dict[Path, tuple[Entry | None, Content]] = field(default_factory=dict, init=False)
    """What open documents held beyond their files, each with its file as it stood."""

    def __post_init__(self) -> None:
        self.watched = self.watched.resolved()
        self.kept = KeptFiles(self.folder)
        self._read = ReadOnce(self.kept)
        self.places = Places(self.watched.working_folder, self.watched.home_of_the_person)
        self._settings = Settings(self.watched, self.kept, self._read)
        self._mail = MailStores(self.watched.home, self.kept)

    def take(self) -> None:
        """Look at everything that is watched, and keep images of documents, the named ones and the newest first. Blocking."""
        self._folders = list(self.watched.folders())
        self._before.named |= {path for path in self.watched.named if not path.is_dir()}
        self._before = self._look(self._folders)
        self.kept.keep(path for path in self.watched.named if not path.is_dir())
        files = [(entry.mtime_ns, path) for path, entry in self._before.entries.items() if _is_kept(path, entry)]
        self._settings.take()
        self._mail.take()
        self.kept.keep(path for _, path in sorted(files, reverse=True))
        self._note()

    def restore(self, move: Callable[[Path], Path] | None = None) -> bool:
        """Go on with the beginning that is noted in `folder`, and tell whether there is one. `move`: where a file of the working
        folder lies now, on another machine or desktop; what lies outside of it there is another one, and counts as it is now.
        Raises OSError where that cannot be noted. Blocking.
        """
        looked = noted(self.folder)
        if looked is None:
            return False
        if move is None:
            self._folders, self._before, self._settings.before = list(looked.folders), looked.files, looked.settings
            self._mail.before = {stood.folder.path: stood for stood in looked.mail}
            self.kept.restore()
        else:
            self.kept.restore(move)
            looked = self._moved(looked, move)
        # A request that had ended dropped the images of what was as before.
        there = {**looked.files.entries, **looked.settings.entries}
        self.kept.keep(path for path, entry in there.items() if _is_kept(path, entry) and _is_as(path, entry))
        return True

    def _moved(self, looked: Looked, move: Callable[[Path], Path]) -> Looked:
        """Note and return how the working folder stood then, and all the rest now."""
        work = real(self.watched.working_folder)
        self._folders = list(self.watched.folders())
        self._before.named |= {move(path) for path in looked.files.named}
        self._before = self._look(self._folders)
        self._settings.take()
        self._mail.take()
        stood = {move(path): entry for path, entry in looked.files.entries.items()}
        rest = {path: entry for path, entry in self._before.entries.items() if not path.is_relative_to(work)}
        self._before.entries = rest | {path: entry for path, entry in stood.items() if path.is_relative_to(work)}
        self._note()
        return replace(looked, files=self._before, settings=self._settings.before)

    def watch(self, paths: Iterable[Path]) -> None:
        """Watch documents or folders that come into the run later, before they are changed. Blocking."""
        known = len(self._folders), len(self._before.named)
        for path in map(real, paths):
            folder = path if path.is_dir() else path.parent
            if folder.is_dir() and not self._is_looked_through(folder) and self.watched.may_look_through(folder):
                found = self._scan([folder])
                self._before.entries |= found.entries
                self._before.left_out += found.left_out
                self._before.closed |= found.closed
                self._folders.append(folder)
            if not path.is_dir():
                self._watch_file(path)
        if (len(self._folders), len(self._before.named)) != known:
            self._note()

    def _watch_file(self, path: Path) -> None:
        self.kept.keep([path])
        is_known = self._is_looked_through(path.parent) and self._before.knows(path)
        if is_known or path in self._before.named or self._is_own(path):
            return
        self._before.look_at(path)
        if self.kept.is_since(path):
            self._before.entries.pop(path, None)

    def _is_looked_through(self, folder: Path) -> bool:
        return any(known == folder or self.watched.covers(known, folder) for known in self._folders)

    def _is_own(self, path: Path) -> bool:
        return path == self.watched.recording or path.is_relative_to(real(self.folder.parent))

    def keep(self, path: Path) -> None:
        """Keep a file right before the run itself writes to it, moves it or removes it. Blocking."""
        if not self.kept.knows(real(path)):
            self.kept.keep([real(path)])

    def difference(self, own_writes: OwnWrites | None = None) -> Facts:
        """Return what is different now, as facts of kind CHANGE. Blocking. May be called several times."""
        own = own_writes or OwnWrites()
        facts = [own.marked(fact, path, self._written_ns(path)) for path, fact in self._told(self._changed())]
        facts += [*self._settings.facts(own), *self._mail.facts()]
        facts.sort(key=lambda fact: bool(fact.by_product))
        tellers = (self._before, self._now, self._settings, self._mail, self.kept)
        return Facts(facts=tuple(facts), left_out=unique(said for teller in tellers for said in teller.left_out))

    def as_it_was(self, texts: Sequence[str]) -> list[Fact]:
        """Return facts of kind STATE: what these literals name and what did not change, and for each folder that nothing else
        changed in it. Nothing of the trash. Of the last difference. Blocking.
        """
        changes = self._changes or self._changed()
        trashes = self.watched.trashes
        before, now = (_outside(trashes, found) for found in (self._before, self._now))
        folders = tuple(folder for folder in self._folders if not lies_in(folder, trashes))
        return AsItWas(before, now, changes, self._read, self.places, folders).facts(texts)

    def shown(self, places: Sequence[str]) -> Shown:
        """Return as facts of kind READ what stands at at most six places that a reader asks for: "report.odt", "sales.xlsx,
        Sheet1!A1:D20", "notes.txt, lines 1-40", "slides.pptx, slide 3", "before: sales.xlsx"; and the pictures among them. Of
        what is not watched nothing is told. Of the last difference. Blocking.
        """
        places_shown = self._shown_places
        return Shown(places_shown.facts(places), places_shown.pictures(places))

    def has(self, place: str) -> bool:
        """Tell whether something that is watched is meant. Of the last difference. Blocking."""
        return bool(self._shown_places.meant([place]))

    @property
    def _shown_places(self) -> ShownPlaces:
        changes = self._changes or self._changed()
        world = self._before, self._now, changes, self._read, self.places, self._folders
        return ShownPlaces(*world, self._is_looked_through)

    def changed_documents(self) -> Iterator[tuple[Path, Content, Content]]:
        """Iterate over the documents that were there and are different, as they were and as they are. Of the last difference."""
        for path in self._changes.changed if self._changes is not None else ():
            before, now = self._read.before(path), self._read.now(path)
            if before is not None and not before.unread and not now.unread:
                yield path, before, now

    def unchanged_documents(self, names: Iterable[str]) -> Iterator[tuple[Path, Content]]:
        """Iterate over the files of these names that are as they were, with what they hold; long ones are left out. Of the last
        difference. Blocking.
        """
        wanted = {name.casefold() for name in names}
        changes = self._changes or FileChanges()
        for path, entry in self._now.entries.items():
            is_wanted = entry.kind == "file" and path.name.casefold() in wanted
            if not is_wanted or path in {*changes.changed, *changes.new} or lies_in(path, self.watched.trashes):
                continue
            if not is_long(path, entry.size):
                yield path, self._read.now(path)

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that were there when the world was looked at."""
        return tuple(path for path, entry in self._before.entries.items() if entry.kind == "file")

    def settle(self) -> None:
        """Note how the changed files ended, and drop the images of the others. Blocking."""
        changes = self._changed()
        ends = {path: digest_of(path) for path in (*changes.changed, *changes.new, *changes.moved.values())}
        ends |= dict.fromkeys((*changes.gone, *changes.moved), "")
        files = {path: digest for path, digest in ends.items() if self._was_file(path)}
        for path in files:
            if path not in self._before.entries and not self.kept.knows(path):
                self.kept.note_missing(path)
        self.kept.settle(files | self._settings.ends() | self._mail.ends())

    def note_unsaved(self, path: Path, copy: Path) -> None:
        """Note an open document that differs from its file as the request begins. `copy`: as for `unsaved`. Blocking."""
        content = read_content(copy)
        if not content.unread:
            self._unsaved[real(path)] = entry_of(real(path)), content

    def unsaved(self, path: Path, copy: Path, title: str = "") -> Facts:
        """Return how an open document differs from its file on disk, or from how it stood open as the request began, where it was
        not saved since. `copy`: what its application wrote of it as it stands open. `title`: what it is called where it has no
        file. Blocking.
        """
        path = real(path)
        entry, stood = self._unsaved.get(path, (None, EMPTY))
        before = stood if stood is not EMPTY and entry == entry_of(path) else self._read.now(path)
        after = read_content(copy)
        name = shown(title or self.places.name(path))
        if after.unread:
            return Facts(left_out=(f"{name} as it stands open could not be read: {after.unread}",))
        source = Source(path, self.places, Channel.DOCUMENT, f"{name} as it stands open, not saved")
        told = compare(before if not before.unread else EMPTY, after)
        return Facts(facts=tuple(source.fact(telling) for telling in told))

    def _note(self) -> None:
        looked = Looked(tuple(self._folders), self._before, self._settings.before, tuple(self._mail.before.values()))
        try:
            note(self.folder, looked)
        except OSError as error:
            self.kept.left_out.append(f"how the world stood could not be noted: {error.strerror}")

    def _scan(self, folders: Iterable[Path]) -> Scan:
        found = scan(folders, {self.watched.home, real(Path.home())}, without=real(self.folder.parent))
        if self.watched.recording is not None:
            found.entries.pop(self.watched.recording, None)
        return found

    def _look(self, folders: Iterable[Path]) -> Scan:
        found = self._scan(folders)
        for path in self._before.named:
            if not self._is_own(path):
                found.look_at(path)
        return found

    def is_unknown(self, path: Path) -> bool:
        """Tell whether the file was there before the run, and no copy could be kept of it."""
        if self.kept.is_unknown(path):
            return True
        place = on_disk(path)
        entry = self._before.entries.get(place) or self._settings.before.entries.get(place)
        return entry is not None and entry.kind == "file" and self.kept.copy_of(path) is None

    def was_missing(self, path: Path) -> bool:
        """Tell whether it is known that nothing lay there before the run."""
        place = on_disk(path)
        if place in self._before.entries or self.kept.copy_of(place) is not None:
            return False
        is_seen = self._is_looked_through(place.parent) and self._before.knows(place)
        return is_seen or place in self._before.named or self.kept.knows(place)

    def copy_of(self, path: Path) -> Path | None:
        """Return the copy from before the run, or None where there was no file or none was kept."""
        return self.kept.copy_of(path)

    def named(self, words: Iterable[str]) -> list[Path]:
        """Return the copies of the files whose names occur in any of the words, such as a window's title."""
        return self.kept.named(words)

    def _changed(self) -> FileChanges:
        """Look at everything again, and return what became of the files."""
        self._now = self._look(self._folders)
        self._changes = file_changes(self._before, self._now, self.kept.digest_of, self.watched.trashes)
        return self._changes

    def _told(self, changes: FileChanges) -> Iterable[tuple[Path, Fact]]:
        files = FileTeller(self._before, self._now, self.places, self.watched.trashes)
        contents = ContentTeller(self._read, self._before, self._now, self.places)
        yield from files.facts(changes)
        for path in changes.changed:
            for fact in contents.changed(path, self.kept.digest_of(path)):
                yield path, fact
        yield from contents.new(changes, self.watched.trashes)

    def _written_ns(self, path: Path) -> int | None:
        entry = self._now.entries.get(path) or self._now.entries.get(path.parent) or entry_of(path.parent)
        return None if entry is None else max(entry.mtime_ns, entry.ctime_ns)

    def _was_file(self, path: Path) -> bool:
        entry = self._before.entries.get(path) or self._now.entries.get(path)
        return entry is not None and entry.kind == "file"


def _outside(folders: tuple[Path, ...], found: Scan) -> Scan:
    return replace(found, entries={path: entry for path, entry in found.entries.items() if not lies_in(path, folders)})


def _is_as(path: Path, entry: Entry) -> bool:
    now = entry_of(path)
    return now is not None and entry.is_same(now)


def _is_kept(path: Path, entry: Entry) -> bool:
    return entry.kind == "file" and entry.size <= _MOST_IMAGE and not why_file(path)
