"""What a PDF that was written permits, as the file itself says; loaded only when one is written, since the library is large."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pypdf import PdfReader
from pypdf.errors import PyPdfError

_MAY_PRINT, _MAY_PRINT_WELL, _MAY_CHANGE, _MAY_COPY = 1 << 2, 1 << 11, 1 << 3, 1 << 4
"""Bits of a PDF's permissions (ISO 32000-1, table 22)."""


def not_as_wanted(path: Path, passwords: dict[str, str], wanted: dict[str, Any]) -> str:
    """Return what the file itself does not hold of what was wanted, "" where it is all there."""
    try:
        file = PdfReader(path)
        if file.is_encrypted != any(passwords.values()):
            return "it is not encrypted" if not file.is_encrypted else "it is encrypted"
        if not file.is_encrypted:
            return ""
        if passwords["open"] and file.decrypt(""):
            return "it opens without the password"
        if not file.decrypt(passwords["open"]):
            return "it does not open with the password"
        if not passwords["owner"]:
            return ""
        held = int(file.user_access_permissions or 0)
    except (PyPdfError, OSError) as error:
        return f"it cannot be read ({type(error).__name__})"
    printing = "high" if held & _MAY_PRINT_WELL else "low" if held & _MAY_PRINT else "none"
    pairs = {
        "printing": (printing if held & _MAY_PRINT else "none", wanted["printing"]),
        "copying": (bool(held & _MAY_COPY), wanted["copying"]),
        "changes": (bool(held & _MAY_CHANGE), wanted["changes"] == "all"),
    }
    return ", ".join(f"{name} is {found}" for name, (found, asked) in pairs.items() if found != asked)
