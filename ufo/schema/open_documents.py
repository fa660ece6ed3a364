"""Tells which document a window shows."""

from __future__ import annotations

from ufo.schema.patterns import regex
from ufo.schema.target import TargetInfo

_SHOWS = "document "
"""How the description of a window begins that shows a file."""
_TITLE_END = regex(r"\s+[-\u2013\u2014]\s+| \([~/]")
_WITH_FOLDER = regex(r"^(?P<name>.+?) \((?P<folder>[/~][^()]*)\)(?=$|\s+[-\u2013\u2014]\s)")
_APPLICATION = regex(r"\s+[-\u2013\u2014]\s+(?:(?!\s[-\u2013\u2014]\s).)*$")
_MARKS = "*\u2022\u25cf "


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
