"""Messages to a model, in the shape that every provider understands: a role and parts of text or pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ufo.schema.picture import Picture


@dataclass(frozen=True, slots=True)
class TextPart:
    text: str


@dataclass(frozen=True, slots=True)
class ImagePart:
    picture: Picture
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Message:
    role: Literal["system", "user", "assistant"]
    parts: tuple[TextPart | ImagePart, ...]

    @property
    def text(self) -> str:
        return "\n".join(part.text for part in self.parts if isinstance(part, TextPart))
