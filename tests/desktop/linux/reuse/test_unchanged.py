from __future__ import annotations

from ufo.desktop.linux.reuse.paint_state import PaintState
from ufo.desktop.linux.reuse.unchanged import Seen, nothing
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame

_PLACE = Rect(0, 0, 128, 32)
_BEFORE = Frame(_PLACE, bytes(4 * _PLACE.area))
_LATE = Frame(_PLACE, b"\1" * 4 + _BEFORE.pixels[4:])
_JUST_PAINTED_S, _LONG_PAINTED_S = 0.1, 1.0


async def _late() -> Frame | None:
    return _LATE


async def _gone() -> Frame | None:
    return None


def _seen(*judged: Rect) -> Seen:
    seen = Seen.of(_BEFORE, nothing, 5.0)
    seen.judged.extend(judged)
    return seen


async def test_what_is_painted_where_nothing_was_taken_from_the_picture_changes_nothing() -> None:
    painted = PaintState(_BEFORE, 5.0, _late)
    assert await _seen().belied_by(painted, _JUST_PAINTED_S) is None
    assert await _seen(Rect(64, 16, 64, 16)).belied_by(painted, _JUST_PAINTED_S) is None


async def test_what_is_painted_where_the_picture_was_taken_at_its_word_gives_the_picture_to_go_by() -> None:
    late = await _seen(_PLACE).belied_by(PaintState(_BEFORE, 5.0, _late), _JUST_PAINTED_S)
    assert late is not None
    assert late.frame == _LATE
    assert late.began > 5.0
    assert await Seen.of(late.frame, nothing, late.began).belied_by(late, _JUST_PAINTED_S) is None


async def test_a_window_that_lost_its_picture_gives_none_to_go_by() -> None:
    late = await _seen(_PLACE).belied_by(PaintState(_BEFORE, 5.0, _gone), _JUST_PAINTED_S)
    assert late is not None
    assert late.frame is None


async def test_long_after_the_last_change_the_picture_is_not_taken_again() -> None:
    assert await _seen(_PLACE).belied_by(PaintState(_BEFORE, 5.0, _late), _LONG_PAINTED_S) is None
