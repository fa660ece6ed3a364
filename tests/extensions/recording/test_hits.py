"""Which control a press hit is decided by what was there before it."""

from __future__ import annotations

from tests.extensions.recording.looks import element, look
from ufo.schema.geometry import Point
from ufo_recording.gestures import Clicked
from ufo_recording.scenes import TOO_EARLY, Look, Scene, hit

POINT = Point(50, 10)
PRESS = Clicked(began=5.0, ended=5.1, before=1.0, point=POINT)


def scene(began: float, *looks: Look) -> Scene:
    return Scene(tuple(item.window for item in looks), {item.window.id: item for item in looks}, began, began + 0.5)


BARE = look()
BUTTON = look(element("Send", "Button"))
MENU = look(element("Delete", "MenuItem"), popups=("menu",))


def test_a_menu_that_came_by_the_press_was_not_hit_by_it() -> None:
    assert hit(PRESS, POINT, [scene(2.0, BARE), scene(6.0, MENU)]) == (BARE, None, "")
    assert hit(PRESS, POINT, [scene(0.0, BARE), scene(6.0, MENU)]) == (BARE, None, TOO_EARLY)


def test_a_menu_bar_that_tells_its_menus_only_when_one_is_opened_was_hit() -> None:
    opened = look(element("", "MenuBar"), element("File", "Menu"), popups=("menu",))
    _, control, _ = hit(PRESS, POINT, [scene(2.0, BARE), scene(6.0, opened)])
    assert control is not None and control.name == "File"


def test_the_scene_just_before_the_press_counts_and_not_an_older_one() -> None:
    found, control, doubt = hit(PRESS, POINT, [scene(0.0, BUTTON), scene(2.0, BARE)])
    assert (found, control, doubt) == (BARE, None, "")


def test_a_press_in_the_middle_of_a_scene_is_taken_for_what_that_shows_with_a_doubt() -> None:
    _, control, doubt = hit(PRESS, POINT, [scene(0.0, BARE), scene(4.8, BUTTON)])
    assert control is not None and (control.name, doubt) == ("Send", TOO_EARLY)


def test_a_window_that_was_looked_at_only_after_the_press_is_told_with_a_doubt() -> None:
    _, control, doubt = hit(PRESS, POINT, [scene(2.0), scene(6.0, BUTTON)])
    assert control is not None and (control.name, doubt) == ("Send", TOO_EARLY)
    assert hit(PRESS, POINT, [])[:2] == (None, None)
