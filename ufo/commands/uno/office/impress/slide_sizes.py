"""Sets the size of slides, or of the pages of a drawing. Pictures on them keep their proportions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..connection import Shown
from ..undo import one_step
from .slide_pages import dispatch, is_presentation, leave_master, numbers_of, of_kind, page_at, require_pages, show

_PER_MM, _PER_CM = 100, 1000
_SIZE_OFF = 20


def set_size(shown: Shown, width: float, height: float) -> dict[str, Any]:
    """Set the size of all slides, in millimetres; the result tells it in centimetres. Pictures keep their proportions, and where
    that took a step of its own, `pictures` are how many did; `stretched` are those that did not.
    """
    require_pages(shown, writable=True)
    leave_master(shown)
    page = page_at(shown, 1)
    pictures = [(number, one, one.Size) for number in numbers_of(shown, None) for one in _pictures(shown, number)]
    w, h = round(width * _PER_MM), round(height * _PER_MM)
    if (page.Width, page.Height) != (w, h):
        if is_presentation(shown):
            show(shown, page)
        # Outside a group of undo steps: LibreOffice 7.4 ends when such a group with this step in it is undone.
        dispatch(shown, "AttributePageSize", **{"AttributePageSize.Width": w, "AttributePageSize.Height": h})
    stretched = [picture for picture in pictures if _is_stretched(picture)]
    if stretched:
        with one_step(shown.document, "Proportions of pictures"):
            for picture in stretched:
                _unstretch(shown, picture)
        show(shown, page_at(shown, 1))
    now = [page_at(shown, number) for number in numbers_of(shown, None)]
    left = sum(map(_is_stretched, stretched))
    return {
        "width": round(now[0].Width / _PER_CM, 2), "height": round(now[0].Height / _PER_CM, 2), "slides": len(now),
        "pictures": len(stretched) - left, "stretched": left,
        "equal": all(abs(one.Width - w) <= _SIZE_OFF and abs(one.Height - h) <= _SIZE_OFF for one in now),
    }  # fmt: skip


_Picture = tuple[int, Any, Any]
"""The number of a slide, a picture on it, and the size that the picture had."""


def _pictures(shown: Shown, number: int) -> list[Any]:
    return of_kind(page_at(shown, number), "GraphicObjectShape")


def _is_stretched(picture: _Picture) -> bool:
    _, shape, was = picture
    now = shape.Size
    return bool(abs(now.Width * was.Height - now.Height * was.Width) > _SIZE_OFF * max(was.Width, was.Height))


def _unstretch(shown: Shown, picture: _Picture) -> None:
    """Give a picture the largest size in its proportions within the place that it has now, by a command that can be undone."""
    number, shape, was = picture
    place, now = shape.Position, shape.Size
    share = min(now.Width / was.Width, now.Height / was.Height)
    width, height = round(was.Width * share), round(was.Height * share)
    show(shown, page_at(shown, number))
    shown.controller.select(shape)
    dispatch(
        shown, "TransformDialog", TransformWidth=width, TransformHeight=height,
        TransformPosX=place.X + (now.Width - width) // 2, TransformPosY=place.Y + (now.Height - height) // 2,
    )  # fmt: skip


def size_now(shown: Shown) -> dict[str, Any]:
    require_pages(shown)
    page = page_at(shown, 1)
    return {"width": page.Width / _PER_MM, "height": page.Height / _PER_MM}


OPERATIONS: dict[str, Callable[..., Any]] = {
    "slides.size": set_size,
    "slides.size_now": size_now,
}
