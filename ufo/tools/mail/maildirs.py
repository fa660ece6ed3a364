"""Maildirs of Evolution, of mutt, and those in a person's home. Source of the layout of folders in one: Maildir++ (Courier)."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType

from ufo.schema.patterns import regex
from ufo.tools.mail.boxes import is_box, is_maildir
from ufo.tools.mail.mail_folder import MailFolder, Role, inside

_HOMES = MappingProxyType(
    {
        ".local/share/evolution/mail/local": "Evolution",
        ".var/app/org.gnome.Evolution/data/evolution/mail/local": "Evolution",
        "Maildir": "Maildir",
        ".maildir": ".maildir",
        "mail": "mail",
        "Mail": "Mail",
    }
)
_MUTT = (".muttrc", ".mutt/muttrc", ".config/mutt/muttrc", ".neomuttrc", ".config/neomutt/neomuttrc")
_MUTT_ROLES = MappingProxyType({"spoolfile": Role.INBOX, "record": Role.SENT, "postponed": Role.DRAFTS})
_ROLES = MappingProxyType(
    {"inbox": Role.INBOX, "sent": Role.SENT, "outbox": Role.OUTBOX, "drafts": Role.DRAFTS, "trash": Role.TRASH}
)
_SET = regex(r"^\s*set\s+(folder|spoolfile|record|postponed)\s*=\s*(.+)$", re.MULTILINE)
_ESCAPED = regex(r"_([0-9A-Fa-f]{2})")


def maildir_folders(home: Path) -> Iterator[MailFolder]:
    """Yield Maildirs with those inside them, a path once. What mutt's settings say of one comes first. Blocking."""
    seen: set[Path] = set()
    for folder in (*_of_mutt(home), *(found for place, name in _HOMES.items() for found in _below(home / place, name))):
        if folder.path not in seen:
            seen.add(folder.path)
            yield folder


def _below(root: Path, name: str) -> Iterator[MailFolder]:
    if is_maildir(root):
        yield MailFolder(name if name != "Evolution" else f"{name}/Inbox", root, Role.INBOX)
    for path in inside(root):
        if path.name not in ("cur", "new", "tmp") and path.is_dir() and is_maildir(path):
            called = path.name.removeprefix(".").replace(".", "/")
            if name == "Evolution":
                called = _ESCAPED.sub(lambda found: chr(int(found[1], 16)), called)
            yield MailFolder(f"{name}/{called}", path, _ROLES.get(called.casefold(), Role.OTHER))


def _of_mutt(home: Path) -> Iterator[MailFolder]:
    for place in _MUTT:
        settings = _settings(home / place)
        root = _place(home, settings.get("folder", "~/Mail"), home / "Mail")
        for key, role in _MUTT_ROLES.items():
            if key in settings:
                path = _place(home, settings[key], root)
                if is_maildir(path) or (path.is_file() and is_box(path)):
                    yield MailFolder(f"mutt/{path.name}", path, role)
        if "folder" in settings:
            yield from _below(root, root.name)


def _settings(path: Path) -> dict[str, str]:
    try:
        text = path.read_text("utf-8", errors="replace")
    except OSError:
        return {}
    found: dict[str, str] = {}
    for name, value in _SET.findall(text):
        try:
            words = shlex.split(value, comments=True)
        except ValueError:
            continue
        # What a program or a variable would say is not known here.
        if words and not re.search(r"[`$]", words[0]):
            found[name] = words[0]
    return found


def _place(home: Path, told: str, root: Path) -> Path:
    if told[:1] in ("+", "="):
        return root / told[1:].lstrip("/")
    return home / told.removeprefix("~").removeprefix("/") if told.startswith("~/") else home / told
