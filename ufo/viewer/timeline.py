"""Groups the events of a run into the steps that a reader sees, with pictures small enough to be part of the report."""

from __future__ import annotations

import base64
import io
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image

from ufo.schema.note import Note, notes_of
from ufo.schema.subtasks import SubtaskGraph
from ufo.schema.usage import Usage
from ufo.trace.cost import Account
from ufo.trace.events import (
    Asked,
    KnowledgeUsed,
    ModelAnswered,
    Noticed,
    PersonActed,
    PictureSaved,
    RoundStarted,
    StepEnded,
    SubtaskEnded,
    SubtasksChanged,
)
from ufo.trace.reader import RunRecord
from ufo.viewer.prompts import PromptPart

_EMPTY: tuple[Any, ...] = (None, "", [], {}, ())
_ROLES = {
    "selected_controls": "what was acted on",
    "annotated": "all controls",
    "desktop": "the desktop",
    "clean": "the window",
    "concat": "both",
}


Shown = Callable[[Path, str], str | None]
"""(the run's folder, a picture's path in it): the address under which a page shows the picture; None where there is none."""


@dataclass(frozen=True, slots=True)
class Shot:
    caption: str
    url: str | None
    path: str


@dataclass(frozen=True, slots=True)
class StepView:
    """One turn with what was said and asked in it. `ended` is None where the run was cut off in the middle of it."""

    number: int
    ended: StepEnded | None
    shots: tuple[Shot, ...]
    notices: tuple[Noticed, ...]
    used: tuple[str, ...]
    """The sources of what was looked up for it."""
    questions: tuple[Asked, ...]
    subtasks: tuple[SubtaskEnded, ...]
    subtask_usage: Usage | None = None
    """What the sub-task that ended here used; None where none did, or it asked no model."""
    answered_by: tuple[str, ...] = ()
    """The models that answered, in order."""
    prompt: tuple[PromptPart, ...] = ()
    """What the models were sent."""
    acted: tuple[PersonActed, ...] = ()
    """What the person did meanwhile, who had taken over."""

    @property
    def effects(self) -> tuple[str, ...]:
        """What its acts came to, each once: their effect, or their status where that is not known."""
        acts = [action.result for action in self.ended.actions if action.function] if self.ended else []
        return tuple(dict.fromkeys((result.effect or result.status).value for result in acts))

    @property
    def answer(self) -> str:
        """The answer of the turn as JSON, without what it left empty; "" where there is none."""
        kept = {
            name: value for name, value in (self.ended.response if self.ended else {}).items() if value not in _EMPTY
        }
        return json.dumps(kept, ensure_ascii=False, indent=2, default=str) if kept else ""

    @property
    def notes(self) -> tuple[Note, ...]:
        """What was noted for later turns."""
        return notes_of(self.ended.response) if self.ended else ()

    def said(self, key: str) -> str:
        value: Any = self.ended.response.get(key) if self.ended else None
        return "; ".join(map(str, value)) if isinstance(value, list | tuple) else str(value or "")


def steps_of(
    run: RunRecord, shown: Shown | None = None, prompts: Mapping[int, tuple[PromptPart, ...]] | None = None
) -> tuple[StepView, ...]:
    """Return the steps in order. `shown`: without, pictures become a part of the page."""
    shown, prompts = shown or inlined, prompts or {}
    by_step: defaultdict[int, list[Any]] = defaultdict(list)
    account, of_subtasks = Account(), {}
    for event in run.events:
        account.note(event)
        if isinstance(event, SubtaskEnded):
            of_subtasks[event.step] = account.last_subtask
        if event.step > 0:
            by_step[event.step].append(event)
    views = []
    for number, events in sorted(by_step.items()):
        ends: list[StepEnded | None] = [event for event in events if isinstance(event, StepEnded)]
        ends = ends or [None]
        shots = _shots(run, [event for event in events if isinstance(event, PictureSaved)], shown)
        for index, ended in enumerate(ends):
            first = index == 0
            views.append(
                StepView(
                    number,
                    ended,
                    shots if first else (),
                    tuple(event for event in events if first and isinstance(event, Noticed)),
                    _sources(event for event in events if first and isinstance(event, KnowledgeUsed)),
                    tuple(event for event in events if first and isinstance(event, Asked)),
                    tuple(event for event in events if first and isinstance(event, SubtaskEnded)),
                    of_subtasks.get(number) if first else None,
                    _models(event for event in events if first and isinstance(event, ModelAnswered)),
                    prompts.get(number, ()) if first else (),
                    tuple(event for event in events if first and isinstance(event, PersonActed)),
                )
            )
    return tuple(views)


def _sources(used: Iterable[KnowledgeUsed]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(passage.source for event in used for passage in event.passages))


def _models(answers: Iterable[ModelAnswered]) -> tuple[str, ...]:
    asked = (answer.asked or answer.model for answer in answers if answer.usage.model_calls)
    return tuple(dict.fromkeys(asked))


def plans_of(run: RunRecord) -> tuple[SubtaskGraph, ...]:
    """Return the sub-tasks of each request that has several, as they are in the last event about them."""
    last: list[SubtasksChanged | None] = []
    for event in run.events:
        if isinstance(event, RoundStarted):
            last.append(None)
        elif isinstance(event, SubtasksChanged):
            last[-1:] = [event]
    return tuple(event.graph for event in last if event is not None)


def _shots(run: RunRecord, saved: list[PictureSaved], shown: Shown) -> tuple[Shot, ...]:
    """Return the pictures of what was acted on and of all controls; others only where these are missing, so that the file
    stays small.
    """
    by_role = {event.role: event for event in saved}
    wanted: list[str] = [role for role in ("selected_controls", "annotated") if role in by_role]
    if not wanted:
        wanted += [role for role in ("desktop", "clean", "concat") if role in by_role][:1]
    return tuple(
        Shot(_ROLES.get(role, role), shown(run.folder, by_role[role].path), by_role[role].path) for role in wanted
    )


MAX_EDGE = 1440
_QUALITY = 72
_AS_IT_IS = 300_000
"""The bytes of a picture that is not made smaller. Windows take less as the PNG that they are kept as than as a JPEG, which takes
0.1 s to make."""


def inlined(folder: Path, path: str) -> str | None:
    """Return a data URL of a picture: as it is, or where it is large as a JPEG of at most 1440 pixels on each side. None where it
    is missing, damaged or outside of the run's folder.
    """
    try:
        file = (folder / path).resolve()
        if not file.is_relative_to(folder.resolve()):
            return None
        with Image.open(file) as image:
            if image.format == "PNG" and file.stat().st_size <= _AS_IT_IS:
                image.verify()
                return f"data:image/png;base64,{base64.b64encode(file.read_bytes()).decode('ascii')}"
            small = image.convert("RGB")
        small.thumbnail((MAX_EDGE, MAX_EDGE), Image.Resampling.LANCZOS)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    out = io.BytesIO()
    small.save(out, "JPEG", quality=_QUALITY)
    return f"data:image/jpeg;base64,{base64.b64encode(out.getvalue()).decode('ascii')}"
