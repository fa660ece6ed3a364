"""Tells how much of a new document stands in another one: a document that was saved under another name and changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable

from ufo.proof.difference.content import Content
from ufo.proof.difference.line_words import counted, unique
from ufo.proof.difference.told import Telling

_FEWEST = 3
"""Parts that two documents must share: a line or two is no likeness."""


def shared_parts(new: Content, other: Content) -> int:
    """Return how many filled paragraphs, lines or cells of the new document stand in the other one, where that is the greater
    part of both; 0 where it is not.
    """
    news, others = _parts(new), _parts(other)
    shared = (news & others).total()
    return shared if shared >= _FEWEST and shared * 2 > max(news.total(), others.total()) else 0


def told_likeness(new: Content, other: Content, name: str) -> Telling:
    """Tell that the new document is as the other one besides what differs. `name`: of the other one, quoted."""
    parts, others = _parts(new), _parts(other)
    shared = parts & others
    unit = "cell" if new.sheets else "line" if new.slides else new.unit
    many = counted(parts.total(), unit)
    as_there = f"all {many}" if shared == parts else f"{shared.total():,} of {many}"
    # One that has more than the new one is not the same, however much of the new one stands in it.
    how = "the same" if others.total() <= parts.total() else f"among the {others.total():,} there"
    telling = Telling("", f"new file, as {name}: {as_there} {how}", unique(text for _, text in shared))
    return telling.holding(
        cell
        for sheet in new.sheets
        for at, cell in sheet.sheet.cells.items()
        if ((sheet.name, at), cell.shown) in shared
    )


def _parts(content: Content) -> Counter[tuple[Hashable, str]]:
    cells = (
        ((sheet.name, at), cell.shown)
        for sheet in content.sheets
        for at, cell in sheet.sheet.cells.items()
        if cell.shown
    )
    lines = [*content.paragraphs, *(line for slide in content.slides for line in slide.paragraphs)]
    return Counter([*cells, *(("", line.text) for line in lines if line.text.strip())])
