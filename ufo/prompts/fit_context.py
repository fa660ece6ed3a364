"""Fits a prompt into a model that reads little: it leaves out what matters least, in one fixed order, and says so.

The order: pictures, what was looked up, older steps, the tail of long lists, then the words about properties and tools, then
tools that the task does not name. What is left out is told in the prompt itself, so that the model searches for it and does
not believe that there is no more.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic

from ufo.errors import ModelUnavailable
from ufo.prompts.outline import outline
from ufo.prompts.prompter import WHOLE, BasicPrompter, Extent, Inputs
from ufo.prompts.prune_outline import SEARCHES
from ufo.schema.inputs import AppInputs, HostInputs, told_tools
from ufo.schema.knowledge import Knowledge
from ufo.schema.message import Message, TextPart
from ufo.schema.outcome import SubtaskRecord
from ufo.schema.tool import ToolInfo
from ufo.schema.tool_facts import ActionKind

_BYTES_A_TOKEN = 3.3
"""English has four or more, JSON and lists of controls about three and a half, and Chinese one character of three bytes."""
_PIXELS_A_TOKEN = 600
_A_PART = 8
_ACTIONS_KEPT = 4
_OUTLINES = (12_000, 6_000, 3_000, 1_500)
_WORD = re.compile(r"[a-z]{4,}")
_STEM = 5


@dataclass(frozen=True, slots=True)
class _Content(Generic[Inputs]):
    """What a prompt is made of: an agent's inputs, and how much is told of what never changes."""

    inputs: Inputs
    extent: Extent = WHOLE


@dataclass(frozen=True, slots=True)
class FittedPrompt:
    """`left_out`: what the prompt lacks, in the order in which it was left out; empty where all of it fits."""

    messages: tuple[Message, ...]
    left_out: tuple[str, ...] = ()


def fit_context(prompter: BasicPrompter[Inputs], inputs: Inputs, room: int, of_model: str) -> FittedPrompt:
    """Return the prompt within `room` tokens. Raises ModelUnavailable where even the least does not fit.

    `of_model`: the model and what it reads, for the words to the person.
    """
    content: _Content[Inputs] = _Content(inputs)
    words: str
    messages = prompter.render(inputs)
    shortened = least = tokens(messages)
    left_out: list[str] = []
    for step in _steps():
        if least <= room:
            break
        content, words = step(content)
        brief = prompter.within(content.extent)
        before, shortened = shortened, tokens(brief.render(content.inputs))
        if shortened < before:
            left_out = [*(text for text in left_out if text != words), words]
            told = (*content.inputs.notices, _told(left_out))
            messages = brief.render(replace(content.inputs, notices=told))
            least = tokens(messages)
    require_room(messages, room, of_model)
    return FittedPrompt(messages, tuple(left_out))


def require_room(messages: Sequence[Message], room: int, of_model: str) -> None:
    """Raise ModelUnavailable where the messages take more than `room` tokens."""
    least = tokens(messages)
    if least > room:
        raise ModelUnavailable(
            f"the least prompt takes about {least:,} tokens, and there is room for {max(0, room):,} in {of_model}; serve the "
            "model with a longer context, correct `model.context_tokens`, lower `model.max_tokens`, or choose another model"
        )


def tokens(messages: Sequence[Message]) -> int:
    """Return about how many tokens the messages have; it rather says too many."""
    total = 0.0
    for message in messages:
        for part in message.parts:
            text = part.text if isinstance(part, TextPart) else part.caption
            total += _A_PART + len(text.encode("utf-8", "replace")) / _BYTES_A_TOKEN
            if not isinstance(part, TextPart):
                total += part.picture.rect.width * part.picture.rect.height / _PIXELS_A_TOKEN
    return math.ceil(total)


_Step = Callable[[_Content[Inputs]], tuple[_Content[Inputs], str]]


def _steps() -> list[_Step[Any]]:
    shortened = [_controls_within(most) for most in _OUTLINES]
    return [
        _without(
            "the pictures",
            lambda inputs: {"images": (), "shown": (), "blackboard": replace(inputs.blackboard, images=())},
        ),
        _without("documents and examples", lambda _: {"knowledge": Knowledge()}),
        _without("your older actions", lambda inputs: {"actions": inputs.actions[-_ACTIONS_KEPT:]}),
        _without("older steps", lambda inputs: {"blackboard": replace(inputs.blackboard, trajectories=())}),
        _without("what was checked of older sub-tasks", _results_alone),
        *shortened[:2],
        _told_less("properties that conditions can name", conditions=False),
        _told_less("what each tool does", tools=False),
        *shortened[2:],
        _tools_of_the_task,
        _without("all actions but your last", lambda inputs: {"actions": inputs.actions[-1:], "plan": inputs.plan[:3]}),
    ]


def _without(words: str, less: Callable[[Any], Mapping[str, Any]]) -> _Step[Any]:
    """Return the step that replaces the inputs that `less` names."""
    return lambda content: (replace(content, inputs=replace(content.inputs, **less(content.inputs))), words)


def _told_less(words: str, **extent: bool) -> _Step[Any]:
    return lambda content: (replace(content, extent=replace(content.extent, **extent)), words)


def _results_alone(inputs: HostInputs | AppInputs) -> Mapping[str, Any]:
    """Keep of all sub-tasks but the last their results alone. The same record may stand at two places, and stays the same."""
    last = inputs.previous_subtasks[-1:] or inputs.blackboard.results[-1:]

    def bare(records: Iterable[SubtaskRecord]) -> tuple[SubtaskRecord, ...]:
        return tuple(record if record in last else record.model_copy(update={"findings": ()}) for record in records)

    board = replace(inputs.blackboard, results=bare(inputs.blackboard.results))
    return {"previous_subtasks": bare(inputs.previous_subtasks), "blackboard": board}


def _controls_within(most: int) -> _Step[Any]:
    def cut(content: _Content[Any]) -> tuple[_Content[Any], str]:
        inputs = content.inputs
        if not isinstance(inputs, AppInputs) or len(inputs.outline) <= most:
            return content, ""
        listed = outline(inputs.controls, most, inputs.unlisted)
        return replace(content, inputs=replace(inputs, outline=listed)), f"the tail of the controls ({SEARCHES} has it)"

    return cut


def _tools_of_the_task(content: _Content[Inputs]) -> tuple[_Content[Inputs], str]:
    """Keep the tools that the task names by a word of theirs, and those that find controls and tools."""
    inputs = content.inputs
    asked = _stems(" ".join((inputs.request, getattr(inputs, "subtask", ""))))
    names = [tool.tool_name for tool in told_tools(inputs) if not _is_asked(tool, asked)]
    less = replace(content, inputs=replace(inputs, left_out_tools=inputs.left_out_tools | frozenset(names)))
    return less, f"how these tools are called: {', '.join(names)}"


def _is_asked(tool: ToolInfo, asked: frozenset[str]) -> bool:
    if tool.facts.kind in (ActionKind.FIND_TOOLS, ActionKind.CLICK, ActionKind.LAUNCH, ActionKind.SELECT_WINDOW):
        return True
    about = f"{tool.tool_name.replace('_', ' ')} {tool.description} {' '.join(tool.facts.words)}"
    return tool.tool_name == SEARCHES or bool(asked & _stems(about))


def _stems(text: str) -> frozenset[str]:
    return frozenset(word[:_STEM] for word in _WORD.findall(text.lower()))


def _told(left_out: Sequence[str]) -> str:
    return f"Left out for lack of room: {'; '.join(left_out)}."
