"""Finds a detector by its name. A detector is one file and one row; it is loaded when it first looks at a picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from ufo.config.sections import SeeingSections
from ufo.dotted import load
from ufo.errors import ToolError
from ufo.schema.picture import Picture
from ufo.schema.target import TargetInfo
from ufo.vision.grounding import GroundingService

DETECTORS: Mapping[str, str] = {
    "vision": "ufo.vision.local.detector:local_detector",
    "omniparser": "ufo.vision.omniparser.client:omniparser",
}
"""Name in `control_backend` → "module:function"; the function takes the settings of seeing and returns a `GroundingService`."""


class LazyDetector:
    """A detector that is made at its first look. If it cannot be made, every look tries again and reports what is missing."""

    def __init__(self, make: Callable[[], GroundingService]) -> None:
        self._make = make
        self._made: GroundingService | None = None

    async def screen_parsing(self, picture: Picture, window: TargetInfo) -> Sequence[TargetInfo]:
        if self._made is None:
            self._made = self._make()
        return await self._made.screen_parsing(picture, window)


def detector(name: str, settings: SeeingSections) -> GroundingService:
    """Return the detector of that name. Its first look raises ToolError where something that it needs is missing, with the
    command that installs it.
    """

    def make() -> GroundingService:
        try:
            return cast(GroundingService, load(DETECTORS[name])(settings))
        except ImportError as error:
            raise ToolError(f"the detector {name!r} cannot be loaded: {error}; {INSTALL}") from error

    return LazyDetector(make)


INSTALL = "pip install 'ufo-desktop-agent[sight]' (make setup does it)"
"""The command for the Python packages. The data of each language is a system package besides."""
