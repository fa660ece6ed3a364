"""The ends that only a condition of their own kind proves. That a file is there, or what its paragraphs say, shows neither that
a word is bold nor that the rows are sorted; and its existence does not show what was written into it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Literal

from ufo.schema.predicate import (
    DocumentPredicate,
    ElementPredicate,
    FilePredicate,
    PagePredicate,
    Predicate,
    path_on_disk,
)
from ufo.schema.tool_facts import Makes, ToolFacts
from ufo.verify.typed_text import SHORTEST

Kind = Literal["looks", "sheets", "cells", "contents", "entries"]
"""`contents`: what was written into a document; `entries`: what was written into a field, as a step to something else."""
WRITTEN: frozenset[Kind] = frozenset({"contents", "entries"})

_CONTENTS = ("cells", "chart", "paragraph", "lacks", "without", "key")
_OUTSIDE = ("pages", "width", "height", "sheets", "property")
_OF_CELLS = frozenset({"sorted", "shows", "formula", "value type", "rows"})
"""The properties of a sheet that are about its rows."""

_MADE: Mapping[Makes, Kind] = MappingProxyType({Makes.LOOKS: "looks", Makes.SHEETS: "sheets", Makes.CELLS: "cells"})


def kind_made(facts: ToolFacts) -> Kind | None:
    """Return the only kind of condition that proves what the tool makes, or None where other kinds do as well."""
    return _MADE.get(facts.makes)


def kinds_told(predicate: Predicate) -> frozenset[Kind]:
    kinds: dict[Kind, bool] = {"contents": _states_contents(predicate), "entries": not is_bare(predicate)}
    if isinstance(predicate, DocumentPredicate):
        kinds["looks"] = predicate.property is not None and predicate.property not in _OF_CELLS
        kinds["sheets"] = predicate.sheets is not None
        kinds["cells"] = predicate.cells is not None or predicate.property in _OF_CELLS
    return frozenset(kind for kind, is_told in kinds.items() if is_told)


def is_bare(predicate: Predicate) -> bool:
    """Tell whether it says of a file or document only that it is there."""
    if isinstance(predicate, FilePredicate):
        return predicate.contains is None
    return isinstance(predicate, DocumentPredicate) and not _any_of((*_CONTENTS, *_OUTSIDE), predicate)


def has_to_do_with(predicate: Predicate, texts: Sequence[str]) -> bool:
    """Tell whether what it states of a file is about these texts: a file that something else wrote shows nothing of them."""
    if path_on_disk(predicate) is None or not texts:
        return True
    fields = predicate.model_dump(
        include={"contains", "paragraph", "lacks", "without", "value", "cells", "chart_refers_to"}
    )
    stated = [_plain(one) for value in fields.values() for one in _strings(value)]
    written = [_plain(text) for text in texts]
    return any(one == text or _holds(one, text) or _holds(text, one) for one in stated for text in written)


def _holds(text: str, part: str) -> bool:
    """Tell whether the part is in the text. A short part does not count, as many texts have it by chance."""
    return len(part) >= SHORTEST and part in text


def _strings(value: object) -> list[str]:
    if isinstance(value, list | tuple):
        return [text for one in value for text in _strings(one)]
    return [str(value)] if value is not None else []


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def _states_contents(predicate: Predicate) -> bool:
    if isinstance(predicate, FilePredicate):
        return predicate.contains is not None
    if isinstance(predicate, ElementPredicate):
        # The application itself chose the name of what appeared in the window.
        return predicate.exists
    if isinstance(predicate, PagePredicate):
        return predicate.exists and (predicate.contains is not None or predicate.field is not None)
    return isinstance(predicate, DocumentPredicate) and (predicate.property == "shows" or _any_of(_CONTENTS, predicate))


def _any_of(names: tuple[str, ...], predicate: DocumentPredicate) -> bool:
    return any(getattr(predicate, name) is not None for name in names)
