"""Composes the answer to a finished request: what was read and what was saved, else what was done."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.planner.host.progress import Done
from ufo.planner.host.tasks import WorkTask
from ufo.planner.scene.results import as_text, table_of


def answer_for_the_person(done: Sequence[Done]) -> str:
    """Return what the sub-tasks report or, where they report nothing, that it is done, in the words of the request. Of what no
    act did, it says so.
    """
    told: list[str] = []
    for place, one in enumerate(done):
        text = one.record.result.strip() if one.record is not None else ""
        used_later = any(isinstance(later.task, WorkTask) and later.task.brings_a_table for later in done[place + 1 :])
        if text and not (used_later and table_of(text) is not None):
            told.append(as_text(text))
    return "\n".join(dict.fromkeys(told)) or _what_was_done(done)


def _what_was_done(done: Sequence[Done]) -> str:
    idle = [one for one in done if one.record is not None and one.record.only_said]
    parts = (("Done", [one for one in done if one not in idle]), ("Nothing was done for this", idle))
    said = [f"{begin}: {'; '.join(str(one.task) for one in some)}." for begin, some in parts if some]
    return " ".join(said) or "There was nothing to do."
