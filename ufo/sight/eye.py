"""What detectors make out in windows. What did not change since the last look is not looked at again."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from ufo.errors import UfoError
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame
from ufo.schema.target import TargetInfo
from ufo.vision.encode import png
from ufo.vision.grounding import GroundingService
from ufo.vision.merge import merge
from ufo.vision.texture import changed_regions

# Around what changed: letters that touch it belong to the same word.
_MARGIN = 12
# From this share of changed pixels on, a look at the parts costs more than one at the whole.
_MOST = 0.6


@dataclass(frozen=True, slots=True)
class Sight:
    """`targets` have screen rectangles and no ids. `failures` say which detector saw nothing, and why."""

    targets: tuple[TargetInfo, ...]
    failures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Seen:
    frame: Frame
    sight: Sight


class Eye:
    """`detectors` are asked in this order, and of two that see the same the first is believed.

    With `first_only`, a later one is asked only where those before it failed.
    """

    def __init__(
        self, detectors: Sequence[GroundingService], overlap: float = 0.1, *, first_only: bool = False
    ) -> None:
        self._detectors = tuple(detectors)
        self._overlap = overlap
        self._first_only = first_only
        self._seen: dict[str, _Seen] = {}

    async def look(self, window: TargetInfo, key: str, frame: Frame) -> Sight:
        """`frame` is what is to be looked at; `key` says of which window, so that the last look at it is known."""
        last = self._seen.get(key)
        if last is not None and last.frame == frame:
            return last.sight
        sight = await self._renewed(window, last, frame) if last else None
        sight = sight or await self._detect(window, frame)
        if sight.failures and not sight.targets:
            self._seen.pop(key, None)
        else:
            self._seen[key] = _Seen(frame, sight)
        return sight

    async def _renewed(self, window: TargetInfo, last: _Seen, frame: Frame) -> Sight | None:
        """The last look with its changed parts looked at again; None where the whole is to be looked at."""
        if last.frame.rect != frame.rect or last.sight.failures:
            return None
        changed = await asyncio.to_thread(lambda: list(changed_regions(last.frame, frame)))
        regions = _grown(changed, last.sight.targets, frame.rect)
        if sum(region.area for region in regions) > frame.rect.area * _MOST:
            return None
        kept = [one for one in last.sight.targets if not _touches(one, regions)]
        for region in regions:
            part = await self._detect(window, frame.cropped(region))
            if part.failures:
                return None
            kept += part.targets
        return Sight(tuple(kept))

    async def _detect(self, window: TargetInfo, frame: Frame) -> Sight:
        picture = await asyncio.to_thread(png, frame)
        found: list[TargetInfo] = []
        failures: list[str] = []
        for detector in self._detectors:
            try:
                seen = await detector.screen_parsing(picture, window)
            except UfoError as error:
                failures.append(str(error))
                continue
            found = merge(found, seen, self._overlap)
            if self._first_only:
                break
        return Sight(tuple(one.model_copy(update={"id": None}) for one in found), tuple(failures))


def _grown(changed: Sequence[Rect], targets: Sequence[TargetInfo], whole: Rect) -> list[Rect]:
    """Each region with a margin and with all that was seen in it, as a whole; those that meet are one."""
    regions = [_with_margin(rect).intersection(whole) for rect in changed]
    boxes = [target.bounds for target in targets if target.bounds is not None]
    grew = True
    while grew:
        grew = False
        joined: list[Rect] = []
        for rect in regions:
            region = rect
            for box in [*boxes, *joined]:
                if not box.intersection(region).is_empty and box.union(region) != region:
                    region, grew = box.union(region), True
            joined = [one for one in joined if one.intersection(region).is_empty]
            joined.append(region)
        regions = joined
    return [region.intersection(whole) for region in regions]


def _with_margin(rect: Rect) -> Rect:
    return Rect(rect.x - _MARGIN, rect.y - _MARGIN, rect.width + 2 * _MARGIN, rect.height + 2 * _MARGIN)


def _touches(target: TargetInfo, regions: Sequence[Rect]) -> bool:
    rect = target.bounds
    return rect is not None and any(not rect.intersection(region).is_empty for region in regions)
