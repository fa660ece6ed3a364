"""Who owns files and processes, and who is in front of the terminal. Windows keeps that in lists of rights instead, which are
not read: there each of these functions says what an ordinary set-up has.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from importlib import import_module
from typing import Any

pwd: Any = None
with suppress(ImportError):
    pwd = import_module("pwd")


def own_id() -> int | None:
    """Return the number of the person, or None where persons have none."""
    return os.getuid() if hasattr(os, "getuid") else None


def account_home() -> str:
    """Return the home folder that the person's account has, whatever the environment says."""
    if pwd is None:
        return os.path.expanduser("~")  # noqa: PTH111 a text, as the account has it
    home: str = pwd.getpwuid(os.getuid()).pw_dir
    return home


def belongs_to_another(about: os.stat_result) -> bool:
    """Tell whether a file belongs neither to the person nor to the system."""
    return hasattr(os, "geteuid") and about.st_uid not in (os.geteuid(), 0)


def others_may_write(about: os.stat_result) -> bool:
    """Tell whether other users may write to it. A user's own group usually has no other member."""
    if not hasattr(os, "getegid"):
        return False
    others = stat.S_IWOTH | (stat.S_IWGRP if about.st_gid not in (os.getegid(), 0) else 0)
    return bool(about.st_mode & others)


def is_in_front() -> bool:
    """Tell whether this process may read its terminal. The system would stop one that reads it from the background."""
    if not hasattr(os, "tcgetpgrp"):
        return True
    try:
        return os.tcgetpgrp(0) == os.getpgrp()
    except OSError:
        return False
