"""Runs one model turn for any agent: it turns inputs and prompt into an answer that fits (design.md §3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from ufo.agents.heard_answers import HeardAnswers
from ufo.llm.turn import answer
from ufo.schema.message import Message
from ufo.schema.tool import ToolInfo
from ufo.trace.events import Noticed

if TYPE_CHECKING:
    from ufo.agents.agent.basic_agent import BasicAgent
    from ufo.agents.agent.model_agent import ModelAgent

Check = Callable[[BaseModel], str | None]
"""Returns what is wrong with an answer of the right shape, or None."""


@dataclass(frozen=True, slots=True)
class Decision:
    """An answer that fits, as text, and what it cost in USD; None where the price is not known."""

    text: str
    cost: float | None


async def decide(agent: ModelAgent[Any], messages: Sequence[Message], checks: Sequence[Check]) -> Decision:
    """Ask the provider and return its answer; what it used is added to what the agent spent. Raises ModelUnavailable, and
    MalformedAnswer where no answer fits the agent's schema and `checks`.
    """
    services = agent.services
    heard = HeardAnswers(services.provider)
    try:
        with heard.reported(services.emitter, agent.name):
            answered = heard.note(
                await answer(
                    heard,
                    agent.turn(messages),
                    checks=checks,
                    max_tries=services.settings.system.json_parsing_retry,
                    on_event=lambda text: _notice(agent, text),
                )
            )
    finally:
        agent.spent += heard.usage
    return Decision(answered.completion.text, heard.usage.cost)


def log_request(agent: BasicAgent, messages: Sequence[Message]) -> None:
    """Write what the model is given to the run's folder."""
    services = agent.services
    services.run_log.log_request(
        {"step": services.emitter.step, "agent": agent.name, "messages": [_plain(message) for message in messages]}
    )


def complaint(response: BaseModel, checks: Sequence[Check]) -> str:
    """Return what is wrong with an answer, or ""."""
    return "; ".join(said for check in checks if (said := check(response)))


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


def require_filled(response: BaseModel) -> None:
    """Raise ValueError for an answer without an observation, a thought or a status (spec: host_agent_strategy.md,
    validation).
    """
    empty = [field for field in ("observation", "thought", "status") if not _given(response, field)]
    if empty:
        raise ValueError(f"empty: {', '.join(empty)}; give the whole answer again with that")


def require_readable(response: BaseModel) -> None:
    """Raise ValueError for a condition on a property that no file of that kind can be asked for: it would hold the whole request
    unproved.
    """
    for one in (*getattr(response, "expect", ()), *getattr(response, "done_when", ())):
        if why := one.why_unreadable():
            raise ValueError(why)


def raising_check(validate: Callable[[Any], None]) -> Check:
    """Return the check that `validate` raises no ValueError."""

    def check(response: BaseModel) -> str | None:
        try:
            validate(response)
        except ValueError as error:
            return str(error)
        return None

    return check


def _given(response: BaseModel, field: str) -> bool:
    if field == "status" and any(action.status for action in getattr(response, "action", ())):
        return True
    return bool(str(getattr(response, field)).strip())


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
