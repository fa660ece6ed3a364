"""Frames on the control socket: lengths first, then JSON, then data. Lengths are checked before anything is read."""

from __future__ import annotations

import asyncio
from pathlib import Path

from pydantic import BaseModel, ValidationError

from ufo.errors import ControlError
from ufo.runs.control.messages import HEAD, ControlFile

CONTROL_FILE = "control.json"
_MOST_FILE = 4096


def framed(message: BaseModel, data: bytes = b"") -> bytes:
    body = message.model_dump_json().encode()
    return HEAD.pack(len(body), len(data)) + body + data


async def read_frame(reader: asyncio.StreamReader, most_json: int, most_data: int) -> tuple[bytes, bytes]:
    """Return the JSON and the data of the next frame. Raises ControlError for one that is too large, asyncio.IncompleteReadError
    and OSError where the connection ends.
    """
    json_size, data_size = HEAD.unpack(await reader.readexactly(HEAD.size))
    if json_size > most_json or data_size > most_data:
        raise ControlError(f"a frame of {json_size} and {data_size} bytes is larger than {most_json} and {most_data}")
    return await reader.readexactly(json_size), await reader.readexactly(data_size)


def control_file(run_folder: Path) -> ControlFile:
    """Read where the control socket of a run is. Raises ControlError where there is none."""
    try:
        with (run_folder / CONTROL_FILE).open("rb") as file:
            return ControlFile.model_validate_json(file.read(_MOST_FILE))
    except (OSError, ValidationError) as error:
        raise ControlError(
            f"the run in {str(run_folder)!r} cannot be reached: it has ended, or `control.socket` is off; "
            "list runs with: ufo runs list"
        ) from error
