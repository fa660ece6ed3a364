"""Commands of a turn: reviewed by the policy first, then dispatched; what needs consent waits for it (design.md §7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ufo.agents.agent.pending import PendingConfirmation
from ufo.commands.guarded_dispatcher import GuardedDispatcher
from ufo.commands.policy import Verdict
from ufo.errors import ToolError
from ufo.schema.action_class import ActionClass
from ufo.schema.command import Command, Result, ResultStatus
from ufo.schema.predicate import Finding, Predicate, Truth

if TYPE_CHECKING:
    from ufo.agents.agent.basic import BasicAgent


@dataclass(frozen=True, slots=True)
class Dispatched:
    """`waiting`: the consent that these commands need before any of them runs. `undone`: what changed back meanwhile."""

    results: tuple[Result, ...]
    waiting: PendingConfirmation | None = None
    undone: tuple[str, ...] = ()


async def dispatch(
    agent: BasicAgent, commands: Sequence[Command], confirmed: Sequence[Command], ask_anyway: str = ""
) -> Dispatched:
    """Runs `commands`, or `confirmed` where a person has just consented to them.

    `ask_anyway`: a question that the model wants asked first, whatever the policy says.
    """
    dispatcher = agent.tools.dispatcher
    if confirmed:
        return Dispatched(tuple(await dispatcher.execute_commands(confirmed)))
    if not commands:
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
    """Whether the person asked for all of it in so many words: a model's wish for consent brings no second question then."""
    harmless = (ActionClass.OBSERVE, ActionClass.NAVIGATE)
    done = [verdict for verdict in verdicts if verdict.action_class not in harmless]
    return bool(done) and all(verdict.ruling for verdict in done)


async def hold(agent: BasicAgent, done: Dispatched) -> Dispatched:
    """After the last turn nobody looks again: what was confirmed is given a while to change back, and looked at once more."""
    held = await agent.tools.dispatcher.hold(done.results, agent.services.settings.system.hold_s)
    changed = [now for was, now in zip(done.results, held, strict=True) if now.effect is not was.effect]
    return Dispatched(tuple(held), done.waiting, tuple(result.evidence[0] for result in changed))


async def collect(dispatcher: GuardedDispatcher, tool_name: str, **parameters: Any) -> Any:
    """The value of one data collection tool. Raises ToolError with the tool's own words."""
    command = Command(tool_name=tool_name, parameters=parameters, tool_type="data_collection")
    (result,) = await dispatcher.execute_commands([command])
    if not result.ok:
        raise ToolError(result.error or f"{tool_name} gave nothing")
    return result.result


async def verify(dispatcher: GuardedDispatcher, expect: Sequence[Predicate], timeout_s: float) -> tuple[Finding, ...]:
    """Findings for what a turn says must hold now."""
    if not expect:
        return ()
    rows = await collect(
        dispatcher,
        "verify_expectations",
        expect=[predicate.model_dump(mode="json") for predicate in expect],
        timeout_s=timeout_s,
    )
    return tuple(Finding.model_validate(row) for row in rows)


def refuted(findings: Sequence[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.truth is Truth.UNSATISFIED]


def failures(results: Sequence[Result]) -> str:
    """What went wrong, for the next prompt: what failed, or why the rest was skipped where nothing did."""
    failed = [result for result in results if result.status is ResultStatus.FAILURE]
    left_out = [result for result in results if result.status is ResultStatus.SKIPPED]
    return "\n".join(result.error or "failed" for result in failed or left_out[:1])
