"""What finds controls in pictures: detectors for any window, and readers that know windows of a kind exactly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, Self

from ufo.schema.picture import Frame, Picture
from ufo.schema.target import TargetInfo


class Parsed(tuple[TargetInfo, ...]):
    """The result of a detector that did not see everything. `left_out` says in words what it left out, "" for nothing."""

    left_out: str

    def __new__(cls, seen: Iterable[TargetInfo], left_out: str = "") -> Self:
        made = super().__new__(cls, seen)
        made.left_out = left_out
        return made


class GroundingService(Protocol):
    """Finds controls that are missing from the accessibility tree. Those of ours are in the extension `sight`."""

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
