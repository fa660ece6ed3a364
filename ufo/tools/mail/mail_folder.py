"""A folder of mail: its name, where it lies, and what it is for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class Role(StrEnum):
    """What a mail program uses a folder for, whatever its language calls it."""

    INBOX = "inbox"
    SENT = "sent"
    OUTBOX = "outbox"
    """Mail that waits to be sent."""
    DRAFTS = "drafts"
    TRASH = "trash"
    OTHER = ""


@dataclass(frozen=True, slots=True)
class MailFolder:
    """`name` is the account's and the folder's, "Local Folders/Inbox"."""

    name: str
    path: Path
    role: Role = Role.OTHER


def inside(folder: Path) -> list[Path]:
    """Return what lies in a folder, in order; nothing where it cannot be read. Blocking."""
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []
