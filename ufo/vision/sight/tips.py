"""Reads the words of tooltips from their picture where the tree does not report them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from ufo.desktop.snapshot import Element, Snapshot
from ufo.errors import NotActionable
from ufo.schema.picture import Frame
from ufo.schema.target import TargetInfo, TargetKind
from ufo.vision.sight.eye import Eye

_READ = "its words were read from its picture"


async def with_tips(tree: Snapshot, capture: Callable[[str], Awaitable[Frame]], eye: Eye) -> Snapshot:
    silent = [one for one in tree.elements if one.role == "ToolTip" and not one.name]
    if not silent:
        return tree
    try:
        frame = await capture(tree.window_id)
    except NotActionable:
        return tree
    read = {one.handle.key: await _read(one, frame, eye) for one in silent}
    return replace(tree, elements=tuple(read.get(one.handle.key, one) for one in tree.elements))


async def _read(tip: Element, frame: Frame, eye: Eye) -> Element:
    region = frame.cropped(tip.rect)
    if region.rect.is_empty:
        return tip
    window = TargetInfo(kind=TargetKind.WINDOW, name=tip.label or "", rect=region.rect.as_ltrb())
    seen = await eye.look(window, f"tip {tip.window}", region)
    placed = sorted((one for one in seen.targets if one.name and one.rect), key=lambda one: (one.rect or (0, 0))[1::-1])
    words = " ".join(one.name for one in placed)
    if not words:
        return tip
    return replace(tip, name=words, handle=replace(tip.handle, name=words), doubt=_READ)
