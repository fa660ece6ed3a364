"""Reads windows that are grids of letters, such as terminals, letter by letter where they use the screen's own fonts."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from threading import Lock
from weakref import finalize

from Xlib.display import Display
from Xlib.error import ConnectionClosedError, XError

from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame
from ufo.schema.target import LETTER_BY_LETTER, TargetInfo, TargetKind
from ufo.vision.detectors import WindowText
from ufo_core_fonts.cells import CellReader, CellText
from ufo_core_fonts.grid import CellGrid, GlyphSheet
from ufo_core_fonts.server_fonts import ServerFonts

# Words with one or two spaces between them belong together, as in a sentence; columns of a list are further apart.
_TOGETHER = re.compile(r"\S+(?: {1,2}\S+)*")
# Fewer unread cells are characters that the font draws differently; more may be a menu that covers the text.
_LEAST_LEFT = 6
_ANSWER_S = 10.0


class CoreFontReader:
    """Implements `ufo.vision.detectors.WindowReader`. `environment` is the desktop's; without a DISPLAY nothing is read."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._name = environment.get("DISPLAY", "")
        self._display: Display | None = None
        self._asking = Lock()
        self._cells = CellReader()
        self._sheets: dict[tuple[int, int], tuple[GlyphSheet, ...]] = {}

    async def read(self, window_id: str, frame: Frame) -> WindowText | None:
        if not self._name:
            return None
        async with asyncio.timeout(_ANSWER_S):
            return await asyncio.to_thread(self._read, window_id, frame)

    def _read(self, window_id: str, frame: Frame) -> WindowText | None:
        grid = self._grid(window_id)
        text = self._cells.read(frame, grid) if grid is not None else None
        if grid is None or text is None:
            return None
        is_all = len(text.unread) < _LEAST_LEFT and frame.rect.intersection(grid.area) == frame.rect
        return WindowText(
            tuple(_targets(text, grid)), _how(text), None if is_all else self._cells.rest(frame, grid, text)
        )

    def _grid(self, window_id: str) -> CellGrid | None:
        with self._asking:
            try:
                return ServerFonts(self._connection(), self._sheets).grid(window_id)
            except XError:
                # The window is gone; whoever looks next is told so.
                return None
            except ConnectionClosedError:
                self._display = None
                raise

    def _connection(self) -> Display:
        """Return the connection, which is kept: opening one costs as much as reading a window. It ends with this reader."""
        if self._display is None:
            self._display = Display(self._name)
            # A request without an answer reports its error late, to this handler.
            self._display.set_error_handler(lambda _error, _request: None)
            finalize(self, _close, self._display).atexit = False
        return self._display


def _close(display: Display) -> None:
    # The server may be gone before the reader.
    with suppress(ConnectionClosedError):
        display.close()


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
