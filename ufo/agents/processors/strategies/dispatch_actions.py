"""Sends a turn's commands to the policy, then dispatches them; a command that needs consent waits for it (design.md §7)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from ufo.agents.agent.basic_agent import PendingConfirmation
from ufo.schema.action_class import ActionClass
from ufo.schema.command import Command, Result, ResultStatus
from ufo.schema.tool import ToolInfo
from ufo.tools.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.tools.dispatch.protocol import BasicCommandDispatcher
from ufo.tools.policy.policy import Verdict


@dataclass(frozen=True, slots=True)
class Dispatched:
    """The results of commands. `waiting`: the consent that they need first; `undone`: effects that were lost again."""

    results: tuple[Result, ...]
    waiting: PendingConfirmation | None = None
    undone: tuple[str, ...] = ()


class AskingDispatcher(BasicCommandDispatcher):
    """The dispatcher that the steps of an action phase get: what needs consent is held, and `waiting` says what for.

    `confirmed`: the commands that a person has just consented to, which run in the place of those that are given first.
    `ask_anyway`: a question that the model wants asked first, whatever the policy says, also where nothing is to be run.
    `even_if_asked_for`: ask that also where the person explicitly asked for all of it. `about_to_run`: called with the commands
    that are neither held nor declined, right before they run.
    """

    def __init__(
        self,
        inner: GuardedDispatcher,
        confirmed: Sequence[Command] = (),
        ask_anyway: str = "",
        about_to_run: Callable[[Sequence[Command]], Awaitable[None]] | None = None,
        even_if_asked_for: bool = False,
    ) -> None:
        self._inner = inner
        self._about_to_run = about_to_run
        self._even_if_asked_for = even_if_asked_for
        self._confirmed = tuple(confirmed)
        self._ask_anyway = ask_anyway
        self.waiting: PendingConfirmation | None = None

    async def execute_commands(self, commands: Sequence[Command], timeout: float = 60.0) -> list[Result]:
        if self._confirmed:
            confirmed, self._confirmed = self._confirmed, ()
            await self._tell(confirmed)
            return await self._inner.execute_commands(confirmed, timeout)
        if self.waiting or (not commands and not self._ask_anyway):
            return _held(commands)
        verdicts = await self._inner.review(commands)
        questions = [verdict.asked for verdict in verdicts if verdict.needs_consent]
        if self._ask_anyway and (self._even_if_asked_for or not _is_asked_for(verdicts)):
            questions.append(self._ask_anyway)
        if questions:
            self.waiting = PendingConfirmation("\n".join(dict.fromkeys(questions)), tuple(commands))
            return _held(commands)
        pairs = zip(commands, verdicts, strict=True)
        await self._tell([command for command, verdict in pairs if verdict.decision != "deny"])
        return await self._inner.execute_commands(commands, timeout)

    async def _tell(self, commands: Sequence[Command]) -> None:
        if self._about_to_run is not None:
            await self._about_to_run(commands)

    async def list_tools(self) -> tuple[ToolInfo, ...]:
        return await self._inner.list_tools()

    async def close(self) -> None:
        """Do nothing: the agent's own dispatcher goes on."""


def _held(commands: Sequence[Command]) -> list[Result]:
    return [Result(status=ResultStatus.NONE, call_id=command.call_id) for command in commands]


def _is_asked_for(verdicts: Sequence[Verdict]) -> bool:
    """Tell whether the person explicitly asked for all of it, so that a model's wish for consent adds no second question."""
    harmless = (ActionClass.OBSERVE, ActionClass.NAVIGATE)
    done = [verdict for verdict in verdicts if verdict.action_class not in harmless]
    return bool(done) and all(verdict.ruling for verdict in done)


async def hold(dispatcher: GuardedDispatcher, done: Dispatched, hold_s: float) -> Dispatched:
    """Check the confirmed effects of the last turn again after a while: no later look would notice their loss."""
    held = await dispatcher.hold(done.results, hold_s)
    changed = [now for was, now in zip(done.results, held, strict=True) if now.effect is not was.effect]
    return Dispatched(tuple(held), done.waiting, tuple(result.evidence[0] for result in changed))


def failures(results: Sequence[Result]) -> str:
    """Return what went wrong, for the next prompt: the failures, or where there are none the reason why the rest was skipped."""
    failed = [result for result in results if result.status is ResultStatus.FAILURE]
    left_out = [result for result in results if result.status is ResultStatus.SKIPPED]
    return "\n".join(result.error or "failed" for result in failed or left_out[:1])
