"""Reads the words painted on one control from its picture. A picture that has not changed is not read again."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from PIL import Image, ImageOps, ImageStat

from ufo.config.settings import SightSettings
from ufo.errors import ToolError
from ufo.schema.picture import Frame
from ufo_sight.eye import digest
from ufo_sight.local.ocr import Reader
from ufo_sight.recent import Recent

_PREFIX = "TESSDATA_PREFIX"
_KEPT = 500
_BORDER, _ROOM, _HALF = 3, 12, 128
_log = logging.getLogger(__name__)


class PaintedWords:
    """Reads words with what `make` returns, called once in a thread of its own. Where that fails, nothing is read."""

    def __init__(self, make: Callable[[], Reader]) -> None:
        self._make = make
        self._alone = ThreadPoolExecutor(1, "painted")
        self._reader: Reader | None = None
        self._failed = False
        self._known: Recent[bytes, str] = Recent(_KEPT)

    def begin(self) -> None:
        """Load the language data in the background, so that the first press does not wait for it. What failed is tried again: the
        data may have been installed since.
        """
        self._alone.submit(self._begin)

    async def words(self, frame: Frame) -> str:
        """Return the words in the picture; "" where nothing can be read."""
        if frame.rect.is_empty:
            return ""
        key = digest(frame)[:16] + frame.rect.width.to_bytes(4, "little")
        known = self._known.get(key)
        if known is None:
            known = await asyncio.get_running_loop().run_in_executor(self._alone, self._read, frame)
            if not self._failed:
                self._known.put(key, known)
        return known

    def _begin(self) -> None:
        self._failed = False
        self._ready()

    def _ready(self) -> Reader | None:
        if self._reader is None and not self._failed:
            try:
                self._reader = self._make()
            except ToolError as error:
                self._failed = True
                _log.info("painted words of controls are not read: %s", error)
        return self._reader

    def _read(self, frame: Frame) -> str:
        reader = self._ready()
        if reader is None:
            return ""
        size = frame.rect.width, frame.rect.height
        image = Image.frombuffer("RGB", size, frame.pixels, "raw", "BGRX", 0, 1)
        return " ".join(word.text for word in reader.words(_prepared(image)))


def _prepared(image: Image.Image) -> Image.Image:
    """Return the picture dark on light, without the control's own border and with a margin: letters at an edge are misread."""
    inner = image.convert("L")
    if min(inner.size) > 4 * _BORDER:
        inner = inner.crop((_BORDER, _BORDER, inner.width - _BORDER, inner.height - _BORDER))
    clear = ImageOps.autocontrast(inner, cutoff=1)
    if ImageStat.Stat(clear).median[0] < _HALF:
        clear = ImageOps.invert(clear)
    return ImageOps.expand(clear, _ROOM, fill=int(ImageStat.Stat(clear).median[0]))


def painted_words(settings: SightSettings) -> PaintedWords:
    """Return those of the process: the language data is read once, which takes 60 ms, for all runs in it."""
    return _of_process(settings.languages, settings.tessdata, os.environ.get(_PREFIX))


@cache
def _of_process(languages: str, tessdata: Path | None, prefix: str | None) -> PaintedWords:
    environment = {} if prefix is None else {_PREFIX: prefix}
    return PaintedWords(lambda: Reader(languages, tessdata, environment))
