"""A dispatcher that asks the policy before every command. What needs consent runs once it was given, and only as it was shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ufo.commands.dispatcher import BasicCommandDispatcher
from ufo.commands.lifting import failed, skipped
from ufo.commands.policy import Policy, Verdict
from ufo.errors import UfoError
from ufo.schema.command import Command, Effect, Result
from ufo.schema.tool import ToolInfo


@dataclass(frozen=True, slots=True)
class _Shown:
    """What a person was shown of a command. Consent is to exactly this."""

    command: Command
    question: str


class GuardedDispatcher(BasicCommandDispatcher):
    """Wraps another dispatcher. A denied command never runs; one to ask about runs once for each approval."""

    def __init__(self, inner: BasicCommandDispatcher, policy: Policy) -> None:
        self._inner = inner
        self._policy = policy
        self._shown: dict[str, _Shown] = {}
        self._approved: dict[str, _Shown] = {}
        self._tools: dict[str, ToolInfo] = {}

    async def review(self, commands: Sequence[Command]) -> list[Verdict]:
        """One verdict a command, in order. Raises DesktopError where the desktop cannot be looked at."""
        verdicts = []
        for command in commands:
            verdict = await self._policy.verdict(command, await self._tool(command))
            if verdict.needs_consent:
                self._shown[command.call_id] = _Shown(command, verdict.question)
            verdicts.append(verdict)
        return verdicts

    def approve(self, call_id: str) -> None:
        """The person consented to the command as it was reviewed last. Nothing for one that needs no consent."""
        shown = self._shown.pop(call_id, None)
        if shown is not None:
            self._approved[call_id] = shown

    async def execute_commands(self, commands: Sequence[Command], timeout: float = 60.0) -> list[Result]:
        """As the inner dispatcher, one at a time, each after its own verdict. After a refused command the rest are SKIPPED."""
        results: list[Result] = []
        stopped = ""
        for command in commands:
            if stopped:
                results.append(skipped(command, stopped))
                continue
            refusal = await self._refusal(command)
            (result,) = [refusal] if refusal else await self._inner.execute_commands([command], timeout)
            results.append(result)
            if not result.ok and (refusal is not None or await self._is_action(command)):
                stopped = f"not run, because {command.tool_name!r} before it failed: {result.error}"
        return results

    async def list_tools(self) -> tuple[ToolInfo, ...]:
        return await self._inner.list_tools()

    async def close(self) -> None:
        await self._inner.close()

    async def _refusal(self, command: Command) -> Result | None:
        try:
            (verdict,) = await self._verdict(command)
        except UfoError as error:
            return failed(command, f"it could not be judged whether {command.tool_name!r} is safe: {error}")
        if verdict.decision == "allow":
            return None
        if verdict.decision == "deny":
            return failed(command, f"{verdict.question}; find another way", effect=Effect.REFUSED)
        approved = self._approved.pop(command.call_id, None)
        if approved == _Shown(command, verdict.question):
            return None
        if approved is not None:
            said = f"what was consented to is not what would happen now: {verdict.question} Ask again"
            return failed(command, said, effect=Effect.REFUSED)
        return failed(command, f"it needs the person's consent first: {verdict.question}", effect=Effect.REFUSED)

    async def _verdict(self, command: Command) -> list[Verdict]:
        return [await self._policy.verdict(command, await self._tool(command))]

    async def _tool(self, command: Command) -> ToolInfo | None:
        """As the inner dispatcher finds it: by type and name, else by name."""
        if not self._tools:
            self._tools = {tool.tool_key: tool for tool in await self._inner.list_tools()}
        own = self._tools.get(f"{command.tool_type}::{command.tool_name}")
        return own or next((one for one in self._tools.values() if one.tool_name == command.tool_name), None)

    async def _is_action(self, command: Command) -> bool:
        tool = await self._tool(command)
        return (tool.tool_type if tool else command.tool_type) == "action"
