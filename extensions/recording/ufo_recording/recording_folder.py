"""The folder of a recording: written step by step, so that all that was recorded can be read after a crash at any moment.

`recording.jsonl` holds the lines of `recorded.py`, `trace.log` the steps in plain words, `pictures/` one small picture a step.
All of it is readable by this user alone.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from ufo.errors import TraceError
from ufo.schema.picture import Picture
from ufo.secrets import files
from ufo.secrets.masks import Masks
from ufo.trace.redact import finish_unsaying, unsay
from ufo_recording.recorded import VERSION, Begun, Ended, Line, ProgramSeen, Step, line_of

RECORDING, TRACE, PICTURES = "recording.jsonl", "trace.log", "pictures"
_ADAPTER: TypeAdapter[Line] = TypeAdapter(Line)


@dataclass(frozen=True, slots=True)
class Recording:
    """A recording as read. `torn`: its last line was cut, as by a kill; `ended` is None where it was broken off."""

    folder: Path
    begun: Begun
    programs: tuple[ProgramSeen, ...]
    steps: tuple[Step, ...]
    ended: Ended | None
    torn: bool = False


class RecordingWriter:
    """Writes a recording. Raises TraceError when it is made and the folder cannot be written, and where writing fails later.

    What `masks` learn later is removed from what was written before.
    """

    def __init__(self, folder: Path, begun: Begun, masks: Masks) -> None:
        self.folder = folder
        self.masks = masks
        self._begun: Begun | None = begun
        try:
            files.make_folder(folder)
            files.make_folder(folder / PICTURES)
        except OSError as error:
            raise _unwritable(folder, error) from error
        masks.on_growth(self._unsay)

    def begin(self) -> None:
        """Write that it has begun: from now on nothing that the person does is missed."""
        begun, self._begun = self._begun, None
        if begun is not None:
            self.write(begun)

    def write(self, line: Line) -> None:
        """Write a line. It is on the disk when this returns."""
        self.begin()
        masked = self.masks.model(line)
        self._append(RECORDING, masked.model_dump_json(exclude_defaults=False))
        if isinstance(masked, Step):
            self._append(
                TRACE, f"{masked.number:3}  {line_of(masked)}" + (f"  → {masked.change}" if masked.change else "")
            )
        elif isinstance(masked, Ended):
            self._append(TRACE, f"     {masked.reason}")

    def save(self, number: int, picture: Picture) -> str:
        """Save the picture of a step, and return its path relative to the folder."""
        path = f"{PICTURES}/{number:04}.png"
        try:
            files.write(self.folder / path, picture.data)
        except OSError as error:
            raise _unwritable(self.folder, error) from error
        return path

    def _append(self, name: str, text: str) -> None:
        try:
            with files.append(self.folder / name) as file:
                file.write(text.replace("\n", " ") + "\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise _unwritable(self.folder, error) from error

    def _unsay(self) -> None:
        try:
            unsay(self.folder, self.masks)
        except OSError as error:
            raise _unwritable(self.folder, error) from error


def write_recording(folder: Path, lines: Sequence[Line]) -> None:
    """Write a recording whose lines are known already, its beginning first. Raises TraceError."""
    begun = lines[0]
    assert isinstance(begun, Begun)
    writer = RecordingWriter(folder, begun, Masks())
    for line in lines[1:]:
        writer.write(line)


def read_recording(folder: Path) -> Recording:
    """Read a recording, whole or broken off. Raises TraceError where there is none that can be used."""
    try:
        finish_unsaying(folder)
        data = (folder / RECORDING).read_bytes()
    except OSError as error:
        raise TraceError(f"no recording can be read in {str(folder)!r}: {error.strerror or error}") from error
    lines: list[Line] = []
    *whole, rest = data.split(b"\n")
    for line in whole:
        try:
            lines.append(_ADAPTER.validate_json(line))
        except ValidationError as error:
            raise TraceError(
                f"the recording in {str(folder)!r} is damaged in line {len(lines) + 1}; record it again"
            ) from error
    if not lines or not isinstance(lines[0], Begun):
        raise TraceError(f"the recording in {str(folder)!r} has no beginning; record it again")
    if lines[0].version > VERSION:
        raise TraceError(f"the recording in {str(folder)!r} was made by a newer version; use that one")
    ended = [line for line in lines if isinstance(line, Ended)]
    return Recording(
        folder,
        lines[0],
        tuple(line for line in lines if isinstance(line, ProgramSeen)),
        tuple(line for line in lines if isinstance(line, Step)),
        ended[-1] if ended else None,
        bool(rest.strip()),
    )


def _unwritable(folder: Path, error: OSError) -> TraceError:
    return TraceError(
        f"the recording cannot be written to {str(folder)!r}: {error.strerror or error}; make room and try again"
    )
