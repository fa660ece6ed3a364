"""The detectors by name. One is a file and a row here; it is loaded when it first looks at a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import cast

from ufo.config.sections import SeeingSections
from ufo.dotted import load
from ufo.errors import ToolError
from ufo.platform.own_install import to_add_extension
from ufo.schema.picture import Picture
from ufo.schema.target import TargetInfo
from ufo.vision.detectors import GroundingService

DETECTORS: Mapping[str, str] = MappingProxyType(
    {
        "vision": "ufo_sight.local.detector:local_detector",
        "omniparser": "ufo_sight.omniparser.client:omniparser",
    }
)
"""Name in `control_backend` → "module:function"; the function takes the settings of seeing and returns a `GroundingService`."""
"""The command for the Python packages. The data of each language is a system package besides."""


class LazyDetector:
    """A detector that is made at its first look. If it cannot be made, every look tries again and raises ToolError, with the
    command that installs what is missing.
    """

    def __init__(self, name: str, settings: SeeingSections) -> None:
        self._name = name
        self._settings = settings
        self._made: GroundingService | None = None

    async def screen_parsing(self, picture: Picture, window: TargetInfo) -> Sequence[TargetInfo]:
        if self._made is None:
            self._made = self._make()
        return await self._made.screen_parsing(picture, window)

    def _make(self) -> GroundingService:
        try:
            return cast(GroundingService, load(DETECTORS[self._name])(self._settings))
        except ImportError as error:
            raise ToolError(
                f"the detector {self._name!r} cannot be loaded: {error}; {to_add_extension('sight')}"
            ) from error
