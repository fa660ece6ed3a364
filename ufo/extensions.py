"""Finds parts that a user adds from outside of this package: agents, tool servers, backends, providers, what
understands where a request is to be done, and what reads windows, menus and knowledge.

A part is named in the settings, either by dotted path ("package.module:name") or by the name of an entry point that an
installed package declares in its group. Nothing is imported that neither the settings nor `ufo` itself names, and only
settings that the person trusts may name anything (ufo/config/origin.py).
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from importlib import invalidate_caches
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any

from ufo.dotted import load
from ufo.errors import ConfigError
from ufo.platform.own_install import to_add_extension


class Group(StrEnum):
    """The entry point groups, one for each kind of part."""

    AGENTS = "ufo.agents"
    TOOLS = "ufo.tools"
    BACKENDS = "ufo.backends"
    COMMANDS = "ufo.commands"
    DOCUMENTS = "ufo.documents"
    HELP = "ufo.help"
    MENUS = "ufo.menus"
    OPERATORS = "ufo.operators"
    PLACES = "ufo.places"
    PROVIDERS = "ufo.providers"
    READERS = "ufo.readers"
    RECORDERS = "ufo.recorders"
    RETRIEVERS = "ufo.retrievers"
    SIGHT = "ufo.sight"


@dataclass(frozen=True, slots=True)
class Extension:
    """A package of `extensions/` in our repository. `without` tells what a person misses who has `ufo` alone; `brings` names its
    entry points.
    """

    folder: str
    without: str
    brings: Mapping[Group, tuple[str, ...]]


OURS = (
    Extension(
        "browser",
        "pages of Chromium are worked by their controls alone: no tables, tabs, downloads or settings of the browser by tools; "
        "`ufo attach` is not there",
        MappingProxyType({Group.TOOLS: ("BrowserExecutor",), Group.COMMANDS: ("attach",)}),
    ),
    Extension(
        "computer_use",
        "no model works by sight alone with the computer tools of OpenAI and Anthropic",
        MappingProxyType({Group.OPERATORS: ("computer_use",)}),
    ),
    Extension(
        "core_fonts",
        "windows that it knows are read by the detector, with its mistakes",
        MappingProxyType({Group.READERS: ("core_fonts",)}),
    ),
    Extension(
        "gtk_menus",
        "a program without a menu bar tells its menus only when one is open",
        MappingProxyType({Group.MENUS: ("gtk_menus",)}),
    ),
    Extension(
        "guides",
        "`ufo learn` is not there, no help of a program is read by itself, and the web is not searched; what was learned is told "
        "as before",
        MappingProxyType({Group.COMMANDS: ("learn",), Group.HELP: ("installed",), Group.RETRIEVERS: ("web",)}),
    ),
    Extension(
        "libreoffice",
        "LibreOffice and Microsoft Office are worked on the screen alone, and what an open document holds is read and checked "
        "once it is saved",
        MappingProxyType(
            {
                Group.TOOLS: (
                    "WriterUnoExecutor",
                    "CalcUnoExecutor",
                    "OfficeUnoExecutor",
                    "DrawingsUnoExecutor",
                    "WordCOMExecutor",
                    "ExcelCOMExecutor",
                    "PowerPointCOMExecutor",
                ),
                Group.DOCUMENTS: ("libreoffice", "microsoft"),
            }
        ),
    ),
    Extension(
        "media",
        "GIMP and media players are worked by their windows alone, and no sound or video file is made of another",
        MappingProxyType({Group.TOOLS: ("GimpExecutor", "MediaExecutor")}),
    ),
    Extension(
        "planner",
        "there is no model `builtin`, and a model is also asked where a request names the one application that is open",
        MappingProxyType({Group.PROVIDERS: ("builtin",), Group.PLACES: ("english",)}),
    ),
    Extension(
        "recording",
        "nothing that a person does is recorded: no `ufo record`, no `ufo demo`, and no record of a take-over",
        MappingProxyType({Group.COMMANDS: ("record", "demo", "demo_replay"), Group.RECORDERS: ("takeovers",)}),
    ),
    Extension(
        "sight",
        "windows without an accessibility tree are not read from their pictures, nor words painted on buttons, nor scanned pages",
        MappingProxyType({Group.SIGHT: ("sight",), Group.TOOLS: ("ScanExecutor",)}),
    ),
)
"""Our own packages. Whoever installs `ufo` alone has none, and it goes on without what they do."""


def is_dotted(name: str) -> bool:
    """Tell whether a name is a dotted path, "package.module:name"."""
    module, colon, attribute = name.partition(":")
    return bool(colon) and all(part.isidentifier() for part in (*module.split("."), *attribute.split(".")))


def is_installed(path: str) -> bool:
    """Tell, without importing it, whether the package that a dotted path begins with is there."""
    return find_spec(path.partition(":")[0].partition(".")[0]) is not None


def is_known(group: Group, name: str) -> bool:
    """Tell, without importing it, whether a name is a dotted path or an entry point of the group."""
    return is_dotted(name) or bool(_declared(group, name))


def installed(group: Group) -> tuple[str, ...]:
    """Return the names of the group's entry points."""
    return tuple(sorted({point.name for point in _points(group, tuple(sys.path))}))


def ours(group: Group, name: str) -> Extension | None:
    """Return the package of ours that declares that entry point, installed or not."""
    return next((extension for extension in OURS if name in extension.brings.get(group, ())), None)


def missing(group: Group, name: str) -> Extension | None:
    """Return the package of ours that declares that entry point, where it is not installed here."""
    extension = ours(group, name)
    return None if extension is None or is_known(group, name) else extension


def is_missing(group: Group, name: str) -> bool:
    """Tell whether a name is of an extension of ours that is not installed here: `ufo` goes on without what it does."""
    return missing(group, name) is not None


def not_installed() -> tuple[Extension, ...]:
    """Return the packages of ours that are not installed here."""
    return tuple(
        extension
        for extension in OURS
        if any(is_missing(group, name) for group, names in extension.brings.items() for name in names)
    )


def look_again() -> None:
    """Forget what was found installed: something was installed meanwhile."""
    _points.cache_clear()
    invalidate_caches()


def to_install(extension: Extension) -> str:
    """Return the command that installs an extension of ours."""
    return to_add_extension(extension.folder)


def find(group: Group, name: str) -> Any:
    """Import the part of that name. Raises ConfigError where there is none, and where its module cannot be imported."""
    try:
        if is_dotted(name):
            return load(name)
        declared = _declared(group, name)
        if len({entry_point.value for entry_point in declared}) > 1:
            places = ", ".join(sorted(entry_point.value for entry_point in declared))
            raise ConfigError(f"several packages declare {name!r} in '{group}'; name one by its dotted path: {places}")
        if declared:
            return declared[0].load()
    except ConfigError:
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001 a module from outside may raise anything while it is imported
        said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise ConfigError(
            f"{name!r} cannot be imported ({said}); install its package where ufo is installed, or correct the name"
        ) from error
    known = ", ".join(installed(group)) or "none"
    if extension := ours(group, name):
        raise ConfigError(
            f"{name!r} is of an extension of ufo that is not installed here; to install it: {to_install(extension)}"
        )
    raise ConfigError(
        f"{name!r} is neither a dotted path (package.module:name) nor an entry point in '{group}'; installed: {known}"
    )


def _declared(group: Group, name: str) -> list[EntryPoint]:
    return list(_points(group, tuple(sys.path)).select(name=name))


@lru_cache(maxsize=len(Group))
def _points(group: Group, path: tuple[str, ...]) -> EntryPoints:
    """Return what is declared on that path. Each name of the settings is looked up, and each time would take milliseconds."""
    return entry_points(group=group)
