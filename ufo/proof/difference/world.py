"""The world before a run, and what of it is different at its end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ufo.proof.difference.by_products import why_file
from ufo.proof.difference.comparing.contents import compare, summary
from ufo.proof.difference.content import EMPTY, Content
from ufo.proof.difference.kept_files import KeptFiles
from ufo.proof.difference.moves import FileChanges, digest_of, file_changes
from ufo.proof.difference.own_writes import OwnWrites
from ufo.proof.difference.reading.read_content import read_content
from ufo.proof.difference.scan import Entry, Scan, entry_of, scan
from ufo.proof.difference.telling import Source, Telling
from ufo.proof.difference.told_files import FileTeller
from ufo.proof.difference.watched import Watched
from ufo.proof.difference.wording import counted, listed, name_of, one_line, quoted, shown, unique
from ufo.schema.fact import Channel, Fact, Facts

_MOST_NEW = 40
_MOST_IMAGE = 20_000_000


@dataclass
class WorldBefore:
    """`folder`: where before-images are put, in the run's own folder. Nothing is read twice: a file that nobody wrote to is not
    opened, and one that was is read once as it was and once as it is.
    """

    watched: Watched
    folder: Path
    kept: KeptFiles = field(init=False)
    _before: Scan = field(default_factory=Scan, init=False)
    _folders: list[Path] = field(default_factory=list, init=False)
    _read: dict[tuple[Path, int, int], Content] = field(default_factory=dict, init=False)
    _last: FileChanges = field(default_factory=FileChanges, init=False)

    def __post_init__(self) -> None:
        self.kept = KeptFiles(self.folder)

    def take(self) -> None:
        """Look at everything that is watched, and keep images of documents, the named ones and the newest first. Blocking."""
        self._folders = list(self.watched.folders())
        self._before = scan(self._folders, self.watched.home)
        self.kept.keep(path for path in self.watched.named if not path.is_dir())
        files = [(entry.mtime_ns, path) for path, entry in self._before.entries.items() if self._is_kept(path, entry)]
        self.kept.keep(path for _, path in sorted(files, reverse=True))

    def watch(self, paths: Iterable[Path]) -> None:
        """Watch documents or folders that come into the run later, before they are changed. Blocking."""
        for path in paths:
            folder = path if path.is_dir() else path.parent
            if not any(folder.is_relative_to(known) for known in self._folders):
                if folder.is_dir():
                    found = scan([folder], self.watched.home)
                    self._before.entries |= {place: found.entries[place] for place in found.entries}
                    self._before.left_out += found.left_out
                    self._before.closed |= found.closed
                    self._folders.append(folder)
            if not path.is_dir():
                self.kept.keep([path])

    def keep(self, path: Path) -> None:
        """Keep a file right before the run itself writes to it, moves it or removes it. Blocking."""
        if not self.kept.knows(path):
            self.kept.keep([path])

    def difference(self, own_writes: OwnWrites | None = None) -> Facts:
        """Return what is different now, as facts of kind CHANGE. Blocking. May be called several times."""
        own = own_writes or OwnWrites()
        now = scan(self._folders, self.watched.home)
        changes = self._last = file_changes(self._before, now, self._digest_before)
        teller = FileTeller(self._before, now, self.watched.working_folder, self.watched.trash)
        facts = [self._by_whom(fact, own, now) for fact in teller.facts(changes)]
        for path in changes.changed:
            facts += [self._by_whom(fact, own, now) for fact in self._changed(path, now.entries[path])]
        facts += [self._by_whom(fact, own, now) for fact in self._new(changes, now, teller)]
        facts.sort(key=lambda fact: bool(fact.by_product))
        left_out = unique([*self._before.left_out, *now.left_out, *self.kept.left_out])
        return Facts(facts=tuple(facts), left_out=left_out)

    def settle(self) -> None:
        """Note how the changed files ended, and drop the images of the others. Blocking."""
        self.difference()
        changes = self._last
        ends = {path: digest_of(path) for path in (*changes.changed, *changes.new, *changes.moved.values())}
        ends |= dict.fromkeys((*changes.gone, *changes.moved), "")
        files = {path: digest for path, digest in ends.items() if self._was_file(path)}
        for path in files:
            if path not in self._before.entries and not self.kept.knows(path):
                self.kept.note_missing(path)
        self.kept.settle(files)

    def unsaved(self, path: Path, copy: Path, title: str = "") -> Facts:
        """Return how an open document differs from its file on disk. `copy`: what its application wrote of it as it stands open.
        `title`: what it is called where it has no file. Blocking.
        """
        entry = entry_of(path)
        before = self._content(path, entry, path.name) if entry is not None else EMPTY
        after = read_content(copy)
        name = title or name_of(path, self.watched.working_folder)
        source = Source(
            path, self.watched.working_folder, Channel.DOCUMENT, f"{shown(name)} as it stands open, not saved"
        )
        if after.unread:
            return Facts(left_out=(f"{shown(name)} as it stands open could not be read: {after.unread}",))
        told = compare(before if not before.unread else EMPTY, after)
        return Facts(facts=tuple(source.fact(telling) for telling in told))

    def _is_kept(self, path: Path, entry: Entry) -> bool:
        return entry.kind == "file" and entry.size <= _MOST_IMAGE and not why_file(path)

    def _was_file(self, path: Path) -> bool:
        entry = self._before.entries.get(path) or entry_of(path)
        return entry is not None and entry.kind == "file"

    def _digest_before(self, path: Path) -> str:
        kept = self.kept.noted().get(path)
        return kept.sha256 if kept is not None else ""

    def _by_whom(self, fact: Fact, own: OwnWrites, now: Scan) -> Fact:
        """Return the fact, marked where somebody else made the change meanwhile."""
        paths = [Path(text) for text in (*fact.texts, *fact.gone) if text.startswith("/")]
        entries = [entry for path in paths if (entry := now.entries.get(path) or now.entries.get(path.parent))]
        if own.made(paths, [max(entry.mtime_ns, entry.ctime_ns) / 1e9 for entry in entries]):
            return fact
        return fact.model_copy(update={"by_run": False, "line": one_line(f"not by this run: {fact.line}")})

    def _content(self, path: Path, entry: Entry, name: str) -> Content:
        key = path, entry.mtime_ns, entry.size
        if key not in self._read:
            self._read[key] = read_content(path, name)
        return self._read[key]

    def _changed(self, path: Path, entry: Entry) -> Iterator[Fact]:
        source = Source(path, self.watched.working_folder)
        old = self._before.entries[path]
        if why := why_file(path):
            yield source.fact(Telling("", "changed", by_product=why))
            return
        size = (
            f"{counted(old.size, 'byte')} → {entry.size:,}" if old.size != entry.size else counted(entry.size, "byte")
        )
        image = self.kept.copy_of(path)
        if image is None:
            yield source.fact(Telling("", f"written to ({size}); how it was is not kept", loss=True))
            return
        kept = self._digest_before(path)
        if old.size == entry.size and kept and kept == digest_of(path):
            yield source.fact(Telling("", "written again with the same bytes", by_product="it holds what it held"))
            return
        before = self._content(image, entry_of(image) or old, path.name)
        after = self._content(path, entry, path.name)
        if before.unread or after.unread:
            said = f"changed ({size}); {shown(after.unread or before.unread)}, so what changed in it is not known"
            yield source.fact(Telling("", said, loss=True))
            return
        told = compare(before, after)
        if not told:
            said = f"written again ({size}); all that can be read in it is as it was"
            told = [Telling("", said)]
        for telling in told:
            yield source.fact(telling)

    def _new(self, changes: FileChanges, now: Scan, teller: FileTeller) -> Iterator[Fact]:
        files = [path for path in changes.new if now.entries[path].kind == "file" and not teller.is_trash(path)]
        for path in files[:_MOST_NEW]:
            yield from self._new_file(path, now.entries[path], changes.copied.get(path))
        rest = files[_MOST_NEW:]
        if rest:
            names = listed([quoted(path.name) for path in rest], 6)
            texts = unique(str(path) for path in rest)
            said = f"and {counted(len(rest), 'more new file')}: {names}"
            yield Source(rest[0].parent, self.watched.working_folder).fact(
                Telling("", said, texts, (), (str(len(files)),))
            )

    def _new_file(self, path: Path, entry: Entry, copied: Path | None) -> Iterator[Fact]:
        source = Source(path, self.watched.working_folder)
        if why := why_file(path):
            yield source.fact(Telling("", "new file", by_product=why))
            return
        if copied is not None:
            said = f"new file, the same bytes as {quoted(name_of(copied, self.watched.working_folder), 90)}"
            yield source.fact(Telling("", said, texts=Source(copied, self.watched.working_folder).names()))
            return
        after = self._content(path, entry, path.name)
        said = f"new file of {counted(entry.size, 'byte')}, {shown(summary(after))}"
        told = compare(EMPTY, after) if not after.unread else []
        yield source.fact(Telling("", said))
        for telling in told:
            yield source.fact(telling)
