"""Selectors, which name a control beyond one look: by its role, its words and what stands around it.

`ufo.desktop.matching.selectors` makes them and `ufo.desktop.matching.find_again` finds the control again. They are plain
JSON on disk, so that a saved skill or a report can hold them.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Side = Literal["left", "right", "row", "above", "below", "previous", "next"]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class Step(_Part):
    """One container on the path from the window down to the control."""

    role: str
    name: str = ""


class Neighbour(_Part):
    """A control beside it: on that side in the picture, further off on the same line (`row`), or before or after it in the same
    container.

    `sole`: no other control of the same role and words has this neighbour there.
    """

    side: Side
    role: str
    words: str = ""
    sole: bool = False


class Position(_Part):
    """The place in a sequence: `index` counts from 0, `count` is the length."""

    index: int = Field(ge=0)
    count: int = Field(ge=1)


class Selector(_Part):
    """The description by which a control is found again. Roles are those of `ufo.schema.roles`. `identifier` is the
    programmer's own name for the control, where the toolkit reports one.

    `position` counts controls of the same role in the same container, `twin` those that also have the same words, and
    `alike` all of the same role and words in the window. `spots` counts those of the same role at the same position in
    containers of the same names. `place` is its centre in fractions of the window. `landmarks` are words that stood in the
    same window or dialog, and `shape` says how many controls of each role stood there: they tell another language from
    another window.
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
    """A control that showed an answer, or a part of it, when the answer was given. `shows` is that text."""

    selector: Selector
    shows: str
