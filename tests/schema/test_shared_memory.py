from __future__ import annotations

import pytest

from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Effect, Result, ResultStatus
from ufo.schema.shared_memory import steps_to_prompt
from ufo.schema.target import TargetInfo, TargetKind

WELL = Result(status=ResultStatus.SUCCESS, effect=Effect.CONFIRMED)


def told(name: str, arguments: dict[str, object]) -> str:
    target = TargetInfo(kind=TargetKind.CONTROL, name=name, id="54") if name else None
    action = ActionCommandInfo(function="press", arguments=arguments, target=target, result=WELL)
    part = steps_to_prompt(
        [{"agent_name": "App", "subtask": "do", "action_representation": action.to_representation()}]
    )
    assert part is not None
    return part.text.splitlines()[2]


@pytest.mark.parametrize(
    ("name", "arguments", "line"),
    [
        ("Bold", {"id": "54", "name": "Bold"}, "- press() on 'Bold': confirmed"),
        ("Bold", {"id": "54"}, "- press() on 'Bold': confirmed"),
        ("Street", {"id": "54", "text": "Main 3", "name": "Street"}, "- press(text='Main 3') on 'Street': confirmed"),
        ("Save as", {"id": "54", "name": "Save"}, "- press(name='Save') on 'Save as': confirmed"),
        ("Fish on [3]", {"id": "54"}, "- press() on 'Fish on [3]': confirmed"),
        ("", {"keys": "a) on [5]b"}, "- press(keys='a) on [5]b'): confirmed"),
        ("", {"keys": "a on [b]"}, "- press(keys='a on [b]'): confirmed"),
    ],
)
def test_a_step_tells_its_control_once_by_its_name(name: str, arguments: dict[str, object], line: str) -> None:
    assert told(name, arguments) == line


def test_a_step_whose_act_waited_for_a_yes_is_told_as_not_done() -> None:
    action = ActionCommandInfo(function="press", arguments={"id": "5"})
    part = steps_to_prompt([{"action_representation": [action.to_representation()]}])
    assert part is not None
    assert "- press(id='5'): not done in that step" in part.text


def test_a_long_call_does_not_push_its_result_out_of_the_line() -> None:
    failed = Result(status=ResultStatus.FAILURE, error="the page has gone")
    action = ActionCommandInfo(function="fill", arguments={"fields": "x" * 900}, result=failed)
    part = steps_to_prompt([{"action_representation": [action.to_representation()]}])
    assert part is not None
    line = part.text.splitlines()[-2]
    assert line.startswith("- fill(fields='xxx") and line.endswith(": failure the page has gone")
    assert len(line) < 260
