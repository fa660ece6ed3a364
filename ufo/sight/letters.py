"""Reads windows that are grids of letters, such as terminals, letter by letter where they use the screen's own fonts."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ufo.desktop.backend import Desktop
from ufo.dotted import load
from ufo.schema.cells import CellGrid
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame
from ufo.schema.target import LETTER_BY_LETTER, TargetInfo, TargetKind
from ufo.sight.eye import Sight, digest
from ufo.sight.recent import Recent

if TYPE_CHECKING:
    # The import needs numpy, which comes with the extra `sight`.
    from ufo.vision.local.ocr.cells import CellReader, CellText

_READER = "ufo.vision.local.ocr.cells:CellReader"
_WINDOWS = 4
# Words with one or two spaces between them belong together, as in a sentence; columns of a list are further apart.
_TOGETHER = re.compile(r"\S+(?: {1,2}\S+)*")
# Fewer unread cells are characters that the font draws differently; more may be a menu that covers the text.
_LEAST_LEFT = 6
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Lettered:
    """The result of a reading. `rest` is a picture of what was not read; None where nothing is left to look at."""

    sight: Sight
    rest: Frame | None


class Letters:
    def __init__(self, desktop: Desktop) -> None:
        self._desktop = desktop
        self._reader: CellReader | None = None
        self._is_missing = False
        self._read: Recent[str, tuple[bytes, Lettered | None]] = Recent(_WINDOWS)

    async def look(self, window_id: str, frame: Frame) -> Lettered | None:
        """Read the window. Return None where it is not a grid of letters, or its letters are not from the screen's own fonts."""
        grid = None if self._is_missing else await self._desktop.cells(window_id)
        if grid is None or not grid.sheets:
            return None
        now = await asyncio.to_thread(digest, frame)
        last = self._read.get(window_id)
        if last is not None and last[0] == now:
            return last[1]
        read = await asyncio.to_thread(self._lettered, frame, grid)
        self._read.put(window_id, (now, read))
        return read

    def _lettered(self, frame: Frame, grid: CellGrid) -> Lettered | None:
        if self._reader is None:
            try:
                self._reader = load(_READER)()
            except ImportError as error:
                _log.debug("Letters are not compared: %s", error)
                self._is_missing = True
                return None
        text = self._reader.read(frame, grid)
        if text is None:
            return None
        sight = Sight(tuple(_targets(text, grid)), notes=(_how(text),))
        is_all = len(text.unread) < _LEAST_LEFT and frame.rect.intersection(grid.area) == frame.rect
        return Lettered(sight, None if is_all else self._reader.rest(frame, grid, text))


def _how(text: CellText) -> str:
    said = f"its {text.drawn} letters were each compared with those of its font ({text.font}) and are exact"
    unsure = len(text.doubtful)
    return f"{said}, except {unsure} that are in doubt" if unsure else said


def _targets(text: CellText, grid: CellGrid) -> Iterator[TargetInfo]:
    """Yield the whole text as one control, and the groups of words in each line as texts of their own."""
    width, height = grid.cell
    columns = max((len(line) for line in text.lines), default=0)
    area = Rect(*text.first, max(1, text.columns) * width, max(1, len(text.lines)) * height)
    places = [place for place in text.doubtful if place[1] < columns]
    yield TargetInfo(
        kind=TargetKind.CONTROL,
        name="terminal",
        type="Terminal",
        rect=area.as_ltrb(),
        source=LETTER_BY_LETTER,
        value="\n".join(text.lines).rstrip("\n"),
        states=("editable", "focusable"),
        actions=("press",),
        doubt=_doubt(len(places)),
    )
    for number, line in enumerate(text.lines):
        for found in _TOGETHER.finditer(line):
            left, right = found.span()
            rect = Rect(text.first[0] + left * width, text.first[1] + number * height, (right - left) * width, height)
            unsure = sum((number, column) in text.doubtful for column in range(left, right))
            yield TargetInfo(
                kind=TargetKind.CONTROL,
                name=found.group(),
                type="Text",
                rect=rect.as_ltrb(),
                source=LETTER_BY_LETTER,
                doubt=_doubt(unsure),
            )


def _doubt(letters: int) -> str | None:
    return f"{letters} of its letters match several characters or none" if letters else None
