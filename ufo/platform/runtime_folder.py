"""Where the program keeps what lives no longer than the session of this user: sockets, the state of running desktops."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from ufo.platform.owners import own_id


def runtime_folder() -> Path:
    """Return the folder. It belongs to this user only and need not exist. Raises PermissionError where another user owns it."""
    runtime, me = os.environ.get("XDG_RUNTIME_DIR", ""), own_id()
    base = (
        Path(runtime) / "ufo"
        if runtime and os.access(runtime, os.W_OK)
        else Path(tempfile.gettempdir()) / (f"ufo-{me}" if me is not None else "ufo")
    )
    with contextlib.suppress(FileNotFoundError):
        about = base.lstat()
        if (me is not None and about.st_uid != me) or not base.is_dir() or base.is_symlink():
            raise PermissionError(0, "it is not a folder of yours", str(base))
    return base


def made_folder(name: str) -> Path:
    """Return a folder inside of it, made where it is missing, that only this user can read. Raises OSError."""
    folder = runtime_folder() / name
    for each in (folder.parent, folder):
        each.mkdir(mode=0o700, exist_ok=True)
        # An existing folder may have been made with other rights.
        each.chmod(0o700)
    return folder
