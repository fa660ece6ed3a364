"""Seals the log of a run with a key of the person's, so that a folder that somebody else wrote, or changed, is known.

Before a line is written, the digest of the log up to its end is, so that a log that was cut at any line still has its digest.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import os
import secrets
from pathlib import Path
from typing import TextIO

from ufo.platform.state_folder import state_folder
from ufo.secrets import files
from ufo.trace.run_folders import EVENTS

SEAL = "events.seal"
_KEY = "runs.key"
_KEY_BYTES = 32


class Seal:
    """The seal of a log that is being written. Without a key, nothing is sealed."""

    def __init__(self, folder: Path) -> None:
        """Seal what is written so far. Raises OSError."""
        key = _made_key()
        self._digest = None if key is None else hmac.new(key, _content(folder), hashlib.sha256)
        files.write(folder / SEAL, b"")
        self._file: TextIO = files.append(folder / SEAL)
        self.add("")

    def add(self, text: str) -> None:
        """Seal the log with this text at its end. Raises OSError."""
        if self._digest is not None:
            self._digest.update(text.encode("utf-8"))
            self._file.write(f"{self._digest.hexdigest()}\n")
            self._file.flush()

    def close(self) -> None:
        self._file.close()


def is_own(folder: Path) -> bool:
    """Return whether the log in that folder was written here, with the key of this person, and is as it was written. Of a last
    line that was cut nothing counts.
    """
    try:
        key, content, sealed = _key(), _content(folder), (folder / SEAL).read_text(encoding="ascii").split()
    except (OSError, ValueError, RuntimeError):
        return False
    whole, _, rest = content.rpartition(b"\n")
    sealed_at = content + b"\n" if _is_line(rest) else whole + b"\n" if whole else b""
    return bool(sealed_at) and hmac.new(key, sealed_at, hashlib.sha256).hexdigest() in sealed


def _is_line(rest: bytes) -> bool:
    """Tell whether a line lacks nothing but its end."""
    try:
        json.loads(rest)
    except (ValueError, RecursionError):
        return False
    return True


def _content(folder: Path) -> bytes:
    path = folder / EVENTS
    return path.read_bytes() if path.exists() else b""


def _key() -> bytes:
    """Return the key. Raises OSError where there is none that only this person can read."""
    path = state_folder().expanduser() / _KEY
    key = path.read_bytes()
    if len(key) != _KEY_BYTES or files.open_to_others([path]):
        raise PermissionError(f"{str(path)!r} is no key that only you can read")
    return key


def _made_key() -> bytes | None:
    """Return the key, and make it where it is missing; None where it cannot be kept."""
    # A user may have no home, or one that cannot be written.
    with contextlib.suppress(OSError, RuntimeError):
        path = state_folder().expanduser() / _KEY
        if not path.exists():
            files.make_folder(path.parent)
            new = path.with_name(f".{_KEY}.{secrets.token_hex(4)}")
            files.write(new, secrets.token_bytes(_KEY_BYTES), lasting=True)
            try:
                # Of two runs that make it at once, one does.
                with contextlib.suppress(FileExistsError):
                    os.link(new, path)
            finally:
                new.unlink()
        return _key()
    return None
