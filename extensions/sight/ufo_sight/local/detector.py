"""The local detector: OCR and picture analysis in this process. Nothing is downloaded, and no picture leaves the machine."""

from __future__ import annotations

import asyncio
import math
import os
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from PIL import Image

from ufo.config.sections import SeeingSections
from ufo.platform.allocator import MMAP_THRESHOLD, TRIM_THRESHOLD, set_option
from ufo.schema.picture import Picture
from ufo.schema.target import TargetInfo, TargetKind
from ufo.vision.detectors import Parsed
from ufo.vision.encode import decode
from ufo_sight.local.areas import Grey, areas_of, boxes, without_dots
from ufo_sight.local.arranged import arranged
from ufo_sight.local.controls import Scene, Seen
from ufo_sight.local.ink import (
    blobs,
    for_reading,
    ink_of,
    inked_share,
    without_borders,
    without_carets,
    without_dotted_lines,
    without_selection,
)
from ufo_sight.local.line_cache import LineCache, Reading
from ufo_sight.local.lines import lines_of
from ufo_sight.local.marks import OUTLINE, marks_of
from ufo_sight.local.ocr import Reader, Word

SOURCE = "vision"
_FENCE = 12
# A higher box holds a text or other controls, and is not a button, field or entry itself.
_CONTROL = 64
_DRAWN, _SOLID = 12, 0.62
_LARGE = 256 * 1024


class LocalGrounding:
    """Implements `ufo.vision.detectors.GroundingService`."""

    def __init__(self, reader: Reader, deadline_s: float = math.inf) -> None:
        """`deadline_s` bounds the time that reading takes in one look, in seconds."""
        self._reader = LineCache(reader)
        self._deadline_s = deadline_s
        # One thread for all callers: Tesseract cannot be used by two at once, and each thread would keep memory of its own.
        self._alone = ThreadPoolExecutor(1, "sight")

    async def screen_parsing(self, picture: Picture, window: TargetInfo) -> Sequence[TargetInfo]:
        return await asyncio.get_running_loop().run_in_executor(self._alone, self._see, picture)

    def _see(self, picture: Picture) -> Sequence[TargetInfo]:
        seen, left_out = self._look(decode(picture).convert("L"), time.monotonic() + self._deadline_s)
        ordered = sorted(seen, key=lambda control: (control.rect.y // 8, control.rect.x))
        return Parsed((_target(control, picture) for control in ordered), left_out)

    def see(self, image: Image.Image) -> list[Seen]:
        """Return all controls, however long it takes. Rectangles are in the picture's pixels."""
        return self._look(image.convert("L"), math.inf)[0]

    def _look(self, image: Image.Image, until: float) -> tuple[list[Seen], str]:
        """Return the controls, and in words what was left out when the time was over."""
        shown = np.asarray(image)
        areas = areas_of(shown)
        grey = without_selection(shown, areas)
        areas = areas if grey is shown else areas_of(grey)
        outlined = without_dots(grey)
        found = boxes(outlined, areas_of(outlined))
        ink = without_dotted_lines(ink_of(grey, areas))
        fences = [box.rect for box in found if min(box.rect.width, box.rect.height) >= _FENCE]
        clear = without_carets(without_borders(ink, fences), fences)
        small = [rect for rect in fences if rect.height <= _CONTROL]
        reading = self._reader.words(for_reading(clear), small, lambda: time.monotonic() >= until)
        lines = lines_of([word for word in reading.words if not _is_drawn(word, ink)], fences)
        drawn = list(blobs(clear))
        marks = marks_of(grey, ink, list(blobs(ink, 0, OUTLINE)), lines)
        return arranged(Scene(found, lines, marks, drawn, grey)), self._left_out(reading)

    def _left_out(self, reading: Reading) -> str:
        if not reading.left:
            return ""
        lines = f"{reading.left} of {reading.lines} lines of text were not read in {self._deadline_s:g} s"
        return f"{lines} (sight.deadline_s); look again and reading goes on"


def local_detector(settings: SeeingSections) -> LocalGrounding:
    """Return the local detector. Raises ToolError where OCR is not possible here, with the command that installs it."""
    sight = settings.sight
    # Large freed pieces go back to the system.
    for option in (MMAP_THRESHOLD, TRIM_THRESHOLD):
        set_option(option, _LARGE)
    return LocalGrounding(Reader(sight.languages, sight.tessdata, os.environ), sight.deadline_s)


def _is_drawn(word: Word, ink: Grey) -> bool:
    """Tell whether a word is a disc or a bar that OCR took for a letter: letters leave about half of their box empty."""
    rect = word.rect
    part = ink[max(0, rect.y) : rect.bottom, max(0, rect.x) : rect.right]
    return len(word.text) <= 2 and min(part.shape) >= _DRAWN and inked_share(part) > _SOLID


def _target(seen: Seen, picture: Picture) -> TargetInfo:
    return TargetInfo(
        kind=TargetKind.CONTROL,
        name=seen.name,
        type=seen.role,
        rect=seen.rect.moved(picture.rect.x, picture.rect.y).as_ltrb(),
        source=SOURCE,
        value=seen.value,
        states=seen.states,
        actions=() if seen.role == "Text" else ("press",),
    )
