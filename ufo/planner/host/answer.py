"""Composes the answer to a finished request: what was read and what was saved, else what was done."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.planner import intents
from ufo.planner.host.progress import Done
from ufo.planner.host.tasks import WorkTask
from ufo.planner.scene.paths import full_path
from ufo.planner.scene.results import as_text, table_of
from ufo.schema.inputs import HostInputs


def answer_for_the_person(done: Sequence[Done], inputs: HostInputs) -> str:
    """Return the values read and the files saved or, where there are none, that it is done, in the words of the request."""
    told: list[str] = []
    for place, one in enumerate(done):
        text = one.record.result.strip() if one.record is not None else ""
        used_later = any(isinstance(later.task, WorkTask) and later.task.brings_a_table for later in done[place + 1 :])
        if text and text not in _saved_paths(one, inputs) and not (used_later and table_of(text) is not None):
            told.append(as_text(text))
    told += [f"Saved {path}." for one in done for path in _saved_paths(one, inputs)]
    if not told:
        told = [f"Done: {'; '.join(str(one.task) for one in done)}." if done else "There was nothing to do."]
    return "\n".join(dict.fromkeys(told))


def _saved_paths(one: Done, inputs: HostInputs) -> list[str]:
    if not isinstance(one.task, WorkTask) or one.record is None:
        return []
    saves = [step for step in one.task.steps if isinstance(step, intents.Save) and step.path]
    return [full_path(step.path, inputs.working_folder) for step in saves]
