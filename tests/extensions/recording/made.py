"""Recordings that nobody made, for what is decided from their steps alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ufo.schema.selector import Selector
from ufo.schema.selector import Step as Container
from ufo_recording.recorded import Begun, Ended, ProgramSeen, Step
from ufo_recording.recording_folder import Recording


def control(name: str, role: str = "Button", path: Sequence[tuple[str, str]] = (), **more: Any) -> Selector:
    return Selector(
        app_root="mousepad", role=role, name=name, path=[Container(role=text, name=of) for text, of in path], **more
    )


def steps(*told: dict[str, Any]) -> tuple[Step, ...]:
    return tuple(
        Step(**{"number": number, "kind": "click", "program": 1, "window": "Untitled", "change": "something", **record})
        for number, record in enumerate(told, 1)
    )


def recording(
    *told: dict[str, Any],
    conditions: Sequence[dict[str, Any]] = (),
    programs: Sequence[ProgramSeen] = (
        ProgramSeen(number=1, app_root="mousepad", process="mousepad", folder="/home/ada"),
    ),
    folder: Path = Path("/recordings/save-memo"),
) -> Recording:
    return Recording(
        folder,
        Begun(name=folder.name, started="2026-01-01T00:00:00+00:00"),
        tuple(programs),
        steps(*told),
        Ended(reason="the person ended the recording", conditions=tuple(conditions)),
    )
