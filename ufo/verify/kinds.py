"""Ends that only a condition of their own kind tells of: that the file is there, or what its paragraphs say, shows neither that a
word is bold nor that the rows are sorted; and that it is there does not show what was written into it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from ufo.schema.predicate import DocumentPredicate, ElementPredicate, FilePredicate, PagePredicate, Predicate

Kind = Literal["looks", "sheets", "cells", "contents", "entries"]
"""`contents`: what a document was given; `entries`: what a field was, which leads to something else."""
WRITTEN: frozenset[Kind] = frozenset({"contents", "entries"})

_CONTENTS = ("cells", "chart", "paragraph", "lacks", "without", "key")
_OUTSIDE = ("pages", "width", "height", "sheets", "look")

_MADE_BY: Mapping[str, Kind] = MappingProxyType(
    {
        "format_text": "looks",
        "format_cells": "looks",
        "change_sheets": "sheets",
        "change_lines": "cells",
        "sort_table": "cells",
    }
)


def kind_made(function: str) -> Kind | None:
    """Of what the tool is for; None where what came of it may show in other ways."""
    return _MADE_BY.get(function)


def kinds_told(predicate: Predicate) -> frozenset[Kind]:
    told: dict[Kind, bool] = {"contents": _states_contents(predicate), "entries": not is_bare(predicate)}
    if isinstance(predicate, DocumentPredicate):
        told["looks"] = predicate.look is not None
        told["sheets"] = predicate.sheets is not None
        told["cells"] = predicate.cells is not None
    return frozenset(kind for kind, is_told in told.items() if is_told)


def is_bare(predicate: Predicate) -> bool:
    """Whether it says of a file or document only that it is there."""
    if isinstance(predicate, FilePredicate):
        return predicate.contains is None
    return isinstance(predicate, DocumentPredicate) and not _any_of((*_CONTENTS, *_OUTSIDE), predicate)


def _states_contents(predicate: Predicate) -> bool:
    if isinstance(predicate, FilePredicate):
        return predicate.contains is not None
    if isinstance(predicate, ElementPredicate):
        # The name of what came to be in the window is the application's own word.
        return predicate.exists
    if isinstance(predicate, PagePredicate):
        return predicate.exists and (predicate.contains is not None or predicate.field is not None)
    return isinstance(predicate, DocumentPredicate) and _any_of(_CONTENTS, predicate)


def _any_of(names: tuple[str, ...], predicate: DocumentPredicate) -> bool:
    return any(getattr(predicate, name) is not None for name in names)
