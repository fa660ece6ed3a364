"""Events of pointer and keyboard become what a person did."""

from __future__ import annotations

from ufo.desktop.heard import UNKNOWN_TEXT, Heard, HeardButton, HeardKey, HeardWheel
from ufo.schema.geometry import Point
from ufo_recording.gestures import Clicked, Dragged, Gesture, Gestures, Pressed, Turned, Typed, chord

HERE, THERE = Point(100, 100), Point(300, 200)
NOTHING: frozenset[str] = frozenset()


def heard(*events: Heard, every_s: float = 0.1, multiline: bool = False) -> list[Gesture]:
    gestures = Gestures(multiline)
    found = [gesture for place, event in enumerate(events) for gesture in gestures.hear(event, 1 + place * every_s)]
    return [*found, *gestures.end()]


def click(point: Point = HERE, held: frozenset[str] = NOTHING) -> tuple[Heard, Heard]:
    return HeardButton(True, "left", point, held), HeardButton(False, "left", point, held)


def typed(text: str) -> list[Heard]:
    return [HeardKey(letter.lower(), letter) for letter in text]


def key(name: str, *held: str) -> HeardKey:
    return HeardKey(name, "", frozenset(held))


def test_two_clicks_at_one_place_are_a_double_click_and_slow_ones_are_two() -> None:
    quick = heard(*click(), *click(Point(102, 99)))
    slow = heard(*click(), *click(), every_s=1.0)
    assert [(type(gesture), getattr(gesture, "count", 0)) for gesture in quick] == [(Clicked, 2)]
    assert [getattr(gesture, "count", 0) for gesture in slow] == [1, 1]


def test_clicks_at_two_places_and_with_other_keys_held_stay_apart() -> None:
    held = frozenset({"ctrl"})
    found = heard(*click(), *click(THERE), *click(THERE, held))
    assert [(gesture.point, gesture.held) for gesture in found if isinstance(gesture, Clicked)] == [
        (HERE, NOTHING),
        (THERE, NOTHING),
        (THERE, held),
    ]


def test_a_press_and_a_release_far_from_it_are_a_drag() -> None:
    (found,) = heard(HeardButton(True, "left", HERE), HeardButton(False, "left", THERE))
    assert isinstance(found, Dragged) and (found.start, found.end) == (HERE, THERE)


def test_a_release_without_a_press_is_nothing() -> None:
    assert heard(HeardButton(False, "left", HERE)) == []


def test_notches_of_the_wheel_add_up_until_the_other_way() -> None:
    found = heard(HeardWheel(HERE, -1), HeardWheel(HERE, -1), HeardWheel(HERE, 1))
    assert [gesture.dy for gesture in found if isinstance(gesture, Turned)] == [-2, 1]


def test_letters_become_one_text_and_a_backspace_takes_the_last_one_away() -> None:
    (found,) = heard(*typed("Adaa"), key("backspace"))
    assert isinstance(found, Typed) and (found.text, found.is_sure) == ("Ada", True)


def test_a_text_that_is_mended_in_its_middle_is_known_to_the_control_alone() -> None:
    (found,) = heard(*typed("Ad"), key("left"), *typed("x"))
    assert isinstance(found, Typed) and not found.is_sure


def test_a_letter_that_the_keyboard_map_does_not_tell_makes_the_text_unsure() -> None:
    (found,) = heard(*typed("a"), HeardKey("", UNKNOWN_TEXT))
    assert isinstance(found, Typed) and not found.is_sure


def test_enter_ends_a_text_in_a_field_and_begins_a_line_where_there_are_lines() -> None:
    one_line = heard(*typed("a"), key("enter"))
    (lines,) = heard(*typed("a"), key("enter"), *typed("b"), multiline=True)
    assert [type(gesture) for gesture in one_line] == [Typed, Pressed]
    assert isinstance(lines, Typed) and lines.text == "a\nb"


def test_the_same_chord_several_times_is_counted() -> None:
    (found,) = heard(key("tab"), key("tab"))
    assert isinstance(found, Pressed) and (found.keys, found.count) == ("tab", 2)


def test_a_chord_has_one_spelling() -> None:
    (found,) = heard(key("esc", "super", "ctrl"))
    assert isinstance(found, Pressed)
    assert found.keys == chord("super+ctrl+Escape") == "ctrl+super+esc"


def test_what_was_typed_is_in_no_representation() -> None:
    (found,) = heard(*typed("hunter2"))
    assert "hunter2" not in f"{found!r} {typed('hunter2')!r}"
    assert "h" not in repr(HeardKey("h", "h")).removeprefix("HeardKey")
