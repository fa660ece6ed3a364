"""What a page draws: its kind, its colours as the page gives them, and in words."""

from __future__ import annotations

from dataclasses import dataclass

from bench.drawn.colour_names import named

CANVAS = "canvas"
"""What a program paints, of which a page knows no more than the place."""
STRAIGHT = frozenset({"line", "polyline"})


@dataclass(frozen=True, slots=True)
class Drawn:
    """A shape or a coloured box. `kind`: "circle", "square", "triangle", "line", "text" …; `colour` and `outline`: like #ff00ff,
    "" where nothing is painted, "pattern" where it is no one colour. `size`: "small", "medium" or "large" among what is drawn
    beside it, "" where that tells nothing. `sides`: 0 where it has none. `is_cut`: a part of it is out of sight;
    `is_covered`: other shapes lie over all of it.
    """

    kind: str
    colour: str = ""
    outline: str = ""
    size: str = ""
    sides: int = 0
    text: str = ""
    is_cut: bool = False
    is_covered: bool = False

    @property
    def main_colour(self) -> str:
        """Return the colour that a person would call it by: what it is filled with, else its line."""
        return self.colour or self.outline

    @property
    def words(self) -> str:
        """Return what a person would call it: "large magenta square", "green text 'A'"."""
        colour = named(self.main_colour)
        hollow = "outlined" if not self.colour and self.kind not in STRAIGHT else ""
        called = self.kind if self.kind != "polygon" else f"polygon with {self.sides} sides"
        said = [self.size, hollow, colour, called, repr(self.text) if self.text else ""]
        return " ".join(text for text in said if text)
