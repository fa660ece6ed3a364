"""The Grounding protocol: finds controls by sight."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, Self

from ufo.schema.picture import Picture
from ufo.schema.target import TargetInfo


class Parsed(tuple[TargetInfo, ...]):
    """What a detector made out that has not seen all: `left_out` says what it left, in words, "" where nothing."""

    left_out: str

    def __new__(cls, seen: Iterable[TargetInfo], left_out: str = "") -> Self:
        made = super().__new__(cls, seen)
        made.left_out = left_out
        return made


class GroundingService(Protocol):
    """Finds controls that the accessibility tree does not tell of. Those that ship are in `detectors.py`."""

    async def screen_parsing(self, picture: Picture, window: TargetInfo) -> Sequence[TargetInfo]:
        """What is seen in `picture`, which shows `window`.

        `rect`s are screen pixels (`picture.rect` tells where the picture lies), ids are given later, and `source` names
        the detector. Nothing found is an empty sequence; a detector that fails raises ToolError, and one that came
        to the end of its time gives a `Parsed` that says what it left out.
        """
        ...
