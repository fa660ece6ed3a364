"""OpenAI's computer use over the Responses API.

The whole conversation goes with each request and nothing is stored there: `store` is false, and the model's reasoning comes and
goes encrypted. `computer-use-preview` has the tool `computer_use_preview`, whose calls hold one action; newer models have the
tool `computer`, whose calls hold several.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from pydantic_ai.usage import RequestUsage

from ufo.llm.computer_pictures import is_preview
from ufo.schema.action import ActionCommandInfo
from ufo.schema.computer_use import SafetyCheck, View
from ufo.schema.fence import compact_json
from ufo_computer_use.computer_wire import (
    OWN_TOOLS,
    Answer,
    Conversation,
    NoAnswer,
    Reading,
    introduction,
    parameters_of,
    tokens_told,
)
from ufo_computer_use.gestures import Gestures, Objection, number
from ufo_computer_use.pictures import Scale

if TYPE_CHECKING:
    # Types alone: the library takes half a second to import.
    from openai.types.responses import (
        EasyInputMessageParam,
        FunctionToolParam,
        ResponseInputImageParam,
        ResponseInputItemParam,
        ToolParam,
    )
    from openai.types.responses.response_create_params import ResponseCreateParamsNonStreaming
    from openai.types.responses.response_input_item_param import ComputerCallOutput

_WAIT_S = 2.0
_NOTCH_PX = 100
"""How many pixels of the screen a program scrolls at a notch of the wheel, roughly."""
_MOST_OF_A_STEP = 300
_REPEATED = frozenset({"reasoning", "message", "computer_call", "function_call"})


class OpenAIWire:
    path = "/responses"

    def __init__(self, model: str) -> None:
        self._model = model
        self._is_preview = is_preview(model)
        self._is_kept_there = False

    def headers(self, key: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {key}"} if key else {}

    def body(self, talk: Conversation, max_tokens: int) -> ResponseCreateParamsNonStreaming:
        talk = talk.shortened(talk.keeping, _in_words)
        said: list[ResponseInputItemParam] = [_user(introduction(talk), self._picture(talk.first))]
        for exchange in talk.exchanges:
            # What the model wrote goes back as it came.
            said += [cast("ResponseInputItemParam", item) for item in exchange.items if item.get("type") in _REPEATED]
            said += self._reply(exchange.items, exchange.reply)
        body: ResponseCreateParamsNonStreaming = {
            "model": self._model,
            "instructions": talk.system,
            "input": said,
            "tools": [self._computer(talk.now), *map(_function, OWN_TOOLS)],
            "truncation": "auto",
            "max_output_tokens": max_tokens,
        }
        if not self._is_kept_there:
            body |= {"store": False, "include": ["reasoning.encrypted_content"]}
        return body

    def yields_to(self, refusal: str) -> str:
        if self._is_kept_there or "ncrypted" not in refusal:
            return ""
        self._is_kept_there = True
        return "gives no encrypted reasoning, so that it keeps the conversation with its pictures from now on"

    def answer(self, body: Mapping[str, Any], scale: Scale) -> Answer:
        items = body.get("output")
        if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
            raise NoAnswer("answered with something that is no response")
        if body.get("status") in ("failed", "cancelled"):
            error = body.get("error")
            why = error.get("message") if isinstance(error, dict) else ""
            raise NoAnswer(f"did not finish the answer: {why or body['status']}")
        details = body.get("incomplete_details")
        why = details.get("reason") if isinstance(details, dict) else None
        reading = Reading(list(items), truncated=body.get("status") == "incomplete" and why != "content_filter")
        if why == "content_filter":
            reading.refusal = "its content filter stopped the answer"
        for item in items:
            self._read(item, reading, Gestures(scale))
        return Answer(reading.response(), str(body.get("model") or self._model), self.usage(body), reading.truncated)

    def usage(self, body: Mapping[str, Any]) -> RequestUsage:
        cached = tokens_told(body, "usage", "input_tokens_details", "cached_tokens")
        return RequestUsage(
            input_tokens=tokens_told(body, "usage", "input_tokens"),
            output_tokens=tokens_told(body, "usage", "output_tokens"),
            cache_read_tokens=cached,
        )

    def _computer(self, view: View) -> ToolParam:
        if not self._is_preview:
            return {"type": "computer"}
        return {
            "type": "computer_use_preview",
            "display_width": view.width,
            "display_height": view.height,
            "environment": "linux",
        }

    def _picture(self, view: View) -> ResponseInputImageParam:
        return {
            "type": "input_image",
            "image_url": view.picture.data_url,
            "detail": "high" if self._is_preview else "original",
        }

    def _reply(self, items: Sequence[Mapping[str, Any]], view: View) -> list[ResponseInputItemParam]:
        """Return the outputs of an answer's calls. An output of the computer is a picture; what is said comes after it."""
        calls = [item for item in items if item.get("type") == "computer_call"]
        outputs: list[ResponseInputItemParam] = [self._output(call, view) for call in calls]
        for item in items:
            if item.get("type") == "function_call":
                call_id = cast(str, item.get("call_id"))
                outputs.append({"type": "function_call_output", "call_id": call_id, "output": view.said or "done"})
        if not calls:
            return [*outputs, _user(view.said or "This is the window now.", self._picture(view))]
        return [*outputs, _user(view.said)] if view.said else outputs

    def _output(self, call: Mapping[str, Any], view: View) -> ComputerCallOutput:
        output: ComputerCallOutput = {
            "type": "computer_call_output",
            "call_id": cast(str, call.get("call_id")),
            "output": {"type": "computer_screenshot", "image_url": view.picture.data_url},
        }
        if not self._is_preview:
            # The library's type does not name it yet; the API's documentation does.
            output["output"]["detail"] = "original"  # type: ignore[typeddict-unknown-key]
        own = {check.get("id") for check in call.get("pending_safety_checks") or () if isinstance(check, dict)}
        agreed = [check for check in view.acknowledged if check.id in own]
        if agreed:
            output["acknowledged_safety_checks"] = [
                {"id": check.id, "code": check.code, "message": check.message} for check in agreed
            ]
        return output

    def _read(self, item: Mapping[str, Any], reading: Reading, gestures: Gestures) -> None:
        kind = item.get("type")
        if kind == "message":
            _read_message(item, reading)
        elif kind == "reasoning":
            reading.thoughts += [
                str(part.get("text") or "") for part in item.get("summary") or () if isinstance(part, dict)
            ]
        elif kind == "computer_call":
            reading.calls += 1
            reading.objecting(partial(_read_call, item, reading, gestures))
        elif kind == "function_call":
            reading.calls += 1
            reading.objecting(partial(_read_function, item, reading))


def _in_words(items: Sequence[Mapping[str, Any]]) -> str:
    """Return an answer in words. An output of the computer must have a picture, so that a call cannot stay without one."""
    words: list[str] = []
    for item in items:
        kind = item.get("type")
        if kind == "computer_call":
            several = item.get("actions")
            words += map(compact_json, several if isinstance(several, list) else [item.get("action")])
        elif kind == "function_call":
            words.append(f"{item.get('name')}({item.get('arguments')})")
        elif kind == "message":
            words += [
                " ".join(str(part.get("text") or "").split())
                for part in item.get("content") or ()
                if isinstance(part, dict)
            ]
    return "; ".join(word for word in words if word)[:_MOST_OF_A_STEP] or "a look"


def _read_message(item: Mapping[str, Any], reading: Reading) -> None:
    for part in item.get("content") or ():
        if not isinstance(part, dict):
            continue
        if part.get("type") == "refusal":
            reading.refusal = str(part.get("refusal") or "it gives no reason")
        else:
            reading.texts.append(str(part.get("text") or ""))


def _read_call(item: Mapping[str, Any], reading: Reading, gestures: Gestures) -> None:
    for check in item.get("pending_safety_checks") or ():
        if isinstance(check, dict):
            told_of = {name: str(check.get(name) or "") for name in ("id", "code", "message")}
            reading.checks.append(SafetyCheck(**told_of))
    several = item.get("actions")
    actions = several if isinstance(several, list) else [item.get("action")]
    for action in actions:
        if not isinstance(action, dict):
            raise Objection(f"the call has no action, but {action!r}")
        done = _gesture(action, gestures)
        if done is not None:
            reading.actions.append(done)


def _read_function(item: Mapping[str, Any], reading: Reading) -> None:
    try:
        arguments = json.loads(str(item.get("arguments") or "{}"))
    except ValueError:
        arguments = None
    if not isinstance(arguments, dict):
        raise Objection(f"the arguments of {item.get('name')!r} are no JSON object")
    reading.call(item.get("name"), arguments)


def _gesture(action: Mapping[str, Any], gestures: Gestures) -> ActionCommandInfo | None:
    """Return the action for one of OpenAI's; None for a mere look, which every reply has anyway. Raises Objection."""
    kind = action.get("type")
    at = (action.get("x"), action.get("y"))
    keys = _names(action.get("keys"))
    match kind:
        case "click":
            return _clicked(action, gestures, keys)
        case "double_click":
            return gestures.click(at, count=2, keys=keys)
        case "move":
            return gestures.move(at)
        case "drag":
            return gestures.drag(action.get("path"), keys)
        case "scroll":
            right = gestures.notches(number("scroll_x", action.get("scroll_x", 0)), _NOTCH_PX)
            down = gestures.notches(number("scroll_y", action.get("scroll_y", 0)), _NOTCH_PX)
            return gestures.scroll(at, right, down, keys)
        case "keypress":
            # This provider writes keys in capitals: "A" is the key and not the letter.
            return gestures.press([key.lower() if len(key) == 1 else key for key in keys])
        case "type":
            return gestures.type(action.get("text"))
        case "wait":
            return gestures.wait(_WAIT_S)
        case "screenshot":
            return None
    raise Objection(f"there is no action {kind!r}; use click, double_click, drag, keypress, move, scroll, type or wait")


def _clicked(action: Mapping[str, Any], gestures: Gestures, keys: Sequence[str]) -> ActionCommandInfo:
    button = action.get("button", "left")
    if button in ("back", "forward"):
        return gestures.press(["alt", "left" if button == "back" else "right"])
    return gestures.click((action.get("x"), action.get("y")), button, keys=keys)


def _names(keys: Any) -> tuple[str, ...]:
    if keys is None:
        return ()
    if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
        raise Objection(f"keys is a list of names, not {keys!r}")
    return tuple(keys)


def _user(text: str, *pictures: ResponseInputImageParam) -> EasyInputMessageParam:
    return {"role": "user", "content": [{"type": "input_text", "text": text}, *pictures]}


def _function(name: str) -> FunctionToolParam:
    parameters = {**parameters_of(name), "additionalProperties": False}
    purpose = OWN_TOOLS[name][1]
    return {"type": "function", "name": name, "description": purpose, "parameters": parameters, "strict": True}
