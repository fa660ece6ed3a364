"""The folders of Claws Mail and Sylpheed: MH, a directory of numbered files each (their list of folders is `folderlist.xml`)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType
from xml.etree import ElementTree

from ufo.tools.mail.mail_folder import MailFolder, Role

_LISTS = (".claws-mail/folderlist.xml", ".sylpheed-2.0/folderlist.xml")
_MOST_BYTES = 5_000_000
_ROLES = MappingProxyType(
    {
        "inbox": Role.INBOX,
        "outbox": Role.SENT,
        "queue": Role.OUTBOX,
        "draft": Role.DRAFTS,
        "trash": Role.TRASH,
    }
)
"""By the types of their list: what they call an outbox holds what was sent."""


def mh_folders(home: Path) -> Iterator[MailFolder]:
    """Yield the folders on this disk that the two programs list. Blocking."""
    for place in _LISTS:
        for mailbox in _listed(home / place):
            if mailbox.get("type") != "mh" or not mailbox.get("path"):
                continue
            root = home / mailbox.get("path", "")
            for item in mailbox.iter("folderitem"):
                path = root / item.get("path", "")
                if item.get("path") and path.is_dir():
                    role = _ROLES.get(item.get("type", ""), Role.OTHER)
                    yield MailFolder(f"{mailbox.get('name', root.name)}/{item.get('path')}", path, role)


def _listed(path: Path) -> list[ElementTree.Element]:
    try:
        text = path.read_bytes() if path.stat().st_size <= _MOST_BYTES else b""
        # A list of folders declares no entities; one that does is no list of theirs.
        return [] if b"<!" in text else ElementTree.fromstring(text).findall("folder")
    except (OSError, ElementTree.ParseError):
        return []
