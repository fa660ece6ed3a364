"""What somebody who asked to see places was shown of them."""

from __future__ import annotations

from dataclasses import dataclass

from ufo.schema.fact import Fact
from ufo.schema.message import ImagePart


@dataclass(frozen=True, slots=True)
class Shown:
    """`facts`: without numbers; `pictures`: files that are pictures, each with its name as a caption."""

    facts: tuple[Fact, ...] = ()
    pictures: tuple[ImagePart, ...] = ()
