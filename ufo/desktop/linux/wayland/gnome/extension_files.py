"""The extension of GNOME Shell as files: one source, put together for the two formats of extensions."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path

UUID = "screen@ufo"
_SOURCES = Path(__file__).with_name("extension")
_BODY = ("rules.js", "shell.js")
_FIRST_MODULE = 45
"""GNOME 45 takes extensions as modules, and no others."""
_LEGACY, _MODULES = ("42", "43", "44"), tuple(map(str, range(_FIRST_MODULE, 51)))


def files(shell: int) -> dict[str, str]:
    """Return the text of each file of the extension for that version of GNOME Shell. Raises ValueError for one that it was not
    made for.
    """
    versions = _MODULES if shell >= _FIRST_MODULE else _LEGACY
    if str(shell) not in versions:
        raise ValueError(f"GNOME {shell}: the extension is for GNOME {_LEGACY[0]} to {_MODULES[-1]}")
    form = "module" if versions is _MODULES else "legacy"
    parts = [f"{form}_head.js", *_BODY, f"{form}_tail.js"]
    head, *rest = (_read(part) for part in parts)
    about = {
        "uuid": UUID,
        "name": "ufo: windows and pointer",
        "description": "Tells the desktop agent ufo what windows there are, and clicks for it. Off while the screen is locked.",
        "shell-version": list(versions),
        "version-name": version(),
    }
    return {
        "extension.js": "\n".join([head, f"const VERSION = '{version()}';", *rest]),
        "metadata.json": json.dumps(about, indent=2) + "\n",
    }


@cache
def version() -> str:
    """Return what tells these sources from all others."""
    sources = sorted(_SOURCES.glob("*.js"))
    return hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:12]


def _read(name: str) -> str:
    return (_SOURCES / name).read_text(encoding="utf-8")
