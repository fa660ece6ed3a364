"""Right before a click: whether the place of the control looks as it did when its tree was believed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from Xlib import X
from Xlib.display import Display

from ufo.desktop.linux.capture.window_pictures import WindowPictures
from ufo.desktop.linux.input.sender import InputSender
from ufo.desktop.linux.targeting.last_check import Disturbed, LooksSame, require_same
from ufo.desktop.linux.x11.x_screen import open_screen
from ufo.desktop.matching.words_beside import with_words_beside
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.snapshot import Element, Handle
from ufo.desktop.target import Fingerprint
from ufo.desktop.values import Click
from ufo.schema.geometry import Point, Rect
from ufo.schema.picture import Frame

_WINDOW = Rect(10, 10, 4, 2)
_HANDLE = Handle(1, "a", "Button", "Save")


def _frame(*shades: int) -> Frame:
    return Frame(_WINDOW, b"".join(bytes([shade]) * 4 for shade in shades))


def _known(stamp: int | None = None) -> Fingerprint:
    stamps = None if stamp is None else ((7, stamp),)
    return Fingerprint(_HANDLE, "w", Rect(12, 10, 2, 2), _frame(*[0] * 8), stamps, False)


def test_a_place_that_looks_otherwise_is_disturbed_and_one_beside_it_is_not() -> None:
    own, beside = _frame(0, 0, 0, 9, 0, 0, 0, 0), _frame(9, 0, 0, 0, 9, 0, 0, 0)
    with pytest.raises(Disturbed):
        require_same(_known(), lambda _: None, lambda _: own, Point(12, 10))
    require_same(_known(), lambda _: None, lambda _: beside, Point(12, 10))


def test_a_click_elsewhere_is_not_for_that_control() -> None:
    require_same(_known(), lambda _: None, lambda _: _frame(*[9] * 8), Point(10, 10))


def test_a_window_that_was_not_painted_on_since_needs_no_picture() -> None:
    def none(_: str) -> Frame:
        raise AssertionError("a picture was taken")

    require_same(_known(3), lambda _: ((7, 3),), none, Point(12, 10))
    with pytest.raises(Disturbed):
        require_same(_known(3), lambda _: ((7, 4),), lambda _: _frame(*[9] * 8), Point(12, 10))


def test_where_something_was_painted_the_tree_is_asked_again_for_what_came_there_may_look_the_same() -> None:
    def same(_: str) -> Frame:
        return _frame(*[0] * 8)

    with pytest.raises(Disturbed):
        require_same(_known(3), lambda _: ((7, 4),), same, Point(12, 10), strictly=True)
    # Its tree would only say once more what it said.
    late = replace(_known(3), lags=True)
    require_same(late, lambda _: ((7, 4),), same, Point(12, 10), strictly=True)


def test_the_error_names_the_control_and_says_that_nothing_was_clicked() -> None:
    assert "Button 'Save'" in str(_known().changed()) and "nothing was clicked" in str(_known().changed())


def test_a_box_is_known_by_the_words_beside_it_as_well() -> None:
    box = Element(Handle(1, "b", "CheckBox", "Remember me"), "CheckBox", "Remember me", Rect(20, 20, 13, 13))
    assert with_words_beside(box.role, box.rect).contains(Point(60, 25))
    assert with_words_beside("Button", box.rect) == box.rect


@pytest.mark.parametrize("elsewhere", [False, True])
async def test_a_button_is_not_struck_where_its_window_was_painted_on_after_the_last_question(
    private_desktop: PrivateDesktop, elsewhere: bool
) -> None:
    """What came there may look the same: so anything painted counts, and where the tree would not tell, the place alone."""
    name = private_desktop.environment["DISPLAY"]
    mine = Display(name)
    own = mine.screen().root.create_window(
        40, 40, 200, 100, 0, X.CopyFromParent, override_redirect=True, event_mask=X.ButtonPressMask
    )
    own.map()
    mine.sync()
    screen = await open_screen(name, dict)
    pointer, shown = InputSender(screen), WindowPictures(screen)

    class Repainted(LooksSame):
        def before(self, point: Point | None) -> None:
            super().before(point)
            own.fill_rectangle(
                own.create_gc(foreground=0x00FF00), 0 if elsewhere else 80, 0 if elsewhere else 40, 40, 20
            )
            mine.sync()

    async def looks(kind: type[LooksSame]) -> LooksSame:
        window = hex(int(own.id))
        frame, stamp = await shown.picture(window), await shown.stamp(window)
        known = Fingerprint(_HANDLE, window, Rect(100, 80, 60, 20), frame, stamp, lags=False)
        return await shown.now.run(lambda pictures: kind(pictures, known, elsewhere))

    try:
        with pytest.raises(Disturbed):
            await pointer.perform([Click(Point(140, 90))], precheck=await looks(Repainted))
        assert not _struck(mine)
        await pointer.perform([Click(Point(140, 90))], precheck=await looks(LooksSame))
        assert _struck(mine)
    finally:
        await screen.close()
        mine.close()


def _struck(display: Display) -> bool:
    display.sync()
    return any(display.next_event().type == X.ButtonPress for _ in range(display.pending_events()))
