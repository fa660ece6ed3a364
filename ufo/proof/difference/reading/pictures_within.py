"""Reads the pictures inside documents: what they are, on which slide or in which paragraph they stand, and how large."""

from __future__ import annotations

import base64
import hashlib
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from xml.etree.ElementTree import Element

from PIL import Image

from ufo.conditions.readers.archive import Archive
from ufo.conditions.readers.markup import attribute, children, descendants, local
from ufo.conditions.readers.odf.odt import is_picture
from ufo.proof.difference.content import Picture
from ufo.proof.difference.line_words import quoted
from ufo.schema.property_values import millimetres

_MOST = 300
_FOLDERS = ("/media/", "Pictures/")
_EMU_PER_MM = 36_000
_WITHOUT_LOSS = ("PNG", "BMP", "GIF", "TIFF")
"""Formats that a program may write anew with other bytes and the same pixels."""
_MOST_PIXELS = 8_000_000
_AROUND = ("cSld", "spTree", "AlternateContent", "Choice")
_ALL = (1.0, 1.0, 0.0, 0.0)
_Scale = tuple[float, float, float, float]
"""By what lengths of a group are multiplied across and down, and what is added to its places, in the file's units."""


@dataclass(frozen=True)
class Frame:
    """Where a picture stands: the name of its part, or its bytes in a file of one part, and what is known of it."""

    part: str
    picture: Picture
    data: bytes = b""


Frames = Callable[[Element], Iterable[Frame]]


def read_pictures(path: Path, pages: Sequence[Sequence[Frame]]) -> list[tuple[Picture, ...]]:
    """Return the pictures of each page or text, and at last those that stand in none, such as in headers."""
    with ExitStack() as stack:
        is_flat = path.suffix.casefold().startswith(".f")
        archive = None if is_flat else stack.enter_context(Archive(path))
        known: dict[str, Picture] = {}

        def read(frame: Frame) -> Picture | None:
            data = frame.data
            if archive is not None and frame.part not in known:
                if frame.part not in archive or len(known) >= _MOST:
                    return None
                data = archive.read(frame.part)
            held = known.setdefault(frame.part, _held(data)) if frame.part else _held(data)
            of = frame.picture
            return replace(held, shown=of.shown, corner=of.corner, place=of.place)

        found = [tuple(picture for frame in frames if (picture := read(frame))) for frames in pages]
        names = [] if archive is None else [name for name in archive.names if any(part in name for part in _FOLDERS)]
        rest = (Frame(name, Picture("")) for name in names if name not in known)
        return [*found, tuple(picture for frame in rest if (picture := read(frame)))]


def _held(data: bytes) -> Picture:
    pixels, drawn = (0, 0), ""
    try:
        with Image.open(io.BytesIO(data)) as picture:
            pixels = picture.size
            if picture.format in _WITHOUT_LOSS and pixels[0] * pixels[1] <= _MOST_PIXELS:
                drawn = hashlib.sha256(picture.convert("RGBA").tobytes()).hexdigest()
    except (OSError, ValueError, SyntaxError, TypeError, Image.DecompressionBombError):
        pass
    return Picture(hashlib.sha256(data).hexdigest(), len(data), pixels, drawn)


def frames_in_text(blocks: Sequence[tuple[Element, str]], frames: Frames) -> list[Frame]:
    """Return the pictures of a text with where they stand. `blocks`: its paragraphs with their texts."""
    texts = [text for _, text in blocks]
    return [
        replace(frame, picture=replace(frame.picture, place=_place(at, texts)))
        for at, (block, _) in enumerate(blocks)
        for frame in frames(block)
    ]


def _place(at: int, texts: Sequence[str]) -> str:
    if texts[at].strip():
        return f"in paragraph {at + 1}, {quoted(texts[at], 40)}"
    before = next((other for other in reversed(texts[:at]) if other.strip()), "")
    after = next((other for other in texts[at + 1 :] if other.strip()), "")
    above = f"below {quoted(before, 40)}" if before else "above all text"
    return f"{above}, and above {quoted(after, 40)}" if after else above if before else "where no text is"


def docx_frames(parts: Mapping[str, str]) -> Frames:
    """Return what finds the pictures of a paragraph. `parts`: their parts by the ids of their relations."""

    seen: set[Element] = set()

    def frames(block: Element) -> Iterator[Frame]:
        # What stands in a text box stands in the paragraph around it too.
        for frame in [part for part in block.iter() if local(part) in ("inline", "anchor") and part not in seen]:
            seen.add(frame)
            extent = next(children(frame, "extent"), None)
            shown = _pair(extent, ("cx", "cy")) or (0.0, 0.0)
            for picture in descendants(frame, "blip"):
                yield Frame(parts.get(attribute(picture, "embed"), ""), Picture("", shown=_in_mm(shown)))

    return frames


def pptx_frames(parts: Mapping[str, str], slide: Element, scale: _Scale = _ALL) -> Iterator[Frame]:
    """Iterate over the pictures of a slide, those in groups and those that fill shapes too."""
    for shape in slide:
        if local(shape) == "grpSp":
            yield from pptx_frames(parts, shape, _scale_of(shape, scale))
        elif local(shape) in _AROUND:
            yield from pptx_frames(parts, shape, scale)
        elif (blip := next(_blips(shape), None)) is not None:
            form = next(descendants(shape, "xfrm"), shape)
            at, size = _pair(next(children(form, "off"), None)), _pair(next(children(form, "ext"), None), ("cx", "cy"))
            corner = None if at is None else (at[0] * scale[0] + scale[2], at[1] * scale[1] + scale[3])
            shown = (0.0, 0.0) if size is None else (size[0] * scale[0], size[1] * scale[1])
            picture = Picture("", shown=_in_mm(shown), corner=None if corner is None else _in_mm(corner))
            yield Frame(parts.get(attribute(blip, "embed"), ""), picture)


def _blips(shape: Element) -> Iterator[Element]:
    """Iterate over the pictures that a shape shows; those of the bullets in its text are none."""
    holders = [shape] if local(shape) == "pic" else children(shape, "spPr") if local(shape) == "sp" else ()
    return (blip for holder in holders for blip in descendants(holder, "blip"))


def _scale_of(group: Element, around: _Scale) -> _Scale:
    form = next((form for own in children(group, "grpSpPr") for form in children(own, "xfrm")), None)
    if form is None:
        return around
    found = [_pair(next(children(form, name), None)) for name in ("off", "chOff")]
    sizes = [_pair(next(children(form, name), None), ("cx", "cy")) for name in ("ext", "chExt")]
    at, inner = (pair or (0.0, 0.0) for pair in found)
    outer, own = (pair or (0.0, 0.0) for pair in sizes)
    wide, high = (side / held if held else 1.0 for side, held in zip(outer, own, strict=True))
    left, top = at[0] - inner[0] * wide, at[1] - inner[1] * high
    return wide * around[0], high * around[1], left * around[0] + around[2], top * around[1] + around[3]


def _pair(element: Element | None, names: tuple[str, str] = ("x", "y")) -> tuple[float, float] | None:
    values = [attribute(element, name) for name in names] if element is not None else [""]
    if not all(value.lstrip("-").isdecimal() for value in values):
        return None
    return float(values[0]), float(values[1])


def _in_mm(emu: tuple[float, float]) -> tuple[float, float]:
    return emu[0] / _EMU_PER_MM, emu[1] / _EMU_PER_MM


def odf_frames(block: Element) -> Iterator[Frame]:
    """Iterate over the pictures of a paragraph or a slide."""
    for frame in filter(is_picture, descendants(block, "frame")):
        width, height = (millimetres(attribute(frame, side)) or 0.0 for side in ("width", "height"))
        left, top = (millimetres(attribute(frame, side)) for side in ("x", "y"))
        corner = None if left is None or top is None or attribute(frame, "transform") else (left, top)
        # A picture that is kept twice, for older programs too, stands there once.
        image = next(children(frame, "image"))
        data = "".join(text for inner in children(image, "binary-data") for text in inner.itertext())
        picture = Picture("", shown=(width, height), corner=corner)
        yield Frame(attribute(image, "href").removeprefix("./"), picture, _decoded(data))


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text)
    except ValueError:
        return b""
