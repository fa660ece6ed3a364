"""The folders of Thunderbird's profiles, with the names that its settings and its cache of folders give them.

It keeps each folder as a file (mbox) or a directory of files (maildir), and those inside it in a directory `NAME.sbd`.
Sources: `prefs.js`, `folderCache.json` and `profiles.ini` of Thunderbird 153; the flags of folders: nsMsgFolderFlags.idl.
"""

from __future__ import annotations

import base64
import configparser
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ufo.schema.patterns import regex
from ufo.tools.mail.boxes import is_box, is_maildir
from ufo.tools.mail.mail_folder import MailFolder, Role, inside

_PROFILES = (
    ".thunderbird",
    ".icedove",
    "snap/thunderbird/common/.thunderbird",
    ".var/app/org.mozilla.Thunderbird/.thunderbird",
)
_OWN_FILES = frozenset({".msf", ".dat", ".html", ".json", ".db", ".sqlite", ".rc", ".log", ".wdseml", ".mozmsgs"})
_MOST_BYTES = 20_000_000
_PREFERENCE = regex(r'^user_pref\("((?:[^"\\]|\\.)+)", (.+)\);$', re.MULTILINE)
_ENCODED = regex(r"&([^-]*)-")
_ROLES = MappingProxyType(
    {
        "inbox": Role.INBOX,
        "sent": Role.SENT,
        "drafts": Role.DRAFTS,
        "trash": Role.TRASH,
        "unsent messages": Role.OUTBOX,
    }
)
"""By the names that it gives its files in every language."""
_FLAGS = ((0x1000, Role.INBOX), (0x0200, Role.SENT), (0x0400, Role.DRAFTS), (0x0800, Role.OUTBOX), (0x0100, Role.TRASH))


def thunderbird_folders(home: Path) -> Iterator[MailFolder]:
    """Yield the folders of all profiles. Blocking."""
    for profile in _profiles(home):
        cache = _cache(profile)
        for account, name in _accounts(profile):
            yield from _of_account(account, name, cache)


def _profiles(home: Path) -> Iterator[Path]:
    for place in _PROFILES:
        root = home / place
        parser = configparser.ConfigParser(interpolation=None, strict=False)
        try:
            parser.read(root / "profiles.ini", encoding="utf-8")
        except (configparser.Error, UnicodeDecodeError, OSError):
            continue
        for section in parser.sections():
            if path := parser.get(section, "Path", fallback=""):
                yield root / path if parser.get(section, "IsRelative", fallback="1") == "1" else Path(path)


def _accounts(profile: Path) -> Iterator[tuple[Path, str]]:
    """Yield each account's directory and name: those of the settings, or, where these name none, all that lie there."""
    settings = _settings(profile)
    found = False
    for key, value in settings.items():
        if key.startswith("mail.server.") and key.endswith(".directory-rel") and value.startswith("[ProfD]"):
            server = key.removesuffix("directory-rel")
            folder = profile / value.removeprefix("[ProfD]")
            found = True
            yield folder, settings.get(f"{server}name", folder.name)
    if not found:
        for kind in ("Mail", "ImapMail"):
            yield from ((account, account.name) for account in inside(profile / kind) if account.is_dir())


def _settings(profile: Path) -> dict[str, str]:
    values: dict[str, str] = {}
    for name, value in _PREFERENCE.findall(_text(profile / "prefs.js")):
        try:
            values[name] = str(json.loads(value))
        except ValueError:
            continue
    return values


def _cache(profile: Path) -> Mapping[str, Mapping[str, Any]]:
    """Return what Thunderbird knows of its folders, by the paths of their indexes."""
    try:
        told = json.loads(_text(profile / "folderCache.json") or "{}")
    except ValueError:
        return {}
    return {key: value for key, value in told.items() if isinstance(value, dict)} if isinstance(told, dict) else {}


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", errors="replace") if path.stat().st_size <= _MOST_BYTES else ""
    except OSError:
        return ""


def _of_account(folder: Path, name: str, cache: Mapping[str, Mapping[str, Any]]) -> Iterator[MailFolder]:
    for path in inside(folder):
        if path.name.startswith(".") or path.suffix in _OWN_FILES:
            continue
        if path.is_dir() and path.suffix == ".sbd":
            box = path.with_suffix("")
            yield from _of_account(path, f"{name}/{_called(box, cache)}", cache)
        elif is_maildir(path) or (path.is_file() and is_box(path)):
            yield MailFolder(f"{name}/{_called(path, cache)}", path, _role(path, cache))


def _called(path: Path, cache: Mapping[str, Mapping[str, Any]]) -> str:
    """Return a folder's own name: a long one, and one of signs that the disk does not take, is a sum on the disk."""
    known = cache.get(f"{path}.msf", {})
    named = str(known.get("folderName") or known.get("onlineName") or "").rpartition("/")[2]
    return _ENCODED.sub(lambda found: _decoded(found[1]), named or path.name)


def _decoded(text: str) -> str:
    """Return signs of a name on a mail server (RFC 3501, 5.1.3)."""
    if not text:
        return "&"
    try:
        return base64.b64decode(text.replace(",", "/") + "=" * (-len(text) % 4)).decode("utf-16-be")
    except ValueError:
        return f"&{text}-"


def _role(path: Path, cache: Mapping[str, Mapping[str, Any]]) -> Role:
    flags = cache.get(f"{path}.msf", {}).get("flags")
    if isinstance(flags, int):
        for flag, role in _FLAGS:
            if flags & flag:
                return role
    return _ROLES.get(path.name.casefold(), Role.OTHER)
