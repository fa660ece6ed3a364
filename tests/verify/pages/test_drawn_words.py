"""Words for drawn things mean what a person means by them, or nothing where people would differ."""

from __future__ import annotations

import re

import pytest

from ufo.schema.drawn import Drawn, DrawnAt
from ufo.verify.pages.drawn_words import MEANT, Meant, found, meant


def at(id: str, drawn: Drawn, left: int = 0, span: int = 20) -> DrawnAt:
    return DrawnAt(id, drawn, (left, 0, left + span, span))


_THINGS = (
    at("big", Drawn("square", "#ff0000", size="large"), 0, 60),
    at("disc", Drawn("circle", "#ff0000", size="small"), 100),
    at("frame", Drawn("rectangle", "", "#000000", "large"), 200, 80),
    at("three", Drawn("text", "#008000", size="small", text="3"), 300),
    at("letter", Drawn("text", "#008000", size="small", text="q"), 400),
)


def called(words: str, things: tuple[DrawnAt, ...] = _THINGS) -> list[str] | None:
    match = re.compile(MEANT, re.IGNORECASE).fullmatch(words)
    what = meant(match) if match is not None else None
    assert what is not None, words
    own = found(what, things)
    return None if own is None else [one.id for one in own]


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        ("the red circle", ["disc"]),
        ("a rectangle", ["big", "frame"]),
        ("the black box", ["frame"]),
        ("a small item", ["disc", "three", "letter"]),
        ("all shapes", ["big", "disc", "frame"]),
        ("a digit", ["three"]),
        ("a green q", ["letter"]),
        ("a Q", []),
        ("the left box", ["big"]),
        ("the larger box", ["frame"]),
        ("the smallest shape", ["disc"]),
        ("a hexagon", []),
    ],
)
def test_words_mean_the_things_that_fit_them(words: str, ids: list[str]) -> None:
    assert called(words) == ids


def test_a_size_that_does_not_stand_out_a_figure_and_a_shade_are_matters_of_opinion() -> None:
    even = (at("a", Drawn("circle", "#ff0000")), at("b", Drawn("circle", "#0000ff"), 50, 21))
    assert called("the large circle", even) is None
    assert called("the larger circle", (even[0], at("b", Drawn("circle", "#0000ff"), 50, 20))) is None
    assert called("the circle", (*even, at("f", Drawn("figure", "#ff0000")))) is None
    assert called("the green circle", (at("a", Drawn("circle", "#00ff00")),)) is None


def test_words_without_a_kind_name_nothing_drawn() -> None:
    match = re.compile(MEANT).fullmatch("the red")
    assert match is not None
    assert meant(match) is None
    assert found(Meant("circle"), ()) == ()
