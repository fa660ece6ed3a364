"""What a model is told of a window: what changed, what its list has no room for, and how it gets at it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.requirement import requirement
from tests.scenarios.controls import control_id, target_id
from tests.scenarios.stage import act, app, assign, host, stage
from ufo.desktop.fake.handler_context import RunningApp
from ufo.desktop.fake.spec import AppSpec, Widget, WindowSpec, button, text
from ufo.desktop.values import Application
from ufo.llm.provider import Turn
from ufo.llm.scripted import ScriptedProvider
from ufo.trace.events import StepEnded

_SMALL: dict[str, Any] = {"max_control_chars": 700}


def _pressed(app: RunningApp) -> None:
    app.set_value("said", "Seat 77 is yours")


def _seats() -> AppSpec:
    seats = tuple(
        button(f"seat-{number}", f"Seat {number}", _pressed if number == 77 else None) for number in range(120)
    )
    widgets: tuple[Widget, ...] = (text("said", "Nothing is booked"), *seats)
    return AppSpec(Application("seats", "Seats", ("seats",)), (WindowSpec("main", "Seats", widgets),))


def _said(turn: Turn) -> str:
    return "\n".join(message.text for message in turn.messages)


def _take(turn: Turn) -> dict[str, Any]:
    return assign(target_id(turn, "Seats"), "book seat 77")


async def test_a_control_that_the_list_has_no_room_for_is_searched_found_and_worked(tmp_path: Path) -> None:
    script = ScriptedProvider(
        [
            _take,
            app("CONTINUE", act("find_controls", text="seat 77")),
            lambda turn: app("FINISH", act("click_input", id=control_id(turn, "Seat 77"), name="Seat 77")),
            host("FINISH"),
        ]
    )
    async with stage(tmp_path, script, running=("seats",), installed=[_seats()], system=_SMALL) as scene:
        await scene.run("book the seat that I like")
        first, second = (_said(turn) for turn in script.turns if turn.agent == "app")
        assert '"Seat 77"' not in first
        assert "controls cut for length" in first
        assert "find_controls(text" in first
        assert '"Seat 77" (found)' in second
        assert "click_input" in scene.actions()


@requirement("fact:one-line")
async def test_what_an_action_changed_stands_in_the_next_prompt_the_log_and_the_memory(tmp_path: Path) -> None:
    box = "Send me the newsletter"
    script = ScriptedProvider(
        [
            lambda turn: assign(target_id(turn, "Registration"), "tick the newsletter"),
            lambda turn: app("CONTINUE", act("click_input", id=control_id(turn, box), name=box)),
            app("FINISH"),
            host("FINISH"),
        ]
    )
    async with stage(tmp_path, script) as scene:
        await scene.run("do what must be done")
        prompt = _said([turn for turn in script.turns if turn.agent == "app"][1])
        changed = f"'{box}' is now checked"
        assert f'<data name="what changed since your last look">\n{changed}' in prompt
        # The line of the action does not tell it once more.
        assert prompt.count(changed) == 1 and f'on "{box}": confirmed' in prompt
        ended = [event for event in scene.heard.events if isinstance(event, StepEnded) and event.actions]
        assert any(changed in action.result.change for event in ended for action in event.actions)
        assert changed in (scene.folder / "events.jsonl").read_text()
