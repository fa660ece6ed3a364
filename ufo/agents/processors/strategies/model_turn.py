"""Runs one model turn for any agent: it turns inputs and prompt into an answer that fits (design.md §3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel

from ufo.llm.provider import Turn
from ufo.llm.turn import answer
from ufo.schema.inputs import AppInputs, HostInputs
from ufo.schema.message import Message
from ufo.schema.outcome import Usage
from ufo.schema.tool import ToolInfo
from ufo.trace.events import ModelAnswered, Noticed

if TYPE_CHECKING:
    from ufo.agents.agent.basic_agent import BasicAgent

Check = Callable[[BaseModel], str | None]
"""Returns what is wrong with an answer of the right shape, or None."""


@dataclass(frozen=True, slots=True)
class Decision:
    response: BaseModel
    text: str
    messages: tuple[Message, ...]
    usage: Usage


async def decide(
    agent: BasicAgent,
    kind: Literal["host", "app"],
    inputs: HostInputs | AppInputs,
    messages: tuple[Message, ...],
    schema: type[BaseModel],
    checks: Sequence[Check],
) -> Decision:
    """Ask the provider and return its answer. Raises ModelUnavailable, and MalformedAnswer where no answer fits `schema` and
    `checks`.
    """
    services = agent.services
    services.run_log.log_request(
        {"step": services.emitter.step, "agent": agent.name, "messages": [_plain(message) for message in messages]}
    )
    turn = Turn(kind, messages, schema, inputs)
    settings = services.settings
    answered = await answer(
        services.provider,
        turn,
        checks=checks,
        max_tries=settings.system.json_parsing_retry,
        on_event=lambda text: _notice(agent, text),
    )
    completion = answered.completion
    services.emitter.emit(
        ModelAnswered(
            agent=agent.name,
            model=completion.model,
            usage=completion.usage,
            seconds=completion.seconds,
            attempts=answered.attempts,
        )
    )
    return Decision(answered.response, completion.text, messages, completion.usage)


def _notice(agent: BasicAgent, text: str) -> None:
    agent.services.emitter.emit(Noticed(text=f"{agent.name}: {text}"))


def _plain(message: Message) -> dict[str, str]:
    return {"role": message.role, "text": message.text}


def status_check(allowed: Sequence[str]) -> Check:
    def check(response: BaseModel) -> str | None:
        status = getattr(response, "status", "")
        if status and status not in allowed:
            return f"status {status!r} may not be chosen here; choose one of {', '.join(allowed)}"
        return None

    return check


def tool_check(
    offered: Sequence[ToolInfo], known: Sequence[ToolInfo], called: Callable[[BaseModel], Sequence[str]]
) -> Check:
    """Return the check that an answer calls tools that exist. One that was not offered may be called by its name as well."""
    names = [tool.tool_name for tool in offered if tool.is_for_models]
    callable_too = {tool.tool_name for tool in known if tool.is_for_models}

    def check(response: BaseModel) -> str | None:
        unknown = [name for name in called(response) if name and name not in names and name not in callable_too]
        if unknown:
            return f"there is no tool {unknown[0]!r}; the tools are {', '.join(names)}"
        return None

    return check
