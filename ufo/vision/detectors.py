"""What finds controls in pictures: detectors for any window, and readers that know windows of a kind exactly.

A detector is one file and one row here; it is loaded when it first looks at a picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, Self, cast

from ufo.config.sections import SeeingSections
from ufo.dotted import load
from ufo.errors import ToolError
from ufo.schema.picture import Frame, Picture
from ufo.schema.target import TargetInfo

DETECTORS: Mapping[str, str] = {
    "vision": "ufo.vision.local.detector:local_detector",
    "omniparser": "ufo.vision.omniparser.client:omniparser",
}
"""Name in `control_backend` → "module:function"; the function takes the settings of seeing and returns a `GroundingService`."""


class Parsed(tuple[TargetInfo, ...]):
    """The result of a detector that did not see everything. `left_out` says in words what it left out, "" for nothing."""

    left_out: str

    def __new__(cls, seen: Iterable[TargetInfo], left_out: str = "") -> Self:
        made = super().__new__(cls, seen)
        made.left_out = left_out
        return made


class GroundingService(Protocol):
    """Finds controls that are missing from the accessibility tree. The services that ship are in `detectors.py`."""

    async def screen_parsing(self, picture: Picture, window: TargetInfo) -> Sequence[TargetInfo]:
        """Return the controls seen in `picture`, which shows `window`. Nothing found is an empty sequence.

        Each `rect` is in screen coordinates (`picture.rect` says where the picture lies), ids are given later, and `source`
        names the detector. A detector that fails raises ToolError; one that runs out of time returns a `Parsed` that says
        what it left out.
        """
        ...


@dataclass(frozen=True, slots=True)
class WindowText:
    """What was read of a window. `targets` have screen rectangles and no ids. `note` says how it was read. `rest` is the picture
    without what was read; None where nothing is left to look at.
    """

    targets: tuple[TargetInfo, ...]
    note: str
    rest: Frame | None


class WindowReader(Protocol):
    """Reads windows of a kind exactly, before a detector looks at them. `sight.readers` names them (ufo/extensions.py); each is
    made with the environment of the desktop, which names its X server.
    """

    async def read(self, window_id: str, frame: Frame) -> WindowText | None:
        """Read the window, which `frame` shows in screen coordinates. Return None for a window of another kind."""
        ...


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
    """Return the detector of that name. Its first look raises ToolError, with the command that installs what is missing."""

    def make() -> GroundingService:
        try:
            return cast(GroundingService, load(DETECTORS[name])(settings))
        except ImportError as error:
            raise ToolError(f"the detector {name!r} cannot be loaded: {error}; {INSTALL}") from error

    return LazyDetector(make)


INSTALL = "pip install 'ufo-desktop-agent[sight]' (make setup does it)"
"""The command for the Python packages. The data of each language is a system package besides."""
