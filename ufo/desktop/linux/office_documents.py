"""Documents that LibreOffice would only ask about in a dialog of its own: in use elsewhere, or cut off."""

from __future__ import annotations

import contextlib
import socket
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from urllib.parse import unquote, urlsplit

from ufo.errors import LaunchFailed


def refuse_locked(documents: Iterable[str], environment: Mapping[str, str]) -> None:
    """Raises LaunchFailed for a document that another LibreOffice, of another profile than this desktop's, has open."""
    home = Path(environment.get("HOME", "/"))
    for document in documents:
        path = Path(document)
        lock = path.with_name(f".~lock.{path.name}#")
        with contextlib.suppress(OSError):
            said = lock.read_text(encoding="utf-8", errors="replace").strip().rstrip(";").split(",")
            profile = Path(unquote(urlsplit(said[-1]).path))
            if len(said) < 5 or profile.is_relative_to(home):
                continue
            host, since = said[-3], said[-2]
            if host == socket.gethostname() and not profile.exists():
                # Of a desktop that is gone with its profile.
                lock.unlink()
                continue
            raise LaunchFailed(
                f"{path.name!r} is open in another LibreOffice ({said[-4]} on {host}, since {since}); close it there, "
                f"or, where nobody has it open any more, remove {str(lock)!r}"
            )


def refuse_cut_off(documents: Iterable[str]) -> None:
    """Raises LaunchFailed for a package (ODF, OOXML) whose end is missing. Other content has other names at times."""
    for document in documents:
        with contextlib.suppress(OSError), Path(document).open("rb") as file:
            if file.read(4) == b"PK\x03\x04" and not zipfile.is_zipfile(file):
                raise LaunchFailed(f"{Path(document).name!r} is broken: its end is missing; take it from a whole copy")
