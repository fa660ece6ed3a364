"""Draws what a person would see of a picture or of a page of a PDF file, and tells what a picture file says of itself."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageOps, UnidentifiedImageError
from PIL.ExifTags import GPS, IFD, TAGS

from ufo.conditions.readers.pdf import draw_page
from ufo.errors import ToolError, UnreadableDocument
from ufo.schema.file_names import readable
from ufo.tools.documents.picture_pages import require_room, too_large
from ufo.tools.system.write_file import require_ordinary

PICTURES = frozenset({".png", ".jpg", ".jpeg", ".gif", ".bmp", ".webp", ".tif", ".tiff", ".ico", ".ppm", ".avif"})
_FORMATS = ("PNG", "JPEG", "GIF", "BMP", "WEBP", "TIFF", "ICO", "PPM", "AVIF")
"""Formats that Pillow reads by itself. For others, such as EPS, it runs programs."""
_EDGE, _LARGEST_EDGE = 1600, 6000
_LEAST_SIDE = 0.01
_MOST_LETTERS = 200
_LEFT_OUT = frozenset(
    {"MakerNote", "UserComment", "PrintImageMatching", "ExifOffset", "GPSInfo", "ExifInteroperabilityOffset"}
)
Region = tuple[float, float, float, float]
WHOLE: Region = (0.0, 0.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Drawn:
    """`image`: what is seen, in RGB. `whole`: width and height of all of it, in pixels. `pages`: how many there are."""

    image: Image.Image
    whole: tuple[int, int]
    pages: int = 1


def draw(path: Path, page: int, region: Region = WHOLE, edge: int = _EDGE, *, closer: bool = True) -> Drawn:
    """Draw a page, from 1, with its longest side at most `edge` pixels. `region`: left, top, right and bottom as parts of its
    width and height, from 0 to 1, which is drawn `closer` where it can be. Blocking. Raises ToolError for what is neither a
    picture nor a PDF file, or is broken.
    """
    left, top, right, bottom = region
    if not all(map(math.isfinite, region)) or not (0 <= left < right <= 1 and 0 <= top < bottom <= 1):
        raise ToolError("a region is left, top, right, bottom as parts from 0 to 1, such as [0, 0, 0.5, 0.25]")
    if min(right - left, bottom - top) < _LEAST_SIDE:
        raise ToolError("this region is too small to be seen; take a larger one")
    require_ordinary(path)
    drawn = (
        _of_pdf(path, page, region if closer else WHOLE, edge)
        if path.suffix.casefold() == ".pdf"
        else _of_picture(path, page)
    )
    width, height = drawn.image.size
    box = (math.floor(left * width), math.floor(top * height), math.ceil(right * width), math.ceil(bottom * height))
    part = drawn.image.crop(box)
    part.thumbnail((edge, edge), Image.Resampling.LANCZOS)
    return Drawn(part, drawn.whole, drawn.pages)


def _of_pdf(path: Path, page: int, region: Region, edge: int) -> Drawn:
    share = max(region[2] - region[0], region[3] - region[1])
    try:
        found = draw_page(path, page - 1, min(_LARGEST_EDGE, round(edge / share)))
        if found is None:
            raise ToolError(f"{readable(path.name)!r} has no page {page}; its first is 1")
        with Image.open(io.BytesIO(found.png), formats=("PNG",)) as image:
            return Drawn(image.convert("RGB"), image.size, found.count)
    except UnreadableDocument as error:
        raise ToolError(str(error)) from error


def _of_picture(path: Path, page: int) -> Drawn:
    with _opened(path) as image:
        pages = int(getattr(image, "n_frames", 1))
        if not 1 <= page <= pages:
            raise ToolError(f"{readable(path.name)!r} has {pages} page{'s' if pages > 1 else ''}; there is no {page}")
        try:
            image.seek(page - 1)
            upright = ImageOps.exif_transpose(image).convert("RGBA")
        except (OSError, ValueError, SyntaxError, EOFError) as error:
            raise ToolError(f"{readable(path.name)!r} is a broken picture: {error}") from error
        ground = Image.new("RGBA", upright.size, "white")
        return Drawn(Image.alpha_composite(ground, upright).convert("RGB"), upright.size, pages)


def _opened(path: Path) -> Image.Image:
    try:
        image = Image.open(path, formats=_FORMATS)
        require_room(image.size)
    except Image.DecompressionBombError as error:
        raise ToolError(too_large()) from error
    except UnidentifiedImageError as error:
        raise ToolError(
            f"{readable(path.name)!r} is neither a picture nor a PDF file; of a document make one with convert_document"
        ) from error
    except (OSError, ValueError, SyntaxError) as error:
        raise ToolError(f"{readable(path.name)!r} cannot be read: {error}") from error
    return image


def told_of_picture(path: Path) -> dict[str, str]:
    """Return what a picture file says of itself: format, size in pixels, and its EXIF notes by their names, such as when it was
    taken and where. Blocking. Raises ToolError.
    """
    with _opened(path) as image:
        told = {"format": str(image.format), "pixels": f"{image.width} x {image.height}"}
        try:
            return told | dict(_exif(image))
        except (OSError, ValueError, SyntaxError, TypeError, KeyError, ZeroDivisionError) as error:
            return told | {"exif": f"cannot be read: {error}"}


def _exif(image: Image.Image) -> Iterator[tuple[str, str]]:
    exif = image.getexif()
    for tag, value in {**exif, **exif.get_ifd(IFD.Exif)}.items():
        name = TAGS.get(tag, "")
        if name and name not in _LEFT_OUT and not isinstance(value, bytes):
            yield name, str(value).strip("\0 ")[:_MOST_LETTERS]
    place = exif.get_ifd(IFD.GPSInfo)
    if {GPS.GPSLatitude, GPS.GPSLongitude} <= place.keys():
        north = _degrees(place[GPS.GPSLatitude], str(place.get(GPS.GPSLatitudeRef, "N")))
        east = _degrees(place[GPS.GPSLongitude], str(place.get(GPS.GPSLongitudeRef, "E")))
        yield "place", f"latitude {north:.6f}, longitude {east:.6f}"


def _degrees(parts: tuple[float, float, float], side: str) -> float:
    degrees, minutes, seconds = map(float, parts)
    return (degrees + minutes / 60 + seconds / 3600) * (-1 if side.upper() in ("S", "W") else 1)
