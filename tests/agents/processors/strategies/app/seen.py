"""A detector that sees what it was told, in the place of one that looks at pictures."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.errors import ToolError
from ufo.schema.picture import Picture
from ufo.schema.target import TargetInfo, TargetKind


def seen(name: str, rect: tuple[int, int, int, int]) -> TargetInfo:
    return TargetInfo(kind=TargetKind.CONTROL, name=name, type="Image", rect=rect, source="eye")


class Eye:
    def __init__(self, *found: TargetInfo) -> None:
        self.found = found
        self.asked: list[tuple[Picture, TargetInfo]] = []

    async def screen_parsing(self, picture: Picture, window: TargetInfo) -> Sequence[TargetInfo]:
        self.asked.append((picture, window))
        return self.found


class BlindEye:
    async def screen_parsing(self, picture: Picture, window: TargetInfo) -> Sequence[TargetInfo]:
        raise ToolError("the detector does not answer")
