"""Anthropic's computer use over real HTTP: what is asked, and what becomes of each of its answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from tests.extensions.computer_use.asking import CLAUDE, OLDER_CLAUDE, ask, operator_turn, settings, view
from tests.extensions.computer_use.servers import MessagesServer, Raw, claude_call, claude_says, claude_tool
from tests.extensions.computer_use.test_openai_computer import acts
from tests.llm.openai_asking import Waits
from ufo.schema.computer_use import OperatorResponse
from ufo_computer_use.anthropic_computer import AnthropicWire
from ufo_computer_use.computer_wire import Keeping
from ufo_computer_use.operator_provider import create_operator
from ufo_computer_use.pictures import Scale


def read(blocks: list[dict[str, Any]]) -> OperatorResponse:
    return AnthropicWire("claude-opus-4-6").answer({"content": blocks}, Scale(800, 600, 800, 600)).response


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"action": "left_click", "coordinate": [10, 20]}, 'click_at {"x": 10, "y": 20, "button": "left"}'),
        (
            {"action": "left_click", "coordinate": [10, 20], "text": "ctrl"},
            'click_at {"x": 10, "y": 20, "button": "left", "key_hold": "ctrl"}',
        ),
        ({"action": "right_click", "coordinate": [10, 20]}, 'click_at {"x": 10, "y": 20, "button": "right"}'),
        (
            {"action": "triple_click", "coordinate": [10, 20]},
            'click_at {"x": 10, "y": 20, "button": "left", "count": 3}',
        ),
        ({"action": "mouse_move", "coordinate": [10, 20]}, 'move_to {"x": 10, "y": 20}'),
        (
            {"action": "left_click_drag", "start_coordinate": [1, 2], "coordinate": [30, 40]},
            'drag_on_coordinates {"start_x": 1, "start_y": 2, "end_x": 30, "end_y": 40}',
        ),
        (
            {"action": "scroll", "coordinate": [10, 20], "scroll_direction": "up", "scroll_amount": 3},
            'scroll_at {"x": 10, "y": 20, "right": 0, "down": -3}',
        ),
        ({"action": "key", "text": "ctrl+s"}, 'keyboard_input {"keys": "{CTRL+s}"}'),
        ({"action": "hold_key", "text": "Down", "duration": 1.5}, 'keyboard_input {"keys": "{DOWN 26}"}'),
        ({"action": "hold_key", "text": "Down", "duration": 0.1}, 'keyboard_input {"keys": "{DOWN}"}'),
        ({"action": "type", "text": "Grüße\n"}, 'keyboard_input {"text": "Gr\\u00fc\\u00dfe\\n"}'),
        ({"action": "wait", "duration": 3}, 'wait {"seconds": 3.0}'),
    ],
    ids=lambda item: str(item["action"]) if isinstance(item, dict) else "",
)
def test_each_of_its_actions_is_one_of_ours(arguments: dict[str, Any], said: str) -> None:
    response = read([claude_says("I see"), claude_tool("computer", arguments)])
    assert (acts(response), response.status, response.objection) == ([said], "CONTINUE", "")
    assert response.thought == "I see"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"action": "left_click", "coordinate": [800, 20]}, "lies outside of the picture"),
        ({"action": "left_click", "coordinate": "10, 20"}, "a place is two numbers"),
        ({"action": "left_click", "text": "hello"}, "a place is two numbers"),
        ({"action": "left_click_drag", "coordinate": [30, 40]}, "a place is two numbers"),
        ({"action": "left_mouse_down"}, "drag with left_click_drag"),
        ({"action": "scroll", "coordinate": [1, 2], "scroll_direction": "in", "scroll_amount": 3}, "scroll_direction"),
        ({"action": "scroll", "coordinate": [1, 2], "scroll_direction": "up", "scroll_amount": "3"}, "scroll_amount"),
        ({"action": "hold_key", "text": "Down", "duration": 1e9}, "at most 30 s"),
        ({"action": "wait", "duration": -1}, "a wait lasts"),
        ({"action": "zoom", "region": [10, 10, 5, 20]}, "the region"),
        ({"action": "zoom", "region": [0, 0, 900, 20]}, "lies outside of the picture"),
        ({"action": "key", "text": "Frobnicate"}, "there is no key"),
        ({"action": "fly"}, "there is no action 'fly'"),
        ({"question": "?"}, "there is no action None"),
    ],
)
def test_a_wrong_action_is_told_to_the_model_with_its_reason(arguments: dict[str, Any], why: str) -> None:
    response = read([claude_tool("computer", arguments)])
    assert why in response.objection and not response.action


async def test_a_point_outside_of_the_picture_goes_back_as_an_error_of_its_call() -> None:
    with MessagesServer([[claude_call("left_click", coordinate=[800, 20])]]) as server:
        response = await ask(server)
        await ask(server, operator_turn(repairs=((response.model_dump_json(), response.objection),)))
    assert not server.refused
    result = server.seen[1].body["messages"][-1]["content"][0]
    assert result["is_error"] and "lies outside of the picture" in result["content"][0]["text"]


@pytest.mark.parametrize(
    ("name", "tool"), [(CLAUDE, "computer_20251124"), (OLDER_CLAUDE, "computer_20250124")], ids=["newer", "older"]
)
async def test_each_model_gets_its_version_of_the_tool(name: str, tool: str) -> None:
    with MessagesServer([[claude_call("screenshot")]]) as server:
        response = await ask(server, name=name)
    told = server.seen[0].body["tools"][0]
    assert (told["type"], told["display_width_px"], told["display_height_px"]) == (tool, 800, 600)
    assert (response.status, response.action) == ("CONTINUE", [])


async def test_several_calls_in_one_answer_each_get_a_result_and_the_last_one_the_picture() -> None:
    both = [claude_call("key", "toolu_1", text="Tab"), claude_call("type", "toolu_2", text="hi")]
    with MessagesServer([both, [claude_says("Done.")]]) as server:
        first = await ask(server)
        await ask(server, operator_turn(view(), view(), answers=(first.model_dump_json(),)))
    assert [action_command.function for action_command in first.action] == ["keyboard_input", "keyboard_input"]
    assert not server.refused
    results = server.seen[1].body["messages"][-1]["content"]
    assert [[part["type"] for part in result["content"]] for result in results] == [["text"], ["image"]]


async def test_a_zoom_is_a_region_of_the_picture_and_its_picture_is_the_result() -> None:
    with MessagesServer([[claude_call("zoom", region=[80, 60, 160, 120])], [claude_says("Done.")]]) as server:
        response = await ask(server)
        detail = view(width=80, height=60).picture
        await ask(server, operator_turn(view(), view(detail=detail), answers=(response.model_dump_json(),)))
    assert response.zoom == (0.1, 0.1, 0.2, 0.2)
    assert not server.refused
    assert len(server.seen) == 2


@pytest.mark.parametrize(
    ("answer", "status", "said"),
    [
        ([claude_tool("ask_person", {"question": "Which one?"})], "PENDING", "Which one?"),
        ([claude_tool("give_up", {"reason": "no such field"})], "FAIL", "no such field"),
        ({"stop_reason": "refusal", "content": [claude_says("I will not.")]}, "FAIL", "the model refuses: I will not."),
        ({"stop_reason": "refusal", "content": []}, "FAIL", "the model refuses: it gives no reason"),
    ],
    ids=["question", "gives up", "refusal", "refusal without a word"],
)
async def test_a_question_giving_up_and_a_refusal_end_the_turn(answer: Any, status: str, said: str) -> None:
    with MessagesServer([answer]) as server:
        response = await ask(server)
    assert (response.status, "".join([*response.questions, response.result])) == (status, said)
    assert not response.objection


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ([claude_tool("bash", {"command": "rm"})], "there is no tool 'bash'"),
        ([claude_tool("ask_person", {"action": "left_click", "coordinate": [1, 2]})], "takes 'question', a text"),
        ([], "neither a call nor a text"),
        ({"stop_reason": "max_tokens", "content": [claude_says("I was about to")]}, "cut off"),
    ],
    ids=["unknown tool", "another tool's arguments", "nothing", "cut off"],
)
async def test_a_wrong_answer_goes_back_with_its_reason(answer: Any, why: str) -> None:
    with MessagesServer([answer]) as server:
        response = await ask(server)
        await ask(server, operator_turn(repairs=((response.model_dump_json(), response.objection),)))
    assert why in response.objection
    assert not server.refused
    assert why in json.dumps(server.seen[1].body["messages"])


def _blocks(body: Mapping[str, Any]) -> tuple[list[str], list[int]]:
    """Return what the provider's cache knows a request by, block by block, and which blocks are marked."""
    told = [*body["tools"], *body["system"]]
    told += [{"role": message["role"], **block} for message in body["messages"] for block in message["content"]]
    plain = [json.dumps({key: value for key, value in item.items() if key != "cache_control"}) for item in told]
    return plain, [place for place, item in enumerate(told) if "cache_control" in item]


def _found(blocks: list[str], marks: list[int], cache: set[tuple[str, ...]]) -> int:
    """Return how many blocks are found in the cache: before a mark, the provider looks back over 20 blocks."""
    ends = {end + 1 for mark in marks for end in range(mark, max(-1, mark - 20), -1)}
    return max((end for end in ends if tuple(blocks[:end]) in cache), default=0)


async def test_old_pictures_are_left_out_in_steps_and_the_providers_cache_finds_all_but_the_last_step() -> None:
    cache: set[tuple[str, ...]] = set()
    pictures, fresh = [], []
    with MessagesServer([[claude_says("Done.")]]) as server:
        provider = create_operator(settings(server), Waits().surroundings())
        for count in range(36):
            answers = tuple(
                OperatorResponse(
                    observation="", thought="", items=[claude_call("wait", f"t{at}", duration=1)]
                ).model_dump_json()
                for at in range(count)
            )
            views = tuple(view(width=100, height=50, said=str(at)) for at in range(count + 1))
            await provider.complete(operator_turn(*views, answers=answers))
            blocks, marks = _blocks(server.seen[-1].body)
            found = _found(blocks, marks, cache)
            cache.update(tuple(blocks[: mark + 1]) for mark in marks)
            pictures.append(sum('"image"' in block for block in blocks))
            fresh.append(sum('"image"' in block for block in blocks[found:]))
        await provider.close()
    assert not server.refused
    keeping = Keeping()
    assert (min(pictures[keeping.least :]), max(pictures)) == (keeping.least, keeping.least + keeping.step - 1)
    steps = [at for at, many in enumerate(fresh) if many > 1]
    # Apart from the first request, only a step sends pictures anew, and only those that are still sent.
    assert steps == [13, 23, 33]
    assert all(fresh[at] <= keeping.least for at in steps)
    share = 1 - sum(fresh) / sum(pictures)
    assert share > 0.8


async def test_a_model_that_reads_little_is_sent_fewer_pictures_and_that_is_told_once() -> None:
    waits = Waits()
    answers = tuple(
        OperatorResponse(
            observation="", thought="", items=[claude_call("wait", f"t{at}", duration=1)]
        ).model_dump_json()
        for at in range(9)
    )
    views = tuple(view() for _ in range(10))
    with MessagesServer([[claude_says("Done.")]]) as server:
        provider = create_operator(settings(server, context_tokens=12_000), waits.surroundings())
        for _ in range(2):
            await provider.complete(operator_turn(*views, answers=answers))
        await provider.close()
        blocks, _ = _blocks(server.seen[0].body)
    assert not server.refused
    assert 1 <= sum('"image"' in block for block in blocks) <= 5
    assert [notice for notice in waits.notices if "it is sent at most the newest 4 pictures" in notice] == waits.notices


async def test_a_very_long_conversation_begins_with_its_first_steps_in_words() -> None:
    items = [claude_says("I wait."), claude_call("wait", duration=1)]
    answers = (OperatorResponse(observation="", thought="", items=items).model_dump_json(),) * 110
    with MessagesServer([[claude_says("Done.")]]) as server:
        await ask(server, operator_turn(*(view(width=100, height=50) for _ in range(111)), answers=answers))
        begun = server.seen[0].body["messages"][0]["content"][0]["text"]
    assert not server.refused
    assert begun.count('I wait.; {"action": "wait", "duration": 1}') == 40


@pytest.mark.parametrize("is_chunked", [True, False], ids=["chunked", "sized"])
async def test_an_answer_cut_in_the_middle_of_a_word_is_asked_for_again(is_chunked: bool) -> None:
    waits, whole = Waits(), json.dumps({"content": [claude_says("It is finished.")]}).encode()
    cut = Raw(whole, cut=whole.index(b"finished") + 4, is_chunked=is_chunked)
    with MessagesServer([cut, [claude_says("Done.")]]) as server:
        response = await ask(server, waits=waits)
    assert response.result == "Done." and len(waits.seconds) == 1
