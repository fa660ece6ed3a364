"""Anthropic's computer-use tool over the Messages API.

The whole conversation goes with each request, old pictures left out. At most four places are marked for the provider's cache:
the system text, the newest message, and where pictures were left out last and before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

from pydantic_ai.usage import RequestUsage

from ufo.schema.action import ActionCommandInfo
from ufo.schema.computer_use import View
from ufo.schema.fence import compact_json
from ufo_computer_use.computer_wire import (
    OWN_TOOLS,
    Answer,
    Conversation,
    Keeping,
    NoAnswer,
    Reading,
    introduction,
    parameters_of,
    tokens_told,
)
from ufo_computer_use.gestures import Gestures, Objection, number, split_chord
from ufo_computer_use.pictures import FIRST_TOOL, Scale, anthropic_version

if TYPE_CHECKING:
    # Types alone: the library comes with the extra `anthropic`, which operators do not need.
    from anthropic.types.beta import (
        BetaImageBlockParam,
        BetaMessageParam,
        BetaRedactedThinkingBlockParam,
        BetaTextBlockParam,
        BetaThinkingBlockParam,
        BetaToolParam,
        BetaToolResultBlockParam,
        BetaToolUnionParam,
        BetaToolUseBlockParam,
    )
    from anthropic.types.beta.message_create_params import MessageCreateParamsNonStreaming

    Shown: TypeAlias = BetaTextBlockParam | BetaImageBlockParam | BetaToolResultBlockParam
    Written: TypeAlias = (
        BetaTextBlockParam | BetaThinkingBlockParam | BetaRedactedThinkingBlockParam | BetaToolUseBlockParam
    )

_API_VERSION = "2023-06-01"
_COMPUTER: Literal["computer"] = "computer"
_REPEATED = frozenset({"text", "thinking", "redacted_thinking", "tool_use"})
_WHOLE = Keeping(60, 40)
"""How many exchanges a request holds, with or without their pictures."""
_LEFT_OUT = "(This picture is left out.)"
_MOST_OF_A_STEP = 300
_CLICKS = {
    "left_click": ("left", 1),
    "right_click": ("right", 1),
    "middle_click": ("middle", 1),
    "double_click": ("left", 2),
    "triple_click": ("left", 3),
}
_WAYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
_NOT_HERE = {
    "left_mouse_down": "drag with left_click_drag",
    "left_mouse_up": "drag with left_click_drag",
    "cursor_position": "point at what the picture shows",
}


class AnthropicWire:
    path = "/messages"

    def __init__(self, model: str) -> None:
        self._model = model
        self._tool = anthropic_version(model)

    def headers(self, key: str) -> dict[str, str]:
        version = self._tool
        beta = f"computer-use-{version[:4]}-{version[4:6]}-{version[6:]}"
        given = {"x-api-key": key} if key else {}
        return {**given, "anthropic-version": _API_VERSION, "anthropic-beta": beta}

    def body(self, talk: Conversation, max_tokens: int) -> MessageCreateParamsNonStreaming:
        talk = talk.shortened(_WHOLE, _in_words)
        messages = _Messages(talk.keeping, len(talk.exchanges) + 1)
        messages.shows([_text(introduction(talk)), _picture(talk.first)])
        for exchange in talk.exchanges:
            # What the model wrote goes back as it came.
            written = (cast("Written", item) for item in exchange.items if item.get("type") in _REPEATED)
            messages.says(list(written))
            messages.shows(_reply(exchange.items, exchange.reply))
        return {
            "model": self._model,
            "max_tokens": max_tokens,
            "system": [{**_text(talk.system), "cache_control": {"type": "ephemeral"}}],
            "tools": [self._computer(talk.now), *map(_function, OWN_TOOLS)],
            "messages": messages.marked(),
        }

    def answer(self, body: Mapping[str, Any], scale: Scale) -> Answer:
        blocks = body.get("content")
        if not isinstance(blocks, list) or not all(isinstance(block, dict) for block in blocks):
            raise NoAnswer("answered with something that is no message")
        stopped = body.get("stop_reason")
        reading = Reading(list(blocks), truncated=stopped in ("max_tokens", "model_context_window_exceeded"))
        for block in blocks:
            _read(block, reading, Gestures(scale))
        if stopped == "refusal":
            reading.refusal = " ".join(reading.texts).strip() or "it gives no reason"
        return Answer(reading.response(), str(body.get("model") or self._model), self.usage(body), reading.truncated)

    def usage(self, body: Mapping[str, Any]) -> RequestUsage:
        written = tokens_told(body, "usage", "cache_creation_input_tokens")
        read = tokens_told(body, "usage", "cache_read_input_tokens")
        return RequestUsage(
            input_tokens=tokens_told(body, "usage", "input_tokens") + written + read,
            output_tokens=tokens_told(body, "usage", "output_tokens"),
            cache_write_tokens=written,
            cache_read_tokens=read,
        )

    def yields_to(self, refusal: str) -> str:
        return ""

    def _computer(self, view: View) -> BetaToolUnionParam:
        width, height = view.width, view.height
        if self._tool == FIRST_TOOL:
            return {
                "type": "computer_20250124", "name": _COMPUTER, "display_width_px": width, "display_height_px": height,
            }  # fmt: skip
        return {
            "type": "computer_20251124", "name": _COMPUTER, "display_width_px": width, "display_height_px": height,
            "enable_zoom": True,
        }  # fmt: skip


class _Messages:
    """The messages of a request. Pictures that are left out leave a text in their place, so that everything before them stays as
    it was sent.

    Where the last of them stood is marked for the cache, and where the last one stood before the latest step: what was cached
    until there is found again after the next one.
    """

    def __init__(self, keeping: Keeping, views: int) -> None:
        self._messages: list[tuple[Literal["user", "assistant"], list[Shown | Written]]] = []
        self._without = keeping.left_out(views)
        self._marks = {self._without - 1, self._without - keeping.step - 1, views - 1}
        self._ends: list[tuple[int, int]] = []

    def says(self, blocks: list[Written]) -> None:
        if blocks:
            self._add("assistant", blocks)

    def shows(self, blocks: Sequence[Shown]) -> None:
        is_left_out = len(self._ends) < self._without
        self._add("user", [_without_picture(block) for block in blocks] if is_left_out else blocks)
        self._ends.append((len(self._messages) - 1, len(self._messages[-1][1]) - 1))

    def marked(self) -> list[BetaMessageParam]:
        for mark in self._marks:
            if mark >= 0:
                message, block = self._ends[mark]
                # Only a view ends here, never a thought of the model, which takes no mark.
                marked = cast("Shown", {**self._messages[message][1][block], "cache_control": {"type": "ephemeral"}})
                self._messages[message][1][block] = marked
        return [cast("BetaMessageParam", {"role": role, "content": blocks}) for role, blocks in self._messages]

    def _add(self, role: Literal["user", "assistant"], content: Sequence[Shown | Written]) -> None:
        if self._messages and self._messages[-1][0] == role:
            self._messages[-1][1].extend(content)
        else:
            self._messages.append((role, list(content)))


def _without_picture(block: Shown) -> Shown:
    if block["type"] == "image":
        return _text(_LEFT_OUT)
    if block["type"] == "tool_result":
        shown = cast("list[BetaTextBlockParam | BetaImageBlockParam]", block["content"])
        texts = [_text(_LEFT_OUT) if part["type"] == "image" else part for part in shown]
        return {**block, "content": texts}
    return block


def _in_words(blocks: Sequence[Mapping[str, Any]]) -> str:
    words = [compact_json(block.get("input")) for block in blocks if block.get("type") == "tool_use"]
    said = [" ".join(str(block.get("text")).split()) for block in blocks if block.get("type") == "text"]
    return "; ".join([*said, *words])[:_MOST_OF_A_STEP] or "a look"


def _reply(blocks: Sequence[Mapping[str, Any]], view: View) -> list[Shown]:
    """Return the results of the calls in an answer. The last one shows the window, as it is after all of them."""
    calls = [str(block.get("id")) for block in blocks if block.get("type") == "tool_use"]
    if not calls:
        return [_text(view.said or "This is the window now."), _picture(view)]
    said = [_text(view.said)] if view.said else []
    if view.failed:
        # The API takes nothing but text in the result of a call that failed.
        wrong = [_result(call, said or [_text("it failed")], is_error=True) for call in calls]
        return [*wrong, _picture(view)]
    done = [_result(call, [_text("done")]) for call in calls[:-1]]
    return [*done, _result(calls[-1], [*said, _picture(view)])]


def _result(
    call: str, content: Sequence[BetaTextBlockParam | BetaImageBlockParam], *, is_error: bool = False
) -> BetaToolResultBlockParam:
    result: BetaToolResultBlockParam = {"type": "tool_result", "tool_use_id": call, "content": content}
    return {**result, "is_error": True} if is_error else result


def _read(block: Mapping[str, Any], reading: Reading, gestures: Gestures) -> None:
    kind = block.get("type")
    if kind == "text":
        reading.texts.append(str(block.get("text") or ""))
    elif kind == "thinking":
        reading.thoughts.append(str(block.get("thinking") or ""))
    elif kind == "tool_use":
        reading.calls += 1
        reading.objecting(partial(_read_call, block, reading, gestures))


def _read_call(block: Mapping[str, Any], reading: Reading, gestures: Gestures) -> None:
    arguments = block.get("input")
    if not isinstance(arguments, dict):
        raise Objection(f"the input of {block.get('name')!r} is no object")
    if block.get("name") != _COMPUTER:
        reading.call(block.get("name"), arguments)
        return
    if arguments.get("action") == "zoom":
        reading.zoom = gestures.region(arguments.get("region"))
        return
    action = _gesture(arguments, gestures)
    if action is not None:
        reading.actions.append(action)


def _gesture(given: Mapping[str, Any], gestures: Gestures) -> ActionCommandInfo | None:
    """Return the action for one of Anthropic's; None for a mere look, which every reply has anyway. Raises Objection."""
    kind = given.get("action")
    at, text = given.get("coordinate"), given.get("text")
    if kind in _CLICKS:
        button, times = _CLICKS[kind]
        return gestures.click(at, button, times, _held(text))
    match kind:
        case "mouse_move":
            return gestures.move(at)
        case "left_click_drag":
            return gestures.drag((given.get("start_coordinate"), at), _held(text))
        case "scroll":
            return _scrolled(given, gestures)
        case "type":
            return gestures.type(text)
        case "key":
            return gestures.press(_held(text))
        case "hold_key":
            return gestures.hold(_held(text), given.get("duration"))
        case "wait":
            return gestures.wait(given.get("duration", 1))
        case "screenshot":
            return None
    instead = _NOT_HERE.get(
        str(kind), f"use {', '.join(_CLICKS)}, left_click_drag, scroll, type, key, hold_key or wait"
    )
    raise Objection(f"there is no action {kind!r} here; {instead}")


def _scrolled(given: Mapping[str, Any], gestures: Gestures) -> ActionCommandInfo:
    way = _WAYS.get(str(given.get("scroll_direction")))
    if way is None:
        raise Objection(f"scroll_direction is up, down, left or right, not {given.get('scroll_direction')!r}")
    far = round(number("scroll_amount", given.get("scroll_amount")))
    if far < 0:
        raise Objection("scroll_amount is not below 0; turn the direction instead")
    right, down = way
    return gestures.scroll(given.get("coordinate"), right * far, down * far, _held(given.get("text")))


def _held(text: Any) -> tuple[str, ...]:
    if text in (None, ""):
        return ()
    if not isinstance(text, str):
        raise Objection(f"keys are written like ctrl+s, not {text!r}")
    return split_chord(text)


def _text(text: str) -> BetaTextBlockParam:
    return {"type": "text", "text": text}


def _picture(view: View) -> BetaImageBlockParam:
    scheme, _, data = (view.detail or view.picture).data_url.partition(";base64,")
    kind = cast("Literal['image/jpeg', 'image/png', 'image/gif', 'image/webp']", scheme.removeprefix("data:"))
    return {"type": "image", "source": {"type": "base64", "media_type": kind, "data": data}}


def _function(name: str) -> BetaToolParam:
    return {"name": name, "description": OWN_TOOLS[name][1], "input_schema": parameters_of(name)}
