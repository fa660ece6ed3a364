"""What names a control beyond one look: by what it is, what it says and what stands around it.

Made in `ufo.desktop.matching.selectors`, found again in `ufo.desktop.matching.find_again`;
plain JSON on disk, so a saved skill or a report can carry it.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Side = Literal["left", "right", "row", "above", "below", "previous", "next"]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class Step(_Part):
    """A container on the way from the window down."""

    role: str
    name: str = ""


class Neighbour(_Part):
    """What stands beside it: on that side in the picture, further off on the same line (`row`), or before and after it in the
    same container.

    `sole`: no other control of the same kind and words has this one there.
    """

    side: Side
    role: str
    words: str = ""
    sole: bool = False


class Position(_Part):
    """The how-manieth (from 0) of how many."""

    index: int = Field(ge=0)
    count: int = Field(ge=1)


class Selector(_Part):
    """Roles are those of `ufo.schema.target`. `identifier` is what the programmer calls it, where the toolkit tells.

    `position` counts controls of the same role in the same container, `twin` those of the same words there as well, and
    `alike` all of the same role and words in the window.
    `spots` counts those of its role at the same position in containers of the same names.
    `place` is its centre in fractions of the window. `landmarks` are words that stood in the same window or dialog, and
    `shape` how many controls of each role did: they tell another language from another window.
    """

    app_root: str = ""
    role: str
    name: str = ""
    label: str = ""
    description: str = ""
    identifier: str = ""
    traits: tuple[str, ...] = ()
    path: tuple[Step, ...] = ()
    neighbours: tuple[Neighbour, ...] = ()
    position: Position = Position(index=0, count=1)
    twin: Position = Position(index=0, count=1)
    alike: int = 1
    spots: int = 1
    place: tuple[float, float] = (0.5, 0.5)
    row: int | None = None
    column: int | None = None
    landmarks: tuple[str, ...] = ()
    shape: tuple[tuple[str, int], ...] = ()

    @property
    def words(self) -> str:
        return self.name or self.label or self.description

    def __str__(self) -> str:
        inside = " > ".join(step.name or step.role for step in self.path)
        return f"{self.role} {self.words!r}" + (f" in {inside}" if inside else "")


class Teller(_Part):
    """A control that showed an answer, or a part of it, when the answer was given. `shows`: that text."""

    selector: Selector
    shows: str
