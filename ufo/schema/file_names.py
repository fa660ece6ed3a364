"""What names of files mean, and those whose bytes are not UTF-8. A text that is sent or kept cannot hold those bytes, so each of
them is shown as U+FFFD; `on_disk` finds the file again by the shown name.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

SIGN = "\ufffd"
_BROKEN = re.compile("[\ud800-\udfff]")


def path_meant(name: str | Path, folder: Path) -> Path:
    """Return the absolute path that a person or a model names: `~` is the person's home, on a private desktop too, whose own home
    is named by its whole path; a relative name begins in `folder`. Links stay, and `~` of nobody is the name of a file.
    """
    return folder / os.path.expanduser(name)  # noqa: PTH111 - Path.expanduser raises where nobody has that home


def readable(path: Path | str) -> str:
    """Return the path or name with U+FFFD for each byte that is not UTF-8."""
    return _BROKEN.sub(SIGN, str(path))


def on_disk(path: Path) -> Path:
    """Return the path on disk that `readable` shows as this one. Return it unchanged where it exists as it is, or where not
    exactly one file is shown so.
    """
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
