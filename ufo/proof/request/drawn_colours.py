"""Reads the colours that a request wants something drawn or painted in: "a red circle", "Paint the kitchen yellow"."""

from __future__ import annotations

import re

from ufo.proof.request.clauses import Clause, Rule
from ufo.proof.request.model import Role
from ufo.schema.looks import COLOURS
from ufo.schema.patterns import any_case

SHAPE_PLACE = "the shape"
SHAPE_COLOURS = ("shape fill", "shape line")
"""The properties that show the colour of a shape."""
_COLOUR = "|".join(sorted(COLOURS, key=len, reverse=True))
_SHAPES = (
    r"circles?|ellipses?|ovals?|rectangles?|squares?|box(?:es)?|triangles?|stars?|diamonds?|hexagons?|pentagons?|polygons?|"
    r"arrows?|lines?|shapes?|hearts?"
)
_DRAWS = any_case(r"\b(?:draw|make|add|insert|create|sketch)\b")
_DRAWN = any_case(
    rf"\b(?:an?|one|two|three|four|five|\d+)\s+(?:(?:big|large|small|little|filled|solid)\s+)?(?P<new>{_COLOUR})[\s-]+"
    rf"(?:filled\s+)?(?:{_SHAPES})\b"
)
_PAINTED = any_case(
    rf"^\s*(?:(?:please|then|and)\s+)*(?:paint|shade)\s+(?P<painted>\S.{{0,80}}?)\s+(?:in\s+|with\s+)?(?P<new>{_COLOUR})\s*$"
)


def _drawn(clause: Clause, match: re.Match[str]) -> None:
    """Note each colour that the clause draws a shape in: "a red box and a green star"."""
    for shape in _DRAWN.finditer(clause.text, match.end()):
        clause.take(shape, "new")
        clause.add(Role.LOOK, clause.masked.words(shape["new"]), shape, "new", place=SHAPE_PLACE)


def _painted(clause: Clause, match: re.Match[str]) -> None:
    clause.take(match, "new")
    place = " ".join(clause.masked.words(match["painted"]).split())
    clause.add(Role.LOOK, clause.masked.words(match["new"]), match, "new", place=place)


DRAWN_COLOURS: tuple[tuple[re.Pattern[str], Rule, bool], ...] = (
    (_DRAWS, _drawn, False),
    (_PAINTED, _painted, False),
)
"""The rules in their order, as those of `ufo.proof.request.relations`."""
