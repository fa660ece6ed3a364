"""Finds which of the documents that windows show a text names, in any language and script."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ufo.schema.file_names import path_meant
from ufo.schema.open_documents import document_of, place_of_document
from ufo.schema.patterns import any_case
from ufo.schema.target import TargetInfo
from ufo.text.fold import literal
from ufo.text.literal_names import named

_FILE = any_case(r"\w\.[a-z][a-z0-9]{1,4}(?![a-z0-9_])|://")


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
