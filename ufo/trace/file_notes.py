"""Tells how a file stands, and in what it differs from how it stood."""

from __future__ import annotations

import hashlib
from pathlib import Path

from ufo.trace.events import FileNoted

_MOST_BYTES = 50_000_000
"""Larger files are known by size and time alone."""


def file_noted(path: Path, before: FileNoted | None = None) -> FileNoted:
    """Return how a file stands now. Where size and time are those of `before`, it is not read again. Blocking."""
    try:
        status = path.stat()
        if not path.is_file():
            return FileNoted(path=str(path))
        if before is not None and (before.size, before.mtime_ns) == (status.st_size, status.st_mtime_ns):
            return before
        digest = ""
        if status.st_size <= _MOST_BYTES:
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
    except (OSError, ValueError):
        return FileNoted(path=str(path))
    return FileNoted(path=str(path), exists=True, size=status.st_size, mtime_ns=status.st_mtime_ns, digest=digest)


def change_of(then: FileNoted, now: FileNoted) -> str:
    """Return in words what happened to a file since, "" where its content is the same: one that was only touched is."""
    if not then.exists or not now.exists:
        return "" if then.exists == now.exists else ("it was made since" if now.exists else "it is gone")
    if then.digest and now.digest:
        return "" if then.digest == now.digest else f"it was changed since ({then.size:,} → {now.size:,} bytes)"
    same = (then.size, then.mtime_ns) == (now.size, now.mtime_ns)
    return "" if same else f"it was written since ({then.size:,} → {now.size:,} bytes)"
