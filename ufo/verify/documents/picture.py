"""Reads pictures: only their size."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from ufo.errors import UnreadableDocument
from ufo.schema.picture import png_rect
from ufo.verify.documents.model import Document

PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff")
_HEAD_BYTES = 1 << 20


def read_picture(path: Path) -> Document:
    """Read a picture's size, with "WIDTHxHEIGHT" in pixels as the one paragraph. The picture is not decoded."""
    try:
        width, height = _png_size(path) if path.suffix.lower() == ".png" else _size(path)
    except (OSError, ValueError, SyntaxError, TypeError, Image.DecompressionBombError) as error:
        raise UnreadableDocument(f"{path.name} is broken: {error}") from error
    return Document(path, paragraphs=(f"{width}x{height}",), size=(width, height))


def _png_size(path: Path) -> tuple[int, int]:
    with path.open("rb") as file:
        rect = png_rect(file.read(_HEAD_BYTES))
    return rect.width, rect.height


def _size(path: Path) -> tuple[int, int]:
    with Image.open(path) as picture:
        return picture.size
