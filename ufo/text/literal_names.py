"""Finds names in a text letter for letter, in any script: which of the files that are there does a request name?

A name is found by what is there, and not by a pattern of what may stand in a name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ufo.text.fold import literal
from ufo.text.scripts import belong

IN_NAMES = frozenset("-_./~\\")


def named(text: str, names: Iterable[str], folder: str = "") -> tuple[str, ...]:
    """Return those of the names that stand in the text, as a whole and in any case. One that stands only within a longer one of
    them does not count: "march export.csv" is not "export.csv". `folder`: where they lie, for names with their whole path.
    """
    said = literal(text).casefold()
    spans: dict[str, set[tuple[int, int]]] = {}
    for name in names:
        for written in (name, f"{folder.rstrip('/')}/{name}") if folder else (name,):
            wanted = literal(written).casefold()
            found = {(at, at + len(wanted)) for at in places(said, wanted) if stands_alone(said, at, at + len(wanted))}
            spans[name] = spans.get(name, set()) | found
    taken = {span for found in spans.values() for span in found}
    return tuple(name for name, found in spans.items() if any(not _is_within(span, taken) for span in found))


def _is_within(span: tuple[int, int], others: set[tuple[int, int]]) -> bool:
    return any(start <= span[0] and span[1] <= end and (start, end) != span for start, end in others)


def places(text: str, wanted: str) -> Iterator[int]:
    """Yield where the text begins that is looked for."""
    at = text.find(wanted) if wanted else -1
    while at >= 0:
        yield at
        at = text.find(wanted, at + 1)


def stands_alone(text: str, start: int, end: int) -> bool:
    """Tell whether a name there is neither a part of a longer word nor of a longer path or name."""
    before = text[start - 1] if start else ""
    return not (before in IN_NAMES or (before and belong(before, text[start])) or goes_on(text, end))


def is_part(text: str, start: int, end: int) -> bool:
    """Tell whether what stands there is a part of a longer word."""
    return (start > 0 and belong(text[start - 1], text[start])) or (
        end < len(text) and belong(text[end - 1], text[end])
    )


def goes_on(text: str, end: int) -> bool:
    """Tell whether a name goes on behind its end: "a.txt" in "a.txt.bak" does, and in "a.txt." it does not."""
    if end >= len(text):
        return False
    if text[end] in IN_NAMES:
        return end + 1 < len(text) and text[end + 1].isalnum()
    return belong(text[end - 1], text[end])
