"""Leaves out what a text document shows as deleted: text that was taken away while changes are recorded stays in the document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..api import each


def has_deletions(document: Any) -> bool:
    return any(str(redline.RedlineType) == "Delete" for redline in each(document.Redlines))


def kept_text(document: Any) -> str:
    """Return the text as it reads once all recorded changes are accepted, cells of tables included."""
    return "".join(_Kept().read(document.Text))[:-1]


class _Kept:
    """A deletion may begin in one paragraph and end in another one, which joins the two."""

    def __init__(self) -> None:
        self._open = 0

    def read(self, text: Any) -> Iterator[str]:
        for part in each(text):
            if part.supportsService("com.sun.star.text.Paragraph"):
                yield from self._portions(part)
                yield "" if self._open else "\n"
            elif part.supportsService("com.sun.star.text.TextTable"):
                for name in part.CellNames:
                    yield from self.read(part.getCellByName(name))

    def _portions(self, paragraph: Any) -> Iterator[str]:
        for portion in each(paragraph):
            if portion.TextPortionType == "Redline" and portion.RedlineType == "Delete":
                self._open = max(0, self._open + (1 if portion.IsStart else -1))
            elif not self._open:
                yield str(portion.String)
