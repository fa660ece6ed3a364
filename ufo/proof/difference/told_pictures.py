"""Tells where pictures came from: those that were put into documents, and those that were made from other ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ufo.proof.difference.comparing.contents import joined_rest
from ufo.proof.difference.comparing.picture_origin import how_made, shades, shows_the_same, source_of
from ufo.proof.difference.comparing.picture_places import places_apart
from ufo.proof.difference.comparing.properties import numbers_in
from ufo.proof.difference.comparing.slides import paired_slides
from ufo.proof.difference.content import Content, Picture, Slide
from ufo.proof.difference.line_words import counted, decimal, listed, quoted, unique
from ufo.proof.difference.moves import digest_of
from ufo.proof.difference.reading.plain_content import PICTURES
from ufo.proof.difference.reading.read_content import ReadOnce
from ufo.proof.difference.scan import Scan
from ufo.proof.difference.showing.asked import spans
from ufo.proof.difference.told import Places, Telling

_SAME_PLACE_MM = 0.1
"""Programs round lengths when they save."""
_Alike = Callable[[Picture, Picture], bool]
Pairs = list[tuple[Picture, Picture]]
_MOST_SHOWN, _MOST_COMPARED, _MOST_HOLDERS = 20, 24, 6
_HOLD_PICTURES = (".docx", ".odt", ".pptx", ".odp")
_SAME_SIDE = 0.02
"""How much the proportions may differ by rounding."""
_NO_SLIDE = Slide(())


@dataclass(frozen=True)
class PictureTeller:
    read: ReadOnce
    before: Scan
    now: Scan
    places: Places
    known: dict[str, Path | None] = field(default_factory=dict)
    alike: dict[str, Path | None] = field(default_factory=dict)

    def within(self, before: Content, after: Content) -> list[Telling]:
        """Return what became of the pictures in a document, with the files that they are."""
        found = paired_slides(before.slides, after.slides)
        count = len(after.slides)
        pairs = [(f"slide {new + 1} of {count}", before.slides[old], after.slides[new]) for old, new in found.pairs]
        pairs += [(f"slide {new + 1} of {count}", _NO_SLIDE, after.slides[new]) for new in found.inserted]
        told = [telling for where, old, new in pairs for telling in self._on(where, old.pictures, new.pictures)]
        for old in found.removed:
            many = before.slides[old].pictures
            said = f"{counted(len(many), 'picture')} gone with the slide: {listed([self.named(picture) for picture in many], 3)}"
            told += [Telling(f"slide {old + 1}", said, numbers=(str(len(many)),), loss=True)] if many else []
        if not (before.slides or after.slides or after.unit == "page"):
            told += self._on("", *([picture for picture in side.pictures if picture.place] for side in (before, after)))
        known = {picture.key for picture in before.pictures}
        elsewhere = (picture for picture in after.pictures if not picture.place and picture.key not in known)
        # What a program writes anew of its layouts and bullets is no picture that somebody put in.
        files = ((picture, file) for picture in elsewhere if (file := self._file_of(picture)) is not None)
        told += [
            Telling("", f"new picture outside of the text: {self.named(picture)}", unique(self.places.names(file)))
            for picture, file in files
        ]
        return joined_rest(told)

    def _on(self, where: str, before: Sequence[Picture], after: Sequence[Picture]) -> list[Telling]:
        """Tell of the pictures of one slide or text."""
        found = picture_changes(before, after)
        counts = f"pictures {len(before)} → {len(after)}" if len(before) != len(after) else ""
        told = [self._telling(where, f"{self._replaced(old, new)}; {_spot(new)}", new) for old, new in found.replaced]
        told += [
            self._telling(where, f"picture {self.named(new)}: {_spot(old)} → {_spot(new)}", new)
            for old, new in found.moved
            if not is_same_spot(old, new)
        ]
        told += [
            self._telling(where, ", ".join(filter(None, (counts, f"new {self.named(new)}; {_spot(new)}"))), new)
            for new in found.new
        ]
        for old in found.gone:
            said = ", ".join(filter(None, (counts, f"gone {self.named(old)}; it stood: {_spot(old)}")))
            told.append(Telling(where, said, gone=self._names(old), numbers=numbers_in(counts), loss=True))
        return [replace(telling, numbers=unique([*telling.numbers, str(len(after))])) for telling in told]

    def _replaced(self, old: Picture, new: Picture) -> str:
        same = ", same place and size" if old.corner and is_same_spot(old, new) else ""
        if not same:
            same = ", same size" if is_same_spot(old, new) else f", where {_spot(old)} was"
        return f"picture {self.named(old)} replaced by {self.named(new)}{same}"

    def _telling(self, where: str, said: str, picture: Picture) -> Telling:
        in_mm = [decimal(round(side, 2)) for side in (*(picture.corner or ()), *picture.shown)]
        return Telling(where, said, self._names(picture), numbers=unique([*numbers_in(said), *in_mm]))

    def named(self, picture: Picture) -> str:
        """Return what a picture is called: the file of the same bytes, where there is one, and its pixels."""
        file = self._file_of(picture)
        pixels = f"{picture.pixels[0]} x {picture.pixels[1]} pixels" if any(picture.pixels) else "unknown format"
        if file is None and (alike := self._alike(picture)) is not None:
            return f"{quoted(self.places.name(alike), 60)}, its pixels in other bytes ({pixels})"
        if file is None:
            return f"of {pixels} ({picture.key[:8]}, no file that was looked at)"
        return f"{quoted(self.places.name(file), 60)}, byte for byte ({pixels})"

    def shown(self, content: Content, part: str) -> Iterator[Telling]:
        """Iterate over the pictures that stand on the slides that a part names, or in the text."""
        slides = spans(part).get("slide")
        for number, slide in enumerate(content.slides):
            if slide.pictures and (slides is None or number in slides):
                yield from self._shown(f"slide {number + 1} of {len(content.slides)}, ", slide.pictures)
        if not content.slides and not part:
            yield from self._shown("", content.pictures)

    def _shown(self, where: str, pictures: Sequence[Picture]) -> Iterator[Telling]:
        for number, picture in enumerate(pictures[:_MOST_SHOWN], 1):
            said = f"{self.named(picture)}; {_spot(picture)}"
            place = f"{where}picture {number} of {len(pictures)}"
            yield Telling(place, said, self._names(picture), numbers=numbers_in(said))

    def _names(self, picture: Picture) -> tuple[str, ...]:
        file = self._file_of(picture) or self._alike(picture)
        return () if file is None else unique(self.places.names(file))

    def _file_of(self, picture: Picture) -> Path | None:
        if picture.digest not in self.known:
            alike = [
                path for path, entry in self.now.entries.items() if entry.kind == "file" and entry.size == picture.count
            ]
            found = (path for path in alike if digest_of(path) == picture.digest)
            self.known[picture.digest] = next(found, None)
        return self.known[picture.digest]

    def _alike(self, picture: Picture) -> Path | None:
        """Return the file whose picture a PDF holds in bytes of its own, None for none, or where two are like it."""
        if not picture.small:
            return None
        if picture.key not in self.alike:
            files = [path for path in sorted(self.now.entries) if path.suffix.casefold() in PICTURES]
            found = [
                path for path in files[:_MOST_COMPARED] if shows_the_same(picture.small, shades(path, picture.pixels))
            ]
            self.alike[picture.key] = found[0] if len(found) == 1 else None
        return self.alike[picture.key]

    def on_pages(self, content: Content) -> list[Telling]:
        """Return the pictures on the pages of a PDF that are those of a file."""
        pictures = content.pictures if content.unit == "page" else ()
        found = ((picture, names) for picture in pictures if (names := self._names(picture)))
        told = (
            Telling(picture.place, f"the picture is {self.named(picture)}", names, numbers=numbers_in(picture.place))
            for picture, names in found
        )
        return joined_rest(list(told))

    def made_from(self, path: Path) -> Iterator[Telling]:
        """Iterate over how a new picture, or one that was written anew, was made from one that was there."""
        if path.suffix.casefold() not in PICTURES:
            return
        if (taken := self._taken_out(path)) is not None:
            yield taken
            return
        there = list(self._sources(path))
        sources = {source: name for name, image in there if (source := source_of(image)) is not None}
        making = how_made(path, list(sources))
        like = [pair for pair in there if making is None or making.is_as_it_stands(pair[1])]
        if (apart := self._but_for(path, like)) is not None:
            yield apart
            return
        if making is None:
            return
        said = making.said.format(*(self._head(path, source.path, sources[source]) for source in making.of))
        others = (sources[source] for source in making.of if sources[source] != path)
        yield Telling(
            "", said, unique(text for name in others for text in self.places.names(name)), numbers=numbers_in(said)
        )

    def _taken_out(self, path: Path) -> Telling | None:
        """Tell of which document that was there it is a picture, byte for byte."""
        entry = self.now.entries.get(path)
        holders = [
            other
            for other, was in sorted(self.before.entries.items())
            if entry is not None and other.suffix.casefold() in _HOLD_PICTURES and was.size > entry.size
        ]
        digest = digest_of(path) if holders else ""
        for other in holders[:_MOST_HOLDERS]:
            content = self.read.before(other) or self.read.now(other)
            for picture in (*content.pictures, *(picture for slide in content.slides for picture in slide.pictures)):
                if picture.digest == digest:
                    said = f"byte for byte a picture of {quoted(self.places.name(other), 60)}; {_spot(picture)}"
                    return Telling("", said, unique(self.places.names(other)), numbers=numbers_in(said))
        return None

    def _but_for(self, path: Path, sources: Sequence[tuple[Path, Path]]) -> Telling | None:
        """Tell of which picture it is a copy but for some places: of itself as it was, or else of the one most like it."""
        found = [(name, image, apart) for name, image in sources if (apart := places_apart(path, image)) is not None]
        if not found:
            return None
        name, image, apart = min(found, key=lambda pair: (pair[0] != path, pair[2].count))
        said = f"as {self._head(path, image, name)} but for {apart.said}"
        others = () if name == path else self.places.names(name)
        return Telling("", said, unique([*others, *apart.colours]), numbers=numbers_in(said))

    def _head(self, path: Path, image: Path, name: Path) -> str:
        whose = "what it was before" if name == path else quoted(self.places.name(name), 60)
        properties = self.read.now(image, name.name).properties
        return f"{whose} ({', '.join(filter(None, (properties.get(key, '') for key in ('size', 'picture format'))))})"

    def _sources(self, path: Path) -> Iterator[tuple[Path, Path]]:
        """Iterate over pictures that were there, those of the folder first, each with a file that holds it as it was."""
        others = sorted(
            (other != path, other.parent != path.parent, other)
            for other, entry in self.before.entries.items()
            if entry.kind == "file" and other.suffix.casefold() in PICTURES
        )
        for *_, other in others[:_MOST_COMPARED]:
            now = self.now.entries.get(other)
            is_same = now is not None and self.before.entries[other].is_same(now)
            image = other if is_same else self.read.image_before(other)
            if image is not None:
                yield other, image


def _spot(picture: Picture) -> str:
    """Return where a picture stands and how large it is, in cm as office programs show it."""
    width, height = picture.shown
    left, top = picture.corner or (0.0, 0.0)
    place = f"left {left / 10:.2f} cm, top {top / 10:.2f} cm, " if picture.corner else ""
    said = f"{place}{width / 10:.2f} x {height / 10:.2f} cm" if width and height else place.removesuffix(", ")
    if width and height and all(picture.pixels):
        is_kept = abs(width / height * picture.pixels[1] / picture.pixels[0] - 1) < _SAME_SIDE
        said += ", in its proportions" if is_kept else ", not in its proportions"
    return "; ".join(filter(None, (said, picture.place))) or "outside of the text"


@dataclass
class PictureChanges:
    """`replaced`, `moved`: each picture as it was with what stands for it now; what moved may have another size too."""

    replaced: Pairs = field(default_factory=list)
    moved: Pairs = field(default_factory=list)
    gone: list[Picture] = field(default_factory=list)
    new: list[Picture] = field(default_factory=list)


def picture_changes(before: Sequence[Picture], after: Sequence[Picture]) -> PictureChanges:
    """Compare the pictures of one slide or text."""
    olds, news = list(before), list(after)
    _take(olds, news, lambda old, new: old.key == new.key and is_same_spot(old, new))
    moved = _take(olds, news, lambda old, new: old.key == new.key)
    replaced = _take(olds, news, is_same_spot) if any(old.corner for old in olds) else []
    if len(olds) == len(news):
        replaced += _take(olds, news, lambda old, new: True)
    # A drawing that is made of lines is written anew by each program, and none can be compared.
    replaced = [pair for pair in replaced if any(any(picture.pixels) for picture in pair) or not is_same_spot(*pair)]
    return PictureChanges(replaced, moved, olds, news)


def _take(olds: list[Picture], news: list[Picture], alike: _Alike) -> Pairs:
    """Take pairs that are alike out of both."""
    found: Pairs = []
    for old in list(olds):
        new = next((new for new in news if alike(old, new)), None)
        if new is not None:
            olds.remove(old)
            news.remove(new)
            found.append((old, new))
    return found


def is_same_spot(old: Picture, new: Picture) -> bool:
    """Tell whether both stand at the same place of a slide in the same size; of pictures in texts whether they are as large."""
    if (old.corner is None) != (new.corner is None):
        return False
    sides = zip((*(old.corner or ()), *old.shown), (*(new.corner or ()), *new.shown), strict=True)
    return all(abs(was - now) < _SAME_PLACE_MM for was, now in sides)
