"""Finds the help that applications installed by themselves, and which application a help file belongs to."""

from __future__ import annotations

import glob
import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from ufo.cli.named_application import VERSION
from ufo.desktop.private.environment_filter import sessionless_environment

_OFFICE = "libreoffice"
_OFFICE_PARTS = {
    "scalc": ("libreoffice-calc",), "swriter": ("libreoffice-writer",), "simpress": ("libreoffice-impress",),
    "sdraw": ("libreoffice-draw",), "smath": ("libreoffice-math",), "sdatabase": ("libreoffice-base",),
    "schart": (_OFFICE,), "shared": (_OFFICE,),
}  # fmt: skip
"""The folders of LibreOffice's help and the application of each. "libreoffice" is every one of them."""
_SEARCH_S = 10.0
_MOST_PACKAGES = 6
_SECTIONS = ("1", "6", "8")
"""Of the manual: programs, games, and those of the system."""


@dataclass(frozen=True, slots=True)
class HelpFolder:
    """A folder with help or a file of it, and the application that it belongs to."""

    path: Path
    application: str


@dataclass(frozen=True, slots=True)
class Places:
    """Where a system keeps help. `root`: the folder above /usr. `languages`: the person's, the best first, as "pt_BR"."""

    root: Path = Path("/")
    languages: tuple[str, ...] = ()

    @property
    def share(self) -> Path:
        return self.root / "usr/share"


def languages_of(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the languages that help may be in, the person's first, then English."""
    told = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    locale = told.partition(".")[0].partition("@")[0]
    own = () if locale in ("", "C", "POSIX") else (locale, locale.partition("_")[0])
    return tuple(dict.fromkeys((*own, "en_US", "en", "C")))


def help_of(application: str, names: Iterable[str], places: Places) -> list[HelpFolder]:
    """Return the folders with an application's help, in one language each, and its manual page. `names`: what else it is called,
    such as the id of its desktop file.
    """
    if application == _OFFICE or application.startswith(f"{_OFFICE}-"):
        return _office_help(application, places)
    called = list(dict.fromkeys(_spellings([application, *names])))
    found = [
        *_freedesktop_help(called, places),
        *_own_folders(called, places),
        *_registered(called, places),
        *_manual(called, places),
    ]
    distinct = {path.resolve(): path for path in reversed(found)}
    return [HelpFolder(path, application) for path in found if distinct.get(path.resolve()) is path]


def owner_of(file: Path, places: Places) -> str | None:
    """Return the application that a help file belongs to by its place: "" for all, None where the place does not tell."""
    parts = file.parts
    if "help" in parts and "libreoffice" in parts and "text" in parts:
        folder = parts[parts.index("text") + 1] if parts.index("text") + 1 < len(parts) else ""
        return _OFFICE_PARTS.get(folder, (_OFFICE,))[0]
    for base in (places.share / "help", places.share / "gnome/help"):
        if file.is_relative_to(base):
            inside = file.relative_to(base).parts
            at = 1 if base.name == "help" and base.parent == places.share else 0
            return inside[at] if len(inside) > at else None
    return None


def packages_with_help(application: str, names: Iterable[str], languages: Iterable[str]) -> list[str]:
    """Return the Debian packages whose names promise help for an application, as this machine's own lists have them."""
    apt = shutil.which("apt-cache")
    if apt is None:
        return []
    spellings = "|".join(
        re.escape(spelling) for spelling in _spellings([application.partition("-")[0], application, *names])
    )
    try:
        done = subprocess.run(
            [apt, "search", "--names-only", f"^({spellings})-(help|doc|docs|manual|user-guide)"],
            env=sessionless_environment(os.environ), stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=_SEARCH_S, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return []
    found = [line.partition(" ")[0] for line in done.stdout.splitlines() if line]
    wanted = [language.lower().replace("_", "-") for language in languages]
    in_language = [package for package in found if any(package.endswith(f"-{language}") for language in wanted)]
    return (in_language or found)[:_MOST_PACKAGES]


def _spellings(names: Iterable[str]) -> Iterator[str]:
    for name in names:
        for text in (name, name.lower(), VERSION.sub("", name.lower()), name.rpartition(".")[2].lower()):
            if text:
                yield text


def _freedesktop_help(names: Iterable[str], places: Places) -> Iterator[Path]:
    """Yield folders of the freedesktop.org help system: share/help/LANGUAGE/NAME, and where it was before."""
    for name in names:
        for language in places.languages:
            for folder in (places.share / "help" / language / name, places.share / "gnome/help" / name / language):
                if folder.is_dir():
                    yield folder
                    break
            else:
                continue
            break


def _own_folders(names: Iterable[str], places: Places) -> Iterator[Path]:
    """Yield folders that an application keeps below its own: share/NAME/…/help/LANGUAGE."""
    for name in names:
        own = places.share / name
        for pattern in ("help", "*/help", "doc", "*/doc", "manual"):
            for folder in sorted(own.glob(pattern)) if own.is_dir() else ():
                inside = next(
                    (folder / language for language in places.languages if (folder / language).is_dir()), None
                )
                if inside is not None or any(folder.glob("*.html")):
                    yield inside or folder


def _registered(names: Iterable[str], places: Places) -> Iterator[Path]:
    """Yield what is registered with doc-base, and HTML among a package's documents."""
    for name in names:
        for folder in (places.share / "doc" / name / "html", places.share / "doc" / f"{name}-doc" / "html"):
            inside = next((folder / language for language in places.languages if (folder / language).is_dir()), folder)
            if inside.is_dir():
                yield inside


def _manual(names: Iterable[str], places: Places) -> Iterator[Path]:
    """Yield the manual page of a program: share/man/LANGUAGE/man1/NAME.1.gz, in English without the language."""
    man = places.share / "man"
    for name in names:
        for folder in (*(man / language for language in places.languages), man):
            pages = [
                page for part in _SECTIONS for page in sorted(folder.glob(f"man{part}/{glob.escape(name)}.{part}*"))
            ]
            if pages:
                yield pages[0]
                break


def _office_help(application: str, places: Places) -> list[HelpFolder]:
    """Return the folders of LibreOffice's help, in Debian's layout: help/LANGUAGE/text/PART."""
    base = next(
        (
            folder
            for language in places.languages
            if (folder := places.share / "libreoffice/help" / language.replace("_", "-") / "text").is_dir()
        ),
        None,
    )
    if base is None:
        return []
    wanted = [
        HelpFolder(base / part, owners[0])
        for part, owners in _OFFICE_PARTS.items()
        if owners[0] in (application, _OFFICE) or application == _OFFICE
    ]
    return [help_folder for help_folder in wanted if help_folder.path.is_dir()]
