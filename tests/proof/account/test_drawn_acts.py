"""Presses, drags, drawings and counts are proved by what the page itself drew around them, and careless ones are not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from ufo.proof.account.drawn_acts import drawn_as_asked
from ufo.proof.request.model import Deed, Listed, Look
from ufo.schema.drawn import Drawn, DrawnAt, Scene
from ufo.schema.tool_facts import ActionKind, ToolFacts

RED, GREEN, BLUE, BLACK = "#ff0000", "#008000", "#0000ff", "#000000"


def thing(id: str, kind: str, colour: str, at: tuple[int, int], span: int = 20, size: str = "") -> DrawnAt:
    return DrawnAt(id, Drawn(kind, colour, size=size), (*at, at[0] + span, at[1] + span))


CIRCLE = thing("c", "circle", RED, (10, 10), size="small")
OTHER = thing("d", "circle", BLUE, (50, 10), size="small")
SQUARE = thing("s", "square", GREEN, (90, 10), size="small")
BOX = DrawnAt("b", Drawn("rectangle", "", BLACK, "large"), (200, 10, 340, 150))
ALL = (CIRCLE, OTHER, SQUARE, BOX)


def moved(one: DrawnAt, right: int, down: int = 0) -> DrawnAt:
    left, top, far, low = one.rect
    return replace(one, rect=(left + right, top + down, far + right, low + down))


def press(one: DrawnAt, before: Sequence[DrawnAt] = ALL, *, reacted: bool = True, is_whole: bool = True) -> Deed:
    scene = Scene(tuple(before), tuple(before), one.id, is_whole, is_whole)
    return Deed(ToolFacts(kind=ActionKind.CLICK), reacted=reacted, drawn=scene)


def button(name: str, before: Sequence[DrawnAt] = ALL) -> Deed:
    return Deed(
        ToolFacts(kind=ActionKind.CLICK), frozenset({name}), role="Button", reacted=True, drawn=Scene(tuple(before))
    )


def drag(before: Sequence[DrawnAt], after: Sequence[DrawnAt]) -> Deed:
    return Deed(ToolFacts(kind=ActionKind.DRAG), drawn=Scene(tuple(before), tuple(after)))


def proved(request: str, *deeds: Deed, answer: str = "", looks: Sequence[Look] = ()) -> bool:
    return drawn_as_asked(request, deeds, looks, answer)


def test_the_press_of_what_the_words_mean_proves_the_request() -> None:
    assert proved("Click the small red circle", press(CIRCLE))
    assert proved("Click on a small shape", press(SQUARE))
    assert proved("Click the circle at", press(CIRCLE)) is False


@pytest.mark.parametrize(
    ("request_text", "deed"),
    [
        ("Click the red circle", press(OTHER)),
        ("Click the circle", press(CIRCLE)),
        ("Click a large circle", press(CIRCLE)),
        ("Click the red circle", press(CIRCLE, reacted=False)),
        ("Click the red circle", press(CIRCLE, is_whole=False)),
        ("Click the red circle", button("red circle")),
    ],
)
def test_another_thing_an_unclear_one_and_a_press_without_effect_prove_nothing(request_text: str, deed: Deed) -> None:
    assert not proved(request_text, deed)


def test_all_means_each_of_them_once_and_nothing_else() -> None:
    request = "Select all circles and press Submit"
    assert proved(request, press(OTHER), press(CIRCLE), button("submit"))
    assert not proved(request, press(CIRCLE), button("submit"))
    assert not proved(request, press(CIRCLE), press(OTHER))
    assert not proved(request, press(CIRCLE), press(OTHER), press(SQUARE), button("submit"))
    assert not proved(request, press(CIRCLE), press(OTHER), press(CIRCLE), button("submit"))


def test_shades_of_a_colour_are_told_by_their_hues() -> None:
    pale, dark, odd = (thing(one, "square", one, (at, 0)) for at, one in ((0, "#c9f2c9"), (30, "#145214"), (60, BLUE)))
    every = (pale, dark, odd)
    request = "Select all the shades of green and press Submit."
    assert proved(request, press(pale, every), press(dark, every), button("submit", every))
    assert not proved(request, press(pale, every), press(odd, every), button("submit", every))


def test_what_was_dragged_lies_where_it_should_and_nothing_else_moved() -> None:
    request = "Drag all circles into the black box."
    one = (moved(CIRCLE, 210, 20), OTHER, SQUARE, BOX)
    both = (moved(CIRCLE, 210, 20), moved(OTHER, 200, 60), SQUARE, BOX)
    more = (*both[:2], moved(SQUARE, 150), BOX)
    edge = (moved(CIRCLE, 180), moved(OTHER, 200, 60), SQUARE, BOX)
    assert proved(request, drag(ALL, one), drag(one, both))
    assert proved(request, drag(ALL, one), drag(one, both), button("submit", both))
    assert not proved(request, drag(ALL, one))
    assert not proved(request, drag(ALL, one), drag(one, both), button("delete", both))
    assert not proved(request, drag(ALL, both), drag(both, more))
    assert not proved(request, drag(ALL, edge))
    assert not proved(request, drag(ALL, one), drag(one, both), button("submit", more))


def test_everything_else_goes_where_the_rest_goes() -> None:
    other = replace(moved(BOX, 200), id="o")
    begun = (*ALL, other)
    request = "Drag all circles into the left box, and everything else into the right box."
    done = (moved(CIRCLE, 210, 20), moved(OTHER, 200, 60), moved(SQUARE, 320, 20), BOX, other)
    swapped = (moved(CIRCLE, 410, 20), moved(OTHER, 400, 60), moved(SQUARE, 120, 20), BOX, other)
    assert proved(request, drag(begun, done))
    assert not proved(request, drag(begun, swapped))


def test_a_drag_to_a_side_is_proved_by_where_it_ended() -> None:
    request = "Drag the item left then press Submit."
    left, right = (moved(CIRCLE, -60),), (moved(CIRCLE, 60),)
    assert proved(request, drag((CIRCLE,), left), button("submit", left))
    assert not proved(request, drag((CIRCLE,), right), button("submit", right))
    assert not proved(request, drag((CIRCLE,), left), drag(left, right), button("submit", right))
    assert not proved(request, drag((CIRCLE,), left))
    assert not proved(request, drag((CIRCLE, SQUARE), (*left, SQUARE)), button("submit", left))


def test_the_smaller_box_lies_in_the_larger_one() -> None:
    small, large = thing("1", "square", RED, (0, 0), 20), thing("2", "square", BLUE, (100, 0), 60)
    request = "Drag the smaller box so that it is completely inside the larger box."
    assert proved(request, drag((small, large), (moved(small, 120, 20), large)))
    assert not proved(request, drag((small, large), (moved(small, 90, 20), large)))
    assert not proved(request, drag((small, large), (small, moved(large, -110))))


def test_a_drawn_line_runs_as_it_should_through_what_is_meant() -> None:
    dot = thing("p", "circle", RED, (96, 46), 8)
    request = "Draw a horizontal line that runs through the dot, then press submit."

    def drew(*new: DrawnAt) -> bool:
        return proved(request, drag((dot,), (dot, *new)), button("submit", (dot, *new)))

    line = DrawnAt("n", Drawn("line", "", BLACK), (20, 49, 180, 51))
    assert drew(line)
    assert not drew(replace(line, rect=(120, 49, 180, 51)))
    assert not drew(replace(line, rect=(100, 49, 180, 51)))
    assert not drew(replace(line, rect=(20, 20, 180, 80)))
    assert not drew(replace(line, rect=(20, 80, 180, 82)))
    assert not drew()
    assert not drew(line, replace(line, id="m"))


@pytest.mark.parametrize(("pressed", "answer", "is_proved"), [("2", "", True), ("3", "", False), ("2", "3", False)])
def test_a_count_is_proved_by_what_is_drawn(pressed: str, answer: str, is_proved: bool) -> None:
    assert proved("How many circles are there?", button(pressed), answer=answer) is is_proved


def test_what_lies_under_other_shapes_is_not_counted_for_sure() -> None:
    hidden = replace(OTHER, drawn=replace(OTHER.drawn, is_covered=True))
    assert not proved("How many circles are there?", button("2", (CIRCLE, hidden, BOX)))


def test_an_answer_without_a_press_is_compared_with_the_last_look() -> None:
    listed = tuple(Listed("Shape", one.id, one.id, rect=one.rect, drawn=one.drawn) for one in ALL)
    whole, partly = Look(listed, 0, 0), Look(listed, 0, 0, is_whole=False)
    assert proved("How many circles are there?", answer="There are 2 circles.", looks=[whole])
    assert not proved("How many circles are there?", answer="3", looks=[whole])
    assert not proved("How many circles are there?", answer="2", looks=[partly])
    assert not proved("How many circles are there?", answer="two", looks=[whole])
