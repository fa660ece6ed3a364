"""Ends that only a condition of their own kind tells of: that the file is there, or what its paragraphs say, shows neither that a
word is bold nor that the rows are sorted."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from ufo.schema.predicate import DocumentPredicate, Predicate

Kind = Literal["looks", "sheets", "cells"]

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
    if not isinstance(predicate, DocumentPredicate):
        return frozenset()
    told: dict[Kind, object] = {"looks": predicate.look, "sheets": predicate.sheets, "cells": predicate.cells}
    return frozenset(kind for kind, stated in told.items() if stated is not None)
