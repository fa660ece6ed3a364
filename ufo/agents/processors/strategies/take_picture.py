"""Takes the picture of a look. Where that fails, the look goes on without a picture and says why."""

from __future__ import annotations

import logging
from collections.abc import Awaitable
from dataclasses import dataclass
from pathlib import Path

from ufo.errors import ToolError
from ufo.faults import Part
from ufo.schema.picture import Picture
from ufo.trace.emitter import Emitter

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Shot:
    """What is saved of a look: the role that a picture is logged under, the path in the run's folder, and that folder."""

    role: str
    path: str
    folder: str

    @property
    def save_path(self) -> str:
        return str(Path(self.folder) / self.path)


async def pictured(emitter: Emitter, shot: Shot, taking: Awaitable[str], remarks: list[str]) -> str:
    """Save and return the picture that `taking` gives as a data URL; "", with the reason in `remarks`, for none."""
    url = await picture_url(taking, remarks)
    if url:
        with Part(_log, f"keeping the picture {shot.path!r}", remarks):
            emitter.save_picture(shot.role, shot.path, Picture.from_data_url(url))
    return url


async def picture_url(taking: Awaitable[str], remarks: list[str]) -> str:
    """Take a picture as `pictured` does, without saving it."""
    notes: list[str] = []
    try:
        with Part(_log, "reading the picture", notes):
            url = await taking
            Picture.from_data_url(url)
            return url
    except ToolError as error:
        notes.append(str(error))
    remarks += [f"there is no picture: {note}" for note in notes]
    return ""
