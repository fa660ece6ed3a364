"""OpenAI's computer use over real HTTP: what is asked, and what becomes of each of its answers."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

from tests.extensions.computer_use.asking import NEWER, ask, operator_turn, settings, view
from tests.extensions.computer_use.servers import (
    Raw,
    ResponsesServer,
    Seen,
    fails,
    openai_call,
    openai_function,
    openai_says,
    reasoning,
)
from tests.llm.openai_asking import Waits
from ufo.schema.action import ActionCommandInfo
from ufo.schema.computer_use import OperatorResponse, SafetyCheck
from ufo_computer_use.computer_wire import Keeping
from ufo_computer_use.openai_computer import OpenAIWire
from ufo_computer_use.operator_provider import create_operator
from ufo_computer_use.pictures import Scale

CHECK = {"id": "sc_1", "code": "malicious_instructions", "message": "The page gives orders."}


def read(items: list[dict[str, Any]]) -> OperatorResponse:
    return OpenAIWire("computer-use-preview").answer({"output": items}, Scale(800, 600, 800, 600)).response


def acts(response: OperatorResponse) -> list[str]:
    """The actions with places in pixels of a picture of 800 x 600, as whole numbers."""
    return [_told(action_command) for action_command in response.action]


def _told(action: ActionCommandInfo) -> str:
    pixels = {"x": 800, "y": 600, "start_x": 800, "start_y": 600, "end_x": 800, "end_y": 600}
    known = {key: round(value * pixels[key]) if key in pixels else value for key, value in action.arguments.items()}
    return f"{action.function} {json.dumps(known)}"


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ({"type": "click", "x": 10, "y": 20, "button": "left"}, 'click_at {"x": 10, "y": 20, "button": "left"}'),
        ({"type": "click", "x": 10, "y": 20, "button": "wheel"}, 'click_at {"x": 10, "y": 20, "button": "middle"}'),
        (
            {"type": "click", "x": 10, "y": 20, "button": "left", "keys": ["SHIFT"]},
            'click_at {"x": 10, "y": 20, "button": "left", "key_hold": "shift"}',
        ),
        ({"type": "click", "x": 1, "y": 2, "button": "back"}, 'keyboard_input {"keys": "{ALT+LEFT}"}'),
        (
            {"type": "double_click", "x": 10, "y": 20},
            'click_at {"x": 10, "y": 20, "button": "left", "count": 2}',
        ),
        ({"type": "move", "x": 10, "y": 20}, 'move_to {"x": 10, "y": 20}'),
        (
            {"type": "drag", "path": [{"x": 1, "y": 2}, {"x": 30, "y": 40}]},
            'drag_on_coordinates {"start_x": 1, "start_y": 2, "end_x": 30, "end_y": 40}',
        ),
        (
            {"type": "scroll", "x": 10, "y": 20, "scroll_x": 0, "scroll_y": 350},
            'scroll_at {"x": 10, "y": 20, "right": 0, "down": 4}',
        ),
        (
            {"type": "scroll", "x": 10, "y": 20, "scroll_x": -10, "scroll_y": 0},
            'scroll_at {"x": 10, "y": 20, "right": -1, "down": 0}',
        ),
        ({"type": "keypress", "keys": ["CTRL", "A"]}, 'keyboard_input {"keys": "{CTRL+a}"}'),
        ({"type": "type", "text": "a{b}+c\n"}, 'keyboard_input {"text": "a{b}+c\\n"}'),
        ({"type": "wait"}, 'wait {"seconds": 2.0}'),
    ],
    ids=lambda item: str(item["type"]) if isinstance(item, dict) else "",
)
def test_each_of_its_actions_is_one_of_ours(action: dict[str, Any], said: str) -> None:
    response = read([reasoning("I see"), openai_call(action)])
    assert (acts(response), response.status, response.objection) == ([said], "CONTINUE", "")
    assert response.thought == "I see"


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ({"type": "click", "x": 800, "y": 20, "button": "left"}, "lies outside of the picture, which has 800 x 600"),
        ({"type": "click", "x": -1, "y": 20, "button": "left"}, "lies outside of the picture"),
        ({"type": "click", "x": "10", "y": 20, "button": "left"}, "x must be a number, not '10'"),
        ({"type": "click", "button": "left", "text": "hello"}, "x must be a number, not None"),
        ({"type": "click", "x": 1, "y": 2, "button": "third"}, "there is no button 'third'"),
        ({"type": "drag", "path": [{"x": 1, "y": 2}]}, "at least two points"),
        ({"type": "drag", "path": [{"x": 1, "y": 2}, {"x": 1, "y": 9000}]}, "lies outside of the picture"),
        ({"type": "keypress", "keys": ["HYPER"]}, "there is no key 'HYPER'"),
        ({"type": "keypress", "keys": "CTRL"}, "keys is a list of names"),
        ({"type": "scroll", "x": 1, "y": 2, "scroll_x": 0, "scroll_y": 0}, "the scroll goes nowhere"),
        ({"type": "type", "text": ""}, "there is no text to type"),
        ({"type": "fly"}, "there is no action 'fly'"),
        ({}, "there is no action None"),
    ],
)
def test_a_wrong_action_is_told_to_the_model_with_its_reason(action: dict[str, Any], why: str) -> None:
    response = read([openai_call(action)])
    assert why in response.objection
    assert not response.action


async def test_the_newer_tool_does_several_actions_in_one_call() -> None:
    several = openai_call({"type": "click", "x": 10, "y": 20, "button": "left"}, {"type": "type", "text": "hi"})
    with ResponsesServer([[several]]) as server:
        response = await ask(server, name=NEWER)
    assert [action_command.function for action_command in response.action] == ["click_at", "keyboard_input"]
    assert server.seen[0].body["tools"][0] == {"type": "computer"}


async def test_a_conversation_goes_on_with_all_that_was_said_and_nothing_is_stored_there() -> None:
    first = [reasoning(), openai_call({"type": "wait"})]
    with ResponsesServer([first, [openai_says("Done.")]]) as server:
        operator_response = await ask(server)
        turn = operator_turn(view(), view(said="it was slow"), answers=(operator_response.model_dump_json(),))
        two = await ask(server, turn)
    assert not server.refused
    body = server.seen[1].body
    kinds = [item.get("type", "message") for item in body["input"]]
    assert kinds == ["message", "reasoning", "computer_call", "computer_call_output", "message"]
    assert body["input"][-1]["content"] == [{"type": "input_text", "text": "it was slow"}]
    assert body["store"] is False
    assert (two.status, two.result) == ("FINISH", "Done.")


async def test_a_safety_check_asks_the_person_and_its_acknowledgement_goes_with_the_output() -> None:
    call = openai_call({"type": "click", "x": 1, "y": 2, "button": "left"}, checks=[CHECK])
    with ResponsesServer([[call], [openai_says("Done.")]]) as server:
        asked = await ask(server)
        agreed = view(acknowledged=tuple(asked.safety_checks))
        await ask(server, operator_turn(view(), agreed, answers=(asked.model_dump_json(),)))
    assert asked.status == "CONFIRM" and "The page gives orders." in asked.comment
    assert asked.safety_checks == [SafetyCheck(**CHECK)]
    assert not server.refused
    assert server.seen[1].body["input"][-1]["acknowledged_safety_checks"] == [CHECK]


@pytest.mark.parametrize(
    ("items", "status", "said"),
    [
        ([openai_function("ask_person", '{"question": "Which one?"}')], "PENDING", "Which one?"),
        ([openai_function("give_up", '{"reason": "no such field"}')], "FAIL", "no such field"),
        (
            [{"type": "message", "role": "assistant", "content": [{"type": "refusal", "refusal": "I will not"}]}],
            "FAIL",
            "the model refuses: I will not",
        ),
    ],
    ids=["question", "gives up", "refusal"],
)
async def test_a_question_giving_up_and_a_refusal_end_the_turn(items: list[Any], status: str, said: str) -> None:
    with ResponsesServer([items]) as server:
        response = await ask(server)
    assert (response.status, [*response.questions, response.result]) == (
        status,
        [said, ""] if response.questions else [said],
    )
    assert not response.objection


@pytest.mark.parametrize(
    ("items", "why"),
    [
        ([openai_function("bash", '{"command": "rm"}')], "there is no tool 'bash'"),
        ([openai_function("ask_person", '{"type": "click", "x": 1, "y": 2}')], "takes 'question', a text"),
        ([openai_function("give_up", "{half")], "are no JSON object"),
        (
            [openai_function("ask_person", '{"question": "?"}'), openai_call({"type": "wait"})],
            "go without any other call",
        ),
        ([], "neither a call nor a text"),
        ({"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}, "output": []}, "cut off"),
    ],
    ids=["unknown tool", "another tool's arguments", "half", "two at once", "nothing", "cut off"],
)
async def test_a_wrong_answer_goes_back_with_its_reason(items: Any, why: str) -> None:
    with ResponsesServer([items]) as server:
        response = await ask(server)
        again = operator_turn(repairs=((response.model_dump_json(), response.objection),))
        await ask(server, again)
    assert why in response.objection
    assert not server.refused
    assert why in json.dumps(server.seen[1].body["input"])


async def test_a_model_without_encrypted_reasoning_keeps_the_conversation_and_that_is_told() -> None:
    def refuses(seen: Seen) -> Any:
        if "include" in seen.body:
            return fails(400, "Encrypted content is not supported with this model.")
        return [openai_says("Done.")]

    waits = Waits()
    with ResponsesServer([refuses]) as server:
        response = await ask(server, waits=waits)
    assert response.result == "Done."
    assert any("keeps the conversation with its pictures" in notice for notice in waits.notices)


async def test_old_steps_are_told_in_words_by_several_at_a_time_and_the_beginning_only_grows() -> None:
    items = [reasoning(), openai_call({"type": "click", "x": 1, "y": 2})]
    answer = OperatorResponse(observation="", thought="", items=items).model_dump_json()
    sent, begun, whole = [], [], []
    with ResponsesServer([[openai_says("Done.")]]) as server:
        provider = create_operator(settings(server), Waits().surroundings())
        for count in range(26):
            views = tuple(view(width=100, height=50, said=str(at)) for at in range(count + 1))
            await provider.complete(operator_turn(*views, answers=(answer,) * count))
            body = server.seen[-1].body
            sent.append(json.dumps(body["input"]).count("data:image/png"))
            begun.append(body["input"][0]["content"][0]["text"])
            whole.append(json.dumps({**body, "input": []}) + json.dumps(body["input"])[1:-1])
        await provider.close()
    assert not server.refused
    keeping = Keeping()
    assert max(sent) < keeping.least + keeping.step
    assert [at for at, (now, later) in enumerate(pairwise(sent), 1) if later < now] == [13, 23]
    assert all(later.startswith(now) for now, later in pairwise(begun))
    assert begun[-1].count('- {"type": "click", "x": 1, "y": 2}') == 20
    # Between two steps, each request begins with all of the one before.
    assert [at for at, (now, later) in enumerate(pairwise(whole), 1) if not later.startswith(now)] == [13, 23]


@pytest.mark.parametrize(
    "raw",
    [
        Raw(b"<html>no</html>"),
        Raw(b"[]"),
        Raw(b'{"output": 7}'),
        Raw(b'{"output": [1]}'),
        Raw(b"x" * 400, cut=100),
        Raw(json.dumps({"output": [openai_says("It is done.")]}).encode(), cut=40, is_chunked=True),
    ],
    ids=["html", "list", "number", "no items", "cut", "cut between chunks"],
)
async def test_what_is_no_response_is_asked_for_again(raw: Raw) -> None:
    waits = Waits()
    with ResponsesServer([raw, [openai_says("Done.")]]) as server:
        response = await ask(server, waits=waits)
    assert response.result == "Done." and len(waits.seconds) == 1
