"""Tells where pictures came from: those that were put into documents, and those that were made from other ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ufo.proof.difference.comparing.picture_origin import how_made
from ufo.proof.difference.comparing.properties import numbers_in
from ufo.proof.difference.content import Content, Picture
from ufo.proof.difference.line_words import quoted, unique
from ufo.proof.difference.moves import digest_of
from ufo.proof.difference.places import Places
from ufo.proof.difference.read_once import ReadOnce
from ufo.proof.difference.reading.plain_content import PICTURES
from ufo.proof.difference.scan import Scan
from ufo.proof.difference.told import Telling

_MOST_TOLD, _MOST_COMPARED = 8, 24
_SAME_SIDE = 0.02
"""How much the proportions may differ by rounding."""


@dataclass(frozen=True)
class PictureTeller:
    read: ReadOnce
    before: Scan
    now: Scan
    places: Places

    def put_into(self, before: Content, after: Content) -> Iterator[Telling]:
        """Iterate over the pictures that a document has and had not, with the file of the same bytes."""
        left = Counter(picture.digest for picture in before.pictures)
        for picture in after.pictures[:_MOST_TOLD]:
            left[picture.digest] -= 1
            file = self._file_of(picture) if left[picture.digest] < 0 else None
            if left[picture.digest] < 0 and (file is not None or len(after.pictures) > len(before.pictures)):
                yield self._put(picture, file)

    def _put(self, picture: Picture, file: Path | None) -> Telling:
        width, height = picture.shown
        said = f"the picture of {picture.pixels[0]} x {picture.pixels[1]} pixels that is new in it"
        said += (
            f" is {quoted(self.places.name(file), 60)}, byte for byte"
            if file is not None
            else " is no file that was looked at"
        )
        if width and height:
            is_kept = abs(width / height * picture.pixels[1] / max(1, picture.pixels[0]) - 1) < _SAME_SIDE
            said += f"; shown {width:.2f} x {height:.2f} mm, {'in its proportions' if is_kept else 'not in its proportions'}"
        said += f"; it stands {picture.place}" if picture.place else ""
        names = self.places.names(file) if file is not None else ()
        return Telling("", said, unique(names), numbers=numbers_in(said))

    def _file_of(self, picture: Picture) -> Path | None:
        alike = (
            path for path, entry in self.now.entries.items() if entry.kind == "file" and entry.size == picture.count
        )
        return next((path for path in alike if digest_of(path) == picture.digest), None)

    def made_from(self, path: Path) -> Iterator[Telling]:
        """Iterate over how a new picture, or one that was written anew, was made from one that was there."""
        if path.suffix.casefold() not in PICTURES:
            return
        found = [(how, name, source) for name, source in self._sources(path) if (how := how_made(path, source))]
        if not found:
            return
        how, name, source = min(found)
        head = self.read.now(source, name.name)
        of = ", ".join(filter(None, (head.properties.get(key, "") for key in ("size", "picture format"))))
        whose = "what it was before" if name == path else quoted(self.places.name(name), 60)
        said = f"made from {whose} ({of}): {how.said}"
        texts = unique(self.places.names(name) if name != path else ())
        yield Telling("", said, texts, numbers=numbers_in(said))

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
