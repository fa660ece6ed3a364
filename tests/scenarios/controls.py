"""Answers that look up a control by its name in the turn, as a model does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.scenarios.stage import act, app
from ufo.llm.provider import Turn
from ufo.schema.inputs import AppInputs, HostInputs


def control_id(turn: Turn, name: str) -> str:
    assert isinstance(turn.inputs, AppInputs)
    return next(str(control.id) for control in turn.inputs.controls if control.name == name)


def target_id(turn: Turn, name: str) -> str:
    assert isinstance(turn.inputs, HostInputs)
    return next(str(target.id) for target in turn.inputs.targets if name in target.name)


def on(name: str, function: str, status: str = "FINISH", **arguments: Any) -> Callable[[Turn], dict[str, Any]]:
    """One action on the control of that name, then `status`."""

    def answer(turn: Turn) -> dict[str, Any]:
        more = arguments.pop("more", {})
        return app(status, act(function, id=control_id(turn, name), name=name, **arguments), **more)

    return answer
