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
