"""Our own detector: reading and picture analysis in this process. Nothing is downloaded, no picture leaves the machine."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Sequence

import numpy as np
from PIL import Image

from ufo.config.settings import Settings
from ufo.schema.picture import Picture
from ufo.schema.target import TargetInfo, TargetKind
from ufo.vision.encode import decode
from ufo.vision.local.areas import Grey, areas_of, without_dots
from ufo.vision.local.controls import Scene, Seen
from ufo.vision.local.ink import (
    blobs,
    for_reading,
    ink_of,
    inked_share,
    without_borders,
    without_carets,
    without_dotted_lines,
)
from ufo.vision.local.lines import lines_of
from ufo.vision.local.marks import OUTLINE, marks_of
from ufo.vision.local.reading import Reader, Word
from ufo.vision.local.regions import boxes
from ufo.vision.local.rereading import Rereader

SOURCE = "vision"
_FENCE = 12
_DRAWN, _SOLID = 12, 0.62


class LocalGrounding:
    """Implements `ufo.vision.grounding.GroundingService`."""

    def __init__(self, reader: Reader) -> None:
        self._reader = Rereader(reader)
        self._alone = threading.Lock()

    async def screen_parsing(self, picture: Picture, window: TargetInfo) -> Sequence[TargetInfo]:
        return await asyncio.to_thread(self._see, picture)

    def _see(self, picture: Picture) -> list[TargetInfo]:
        with self._alone:
            seen = self.see(decode(picture))
        ordered = sorted(seen, key=lambda one: (one.rect.y // 8, one.rect.x))
        return [_target(one, picture) for one in ordered]

    def see(self, image: Image.Image) -> list[Seen]:
        """Rectangles are in the picture's own pixels."""
        grey: Grey = np.asarray(image.convert("L"))
        outlined = without_dots(grey)
        found = boxes(outlined, areas_of(outlined))
        ink = without_dotted_lines(ink_of(grey, areas_of(grey)))
        fences = [box.rect for box in found if min(box.rect.width, box.rect.height) >= _FENCE]
        clear = without_carets(without_borders(ink, fences), fences)
        words = [one for one in self._reader.words(for_reading(clear)) if not _is_drawn(one, ink)]
        lines = lines_of(words, fences)
        drawn = list(blobs(clear))
        marks = marks_of(grey, ink, list(blobs(ink, 0, OUTLINE)), lines)
        return Scene(found, lines, marks, drawn, image.size).controls()


def local_detector(settings: Settings) -> LocalGrounding:
    """Raises ToolError where reading is not possible here, with the command that mends it."""
    sight = settings.sight
    return LocalGrounding(Reader(sight.languages, sight.tessdata, os.environ))


def _is_drawn(word: Word, ink: Grey) -> bool:
    """A disc or a bar that was taken for a letter: letters leave half of their box empty."""
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
