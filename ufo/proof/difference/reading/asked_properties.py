"""Asks the readers of the table of properties for properties of an opened file that stand for it or for a part of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ufo.conditions.readers.query import Asked, Readers
from ufo.errors import ToolError, UnreadableDocument
from ufo.proof.difference.content import UNSAID


def properties_of(
    file: object, readers: Readers, names: Iterable[str], *, sheet: str = "", start: str = "", page: int = 0
) -> Iterator[tuple[str, str]]:
    """Iterate over (name, value) of the properties that the file tells; with a range in its name for `start`. What a file does
    not say has the value UNSAID.
    """
    for name in names:
        if name not in readers:
            continue
        try:
            found = [reading.value for reading in readers[name](file, Asked(name, sheet=sheet, start=start, page=page))]
        except (UnreadableDocument, ToolError, ValueError, KeyError, IndexError):
            found = [UNSAID]
        if found:
            yield (f"{name} of {start}" if start else name), ", ".join(dict.fromkeys(found))
