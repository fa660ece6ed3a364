"""Where controls are found by sight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ufo.schema.picture import Picture
from ufo.schema.target import TargetInfo


class GroundingService(Protocol):
    """Finds controls that the accessibility tree does not tell of. Those that ship are in `detectors.py`."""

    async def screen_parsing(self, picture: Picture, window: TargetInfo) -> Sequence[TargetInfo]:
        """What is seen in `picture`, which shows `window`.

        `rect`s are screen pixels (`picture.rect` tells where the picture lies), ids are given later, and `source` names
        the detector. Nothing found is an empty sequence; a detector that fails raises ToolError.
        """
        ...
