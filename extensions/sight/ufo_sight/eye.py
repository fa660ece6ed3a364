"""Runs the detectors on windows, and on tooltips without words. A picture that has not changed is not looked at again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b

from ufo.desktop.snapshot import Element, Snapshot
from ufo.errors import NotActionable, UfoError
from ufo.faults import Part
from ufo.schema.picture import Frame
from ufo.schema.target import TargetInfo, TargetKind
from ufo.vision.detectors import GroundingService, Parsed
from ufo.vision.encode import png
from ufo.vision.merge import merge
from ufo_sight.recent import Recent

_WINDOWS = 4
_REST_S = 60.0

_log = logging.getLogger(__name__)
_READ = "its words were read from its picture"


@dataclass(frozen=True, slots=True)
class Sight:
    """What the detectors saw. `targets` have screen rectangles and no ids. `failures` name the detectors that failed, with the
    reason. `cut` tells what was left out for lack of time, and `notes` how it was seen, where that matters.
    """

    targets: tuple[TargetInfo, ...]
    failures: tuple[str, ...] = ()
    cut: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Seen:
    look: bytes
    sight: Sight


class Eye:
    """Runs `detectors` in this order. Where two of them see the same thing, the first one counts.

    With `first_only`, a later detector is asked only where those before it failed.
    """

    def __init__(
        self, detectors: Sequence[GroundingService], overlap: float = 0.1, *, first_only: bool = False
    ) -> None:
        self._detectors = tuple(detectors)
        self._overlap = overlap
        self._first_only = first_only
        self._seen: Recent[str, _Seen] = Recent(_WINDOWS)
        self._resting: dict[int, tuple[float, str]] = {}

    async def look(self, window: TargetInfo, key: str, frame: Frame) -> Sight:
        """Return what is seen in `frame`. `key` names the window, so that its last look can be reused."""
        last = self._seen.get(key)
        look = await asyncio.to_thread(digest, frame)
        if last is not None and last.look == look:
            return last.sight
        sight = await self._detect(window, frame)
        if (sight.targets or not sight.failures) and not sight.cut:
            self._seen.put(key, _Seen(look, sight))
        return sight

    async def _detect(self, window: TargetInfo, frame: Frame) -> Sight:
        picture = await asyncio.to_thread(png, frame)
        found: list[TargetInfo] = []
        failures: list[str] = []
        cuts: list[str] = []
        for place, detector in enumerate(self._detectors):
            if tired := self._why_resting(place):
                failures.append(tired)
                continue
            seen: Sequence[TargetInfo] | None = None
            try:
                with Part(_log, f"looking at the picture by {type(detector).__name__}", failures):
                    seen = await detector.screen_parsing(picture, window)
            except UfoError as error:
                failures.append(str(error))
            if seen is None:
                self._resting[place] = (asyncio.get_running_loop().time() + _REST_S, failures[-1])
                continue
            cuts += [seen.left_out] if isinstance(seen, Parsed) and seen.left_out else []
            found = merge(found, seen, self._overlap)
            if self._first_only:
                break
        targets = tuple(target.model_copy(update={"id": None}) for target in found)
        return Sight(targets, tuple(failures), "; ".join(cuts))

    def _why_resting(self, place: int) -> str:
        """Return why a detector that failed is skipped for a minute, where another can stand in for it; "" where it is not."""
        until, error = self._resting.get(place, (0.0, ""))
        stands_in = self._first_only and place + 1 < len(self._detectors)
        return error if stands_in and asyncio.get_running_loop().time() < until else ""


def digest(frame: Frame) -> bytes:
    """Return a short key for a picture and its place. Pictures that are only compared with later ones are not worth megabytes."""
    rect = frame.rect
    place = f"{rect.x} {rect.y} {rect.width} {rect.height}".encode()
    return blake2b(frame.pixels, digest_size=16).digest() + place


async def with_tips(tree: Snapshot, capture: Callable[[str], Awaitable[Frame]], eye: Eye) -> Snapshot:
    silent = [element for element in tree.elements if element.role == "ToolTip" and not element.name]
    if not silent:
        return tree
    try:
        frame = await capture(tree.window_id)
    except NotActionable:
        return tree
    read = {tip.handle.key: await _read(tip, frame, eye) for tip in silent}
    return replace(tree, elements=tuple(read.get(element.handle.key, element) for element in tree.elements))


async def _read(tip: Element, frame: Frame, eye: Eye) -> Element:
    region = frame.cropped(tip.rect)
    if region.rect.is_empty:
        return tip
    window = TargetInfo(kind=TargetKind.WINDOW, name=tip.label or "", rect=region.rect.as_ltrb())
    seen = await eye.look(window, f"tip {tip.window}", region)
    placed = sorted(
        (target for target in seen.targets if target.name and target.rect),
        key=lambda target: (target.rect or (0, 0))[1::-1],
    )
    words = " ".join(target.name for target in placed)
    if not words:
        return tip
    return replace(tip, name=words, handle=replace(tip.handle, name=words), doubt=_READ)
