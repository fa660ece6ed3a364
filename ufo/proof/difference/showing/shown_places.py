"""Shows what stands at places that a reader asks for, as facts: nothing but what was looked at anyway, and within a bound."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PIL import Image, ImageOps

from ufo.conditions.readers.pdf import DrawnPicture, draw_page
from ufo.errors import UnreadableDocument
from ufo.proof.difference.comparing.contents import summary
from ufo.proof.difference.comparing.properties import numbers_in
from ufo.proof.difference.content import EMPTY, Content
from ufo.proof.difference.line_words import counted, decimal, one_line, quoted, shown, unique
from ufo.proof.difference.moves import FileChanges
from ufo.proof.difference.reading.plain_content import PICTURES
from ufo.proof.difference.reading.read_content import ReadOnce
from ufo.proof.difference.scan import Entry, Scan, entry_of
from ufo.proof.difference.showing.asked import BEFORE, Asked, asked, spans
from ufo.proof.difference.showing.of_properties import (
    of_folder,
    of_members,
    of_other_properties,
    of_properties,
    of_values,
)
from ufo.proof.difference.showing.of_sheets import of_sheets
from ufo.proof.difference.showing.of_texts import of_slides, of_text
from ufo.proof.difference.told import Line, Places, Source, Telling
from ufo.proof.difference.told_pictures import PictureTeller
from ufo.proof.difference.watched import real
from ufo.schema.fact import Fact, FactKind
from ufo.schema.geometry import Rect
from ufo.schema.message import ImagePart
from ufo.schema.picture import Picture, png_rect

_LONGEST_EDGE = 768
_MOST_PIXELS = 100_000_000
_MOST_PAGES = 2
_MOST_PLACES, _MOST_PICTURES = 6, 4
_MOST_FACTS = 80
_MOST_BYTES = 9_000
"""Of all lines together: about 3,000 tokens."""
_OF_THE_REST = 200


@dataclass(frozen=True)
class ShownPlaces:
    """`folders`: those that were looked through. `is_seen`: tells whether what lies in a folder was looked at."""

    before: Scan
    now: Scan
    changes: FileChanges
    read: ReadOnce
    places: Places
    folders: Sequence[Path]
    is_seen: Callable[[Path], bool]

    def facts(self, places: Sequence[str]) -> tuple[Fact, ...]:
        """Return what stands there, in the order of the places, of which each gets its share of the room. Blocking."""
        meant = self.meant(places)
        found: list[Fact] = []
        for number, place in enumerate(meant):
            left = len(meant) - number
            room = _Room((_MOST_FACTS - len(found)) // left, (_MOST_BYTES - sum(map(_size, found))) // left)
            source, when = Source(place.path, self.places), "before the run" if place.is_before else "now"
            lines = self._was(place) if place.is_before else self._is(place)
            found += room.fitting(_fact(source, line, when) for line in lines)
        return tuple(found)

    def meant(self, places: Sequence[str]) -> list[Asked]:
        known = list(dict.fromkeys((*self.now.entries, *self.before.entries, *self.folders)))
        return asked(places[:_MOST_PLACES], known, self.places)[: 2 * _MOST_PLACES]

    def pictures(self, places: Sequence[str]) -> tuple[ImagePart, ...]:
        """Return the pictures and pages that are meant, in their order: as they are, or as they were before the run. Blocking."""
        found: list[ImagePart] = []
        for place in self.meant(places):
            file = self._file_of(place)
            if file is not None and len(found) < _MOST_PICTURES:
                name = shown(self.places.name(place.path))
                drawn = as_pictures(file, name, place.part)
                found += [ImagePart(picture, f"{BEFORE * place.is_before}{called}") for called, picture in drawn]
        return tuple(found[:_MOST_PICTURES])

    def _file_of(self, place: Asked) -> Path | None:
        if place.is_before:
            return self.read.image_before(place.path)
        entry = self._entry(place.path)
        return place.path if entry is not None and entry.kind == "file" else None

    def _entry(self, path: Path) -> Entry | None:
        """Return what lies there now. A link is not followed, nor a folder that a link was put in the place of."""
        return entry_of(path) if real(path.parent) == path.parent else None

    def _is(self, place: Asked) -> Iterator[Line]:
        """Iterate over what stands there now."""
        path = place.path
        entry = self._entry(path)
        if entry is None:
            yield _whole("it is not there")
        elif entry.kind == "folder":
            yield from self._folder(path, self.now)
        elif entry.kind != "file":
            yield _whole(f"link to {quoted(entry.target, 90)}" if entry.kind == "link" else "it is no regular file")
        else:
            yield from self._file(place, entry)

    def _file(self, place: Asked, entry: Entry) -> Iterator[Line]:
        content, was = self.read.now(place.path), self._content_before(place.path)
        how = "as before the run" if was == content else "other than before the run"
        how = "new" if was is EMPTY else "not known how it was before the run" if was is None else how
        head = _whole(f"{counted(entry.size, 'byte')}, {shown(summary(content))}, {how}")
        yield replace(head, news=was is EMPTY)
        if content.unread:
            return
        yield from self._pictures(content, place.part, was)
        if content.unit == "page" and content.pictures:
            for where, said in places_of_pictures(place.path, place.part):
                yield Line(Telling(where, said, numbers=numbers_in(said)))
        yield from _content(content, was, place.part)
        if was is not None and not (content.paragraphs or content.sheets or content.slides):
            yield from of_other_properties(content.properties, was.properties)

    def _was(self, place: Asked) -> Iterator[Line]:
        """Iterate over what stood there before the run. What is there no longer is gone, and no literal of now."""
        path = place.path
        if path in self.folders or getattr(self.before.entries.get(path), "kind", "") == "folder":
            yield from self._folder(path, self.before)
            return
        content = self._content_before(path) if path in self.before.entries else EMPTY
        if content is None or content is EMPTY or content.unread:
            unknown = "how it was is not kept" if content is None else "it was not there"
            yield _whole(content.unread if content is not None and content.unread else unknown)
            return
        yield _whole(shown(summary(content)))
        entry = self._entry(path)
        now = self.read.now(path) if entry is not None and entry.kind == "file" else EMPTY
        for line in self._pictures(content, place.part, None):
            yield Line(_gone(line.telling, set()))
        there = {text for line in _content(now, None) for text in (*line.telling.texts, *line.telling.numbers)}
        for line in _content(content, None, place.part):
            yield Line(_gone(line.telling, there))

    def _pictures(self, content: Content, part: str, before: Content | None) -> Iterator[Line]:
        teller = PictureTeller(self.read, self.before, self.now, self.places)
        known = set() if before is None else {telling.said for telling in teller.shown(before, "")}
        for telling in teller.shown(content, part):
            yield Line(telling, before is not None and telling.said not in known)

    def _folder(self, path: Path, scan: Scan) -> Iterator[Line]:
        if not self.is_seen(path):
            yield _whole("folder; what lies in it was not looked at")
            return
        if any(path.is_relative_to(closed) for closed in scan.closed):
            yield _whole("not all that lies in it was looked at")
        yield from of_folder(
            {other: entry for other, entry in scan.entries.items() if other.parent == path}, self.before.entries
        )

    def _content_before(self, path: Path) -> Content | None:
        """Return what the file held before the run: EMPTY where it is new, None where that is not known."""
        if path in self.changes.new:
            return EMPTY
        was_there = path in self.before.entries or path in self.changes.moved.values()
        seen, entry = self.now.entries.get(path), self._entry(path)
        if was_there and seen and entry and seen.is_same(entry) and path not in self.changes.changed:
            return self.read.now(path)
        found = self.read.before(path)
        return None if found is None or found.unread else found


def _content(content: Content, before: Content | None, part: str = "") -> Iterator[Line]:
    """Iterate over what a file holds, the short things first. `before`: what it held, None where that is not known."""
    if not part:
        yield from of_properties(content.properties, None if before is None else before.properties)
    if content.sheets:
        yield from of_sheets(content, part)
    elif content.slides:
        yield from of_slides(content, before, part)
    else:
        yield from of_text(content, before, part)
    yield from of_values(content.values, None if before is None else before.values)
    yield from of_members(content.members, None if before is None else before.members)


def _whole(said: str) -> Line:
    return Line(Telling("", said, numbers=numbers_in(said.replace(",", ""))))


def _gone(telling: Telling, there: set[str]) -> Telling:
    kept = tuple(text for text in telling.texts if text in there)
    gone = unique(text for text in telling.texts if text not in there)
    numbers = tuple(number for number in telling.numbers if number in there)
    return replace(telling, texts=kept, gone=gone, numbers=numbers, dates=(), mistyped=())


def _fact(source: Source, line: Line, when: str) -> Fact:
    fact = source.fact(line.telling, FactKind.READ, when)
    return fact.model_copy(update={"news": line.news})


def _size(fact: Fact) -> int:
    return len(fact.line.encode("utf-8", "replace"))


@dataclass(frozen=True)
class _Room:
    facts: int
    bytes: int

    def fitting(self, facts: Iterable[Fact]) -> Iterator[Fact]:
        """Iterate over the facts for which there is room, and say from where on there is none."""
        left = self.bytes - _OF_THE_REST
        for count, fact in enumerate(facts, 1):
            left -= _size(fact)
            if left < 0 or count >= self.facts:
                line = one_line(f"{fact.place}: this and what follows is not shown, since there is no room")
                yield Fact(kind=FactKind.READ, line=line, place=fact.place.partition(", ")[0], news=False)
                return
            yield fact


def as_pictures(path: Path, name: str, part: str) -> Iterator[tuple[str, Picture]]:
    """Iterate over what the file shows, with what each is called: the picture that it is, or the first pages of those that `part`
    names. Nothing where it is neither, or cannot be drawn. Blocking.
    """
    ending = Path(name).suffix.casefold()
    if ending in PICTURES and (picture := _picture(path)) is not None:
        yield name, picture
    elif ending == ".pdf":
        for number, png, _ in _pages(path, part):
            yield f"{name}, page {number + 1}", Picture(png, "image/png", png_rect(png))


def places_of_pictures(path: Path, part: str) -> Iterator[tuple[str, str]]:
    """Iterate over the pages of a PDF that `as_pictures` shows, with where the pictures on them stand. Blocking."""
    for number, _, pictures in _pages(path, part):
        if pictures:
            yield f"page {number + 1}", "; ".join(map(_place, pictures))


def _pages(path: Path, part: str) -> Iterator[tuple[int, bytes, tuple[DrawnPicture, ...]]]:
    asked = spans(part).get("page") or range(_MOST_PAGES)
    for number in asked[:_MOST_PAGES]:
        try:
            page = draw_page(path, number, _LONGEST_EDGE)
        except (UnreadableDocument, OSError):
            return
        if page is not None:
            yield number, page.png, page.pictures


def _place(picture: DrawnPicture) -> str:
    width, height = picture.pixels
    sides = " x ".join(decimal(round(side / 10, 2)) for side in (picture.width, picture.height))
    corner = f"left {decimal(round(picture.left / 10, 2))} cm, top {decimal(round(picture.top / 10, 2))} cm"
    turned = f", turned by {picture.turned} degrees" if picture.turned else ""
    return f"picture of {width} x {height} pixels: {corner}, {sides} cm{turned}"


def _picture(path: Path) -> Picture | None:
    """Return the picture of a file upright, at most 768 pixels long or high, where it is transparent on white."""
    try:
        with Image.open(path) as image:
            if image.width * image.height > _MOST_PIXELS:
                return None
            image.draft("RGB", (_LONGEST_EDGE, _LONGEST_EDGE))
            small = ImageOps.exif_transpose(image).convert("RGBA")
        small.thumbnail((_LONGEST_EDGE, _LONGEST_EDGE), Image.Resampling.LANCZOS)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    white = Image.new("RGBA", small.size, "white")
    out = io.BytesIO()
    Image.alpha_composite(white, small).convert("RGB").save(out, "PNG")
    return Picture(out.getvalue(), "image/png", Rect(0, 0, *small.size))
