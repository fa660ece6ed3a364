"""Finds files whose first bytes do not fit their extension: an export that failed leaves an empty file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from PIL import Image

_ZIP, _COMPOUND = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
_MARKS: Mapping[str, tuple[bytes, ...]] = MappingProxyType(
    {
        ".png": (b"\x89PNG\r\n\x1a\n",),
        **dict.fromkeys((".jpg", ".jpeg"), (b"\xff\xd8\xff",)),
        ".gif": (b"GIF87a", b"GIF89a"),
        ".bmp": (b"BM",),
        ".webp": (b"RIFF",),
        ".pdf": (b"%PDF-",),
        **dict.fromkeys((".odt", ".ods", ".odp", ".odg", ".ott", ".ots", ".otp", ".otg"), (_ZIP,)),
        # A file that is protected by a password is in another container.
        **dict.fromkeys((".docx", ".docm", ".xlsx", ".xlsm", ".pptx", ".pptm"), (_ZIP, _COMPOUND)),
        ".gnumeric": (b"\x1f\x8b", b"<?xml"),
        ".zip": (_ZIP, b"PK\x05\x06"),
    }
)
_MOST_PIXELS = 40_000_000


def is_broken(path: Path) -> bool:
    """Tell whether the file's first bytes do not fit its extension. Return False for unknown extensions. Blocking. Raises
    OSError.
    """
    marks = _MARKS.get(path.suffix.lower())
    if marks is None:
        return False
    with path.open("rb") as file:
        head = file.read(1024)
    # Some programs write other bytes before the header of a PDF.
    return not (marks[0] in head if path.suffix.lower() == ".pdf" else head.startswith(marks))


def is_blank(path: Path) -> bool:
    """Tell whether a PNG picture is all of one colour. Return False where it cannot be read or is too large. Blocking."""
    if path.suffix.lower() != ".png":
        return False
    try:
        with Image.open(path) as picture:
            if picture.width * picture.height > _MOST_PIXELS:
                return False
            bands = picture.convert("RGBA").split()
            return all(low == high for low, high in (band.getextrema() for band in bands))
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return False
