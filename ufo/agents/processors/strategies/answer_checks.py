"""Checks of an answer that has the right shape: each returns what is wrong with it, in words for the model, or None."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pydantic import BaseModel

from ufo.errors import MalformedAnswer
from ufo.llm.turn import Check
from ufo.schema.tool import ToolInfo


def require_fitting(response: BaseModel, checks: Sequence[Check], text: str) -> None:
    """Raise MalformedAnswer for an answer, written as `text`, that some check objects to."""
    if said := "; ".join(said for check in checks if (said := check(response))):
        raise MalformedAnswer(f"the answer does not fit: {said}", text, said)


def status_check(allowed: Sequence[str]) -> Check:
    """Return the check that the statuses of an answer and of its actions may be chosen here."""

    def check(response: BaseModel) -> str | None:
        given = [
            getattr(response, "status", ""),
            *(action.status for action in getattr(response, "action", None) or ()),
        ]
        for status in given:
            if status and status.upper() not in allowed:
                return f"status {status!r} may not be chosen here; choose one of {', '.join(allowed)}"
        return None

    return check


def require_filled(response: BaseModel) -> None:
    """Raise ValueError for an answer without observation, thought or status (spec: host_agent_strategy.md)."""
    empty = [field for field in ("observation", "thought", "status") if not _given(response, field)]
    if empty:
        raise ValueError(f"empty: {', '.join(empty)}; give the whole answer again with that")


def require_readable(response: BaseModel) -> None:
    """Raise ValueError for a condition on a property that files of its kind have not: nothing would ever prove it."""
    for condition in (*getattr(response, "expect", ()), *getattr(response, "done_when", ())):
        if why := condition.why_unreadable():
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
