from __future__ import annotations

import pytest

from ufo.desktop.linux.reuse.paint_state import UNSEEN, PaintState
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame

_BEFORE, _NOW = (Frame(Rect(0, 0, 1, 1), pixels) for pixels in (b"aaaa", b"bbbb"))


async def _retake() -> Frame | None:
    return _NOW


@pytest.mark.parametrize(("rest_s", "believed"), [(0.0, None), (0.07, None), (0.1, _BEFORE), (1.0, _BEFORE)])
def test_a_picture_is_believed_only_when_what_was_told_is_painted(rest_s: float, believed: Frame | None) -> None:
    assert PaintState(_BEFORE, 0.0, _retake).after(rest_s) == believed


@pytest.mark.parametrize(("rest_s", "picture"), [(0.1, _NOW), (1.0, _BEFORE)])
async def test_soon_after_a_change_it_is_taken_once_more(rest_s: float, picture: Frame) -> None:
    assert await PaintState(_BEFORE, 0.0, _retake).again(rest_s) == picture


async def test_a_look_made_ahead_takes_its_picture_at_its_word() -> None:
    painted = PaintState(_BEFORE, 0.0, _retake, sure_from=0.5)
    assert painted.after(0.0) == _BEFORE
    assert await painted.again(0.0) == _BEFORE


def test_a_window_without_a_picture_has_nothing_to_believe() -> None:
    assert PaintState(None, 0.0, _retake).after(10) is None
    assert UNSEEN.after(10) is None
