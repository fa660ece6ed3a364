"""The pictures of a run, by their names in its log: never another file, whatever a log or an address says."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from urllib.parse import quote

from starlette.responses import Response

from ufo.platform import open_flags

_TYPES = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg"}
_MOST_BYTES = 64 * 1024 * 1024


def address_of(run_id: str, path: str) -> str:
    return f"/runs/{run_id}/pictures/{quote(path)}"


def picture_answer(folder: Path, path: str) -> Response:
    """Return a picture of the run, or 404."""
    kind = _TYPES.get(Path(path).suffix.lower())
    data = _inside(folder, path) if kind else None
    if data is None or kind is None:
        return Response(status_code=404)
    # A picture in a log never changes.
    return Response(data, media_type=kind, headers={"cache-control": "private, max-age=86400, immutable"})


def _inside(folder: Path, path: str) -> bytes | None:
    try:
        file = (folder / path).resolve(strict=True)
        if not file.is_relative_to(folder.resolve()):
            return None
        # Another program may put a link or a pipe there between these two lines.
        handle = os.open(
            file, os.O_RDONLY | open_flags.CLOEXEC | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        )
        with os.fdopen(handle, "rb") as opened:
            about = os.fstat(handle)
            return opened.read() if stat.S_ISREG(about.st_mode) and about.st_size <= _MOST_BYTES else None
    except (OSError, ValueError):
        return None
