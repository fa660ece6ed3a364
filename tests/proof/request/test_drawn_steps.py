"""A request about drawn things is read word for word, or not at all."""

from __future__ import annotations

import pytest

from ufo.proof.request.drawn_steps import Count, Draw, Into, Press, PressNamed, Towards, drawn_steps
from ufo.verify.pages.drawn_words import Meant

_BOX = Meant("box", "black")


@pytest.mark.parametrize(
    ("request_text", "steps"),
    [
        ("Click on a large green 3", (Press(Meant("", "green", "large", text="3", is_any=True)),)),
        ("On the page that is open in Chromium: Click the lime colored box.", (Press(Meant("box", "lime")),)),
        ("How many 5s are there?", (Count(Meant(text="5")),)),
        ("How many sides does the blue polygon have?", None),
        ("How many sides does the blue shape have?", (Count(Meant("shape", "blue"), sides=True),)),
        ("Drag the item up, then press Submit.", (Towards(Meant("item"), (0, -1)), PressNamed("submit"))),
        ("Drag all circles into the black box.", (Into(Meant("circles", every=True), _BOX),)),
        (
            "Drag all circles into the left box, and everything else into the right box.",
            (Into(Meant("circles", every=True), Meant("box", side="left")), Into(None, Meant("box", side="right"))),
        ),
        ("Draw a vertical line through the dot", (Draw("vertical", Meant("dot")),)),
        (
            "Select all the shades of green and press Submit.",
            (Press(Meant("", "green", every=True, shades=True)), PressNamed("submit")),
        ),
    ],
)
def test_every_word_of_the_request_is_in_a_step(request_text: str, steps: tuple[object, ...] | None) -> None:
    assert drawn_steps(request_text) == steps


@pytest.mark.parametrize(
    "request_text",
    [
        "Click on the red circle but not the blue square",
        "Click the circle that is left of the square",
        "Click on the red circle and delete the blue one",
        "Click on the first circle",
        "How many items are there in the cart?",
        "Click on the button",
        "Drag the circle into the bin",
        "",
    ],
)
def test_what_is_not_understood_in_full_is_not_read(request_text: str) -> None:
    assert drawn_steps(request_text) is None
