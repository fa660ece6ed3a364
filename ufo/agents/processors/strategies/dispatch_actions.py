"""Sends a turn's commands to the policy, then dispatches them; a command that needs consent waits for it (design.md §7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ufo.agents.awaited_consent import PendingConfirmation
from ufo.commands.policy.policy import Verdict
from ufo.schema.action_class import ActionClass
from ufo.schema.command import Command, Result, ResultStatus

if TYPE_CHECKING:
    from ufo.agents.agent.basic_agent import BasicAgent


@dataclass(frozen=True, slots=True)
class Dispatched:
    """The results of commands. `waiting`: the consent that they need before any of them runs. `undone`: effects that were lost
    again meanwhile.
    """

    results: tuple[Result, ...]
    waiting: PendingConfirmation | None = None
    undone: tuple[str, ...] = ()


async def dispatch(
    agent: BasicAgent, commands: Sequence[Command], confirmed: Sequence[Command], ask_anyway: str = ""
) -> Dispatched:
    """Run `commands`, or `confirmed` where a person has just consented to them.

    `ask_anyway` is a question that the model wants asked first, whatever the policy says, also where nothing is to be run.
    """
    dispatcher = agent.tools.dispatcher
    if confirmed:
        return Dispatched(tuple(await dispatcher.execute_commands(confirmed)))
    if not commands and not ask_anyway:
        return Dispatched(())
    verdicts = await dispatcher.review(commands)
    questions = [verdict.asked for verdict in verdicts if verdict.needs_consent]
    if ask_anyway and not _is_asked_for(verdicts):
        questions.append(ask_anyway)
    if questions:
        waiting = PendingConfirmation("\n".join(dict.fromkeys(questions)), tuple(commands))
        held = tuple(Result(status=ResultStatus.NONE, call_id=command.call_id) for command in commands)
        return Dispatched(held, waiting)
    return Dispatched(tuple(await dispatcher.execute_commands(commands)))


def _is_asked_for(verdicts: Sequence[Verdict]) -> bool:
    """Tell whether the person explicitly asked for all of it, so that a model's wish for consent adds no second question."""
    harmless = (ActionClass.OBSERVE, ActionClass.NAVIGATE)
    done = [verdict for verdict in verdicts if verdict.action_class not in harmless]
    return bool(done) and all(verdict.ruling for verdict in done)


async def hold(agent: BasicAgent, done: Dispatched) -> Dispatched:
    """Check the confirmed effects of the last turn once more after a while, since no later look would notice that they are
    lost.
    """
    held = await agent.tools.dispatcher.hold(done.results, agent.services.settings.system.hold_s)
    changed = [now for was, now in zip(done.results, held, strict=True) if now.effect is not was.effect]
    return Dispatched(tuple(held), done.waiting, tuple(result.evidence[0] for result in changed))


def failures(results: Sequence[Result]) -> str:
    """Return what went wrong, for the next prompt: the failures, or where there are none the reason why the rest was skipped."""
    failed = [result for result in results if result.status is ResultStatus.FAILURE]
    left_out = [result for result in results if result.status is ResultStatus.SKIPPED]
    return "\n".join(result.error or "failed" for result in failed or left_out[:1])
