"""What writing to a path means: what is there, where it really lies, and whether a program reads it when it starts."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice
from pathlib import Path

from ufo.schema.action_class import ActionClass
from ufo.schema.file_names import named
from ufo.schema.patterns import any_case
from ufo.tools.policy.scene.run_record import RunRecord

_SYSTEM_FOLDERS = tuple(f"/{name}"
    for name in [
    "bin", "boot", "dev", "etc", "lib", "lib32", "lib64", "opt", "proc", "root", "run", "sbin", "sys", "usr", "var",
])  # fmt: skip
_WINDOWS_FOLDERS = any_case(r"^[a-z]:[\\/](windows|program files( \(x86\))?|programdata)([\\/]|$)")
# Shells, editors, toolkits and schedulers read these files in any folder: a project's own folder may be somebody's home.
_READ_AT_START = any_case(
    r"\.[\w-]*(rc|profile|login|logout|aliases|functions|env|xsession|zshenv|pam_environment)"
    r"|\.(xresources|xdefaults|emacs|gitconfig|gitmodules|tmux\.conf|netrc|pgpass|rhosts|shosts|forward|mailcap|gdbinit)"
    r"|authorized_keys2?|known_hosts|sudoers|crontab|anacrontab|mimeapps\.list|(site|user)customize\.py|ufo\.ya?ml"
    r"|.*\.(desktop|service|timer|socket|pth)"
)
_CONFIGURING_FOLDERS = frozenset(
    {
        ".git", ".githooks", ".husky", ".hg", ".svn", ".ssh", ".gnupg", ".config", ".local", ".vscode", ".idea", ".mozilla",
        ".thunderbird", ".aws", ".docker", ".kube", ".pki", ".vim", ".emacs.d", ".oh-my-zsh", ".bashrc.d", ".ipython",
        ".jupyter", ".kde", ".gnome", ".password-store", "autostart", "systemd", "cron.d", "cron.daily", "cron.hourly",
        "cron.weekly", "cron.monthly", "crontabs",
    }
)  # fmt: skip
_HOME_STARTERS = (
    ".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases", ".profile", ".zshrc", ".zshenv", ".zprofile",
    ".zlogin", ".xinitrc", ".xsession", ".xsessionrc", ".xprofile", ".gitconfig", ".vimrc", ".inputrc", ".netrc",
    ".ssh/authorized_keys", ".ssh/config", ".ssh/rc", ".config/fish/config.fish", ".config/git/config",
)  # fmt: skip


_MOST_NAMED, _MOST_COUNTED = 3, 200


@dataclass(frozen=True, slots=True)
class Location:
    """Where a run may write without a question, and what it made there."""

    working_folder: Path
    run: RunRecord


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a path leads. `path` is where it really lies, links resolved; `given` is the path as given. `where` is CREATE for
    the person's folders, else OUTSIDE or SYSTEM; `why` says what is special about it. `exists`: a file or folder is there
    that this run did not make. `shared`: it has a second name elsewhere. `ends`: every place that it may mean, also that of a
    link itself.
    """

    given: Path
    path: Path
    where: ActionClass
    why: str
    exists: bool
    shared: bool
    ends: tuple[Path, ...] = ()

    @property
    def action_class(self) -> ActionClass:
        if self.where is ActionClass.SYSTEM:
            return self.where
        return ActionClass.OVERWRITE if self.exists else self.where

    @property
    def said(self) -> str:
        """The path, and where it leads if that is elsewhere."""
        named = str(self.given)
        if self.given != self.path:
            named += f", which is {self.path}"
        return f"{named}, which has another name elsewhere too" if self.shared else named


def writing_to(location: Location, given: Path) -> Destination:
    """Return what writing to `given`, an absolute path, would reach. Only the file system is read, and nothing in it is
    changed.
    """
    straight = Path(os.path.normpath(given))
    try:
        # Some programs remove ".." before they follow links, some after: the graver destination counts.
        ends = tuple(dict.fromkeys((given.resolve(), straight.resolve(), straight.parent.resolve() / straight.name)))
    except (OSError, RuntimeError):
        return Destination(straight, straight, ActionClass.OUTSIDE, "a link that leads nowhere", True, False)
    found = [(_where(location, straight, path), path) for path in ends]
    (where, why), path = max(found, key=lambda entry: entry[0][0].severity)
    exists = os.path.lexists(path) and not location.run.made(path)
    return Destination(straight, path, where, why, exists, exists and _is_shared(path), ends)


def is_graver(location: Location, path: Path, folder: Path) -> bool:
    """Return whether to write to a path is graver than to write to the folder that it is in, other files apart."""
    return writing_to(location, path).where.severity > writing_to(location, folder).where.severity


def is_obeyed(location: Location, path: Path) -> bool:
    """Return whether programs obey a file or folder of the working folder by its own name, whatever it lies in: quickly, for
    all of a large folder. A file with a second name elsewhere may be one of the home's.
    """
    if _READ_AT_START.fullmatch(path.name) or path.name.casefold() in _CONFIGURING_FOLDERS:
        return True
    return path in location.run.guarded or (_is_shared(path) and is_configuring(path))


def is_configuring(path: Path, guarded: Iterable[Path] = ()) -> bool:
    """Return whether a program reads the file when it starts or obeys it, by its name, its folders, and what it is a link to."""
    if _READ_AT_START.fullmatch(path.name) or _CONFIGURING_FOLDERS.intersection(part.casefold() for part in path.parts):
        return True
    home = Path.home()
    if home / "bin" in (path, path.parent) or any(path.is_relative_to(item) for item in guarded):
        return True
    return os.path.lexists(path) and any(_is_same(path, home / name) for name in _HOME_STARTERS)


def _where(location: Location, given: Path, path: Path) -> tuple[ActionClass, str]:
    """Return where the path lies. A path through a link counts by where it ends, and by its own name where programs read that
    name.
    """
    guarded = tuple(item.resolve() for item in location.run.guarded)
    configures = is_configuring(path, guarded) or is_configuring(given, guarded)
    if configures and not _is_below_hidden_work(location, path):
        return ActionClass.SYSTEM, "a start-up or configuration file"
    home, work = Path.home().resolve(), location.working_folder.resolve()
    if path.is_relative_to(work) and work != home and not home.is_relative_to(work):
        return ActionClass.CREATE, ""
    if path.is_relative_to(home):
        hidden = any(part.startswith(".") for part in path.relative_to(home).parts)
        return (ActionClass.SYSTEM, "a hidden place of your home") if hidden else (ActionClass.CREATE, "")
    if _WINDOWS_FOLDERS.match(str(path)) or any(path.is_relative_to(folder) for folder in _SYSTEM_FOLDERS):
        return ActionClass.SYSTEM, "in a folder of the system"
    if path.is_relative_to(work):
        return ActionClass.CREATE, ""
    return ActionClass.OUTSIDE, "outside of your home and working folder"


def _is_below_hidden_work(location: Location, path: Path) -> bool:
    """Return whether the working folder is itself below ~/.local or the like, and the path is harmless by its part below the
    working folder. False below ~/.ssh.
    """
    work = location.working_folder.resolve()
    if not path.is_relative_to(work) or path.is_relative_to(Path.home().resolve() / ".ssh"):
        return False
    inside = Path("/", *path.relative_to(work).parts)
    return bool(_CONFIGURING_FOLDERS.intersection(part.casefold() for part in work.parts)) and not is_configuring(
        inside
    )


def _is_shared(path: Path) -> bool:
    """Return whether a file has a second name: writing to this one changes the other, wherever it is."""
    try:
        status = path.stat()
    except OSError:
        return False
    return path.is_file() and status.st_nlink > 1


def _is_same(path: Path, other: Path) -> bool:
    try:
        return path.samefile(other)
    except OSError:
        return False


def _holding(folder: Path) -> str:
    files = list(
        islice((path for path in folder.rglob("*") if not path.is_dir() or path.is_symlink()), _MOST_COUNTED + 1)
    )
    if not files:
        return "a folder without a file in it"
    more = (
        ""
        if len(files) <= _MOST_NAMED
        else f" and {'many' if len(files) > _MOST_COUNTED else len(files) - _MOST_NAMED} more"
    )
    return f"a folder with {', '.join(named(path.name) for path in files[:_MOST_NAMED])}{more} in it"


def described(path: Path) -> str:
    """Return the size of a file, and the day when it was changed; of a folder what it holds."""
    try:
        if path.is_dir() and not path.is_symlink():
            return _holding(path)
        status = path.stat()
    except OSError:
        return "a link that leads nowhere"
    size = f"{status.st_size} bytes" if status.st_size < 1000 else f"{round(status.st_size / 1000)} kB"
    changed = datetime.fromtimestamp(status.st_mtime).date()
    return f"{size}, changed {'today' if changed == date.today() else changed.isoformat()}"
