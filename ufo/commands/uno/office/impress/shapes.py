"""Fills shapes on slides and on pages of drawings, and draws their lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..api import Refused, enum
from ..connection import Shown
from .slide_pages import edited, has, kind_of, number_of, page_at, require_pages, shapes_of, show, whole_step

_KINDS = {
    "circle": "ellipse", "oval": "ellipse", "square": "rectangle", "box": "rectangle", "round-rectangle": "rectangle",
    "text box": "text", "picture": "image", "graphicobject": "image",
}  # fmt: skip
_PER_POINT = 2540 / 72
_WIDTH_OFF = 2
"""How far a line's width that is read back may be off, in hundredths of a millimetre."""


def format_shape(shown: Shown, slide: int, shape: str, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Fill a shape and draw its line. `slide`: 0 is the one in view. `wanted`: fill and line (#rrggbb, "none" or "" for as it is)
    and line_width in points (0: as it is).
    """
    require_pages(shown, writable=True)
    number = number_of(shown, page_at(shown, slide))
    place = _place_of(page_at(shown, number), shape)
    with whole_step(shown, "Format shape"), edited(shown, number) as page:
        drawn = list(_leaves(page.getByIndex(place)))
        if wanted["fill"] and all(map(_is_line, drawn)):
            raise Refused("a line has no fill; give the colour as line")
        for leaf in drawn:
            _set(leaf, wanted)
    now = page_at(shown, number)
    show(shown, now)
    leaves = list(_leaves(now.getByIndex(place)))
    return {
        "slide": number,
        "shape": place + 1,
        "colours": colours_of(leaves[0]),
        "equal": all(_is_set(leaf, wanted) for leaf in leaves),
    }


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
    named = [at for at, one in enumerate(shapes) if plain in (_said(one.Name), _said(getattr(one, "String", "")))]
    found = named or [at for at, one in enumerate(shapes) if _kind(one) == _KINDS.get(plain, plain)]
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
        kind = next((str(one.Value) for one in shape.CustomShapeGeometry if one.Name == "Type"), "")
    return _KINDS.get(kind, kind)


def _leaves(shape: Any) -> Iterator[Any]:
    if kind_of(shape) != "GroupShape":
        yield shape
        return
    for one in shapes_of(shape):
        yield from _leaves(one)


def _is_line(shape: Any) -> bool:
    return kind_of(shape) in ("LineShape", "ConnectorShape")


def _set(shape: Any, wanted: Mapping[str, Any]) -> None:
    for part in ("fill", "line"):
        colour, style = wanted[part], f"{part.capitalize()}Style"
        if not colour or (part == "fill" and _is_line(shape)):
            continue
        if not has(shape, style):
            raise Refused(f"a shape of this kind has no {part}")
        setattr(shape, style, enum(f"drawing.{style}", "NONE" if colour == "none" else "SOLID"))
        if colour != "none":
            setattr(shape, f"{part.capitalize()}Color", int(colour.lstrip("#"), 16))
            setattr(shape, f"{part.capitalize()}Transparence", 0)
    if wanted["line_width"]:
        shape.LineWidth = round(wanted["line_width"] * _PER_POINT)


def _is_set(shape: Any, wanted: Mapping[str, Any]) -> bool:
    for part in ("fill", "line"):
        is_meant = wanted[part] and not (part == "fill" and _is_line(shape))
        if is_meant and _colour(shape, part) != wanted[part]:
            return False
    width = wanted["line_width"]
    return not width or abs(shape.LineWidth - width * _PER_POINT) <= _WIDTH_OFF


OPERATIONS: dict[str, Callable[..., Any]] = {"slides.format_shape": format_shape}
