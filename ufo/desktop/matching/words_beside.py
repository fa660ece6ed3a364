"""Where the words stand that tell a control from others of its kind: two empty fields look the same without them."""

from __future__ import annotations

from ufo.schema.geometry import Rect
from ufo.schema.roles import CHECK_AND_RADIO_BUTTONS, ONE_LINE_FIELDS

_RIGHT_PX, _LEFT_PX, _ABOVE_PX, _FOCUS_PX = 120, 240, 28, 4


def with_words_beside(role: str, place: Rect) -> Rect:
    """Return the place of a control, extended to the words at its right for check boxes and radio buttons."""
    return Rect(place.x, place.y, place.width + _RIGHT_PX, place.height) if role in CHECK_AND_RADIO_BUTTONS else place


def parts_beside(role: str, place: Rect) -> tuple[Rect, ...]:
    """Return the parts of `with_label` outside the control and outside the frame that is drawn around it while it has the
    focus.
    """
    whole = with_label(role, place)
    left = Rect(whole.x, whole.y, place.x - _FOCUS_PX - whole.x, whole.height)
    above = Rect(whole.x, whole.y, whole.width, place.y - _FOCUS_PX - whole.y)
    right = Rect(place.right + _FOCUS_PX, whole.y, whole.right - place.right - _FOCUS_PX, whole.height)
    return tuple(rect for rect in (left, above, right) if rect.width > 0 and rect.height > 0)


def with_label(role: str, place: Rect) -> Rect:
    """Return the place as `with_words_beside` does, extended for a field to what stands at its left and above it."""
    if role not in ONE_LINE_FIELDS:
        return with_words_beside(role, place)
    return Rect(place.x - _LEFT_PX, place.y - _ABOVE_PX, place.width + _LEFT_PX, place.height + _ABOVE_PX)
