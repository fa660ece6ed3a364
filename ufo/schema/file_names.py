"""Names of files whose bytes are no UTF-8. No text that is sent or kept can hold them, so they are told with a sign (U+FFFD) for
each such byte, and found again by the name that was told.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

SIGN = "\ufffd"
_BROKEN = re.compile("[\ud800-\udfff]")


def readable(path: Path | str) -> str:
    """The path or name as it can be told."""
    return _BROKEN.sub(SIGN, str(path))


def on_disk(path: Path) -> Path:
    """The path that was told as this one; unchanged where it is there as it stands, or where not exactly one is told so."""
    if SIGN not in str(path):
        return path
    here = Path(path.anchor)
    for part in path.parts[1:] if path.anchor else path.parts:
        here = _child(here, part)
    return here


def _child(folder: Path, name: str) -> Path:
    exact = folder / name
    if SIGN not in name or os.path.lexists(exact):
        return exact
    try:
        found = [one for one in folder.iterdir() if readable(one.name) == name]
    except OSError:
        return exact
    return found[0] if len(found) == 1 else exact
