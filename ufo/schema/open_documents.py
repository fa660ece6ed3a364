"""Finds which of the documents that windows show a text names, in any language and script."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.schema.literal_names import folded, named
from ufo.schema.patterns import any_case, regex
from ufo.schema.target import TargetInfo

_SHOWS = "document "
"""How the description of a window begins that shows a file."""
_TITLE_END = regex(r"\s+[-\u2013\u2014]\s+| \([~/]")
_MARKS = "*\u2022\u25cf "
_FILE = any_case(r"\w\.[a-z][a-z0-9]{1,4}(?![a-z0-9_])|://")


def document_of(window: TargetInfo) -> str:
    """Return the name of the file that the window shows, as it is told of it or as its title begins; "" where it shows none."""
    told = window.description or ""
    name = (told if told.startswith(_SHOWS) else _TITLE_END.split(window.name.strip(_MARKS))[0]).rpartition("/")[2]
    return name if "." in name.strip(".") else ""


def documents_named(text: str, windows: Sequence[TargetInfo]) -> tuple[tuple[TargetInfo, ...], str]:
    """Return the windows whose documents the text names, and the text without these names."""
    shown = {window: document_of(window) for window in windows}
    names = named(text, dict.fromkeys(filter(None, shown.values())))
    rest = folded(text).casefold()
    for name in names:
        rest = rest.replace(folded(name).casefold(), " ")
    return tuple(window for window, name in shown.items() if name in names), rest


def names_a_file(text: str) -> bool:
    """Tell whether a text may name a file or an address."""
    return bool(_FILE.search(text))
