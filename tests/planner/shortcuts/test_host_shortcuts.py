"""When the last sub-task ends a request without the HostAgent's model."""

from __future__ import annotations

import pytest

from ufo.conditions.kinds.element import ElementPredicate
from ufo.planner.shortcuts.host_shortcuts import decide
from ufo.schema.inputs import HostInputs
from ufo.schema.outcome import SubtaskRecord
from ufo.schema.predicate import Finding, Truth
from ufo.schema.response import HostAgentResponse

_REQUEST = "In Thunderbird, move the mails of Garden Post into Garden."


def _finished(*truths: Truth, subtask: str = _REQUEST) -> HostInputs:
    findings = tuple(
        Finding(predicate=ElementPredicate(name=f"mail {number}"), truth=truth, evidence="", channel="accessibility")
        for number, truth in enumerate(truths)
    )
    record = SubtaskRecord(subtask=subtask, status="FINISH", result="moved", findings=findings)
    handed = HostAgentResponse(observation="", thought="", status="ASSIGN", current_subtask=subtask)
    return HostInputs(_REQUEST, (), ("CONTINUE", "FINISH"), previous_subtasks=(record,), last_answer=handed)


@pytest.mark.parametrize(
    ("truths", "ends"),
    [
        ((Truth.SATISFIED, Truth.SATISFIED), True),
        ((Truth.SATISFIED, Truth.UNKNOWN), True),
        ((Truth.SATISFIED, Truth.UNSATISFIED), False),
        ((), False),
    ],
)
def test_the_whole_request_ends_with_its_one_sub_task_unless_something_speaks_against_it(
    truths: tuple[Truth, ...], ends: bool
) -> None:
    said = decide(_finished(*truths))
    assert (said is not None and said.status == "FINISH") is ends


def test_a_part_of_the_request_with_an_unknown_end_is_the_models() -> None:
    assert decide(_finished(Truth.UNKNOWN, subtask="open the inbox")) is None
