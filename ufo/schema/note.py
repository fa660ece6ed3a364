"""What an agent writes down for later turns of a run, as it states it and as it is kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, field_validator, model_validator

from ufo.text.fold import caseless


class Note(BaseModel):
    """A note. One of the same name takes its place, and one without a text removes it. `about`: the file, the application or the
    sub-task (by its id) that it is for, "" for all. `by`, `subtask`: who wrote it, and in which sub-task, "" for none.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    name: str = ""
    text: str = ""
    about: str = ""
    by: str = ""
    subtask: str = ""

    @model_validator(mode="before")
    @classmethod
    def _bare_text(cls, data: Any) -> Any:
        return {"text": data} if isinstance(data, str) else data

    @field_validator("name", "text", "about", mode="before")
    @classmethod
    def _as_text(cls, value: Any) -> Any:
        if value is None:
            return ""
        return ", ".join(map(str, value)) if isinstance(value, list) else str(value)

    def __str__(self) -> str:
        told = f"{self.name}: {self.text or '(taken back)'}" if self.name else self.text
        return f"{told} (about {self.about})" if self.about else told

    @property
    def key(self) -> str:
        """What makes it the same note: its name, or without one its text."""
        return caseless(self.name.strip() or self.text.strip())

    def concerns(self, subtask: str, node: str, places: tuple[str, ...]) -> bool:
        """Tell whether it is for the one who does `subtask`, which has the id `node`. `places`: the application, the window's
        title and the like.
        """
        about = caseless(self.about.strip())
        if not about or self.subtask == subtask or about == caseless(node):
            return True
        return any(about in caseless(text) for text in (subtask, *places))


def notes_of(response: Mapping[str, Any]) -> tuple[Note, ...]:
    """Return the notes of an answer as it stands in a run's record."""
    return tuple(map(Note.model_validate, as_notes(response.get("notes"))))


def as_notes(value: Any) -> Any:
    """Return the notes of an answer as a list: a single one, a bare text and an object of texts by name are accepted too."""
    if value is None or value == "":
        return []
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        is_one = bool(value.keys() & {"text", "name"})
        return [value] if is_one else [{"name": str(name), "text": text} for name, text in value.items()]
    return value
