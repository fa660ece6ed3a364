"""Fills shapes on slides and on pages of drawings, and draws their lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..api import enum
from ..connection import Shown
from ..evidence import held
from ..looks import colour
from ..property_table import Place
from ..refusals import Refused
from .slide_pages import edited, has, kind_of, number_of, page_at, require_pages, shapes_of, show, whole_step

_KINDS = {
    "circle": "ellipse", "oval": "ellipse", "square": "rectangle", "box": "rectangle", "round-rectangle": "rectangle",
    "text box": "text", "picture": "image", "graphicobject": "image",
}  # fmt: skip
_PER_POINT = 2540 / 72
_WIDTH_OFF = 2
"""How far a line's width that is read back may be off, in hundredths of a millimetre."""


def set_shape(shown: Shown, wanted: Mapping[str, str], place: Place) -> dict[str, Any]:
    """Fill a shape of a slide (without a number of the one in view) and draw its line."""
    require_pages(shown, writable=True)
    number = number_of(shown, page_at(shown, place.slides[0] if place.slides else 0))
    at = _place_of(page_at(shown, number), place.shape)
    colours = {part: wanted[f"shape {part}"] for part in ("fill", "line") if f"shape {part}" in wanted}
    width = float(wanted.get("line width", "0"))
    with whole_step(shown, "Format shape"), edited(shown, number) as page:
        drawn = list(_leaves(page.getByIndex(at)))
        if "fill" in colours and all(map(_is_line, drawn)):
            raise Refused("a line has no fill; give the colour as line")
        for leaf in drawn:
            _set(leaf, colours, width)
    now = page_at(shown, number)
    show(shown, now)
    leaves = list(_leaves(now.getByIndex(at)))
    asked = {part: colour for part, colour in colours_of(leaves[0]).items() if part in colours}
    told = "".join(f", {part} {colour}" for part, colour in asked.items())
    told += f", line {width:g} pt wide" if width else ""
    of: dict[str, Any] = {"page": number, "key": str(at + 1)}
    return {
        "slide": number, "shape": at + 1, "colours": colours_of(leaves[0]),
        "equal": all(_is_set(leaf, colours, width) for leaf in leaves),
        "holds": [held(f"shape {part}", colour, **of) for part, colour in asked.items()],
        "said": f"shape {at + 1} of slide {number} reads back as asked{told}",
    }  # fmt: skip


def colours_of(shape: Any) -> dict[str, str]:
    """Return the plain colours of a shape's fill and line, "none" where it has none."""
    found = {part: _colour(shape, part) for part in ("fill", "line")}
    return {part: colour for part, colour in found.items() if colour}


def _colour(shape: Any, part: str) -> str:
    style = f"{part.capitalize()}Style"
    if not has(shape, style):
        return ""
    drawn = str(getattr(shape, style).value)
    if drawn == "NONE":
        return "none"
    return f"#{int(getattr(shape, f'{part.capitalize()}Color')) & 0xFFFFFF:06x}" if drawn in ("SOLID", "DASH") else ""


def _place_of(page: Any, wanted: str) -> int:
    """Return the index of the shape that is called so, "" for the topmost one. Raises Refused."""
    shapes = shapes_of(page)
    if not shapes:
        raise Refused("there is no shape on it; add one with add_to_slide")
    plain = " ".join(wanted.split()).casefold()
    if not plain:
        return len(shapes) - 1
    if plain.isdecimal():
        if not 1 <= int(plain) <= len(shapes):
            raise Refused(f"there are {len(shapes)} shapes on it, so there is no number {plain}")
        return int(plain) - 1
    named = [at for at, item in enumerate(shapes) if plain in (_said(item.Name), _said(getattr(item, "String", "")))]
    found = named or [at for at, item in enumerate(shapes) if _kind(item) == _KINDS.get(plain, plain)]
    if len(found) != 1:
        listed = ", ".join(str(at + 1) for at in found)
        told = (
            f"{len(found)} shapes are called {wanted!r}: {listed}; give its number"
            if found
            else f"no shape is {wanted!r}"
        )
        raise Refused(f"{told}; read_slides lists them with their numbers, names and texts")
    return found[0]


def _said(text: Any) -> str:
    return " ".join(str(text).split()).casefold()


def _kind(shape: Any) -> str:
    kind = kind_of(shape).removesuffix("Shape").casefold()
    if kind == "custom":
        kind = next((str(item.Value) for item in shape.CustomShapeGeometry if item.Name == "Type"), "")
    return _KINDS.get(kind, kind)


def _leaves(shape: Any) -> Iterator[Any]:
    if kind_of(shape) != "GroupShape":
        yield shape
        return
    for item in shapes_of(shape):
        yield from _leaves(item)


def _is_line(shape: Any) -> bool:
    return kind_of(shape) in ("LineShape", "ConnectorShape")


def _set(shape: Any, colours: Mapping[str, str], width: float) -> None:
    for part, wanted in _of(shape, colours):
        style = f"{part.capitalize()}Style"
        if not has(shape, style):
            raise Refused(f"a shape of this kind has no {part}")
        setattr(shape, style, enum(f"drawing.{style}", "NONE" if wanted == "none" else "SOLID"))
        if wanted != "none":
            setattr(shape, f"{part.capitalize()}Color", colour(wanted))
            setattr(shape, f"{part.capitalize()}Transparence", 0)
    if width:
        shape.LineWidth = round(width * _PER_POINT)


def _of(shape: Any, colours: Mapping[str, str]) -> list[tuple[str, str]]:
    return [(part, wanted) for part, wanted in colours.items() if not (part == "fill" and _is_line(shape))]


def _is_set(shape: Any, colours: Mapping[str, str], width: float) -> bool:
    coloured = all(_colour(shape, part) == wanted for part, wanted in _of(shape, colours))
    return coloured and (not width or abs(shape.LineWidth - width * _PER_POINT) <= _WIDTH_OFF)
