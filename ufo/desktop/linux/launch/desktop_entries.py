"""Finds installed applications, by the Desktop Entry Specification, and programs on the path."""

from __future__ import annotations

import configparser
import difflib
import os
import shlex
import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath

from ufo.desktop.values import Application
from ufo.errors import LaunchFailed

_SECTION = "Desktop Entry"
_NEAR_NAMES = 5


@dataclass(frozen=True, slots=True)
class Entry:
    """One desktop file. `wm_class` is the class that its windows report; a hidden entry is not offered but can be named."""

    application: Application
    hidden: bool
    wm_class: str


def installed(environment: Mapping[str, str]) -> tuple[Entry, ...]:
    """Return every entry of the desktop's data folders. The first file with an id wins, as the specification requires."""
    return Installed(environment).entries()


class Installed:
    """Reads the installed entries repeatedly; a file that has not changed is not read again."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._folders = _folders(environment)
        self._languages = _languages(environment)
        self._path = environment.get("PATH", os.defpath)
        self._known: dict[str, tuple[_Stamp, _ParsedFile | None]] = {}
        self.by_class: Mapping[str, str] = {}
        """The programs by the class of their windows, as of the last read."""

    def entries(self) -> tuple[Entry, ...]:
        found: dict[str, Entry | None] = {}
        known: dict[str, tuple[_Stamp, _ParsedFile | None]] = {}
        for folder in self._folders:
            for file, stamp in _desktop_files(folder):
                name = file.removeprefix(folder).strip("/").removesuffix(".desktop").replace("/", "-")
                if name not in found:
                    before = self._known.get(file)
                    said = before[1] if before and before[0] == stamp else _read(file, name, self._languages)
                    known[file] = stamp, said
                    found[name] = said.entry if said and shutil.which(said.tried, path=self._path) else None
        self._known = known
        entries = tuple(entry for entry in found.values() if entry is not None)
        self.by_class = programs_by_class(entries)
        return entries


_Stamp = tuple[int, int, int]
"""Inode number, size and modification time in ns of a file; they differ after the file was written again."""


@dataclass(frozen=True, slots=True)
class _ParsedFile:
    """What a desktop file says, whether its program is installed or not. `tried` is the program that has to be on the path."""

    entry: Entry
    tried: str


def _desktop_files(folder: str) -> Iterator[tuple[str, _Stamp]]:
    """Yield the desktop files of a folder and its subfolders, sorted, with their stamps."""
    try:
        inside = sorted(os.scandir(folder), key=lambda path: path.path)
    except OSError:
        return
    for item in inside:
        try:
            if item.is_dir(follow_symlinks=False):
                yield from _desktop_files(item.path)
            elif item.name.endswith(".desktop"):
                about = item.stat()
                yield item.path, (about.st_ino, about.st_size, about.st_mtime_ns)
        except OSError:
            continue


def programs_by_class(entries: Iterable[Entry]) -> dict[str, str]:
    """Map desktop file ids and window classes, in lower case, to the program that each starts; windows are named by it."""
    programs: dict[str, str] = {}
    for entry in entries:
        program = PurePath(entry.application.command[0]).name.lower()
        for name in (entry.application.id.lower(), entry.wm_class.lower()):
            if name:
                programs.setdefault(name, program)
    return programs


def resolve(program: str, entries: Iterable[Entry], environment: Mapping[str, str]) -> Entry:
    """Return the entry for an id, a name as the menu shows it, a program on the path or a file. Raises LaunchFailed with
    similar names.
    """
    entries = tuple(entries)
    wanted = program.strip().casefold().removesuffix(".desktop")
    for exact in (_ids, _commands, _names):
        for entry in entries:
            if wanted in exact(entry):
                return entry
    path = shutil.which(program, path=environment.get("PATH", os.defpath)) if program.strip() else None
    if path:
        return Entry(Application(PurePath(program).name, PurePath(program).name, (path,)), True, "")
    known = {
        word: entry.application.id for entry in entries for word in (*_ids(entry), *_names(entry), *_commands(entry))
    }
    near = dict.fromkeys(known[word] for word in difflib.get_close_matches(wanted, known, _NEAR_NAMES * 2, 0.55))
    hint = (
        f"similar names: {', '.join(list(near)[:_NEAR_NAMES])}"
        if near
        else "list the applications to see what is installed"
    )
    raise LaunchFailed(f"no application or program {program!r} is installed; {hint}")


def command_line(command: tuple[str, ...], arguments: tuple[str, ...]) -> tuple[str, ...]:
    """Fill in the field codes. A command without one gets the arguments at its end."""
    line: list[str] = []
    taken = False
    for part in command:
        if part in ("%f", "%F", "%u", "%U"):
            line += arguments if not taken else ()
            taken = True
        elif part in ("%i", "%c", "%k", "%d", "%D", "%n", "%N", "%v", "%m"):
            continue
        else:
            line.append(part.replace("%%", "%"))
    return (*line, *(() if taken else arguments))


def _ids(entry: Entry) -> tuple[str, ...]:
    return (entry.application.id.casefold(),)


def _names(entry: Entry) -> tuple[str, ...]:
    return tuple(text.casefold() for text in (entry.application.name, entry.wm_class) if text)


def _commands(entry: Entry) -> tuple[str, ...]:
    """Return the program of a command that needs no arguments, and nothing for other commands: "libreoffice" stands for many
    applications.
    """
    command = [part for part in entry.application.command if not part.startswith("%")]
    return (PurePath(command[0]).name.casefold(),) if len(command) == 1 else ()


def _folders(environment: Mapping[str, str]) -> tuple[str, ...]:
    home = environment.get("XDG_DATA_HOME") or str(Path(environment.get("HOME") or "/") / ".local/share")
    shared = environment.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    return tuple(str(Path(folder) / "applications") for folder in (home, *shared.split(":")) if folder)


def _languages(environment: Mapping[str, str]) -> tuple[str, ...]:
    locale = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    locale = locale.partition(".")[0].partition("@")[0]
    return tuple(dict.fromkeys(text for text in (locale, locale.partition("_")[0]) if text))


def _read(file: str, name: str, languages: tuple[str, ...]) -> _ParsedFile | None:
    """Read a desktop file; None where it is no application."""
    parser = configparser.RawConfigParser(delimiters=("=",), comment_prefixes=("#",), strict=False)
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # typeshed types it as a method; keys keep their case
    try:
        parser.read_string(Path(file).read_text(encoding="utf-8", errors="replace"))
        command = tuple(shlex.split(parser.get(_SECTION, "Exec", fallback="")))
    except (OSError, configparser.Error, ValueError):
        return None
    if not command or parser.get(_SECTION, "Type", fallback="") != "Application":
        return None
    entry = dict(parser.items(_SECTION))
    if entry.get("Hidden") == "true":
        return None
    application = Application(
        id=name,
        name=_localised(entry, "Name", languages) or name,
        command=command,
        generic_name=_localised(entry, "GenericName", languages),
        keywords=_words(_localised(entry, "Keywords", languages), entry.get("Keywords", ""), entry.get("Name", "")),
        mime_types=_words(entry.get("MimeType", "")),
        categories=_words(entry.get("Categories", "")),
    )
    # A program that runs in a terminal shows no window of its own.
    hidden = "true" in (entry.get("NoDisplay"), entry.get("Terminal"))
    return _ParsedFile(Entry(application, hidden, entry.get("StartupWMClass", "")), entry.get("TryExec") or command[0])


def _localised(entry: Mapping[str, str], key: str, languages: tuple[str, ...]) -> str:
    return next(
        (entry[f"{key}[{language}]"] for language in languages if f"{key}[{language}]" in entry), entry.get(key, "")
    )


def _words(*lists: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word.strip() for words in lists for word in words.split(";") if word.strip()))
