"""What names of files mean, and those that cannot be told as they are. A text that is sent or kept cannot hold bytes that are not
UTF-8, so each of them is shown as U+FFFD; a sign that breaks a line, turns its direction or is not seen is shown as its escape.
`on_disk` finds the file again by the shown name.
"""

from __future__ import annotations

import os
import re
import unicodedata
from pathlib import Path

SIGN = "\ufffd"
_BROKEN = re.compile("[\ud800-\udfff]")
_SAFE_FORMATS = "\u200c\u200d"
"""Joiners that words of Persian, Hindi and pictures of several signs need."""
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
_ESCAPES = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}


def path_meant(name: str | Path, folder: Path) -> Path:
    """Return the absolute path that a person or a model names: `~` is the person's home, on a private desktop too, whose own home
    is named by its whole path; a relative name begins in `folder`. Links stay, and `~` of nobody is the name of a file.
    """
    return folder / os.path.expanduser(name)  # noqa: PTH111 - Path.expanduser raises where nobody has that home


def readable(path: Path | str) -> str:
    """Return the path or name with U+FFFD for each byte that is not UTF-8."""
    return _BROKEN.sub(SIGN, str(path))


def named(path: Path | str) -> str:
    """Return the path or name as `readable` does, in one line, with each sign escaped that would make it look like another."""
    return escaped(readable(path))


def escaped(text: str) -> str:
    """Return the text in one line, with every sign escaped that breaks a line, turns its direction or is not seen."""
    return text if text.isprintable() else "".join(map(_sign, text))


def _sign(letter: str) -> str:
    if letter in _SAFE_FORMATS or unicodedata.category(letter) not in _HIDDEN:
        return letter
    return _ESCAPES.get(letter) or f"\\u{ord(letter):04x}"


def on_disk(path: Path) -> Path:
    """Return the path on disk that `readable` or `named` shows as this one. Return it unchanged where it exists as it is, or
    where not exactly one file is shown so.
    """
    if not _is_shown(str(path)):
        return path
    here = Path(path.anchor)
    for part in path.parts[1:] if path.anchor else path.parts:
        here = _child(here, part)
    return here


def _is_shown(name: str) -> bool:
    """Tell whether a name may stand for another one that cannot be told as it is."""
    return SIGN in name or "\\" in name


def _child(folder: Path, name: str) -> Path:
    exact = folder / name
    if not _is_shown(name) or os.path.lexists(exact):
        return exact
    try:
        found = [path for path in folder.iterdir() if name in (readable(path.name), named(path.name))]
    except OSError:
        return exact
    return found[0] if len(found) == 1 else exact
