"""Finds a detector by its name. A detector is one file and one row; it is loaded when a picture is first looked at."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from ufo.config.settings import Settings
from ufo.dotted import load
from ufo.errors import ToolError
from ufo.schema.picture import Picture
from ufo.schema.target import TargetInfo
from ufo.vision.grounding import GroundingService

DETECTORS: Mapping[str, str] = {
    "vision": "ufo.vision.local.detector:local_detector",
    "omniparser": "ufo.vision.omniparser.client:omniparser",
}
"""Name in `control_backend` → "module:function", which takes the settings and gives a `GroundingService`."""


class LazyDetector:
    """Made at the first look. What cannot be made says what is missing at each look, as it may be mended meanwhile."""

    def __init__(self, make: Callable[[], GroundingService]) -> None:
        self._make = make
        self._made: GroundingService | None = None

    async def screen_parsing(self, picture: Picture, window: TargetInfo) -> Sequence[TargetInfo]:
        if self._made is None:
            self._made = self._make()
        return await self._made.screen_parsing(picture, window)


def detector(name: str, settings: Settings) -> GroundingService:
    """Its first look raises ToolError where something that it needs is missing, with the command that mends it."""

    def make() -> GroundingService:
        try:
            return cast(GroundingService, load(DETECTORS[name])(settings))
        except ImportError as error:
            raise ToolError(f"the detector {name!r} cannot be loaded: {error}; {INSTALL}") from error

    return LazyDetector(make)


INSTALL = "pip install 'ufo-desktop-agent[sight]' (make setup does it)"
"""Python packages of an extra; a language's data is a package of the system besides."""
