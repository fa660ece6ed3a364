"""Reads the words in a picture with Tesseract, in this process."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image

from ufo.dotted import load
from ufo.errors import ToolError
from ufo.platform.own_install import to_add
from ufo.platform.packages import install_line
from ufo.schema.geometry import Rect

_PLACES = (
    "/usr/share/tesseract-ocr/5/tessdata",
    "/usr/share/tesseract-ocr/4.00/tessdata",
    "/usr/share/tessdata",
    "/usr/local/share/tessdata",
    "/opt/homebrew/share/tessdata",
)
# Letters on a screen are small for Tesseract, which was made for print.
_ENLARGED = 3
_LARGE_PICTURE = 1_600_000
_SPARSE_TEXT = 11
_WORD_LEVEL = 3
# Below this confidence, the word is a border, an icon or dirt.
_LEAST_SURE = 30.0


@dataclass(frozen=True, slots=True)
class Word:
    """A word. `rect` is in the picture's pixels, `sure` the confidence from 0 to 100."""

    text: str
    rect: Rect
    sure: float


class Reader:
    """Tesseract with its language data in memory. It must not be used by two threads at once."""

    def __init__(self, languages: str, tessdata: Path | None, environment: Mapping[str, str]) -> None:
        """Raises ToolError where the library or a language's data is missing, with the command that installs it."""
        folder = find_tessdata(languages, tessdata, environment)
        with _one_thread():
            try:
                library = load("tesserocr:PyTessBaseAPI")
            except ImportError as error:
                raise ToolError(f"tesserocr is missing ({error}); {to_add('tesserocr')}") from error
            try:
                self._api: Any = library(path=f"{folder}/", lang=languages, psm=_SPARSE_TEXT)
            except RuntimeError as error:
                raise ToolError(f"Tesseract cannot read {languages!r} from {folder}: {error}") from error

    def words(self, image: Image.Image, longest_s: float = 0) -> list[Word]:
        """Return the words from the top. `image` has dark letters on a light ground, or the other way round. `longest_s`: when to
        give up, 0 for never. Raises ToolError where that time is over.
        """
        if min(image.size) < 4:
            return []
        scale = _ENLARGED if image.width * image.height < _LARGE_PICTURE else _ENLARGED - 1
        enlarged = image.convert("L").resize((image.width * scale, image.height * scale), Image.Resampling.LANCZOS)
        self._api.SetImage(enlarged)
        self._api.SetSourceResolution(96 * scale)
        is_done = self._api.Recognize(round(longest_s * 1000))
        found = list(self._found(scale))
        self._api.Clear()
        if longest_s and not is_done:
            raise ToolError(f"the words could not be read within {longest_s:g} s; read a part of the picture")
        return found

    def _found(self, scale: int) -> Iterator[Word]:
        here = self._api.GetIterator()
        while here is not None:
            box = here.BoundingBox(_WORD_LEVEL)
            if box is not None:
                text, sure = here.GetUTF8Text(_WORD_LEVEL).strip(), here.Confidence(_WORD_LEVEL)
                if text and sure >= _LEAST_SURE:
                    left, top, right, bottom = box
                    edges = (left // scale, top // scale, -(-right // scale), -(-bottom // scale))
                    yield Word(text, Rect.from_ltrb(*edges), sure)
            if not here.Next(_WORD_LEVEL):
                return


def find_tessdata(languages: str, given: Path | None, environment: Mapping[str, str]) -> Path:
    """Return the first folder with the data of all `languages`. Raises ToolError with the command that installs them."""
    wanted = [name for name in languages.split("+") if name]
    prefix = environment.get("TESSDATA_PREFIX")
    places = [given] if given else [*([Path(prefix), Path(prefix, "tessdata")] if prefix else []), *map(Path, _PLACES)]
    for folder in places:
        if wanted and all((folder / f"{name}.traineddata").is_file() for name in wanted):
            return folder
    raise ToolError(f"no data to read {languages!r} here (in {places[0]}, …); {install_line(*packages_of(languages))}")


def packages_of(languages: str) -> tuple[str, ...]:
    """Return Debian's packages with the data of these languages."""
    names = [name.replace("_", "-") for name in languages.split("+") if name] or ["eng"]
    return tuple(f"tesseract-ocr-{name}" for name in names)


@contextmanager
def _one_thread() -> Iterator[None]:
    """Limit Tesseract to one thread while it is loaded, because its own threads make it slower. The variable is reset, so that
    programs started later do not inherit it.
    """
    name = "OMP_THREAD_LIMIT"
    before = os.environ.get(name)
    os.environ[name] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before
