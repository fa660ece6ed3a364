"""Turns the answer of an MCP server into a `Result`."""

from __future__ import annotations

from typing import Any

from mcp_types import (
    CallToolResult,
    EmbeddedResource,
    TextContent,
    TextResourceContents,
)
from pydantic import ValidationError
from pydantic_core import from_json

from ufo.schema.command import ActionReport, Command, Effect, Result, ResultStatus
from ufo.schema.tool import ToolInfo

_REPORT_KEYS = frozenset(ActionReport.model_fields)


def failed(command: Command, error: str, namespace: str | None = None, effect: Effect | None = None) -> Result:
    return Result(status=ResultStatus.FAILURE, error=error, namespace=namespace, call_id=command.call_id, effect=effect)


def skipped(command: Command, reason: str) -> Result:
    return Result(status=ResultStatus.SKIPPED, error=reason, call_id=command.call_id)


def with_effect(result: Result, tool: ToolInfo) -> Result:
    """Return the result with an effect, which every action must have. A tool that only reads has done that once it answers; for
    any other that does not say, or that broke off, the effect is unknown.
    """
    if tool.tool_type != "action" or result.effect is not None:
        return result
    read = result.ok and tool.read_only
    return result.model_copy(update={"effect": Effect.CONFIRMED if read else Effect.UNVERIFIABLE})


def undone(result: Result, said: str) -> Result:
    """Return the result of a confirmed action whose effect did not last."""
    return result.model_copy(update={"effect": Effect.SUSPECTED_NOOP, "evidence": (said, *result.evidence)})


def lift(command: Command, namespace: str, answer: CallToolResult) -> Result:
    """Return the server's answer as a result. An `ActionReport` in it becomes value, effect, route and evidence; anything else
    is the value as it is.
    """
    text = "\n".join(part.text for part in answer.content if isinstance(part, TextContent))
    if answer.is_error:
        return failed(command, _plain_error(command, text), namespace, _effect(answer.structured_content))
    value = _document(answer) if answer.structured_content is None else None
    value = _value(answer.structured_content, text) if value is None else value
    report = _report(value)
    if report is None:
        return Result(status=ResultStatus.SUCCESS, result=value, namespace=namespace, call_id=command.call_id)
    refused = report.effect is Effect.REFUSED
    return Result(
        status=ResultStatus.FAILURE if refused else ResultStatus.SUCCESS,
        result=report.value,
        error="; ".join(report.evidence) or "the tool refused; look again" if refused else None,
        namespace=namespace,
        call_id=command.call_id,
        effect=report.effect,
        route=report.route,
        evidence=report.evidence,
        form=report.form,
        change=report.change,
        unfinished=report.unfinished,
        place=report.place,
        read_back=report.read_back,
    )


def _document(answer: CallToolResult) -> Any:
    """Return the content of the JSON text in the answer, or the text itself where it is not valid JSON. None where there is no
    such text.
    """
    parts = (part.resource for part in answer.content if isinstance(part, EmbeddedResource))
    texts = [part.text for part in parts if isinstance(part, TextResourceContents) and part.mime_type == JSON]
    if not texts:
        return None
    try:
        return from_json(texts[0])
    except ValueError:
        return texts[0]


def _value(structured: Any, text: str) -> Any:
    if structured is None:
        return text or None
    if isinstance(structured, dict) and set(structured) == {"result"}:
        return structured["result"]
    return structured


def _report(value: Any) -> ActionReport | None:
    if not isinstance(value, dict) or set(value) != _REPORT_KEYS:
        return None
    try:
        return ActionReport.model_validate(value)
    except ValidationError:
        return None


def _effect(structured: Any) -> Effect | None:
    word = structured.get("effect") if isinstance(structured, dict) else None
    return Effect(word) if word in {effect.value for effect in Effect} else None


def _plain_error(command: Command, text: str) -> str:
    """Return the error without the server's own frame, which names the tool again and links to a manual."""
    prefix = f"Error executing tool {command.tool_name}"
    said = "" if text.strip() == prefix else text.removeprefix(f"{prefix}: ")
    lines = [line for line in said.splitlines() if "https://errors.pydantic.dev" not in line]
    return "\n".join(lines) or f"{command.tool_name!r} failed without saying why; try another way"


JSON = "application/json"
