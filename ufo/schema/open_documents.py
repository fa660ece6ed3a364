"""Finds which of the documents that windows show a text names, in any language and script."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ufo.schema.file_names import path_meant
from ufo.schema.patterns import any_case, regex
from ufo.schema.target import TargetInfo
from ufo.text.fold import literal
from ufo.text.literal_names import named

_SHOWS = "document "
"""How the description of a window begins that shows a file."""
_TITLE_END = regex(r"\s+[-\u2013\u2014]\s+| \([~/]")
_WITH_FOLDER = regex(r"^(?P<name>.+?) \((?P<folder>[/~][^()]*)\)(?=$|\s+[-\u2013\u2014]\s)")
_APPLICATION = regex(r"\s+[-\u2013\u2014]\s+(?:(?!\s[-\u2013\u2014]\s).)*$")
_MARKS = "*\u2022\u25cf "
_FILE = any_case(r"\w\.[a-z][a-z0-9]{1,4}(?![a-z0-9_])|://")


def document_of(window: TargetInfo) -> str:
    """Return the name of the file that the window shows, as it is told of it or as its title begins; "" where it shows none."""
    told = window.description or ""
    name = (told if told.startswith(_SHOWS) else _TITLE_END.split(window.name.strip(_MARKS))[0]).rpartition("/")[2]
    return name if "." in name.strip(".") else ""


def place_of_document(window: TargetInfo) -> str:
    """Return the path of the document that the window shows, as it is told of it or as its title has it; "" where neither does.
    `~` stays.
    """
    told = window.description or ""
    if told.startswith(_SHOWS):
        return told.removeprefix(_SHOWS)
    title = window.name.strip(_MARKS)
    beside = _WITH_FOLDER.match(title)
    if beside is not None:
        return f"{beside['folder'].rstrip('/')}/{beside['name']}"
    return _APPLICATION.sub("", title).rstrip(_MARKS) if title.startswith(("/", "~/")) else ""


def is_another(window: TargetInfo, meant: Path, folder: Path, *, otherwise: bool = True) -> bool:
    """Tell whether the window shows another document than the file that is meant, though its name is the same: a document is its
    path. `otherwise`: what is told of a window that tells no path.
    """
    place = place_of_document(window)
    return path_meant(place, folder).resolve() != meant.resolve() if place else otherwise


def documents_named(text: str, windows: Sequence[TargetInfo]) -> tuple[tuple[TargetInfo, ...], str]:
    """Return the windows whose documents the text names, and the text without these names."""
    shown = {window: document_of(window) for window in windows}
    names = named(text, dict.fromkeys(filter(None, shown.values())))
    rest = literal(text).casefold()
    for name in names:
        rest = rest.replace(literal(name).casefold(), " ")
    return tuple(window for window, name in shown.items() if name in names), rest


def names_a_file(text: str) -> bool:
    """Tell whether a text may name a file or an address."""
    return bool(_FILE.search(text))
