"""What a client can have done: looking, one tool, checking conditions, and a whole request, of which it is told the steps."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any

from mcp_types import CallToolResult, ImageContent, TextContent
from pydantic import TypeAdapter, ValidationError

from ufo.api.look import look_at
from ufo.errors import ToolError
from ufo.mcp_server.elicitation import Elicitation
from ufo.mcp_server.place import Place
from ufo.runs.assembly import SessionParts, open_session
from ufo.schema.command import Command
from ufo.schema.outcome import RunSummary
from ufo.schema.predicate import Predicate
from ufo.schema.secret import references
from ufo.tools.dispatch.collect import verify as verified
from ufo.trace.events import Event, StateEntered, StepEnded, SubtaskEnded
from ufo.trace.writer import LogWriter

_CONDITIONS = TypeAdapter(tuple[Predicate, ...])


async def windows(place: Place) -> CallToolResult:
    async with place.lock:
        rows = [
            {"id": window.id, "title": window.title, "application": window.app_root, "active": window.active}
            for window in await place.windows()
        ]
    return told(json.dumps(rows, ensure_ascii=False), {"windows": rows})


async def look(place: Place, elicitation: Elicitation, window: str | None, picture: bool) -> CallToolResult:
    """Look at a window, after the permission that its application needs on the person's own screen."""
    async with place.lock:
        await place.asks(elicitation)
        tools = await place.at(window)
        seen = await look_at(tools, place.settings.system.max_control_chars, picture=picture)
    lines = [f"{seen.window.title!r} ({seen.window.app_root}), window {seen.window.id}", seen.outline]
    lines += [f"(degraded: {seen.degraded})"] if seen.degraded else []
    content: list[TextContent | ImageContent] = [TextContent(text="\n".join(lines))]
    if seen.picture is not None:
        kind, _, data = seen.picture.data_url.removeprefix("data:").partition(";base64,")
        content.append(ImageContent(data=data, mime_type=kind))
    return CallToolResult(content=list(content))


async def find(place: Place, words: str, limit: int) -> CallToolResult:
    async with place.lock:
        found = await place.search(words, limit)
    rows = [
        {"tool": tool.tool_name, "about": " ".join(tool.description.split()), "arguments": tool.input_schema}
        for tool in found
    ]
    return told(json.dumps(rows, ensure_ascii=False) if rows else f"no tool fits {words!r}", {"tools": rows})


async def act(place: Place, elicitation: Elicitation, tool: str, arguments: Mapping[str, Any]) -> CallToolResult:
    """Call one tool, after the consent that the policy asks for."""
    async with place.lock:
        await place.asks(elicitation)
        tools, info = await place.with_tool(tool)
        dispatcher = tools.dispatcher
        if "id" in info.parameters and not tools.selection.controls:
            await dispatcher.execute_commands(
                [Command(tool_name="get_app_window_controls_target_info", tool_type="data_collection")]
            )
        command = Command(tool_name=tool, parameters=dict(arguments), tool_type=info.tool_type)
        (verdict,) = await dispatcher.review([command])
        if verdict.needs_consent and await elicitation.confirm(verdict.asked):
            dispatcher.approve(command.call_id)
        (result,) = await dispatcher.execute_commands([command])
    said = result.model_dump(mode="json", exclude={"call_id", "namespace"}, exclude_none=True)
    return told(json.dumps(said, ensure_ascii=False), said, is_error=not result.ok)


async def verify(place: Place, conditions: Sequence[Mapping[str, Any]], timeout_s: float) -> CallToolResult:
    """Check conditions on the desktop and its files. Raises ToolError for one that is none."""
    try:
        expect = _CONDITIONS.validate_python(conditions)
    except ValidationError as error:
        wrong = "; ".join(f"{'.'.join(map(str, item['loc']))}: {item['msg']}" for item in error.errors()[:5])
        raise ToolError(f"these are no conditions: {wrong}; the tool's description names their forms") from error
    async with place.lock:
        tools = await place.at() if await place.windows() else await place.of_desktop()
        found = await verified(tools.dispatcher, expect, timeout_s)
    rows = [
        {
            "condition": finding.predicate.model_dump(mode="json", exclude_defaults=True),
            "truth": finding.truth,
            "evidence": finding.evidence,
        }
        for finding in found
    ]
    return told(json.dumps(rows, ensure_ascii=False), {"findings": rows})


async def do(place: Place, elicitation: Elicitation, request: str, progress: Progress) -> CallToolResult:
    """Do a whole request and prove it. Its text is the client's, so it names no secrets."""
    if references(request):
        raise ToolError("a request of a program may name no secrets; the person names them in their own request")
    async with place.lock:
        log = LogWriter(place.settings.log_dir)
        try:
            parts = SessionParts(await place.desktop(), elicitation, place.folder, log, [progress])
            async with open_session(place.settings, parts) as session:
                summary = await session.run(request)
        finally:
            log.close()
    return _ended(summary)


def _ended(summary: RunSummary) -> CallToolResult:
    said = {
        "outcome": summary.outcome.value,
        "reason": summary.reason,
        "answer": summary.answer,
        "answer_is_shown": summary.answer_is_shown,
        "acts": list(summary.carried_out.acts) if summary.carried_out else [],
        "evidence": [f"{finding.truth}: {finding.evidence}" for finding in summary.evidence],
        "steps": summary.steps,
        "log": summary.log_path,
    }
    return told(json.dumps(said, ensure_ascii=False), said, is_error=summary.outcome.exit_code not in (0, 10))


def told(text: str, value: Mapping[str, Any], *, is_error: bool = False) -> CallToolResult:
    return CallToolResult(content=[TextContent(text=text)], structured_content=dict(value), is_error=is_error)


_LONGEST = 200


class Progress:
    """A listener of a run. `most_steps`: what the run's limit is, as the total."""

    def __init__(self, elicitation: Elicitation, most_steps: int) -> None:
        self._errand = elicitation
        self._most_steps = most_steps
        self._steps = 0
        self._lines: asyncio.Queue[tuple[int, str]] = asyncio.Queue()

    def on_event(self, event: Event) -> None:
        said = self._said(event)
        if said:
            self._lines.put_nowait((self._steps, " ".join(said.split())[:_LONGEST]))

    async def report(self) -> None:
        """Pass the lines on to whichever call now waits, until cancelled."""
        while True:
            steps, line = await self._lines.get()
            if self._errand.called is not None:
                await self._errand.called.report_progress(steps, self._most_steps, line)

    def _said(self, event: Event) -> str:
        if isinstance(event, StepEnded):
            self._steps += 1
            done = ", ".join(action.function for action in event.actions if action.function)
            return f"{event.agent}: {done or event.status}"
        if isinstance(event, SubtaskEnded):
            return f"{event.record.agent}: {event.record.status} {event.record.subtask}"
        return f"{event.agent} is in {event.state}" if isinstance(event, StateEntered) and not self._steps else ""
