from __future__ import annotations

from pathlib import Path

from ufo.errors import UnreadableDocument
from ufo.schema.picture import png_rect
from ufo.verify.documents.model import Document

_HEAD_BYTES = 1 << 20


def read_picture(path: Path) -> Document:
    """A PNG tells its size only, as the one paragraph "WIDTHxHEIGHT"."""
    with path.open("rb") as file:
        head = file.read(_HEAD_BYTES)
    try:
        size = png_rect(head)
    except ValueError as error:
        raise UnreadableDocument(f"{path.name} is broken: {error}") from error
    return Document(path, paragraphs=(f"{size.width}x{size.height}",), size=(size.width, size.height))
