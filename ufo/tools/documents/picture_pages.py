"""Makes PDF pages of pictures, and puts the pictures that a web page names into it, so that it can be converted from anywhere."""

from __future__ import annotations

import base64
import html
import mimetypes
import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

from PIL import Image, ImageOps, ImageSequence, UnidentifiedImageError

from ufo.errors import ToolError
from ufo.schema.file_names import readable
from ufo.schema.patterns import any_case

MOST_PIXELS = 100_000_000
_MOST_BYTES = 64 * 1024 * 1024
_LONGEST_INCHES = 11.69
"""The longer side of A4: a page is never larger, and its picture loses no pixels for that."""
_USUAL_DPI, _QUALITY = 96, 95
_PICTURE = any_case(
    r"""(<img\b(?:"[^"]*"|'[^']*'|[^>"'])*?\ssrc\s*=\s*)("[^"]*"|'[^']*'|[^\s>"']+)"""  # its `src`, as it is written
)


def require_room(size: tuple[int, int]) -> None:
    """Raise ToolError for a picture of too many pixels."""
    if size[0] * size[1] > MOST_PIXELS:
        raise ToolError(too_large())


def too_large() -> str:
    return f"a picture of more than {MOST_PIXELS:,} pixels is left alone; ask for a smaller one"


def picture_pages(source: Path, target: Path) -> int:
    """Write a PDF file with the picture on a page of its proportions, and return its pages: a TIFF may have several. Blocking.
    Raises ToolError.
    """
    try:
        with Image.open(source) as opened:
            require_room(opened.size)
            frames = ImageSequence.all_frames(opened, _on_white) if opened.format == "TIFF" else [_on_white(opened)]
            dots = max(float(opened.info.get("dpi", (_USUAL_DPI,))[0]), max(frames[0].size) / _LONGEST_INCHES)
        frames[0].save(
            target, "PDF", save_all=True, append_images=frames[1:], resolution=dots, quality=_QUALITY, title=""
        )
    except Image.DecompressionBombError as error:
        raise ToolError(too_large()) from error
    except UnidentifiedImageError as error:
        raise ToolError(
            f"{readable(source.name)!r} is neither a PDF file nor a picture; make a PDF file of it with convert_document"
        ) from error
    except (OSError, ValueError) as error:
        raise ToolError(f"{readable(source.name)!r} cannot be read: {error}") from error
    return len(frames)


def _on_white(picture: Image.Image) -> Image.Image:
    upright = ImageOps.exif_transpose(picture)
    if upright.mode in ("1", "L", "RGB", "CMYK"):
        return upright.copy()
    whole = upright.convert("RGBA")
    page = Image.new("RGB", whole.size, "white")
    page.paste(whole, mask=whole.getchannel("A"))
    return page


def with_its_pictures(page: Path) -> tuple[bytes, tuple[str, ...]]:
    """Return a web page with the pictures that it names by paths within it, and the names of those that are not there. What it
    names on the web stays: nothing is fetched. Blocking. Raises OSError.
    """
    left_out: list[str] = []
    room = _MOST_BYTES

    def within(found: re.Match[str]) -> str:
        nonlocal room
        named = _as_written(found[2].strip("\"'"))
        path = _path_of(page, named)
        kind = mimetypes.guess_type(path.name)[0] or "" if path is not None else ""
        if path is None or not kind.startswith("image/"):
            return found[0]
        if not path.is_file() or path.stat().st_size > room:
            left_out.append(readable(named))
            return found[0]
        held = path.read_bytes()
        room -= len(held)
        return f'{found[1]}"data:{kind};base64,{base64.b64encode(held).decode()}"'

    # Each byte as one letter: the page keeps the encoding that it says it has.
    return _PICTURE.sub(within, page.read_bytes().decode("latin-1")).encode("latin-1"), tuple(dict.fromkeys(left_out))


def _as_written(letters: str) -> str:
    data = letters.encode("latin-1")
    try:
        return html.unescape(data.decode("utf-8"))
    except UnicodeDecodeError:
        return html.unescape(letters)


def _path_of(page: Path, named: str) -> Path | None:
    """Return the file that an address on the page leads to; None for one on the web or within the page."""
    try:
        parts = urlsplit(named.strip())
    except ValueError:
        return None
    if parts.scheme not in ("", "file") or parts.netloc or not parts.path:
        return None
    return page.parent / unquote(parts.path)
