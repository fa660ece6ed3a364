"""Changes of a picture as words: "scale 200x150", "scale 50%", "scale 200x", "rotate 90", "crop 100x80+20+10", "grey"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ufo.errors import ToolError

_MOST = 20_000
_WORDS = re.compile(
    r"(?:(?P<kind>scale|crop) (?P<width>\d{0,5})x(?P<height>\d{0,5})(?:\+(?P<left>\d{1,5})\+(?P<top>\d{1,5}))?"
    r"|scale (?P<percent>\d{1,4}(?:\.\d+)?)%"
    r"|rotate (?P<degrees>-?\d{1,3}(?:\.\d+)?)|flip (?P<way>horizontally|vertically)|(?P<grey>gr[ae]y(?:scale)?))"
)


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a picture. `degrees` are clockwise. `width`, `height` and `percent` are 0 where they are not given; `corner`
    is the left and top edge of what is kept, None for the middle.
    """

    kind: Literal["scale", "crop", "rotate", "flip", "grey"]
    width: int = 0
    height: int = 0
    percent: float = 0.0
    degrees: float = 0.0
    horizontally: bool = False
    corner: tuple[int, int] | None = None


def parse_changes(said: Sequence[str]) -> list[Change]:
    """Return the changes that the words describe. Raises ToolError for words that are no change."""
    return [_change(text) for text in said]


def _change(said: str) -> Change:
    found = _WORDS.fullmatch(said.strip().casefold())
    if found is None:
        raise ToolError(
            f"{said!r} is no change of a picture; write it like scale 200x150, rotate 90, crop 100x80 or grey"
        )
    if found["grey"]:
        return Change("grey")
    if found["way"]:
        return Change("flip", horizontally=found["way"] == "horizontally")
    if found["degrees"]:
        return Change("rotate", degrees=float(found["degrees"]))
    if found["percent"]:
        return Change("scale", percent=_percent(float(found["percent"])))
    width, height = int(found["width"] or 0), int(found["height"] or 0)
    crops = found["kind"] == "crop"
    if not (width or height) or crops and not (width and height) or max(width, height) > _MOST:
        raise ToolError(f"{said!r} is no size; give width and height from 1 to {_MOST:,} pixels")
    corner = (int(found["left"]), int(found["top"])) if found["left"] else None
    if corner and not crops:
        raise ToolError(f"{said!r} is no change of a picture: only a crop has a corner")
    return Change("crop" if crops else "scale", width, height, corner=corner)


def _percent(said: float) -> float:
    if not said:
        raise ToolError("a picture cannot be scaled to 0%; give more")
    return said
