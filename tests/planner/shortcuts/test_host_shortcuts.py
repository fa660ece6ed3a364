"""When the last sub-task ends a request without the HostAgent's model."""

from __future__ import annotations

from dataclasses import replace

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


@pytest.mark.parametrize(
    "request_",
    ["Find the cheapest tea, then close the shop", "Suche den günstigsten Tee und schließe den Laden", "找最便宜的茶"],
)
def test_what_an_earlier_sub_task_found_is_the_answer_where_the_last_one_tells_nothing(request_: str) -> None:
    inputs = _finished(Truth.SATISFIED, subtask=request_)
    found = inputs.previous_subtasks[0].model_copy(update={"subtask": "look", "result": "Sencha, 4.20"})
    last = inputs.previous_subtasks[0].model_copy(update={"result": ""})
    said = decide(replace(inputs, request=request_, previous_subtasks=(found, last)))
    assert said is not None and said.result == "Sencha, 4.20"
