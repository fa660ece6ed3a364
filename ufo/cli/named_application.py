"""Finds the application that a person names, installed or not, by its root: the name under which its windows are known."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import PurePath

from ufo.desktop.linux.launch.desktop_entries import Entry, installed, resolve
from ufo.errors import LaunchFailed

VERSION = re.compile(r"-\d+(?:\.\d+)*$")
"""The version at the end of an application's name."""
_REVERSE_DOMAIN = re.compile(r"(?:[a-z0-9_-]+\.){2,}[A-Za-z0-9_-]+", re.IGNORECASE)
_PARTS = re.compile(r"[-._\s]")


@dataclass(frozen=True, slots=True)
class NamedApplication:
    """`root`: the application root, without a version. `names`: what else it is called. `problem`: why it is not installed, ""
    where it is.
    """

    root: str
    names: tuple[str, ...] = ()
    problem: str = ""


def named_application(name: str) -> NamedApplication:
    """Return the application of a name: an id, a name of the menu, a program, or the last part of one ("calc")."""
    environment = dict(os.environ)
    entries = installed(environment)
    wanted = name.strip().lower()
    entry = next((entry for entry in entries if application_of(entry) == wanted), None) or _by_last_part(
        wanted, entries
    )
    if entry is None:
        try:
            entry = resolve(name, entries, environment)
        except LaunchFailed as error:
            return NamedApplication(wanted, problem=str(error))
    program = entry.application.command[0].rpartition("/")[2]
    return NamedApplication(application_of(entry), (entry.application.id, program))


def application_of(entry: Entry) -> str:
    """Return the application root of an installed application, without version and ending: "gimp-2.10" is "gimp"."""
    program = PurePath(entry.application.command[0]).name.lower().removesuffix(".exe")
    own = entry.wm_class.lower()
    return VERSION.sub("", own if own and not _REVERSE_DOMAIN.fullmatch(own) else program)


def _by_last_part(wanted: str, entries: tuple[Entry, ...]) -> Entry | None:
    found = {
        application_of(entry): entry for entry in entries if _PARTS.split(entry.application.id.lower())[-1] == wanted
    }
    return next(iter(found.values())) if len(found) == 1 else None
