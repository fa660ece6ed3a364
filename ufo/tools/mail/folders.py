"""Where mail lies: the folders of Thunderbird's profiles, Maildir folders, and single files of mail.

Thunderbird keeps each folder as a file (mbox) or a directory of files (maildir), and those inside it in a directory `NAME.sbd`.
"""

from __future__ import annotations

import configparser
import mailbox
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message
from pathlib import Path

from ufo.errors import ToolError
from ufo.schema.file_names import readable

_MOST_BYTES = 2 * 1024**3
_PROFILES = (
    ".thunderbird",
    ".icedove",
    "snap/thunderbird/common/.thunderbird",
    ".var/app/org.mozilla.Thunderbird/.thunderbird",
)
_OWN_FILES = frozenset({".msf", ".dat", ".html", ".json", ".db", ".sqlite", ".rc", ".log", ".wdseml", ".mozmsgs"})
_MARK = b"From "
_EXPUNGED = 0x0008


@dataclass(frozen=True, slots=True)
class MailFolder:
    """`name` is the account's and the folder's, "Local Folders/Inbox"."""

    name: str
    path: Path


def mail_folders(home: Path) -> list[MailFolder]:
    """Return the folders that are known below a person's home. Blocking."""
    found = [folder for profile in _profiles(home) for folder in _of_profile(profile)]
    for name in ("Maildir", "mail", "Mail"):
        if _is_maildir(home / name):
            found.append(MailFolder(name, home / name))
    return found


def is_mail_file(path: Path) -> bool:
    """Tell whether mail is read from this very path, and so from no folder of that name in the person's own mail. Blocking."""
    return path.is_file() or _is_maildir(path)


def folder_meant(words: str, home: Path, path: Path) -> MailFolder:
    """Return the folder with these words in its name, or the file or Maildir at `path`. Raises ToolError. Blocking."""
    if is_mail_file(path):
        return MailFolder(path.name, path)
    known = mail_folders(home)
    wanted = words.casefold().strip()
    same = [mail_folder for mail_folder in known if mail_folder.name.casefold() == wanted]
    ends = same or [mail_folder for mail_folder in known if mail_folder.name.casefold().split("/")[-1] == wanted]
    fitting = ends or [mail_folder for mail_folder in known if wanted in mail_folder.name.casefold()]
    if len(fitting) == 1:
        return fitting[0]
    names = (
        ", ".join(mail_folder.name for mail_folder in fitting or known)
        or "none; give the path of an mbox file, a Maildir or an .eml file"
    )
    raise ToolError(
        f"{'several mail folders are' if fitting else 'no mail folder is'} called {words!r}; there are: {names}"
    )


def messages_in(folder: MailFolder) -> Iterator[tuple[int, Message]]:
    """Yield the mails with their numbers, from 1, as they lie there. Raises ToolError for what holds no mail. Blocking."""
    path = folder.path
    try:
        if path.is_dir():
            files = sorted(
                (item for part in ("cur", "new") for item in (path / part).iterdir()), key=lambda path: path.name
            )
            yield from ((at, _of_maildir(path)) for at, path in enumerate(files, start=1) if path.is_file())
            return
        if path.stat().st_size > _MOST_BYTES:
            raise ToolError(f"{readable(path.name)!r} is larger than {_MOST_BYTES >> 30} GB and is left alone")
        with path.open("rb") as file:
            is_box = file.read(len(_MARK)) == _MARK
        if not is_box:
            yield from _single(path)
            return
        box = mailbox.mbox(path, factory=None, create=False)
        try:
            kept = (box.get_bytes(key) for key in box.iterkeys())
            held = (message for message in map(_parsed, kept) if not _status(message) & _EXPUNGED)
            yield from enumerate(held, start=1)
        finally:
            box.close()
    except (OSError, mailbox.Error) as error:
        raise ToolError(f"the mail in {readable(path)!r} cannot be read: {error}") from error


def is_read(message: Message) -> bool:
    if isinstance(message, mailbox.MaildirMessage) and "S" in message.get_flags():
        return True
    return bool(_status(message) & 1) or "R" in str(message["Status"] or "")


def _single(path: Path) -> Iterator[tuple[int, Message]]:
    if not path.stat().st_size:
        return
    message = _parsed(path.read_bytes())
    if not (message["From"] or message["Date"] or message["Subject"]):
        raise ToolError(f"{readable(path.name)!r} holds no mail; give an mbox file, a Maildir or an .eml file")
    yield 1, message


def _parsed(data: bytes) -> Message:
    # The old way to read is meant: it raises nothing, whatever a mail holds.

    return message_from_bytes(data)


def _of_maildir(file: Path) -> mailbox.MaildirMessage:
    """Return a mail with what its file's name says behind the last colon: whether it is read, for one."""
    message = mailbox.MaildirMessage(file.read_bytes())
    message.set_info(file.name.rpartition(":")[2])
    return message


def _status(message: Message) -> int:
    try:
        return int(str(message["X-Mozilla-Status"] or "0"), 16)
    except ValueError:
        return 0


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


def _of_profile(profile: Path) -> Iterator[MailFolder]:
    for kind in ("Mail", "ImapMail"):
        for account in sorted(_inside(profile / kind)):
            if account.is_dir():
                yield from _of_account(account, account.name)


def _of_account(folder: Path, name: str) -> Iterator[MailFolder]:
    for path in sorted(_inside(folder)):
        if path.name.startswith(".") or path.suffix in _OWN_FILES:
            continue
        if path.is_dir() and path.suffix == ".sbd":
            yield from _of_account(path, f"{name}/{path.stem}")
        elif _is_maildir(path) or (path.is_file() and _is_box(path)):
            yield MailFolder(f"{name}/{path.name}", path)


def _is_box(path: Path) -> bool:
    """Tell whether a file is one of mail: it begins as one, or is empty and has its index beside it."""
    try:
        with path.open("rb") as file:
            head = file.read(len(_MARK))
    except OSError:
        return False
    return head == _MARK or (not head and path.with_name(f"{path.name}.msf").exists())


def _is_maildir(path: Path) -> bool:
    return (path / "cur").is_dir()


def _inside(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []
