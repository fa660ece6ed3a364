"""Where mail lies: the folders of the mail programs that are known, Maildir folders, and single files of mail."""

from __future__ import annotations

from pathlib import Path

from ufo.errors import ToolError
from ufo.tools.mail.boxes import is_maildir, is_mh
from ufo.tools.mail.mail_folder import MailFolder, Role
from ufo.tools.mail.maildirs import maildir_folders
from ufo.tools.mail.mh_programs import mh_folders
from ufo.tools.mail.thunderbird import thunderbird_folders

STORES = (thunderbird_folders, mh_folders, maildir_folders)
"""Each tells the folders of some programs below a home. Another program is one more."""


def mail_folders(home: Path) -> list[MailFolder]:
    """Return the folders that are known below a person's home, each place once. Blocking."""
    found: dict[Path, MailFolder] = {}
    for store in STORES:
        for folder in store(home):
            found.setdefault(folder.path, folder)
    return list(found.values())


def is_mail_file(path: Path) -> bool:
    """Tell whether mail is read from this very path, and so from no folder of that name in the person's own mail. Blocking."""
    return path.is_file() or is_maildir(path) or is_mh(path)


def folder_meant(words: str, home: Path, path: Path) -> MailFolder:
    """Return the folder with these words in its name, or of that role, or the mail at `path`. Raises ToolError. Blocking."""
    if is_mail_file(path):
        return MailFolder(path.name, path)
    known = mail_folders(home)
    wanted = words.casefold().strip()
    fitting = next(filter(None, _by_name(known, wanted)), [])
    if len(fitting) == 1:
        return fitting[0]
    names = (
        ", ".join(mail_folder.name for mail_folder in fitting or known)
        or "none; give the path of an mbox file, a Maildir, an MH folder or an .eml file"
    )
    raise ToolError(
        f"{'several mail folders are' if fitting else 'no mail folder is'} called {words!r}; there are: {names}"
    )


def _by_name(known: list[MailFolder], wanted: str) -> tuple[list[MailFolder], ...]:
    """Return the folders that may be meant, the surest first."""
    return (
        [folder for folder in known if folder.name.casefold() == wanted],
        [folder for folder in known if folder.name.casefold().split("/")[-1] == wanted],
        [folder for folder in known if folder.role is not Role.OTHER and folder.role.value == wanted],
        [folder for folder in known if wanted in folder.name.casefold()],
    )
