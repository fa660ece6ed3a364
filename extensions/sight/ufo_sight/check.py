"""The check of `ufo doctor`: the detector that the settings choose is shown a button."""

from __future__ import annotations

import time

from PIL import Image, ImageDraw

from ufo.config.sections import SeeingSections
from ufo.errors import UfoError
from ufo.platform.own_install import to_add_extension
from ufo.platform.packages import install_line
from ufo.schema.geometry import Rect
from ufo.schema.health import Check
from ufo.schema.picture import Picture
from ufo.schema.target import TREE_SOURCES, TargetInfo, TargetKind
from ufo.vision.encode import png_of
from ufo_sight.detectors import LazyDetector
from ufo_sight.local.ocr import packages_of

_WORD = "Continue"


async def check(settings: SeeingSections) -> Check:
    """Check the detector. A failure counts only where a setting asks for a detector: windows with a tree are worked without
    one.
    """
    named = settings.system.control_backend
    name = "omniparser" if settings.omniparser.endpoint and "vision" not in named else "vision"
    title = f"sight ({name})"
    if set(named) <= TREE_SOURCES:
        return Check(title, None, "not used: `control_backend` is the tree alone")
    failed = None if named == ("auto",) and name == "vision" else False
    if name == "vision":
        mend = f"{to_add_extension('sight')}; {install_line(*packages_of(settings.sight.languages))}"
    else:
        mend = "start it, or correct omniparser.endpoint"
    picture = _button()
    window = TargetInfo(kind=TargetKind.WINDOW, name="ufo doctor", rect=picture.rect.as_ltrb())
    began = time.perf_counter()
    try:
        seen = await LazyDetector(name, settings).screen_parsing(picture, window)
    except UfoError as error:
        return Check(title, failed, str(error), mend)
    if not any(_WORD.casefold() in target.name.casefold() for target in seen):
        told = ", ".join(target.name for target in seen) or "nothing"
        return Check(title, failed, f"a button that says {_WORD!r} was seen as: {told}", mend)
    return Check(title, True, f"read a button in {time.perf_counter() - began:.2f} s")


def _button() -> Picture:
    image = Image.new("RGB", (320, 120), "#e0e0e0")
    pen = ImageDraw.Draw(image)
    pen.rectangle((90, 40, 230, 80), "#f4f4f4", "#707070")
    pen.text((160, 60), _WORD, "black", font_size=16, anchor="mm")
    return png_of(image, Rect(0, 0, 320, 120))
