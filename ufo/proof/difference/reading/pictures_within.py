"""Reads the pictures inside packed documents: what they are, and in a text where they stand and how large they are shown."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from xml.etree.ElementTree import Element

from PIL import Image

from ufo.proof.difference.content import Picture
from ufo.proof.difference.line_words import quoted
from ufo.schema.property_values import millimetres
from ufo.verify.documents.archive import Archive
from ufo.verify.documents.markup import attribute, children, descendants, local

_MOST = 60
_FOLDERS = ("/media/", "Pictures/")
_EMU_PER_MM = 36_000
Frame = tuple[str, float, float]
"""The name of a picture's part, its width and its height in mm, 0 where they are not said."""


def pictures_in(path: Path, places: Mapping[str, Picture] | None = None) -> tuple[Picture, ...]:
    """Return the pictures of a packed document, each part once. `places`: what is known of where they stand, by their parts."""
    if path.suffix.casefold().startswith(".f"):
        return ()
    found = []
    with Archive(path) as archive:
        for name in [name for name in archive.names if any(folder in name for folder in _FOLDERS)][:_MOST]:
            data = archive.read(name)
            known = (places or {}).get(name, Picture(""))
            digest = hashlib.sha256(data).hexdigest()
            found.append(replace(known, digest=digest, count=len(data), pixels=_pixels(data)))
    return tuple(found)


def _pixels(data: bytes) -> tuple[int, int]:
    try:
        with Image.open(io.BytesIO(data)) as picture:
            return picture.size
    except (OSError, ValueError, SyntaxError, TypeError, Image.DecompressionBombError):
        return 0, 0


def places_in_text(
    blocks: Sequence[tuple[Element, str]], frames: Callable[[Element], Iterable[Frame]]
) -> dict[str, Picture]:
    """Return what is known of the pictures of a text, by their parts. `blocks`: its paragraphs with their texts."""
    found: dict[str, Picture] = {}
    for at, (block, text) in enumerate(blocks):
        for name, width, height in frames(block):
            place = _place(at, text, [other for _, other in blocks])
            found.setdefault(name, Picture("", shown=(width, height), place=place))
    return found


def _place(at: int, text: str, texts: Sequence[str]) -> str:
    if text.strip():
        return f"in paragraph {at + 1}, {quoted(text, 40)}"
    before = next((other for other in reversed(texts[:at]) if other.strip()), "")
    after = next((other for other in texts[at + 1 :] if other.strip()), "")
    above = f"below {quoted(before, 40)}" if before else "above all text"
    return f"{above}, and above {quoted(after, 40)}" if after else above if before else ""


def docx_frames(parts: Mapping[str, str]) -> Callable[[Element], Iterable[Frame]]:
    """Return what finds the pictures of a paragraph. `parts`: their parts by the ids of their relations."""

    def frames(block: Element) -> Iterable[Frame]:
        for frame in (one for one in block.iter() if local(one) in ("inline", "anchor")):
            extent = next(children(frame, "extent"), None)
            sides = [attribute(extent, side) if extent is not None else "" for side in ("cx", "cy")]
            width, height = (int(side) / _EMU_PER_MM if side.isdecimal() else 0.0 for side in sides)
            for picture in descendants(frame, "blip"):
                yield parts.get(attribute(picture, "embed"), ""), width, height

    return frames


def odt_frames(block: Element) -> Iterable[Frame]:
    for frame in descendants(block, "frame"):
        width, height = (millimetres(attribute(frame, side)) or 0.0 for side in ("width", "height"))
        for picture in children(frame, "image"):
            yield attribute(picture, "href"), width, height
