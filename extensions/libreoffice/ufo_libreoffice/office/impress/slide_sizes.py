"""Sets the size of slides, or of the pages of a drawing. Pictures on them keep their proportions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..connection import Shown
from ..evidence import counted
from ..looks import length
from ..property_table import Place
from ..undo import one_step
from .slide_pages import dispatch, is_presentation, leave_master, numbers_of, of_kind, page_at, require_pages, show

_PER_CM = 1000
_SIZE_OFF = 20


def set_size(shown: Shown, wanted: Mapping[str, str], place: Place) -> dict[str, Any]:
    """Set the size or the orientation of all slides; the result tells it in centimetres. Pictures keep their proportions, and
    where that took a step of its own, `pictures` are how many did; `stretched` are those that did not.
    """
    require_pages(shown, writable=True)
    leave_master(shown)
    w, h = _sides(wanted, page_at(shown, 1))
    page = page_at(shown, 1)
    pictures = [
        (number, picture, picture.Size) for number in numbers_of(shown, None) for picture in _pictures(shown, number)
    ]
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
    kept = len(stretched) - left
    size = (round(now[0].Width / _PER_CM, 2), round(now[0].Height / _PER_CM, 2))
    said = f"{counted(len(now), 'slide')} read back as {size[0]:g} x {size[1]:g} cm"
    said += f"; {counted(kept, 'picture')} kept the proportions, a second step to undo" if kept else ""
    return {
        "width": size[0], "height": size[1], "slides": len(now), "said": said,
        "doubt": f"{counted(left, 'picture')} stretched" if left else "",
        "equal": all(abs(slide.Width - w) <= _SIZE_OFF and abs(slide.Height - h) <= _SIZE_OFF for slide in now),
    }  # fmt: skip


def _sides(wanted: Mapping[str, str], page: Any) -> tuple[int, int]:
    """Return width and height, turned as the orientation says."""
    size = wanted.get("page size", "")
    width, height = map(length, size.split(" x ")) if size else (page.Width, page.Height)
    turned = wanted.get("page orientation", "") not in ("", "landscape" if width >= height else "portrait")
    return (height, width) if turned else (width, height)


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
