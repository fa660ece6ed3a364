"""Judges what an AppAgent's actions came to: what must hold now, what it takes back, and the status that the turn ended with."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path

from ufo.agents.agent.app_agent import AppAgent
from ufo.agents.processors.strategies.dispatch_actions import Dispatched, failures
from ufo.agents.processors.strategies.take_picture import picture_url
from ufo.agents.states.app_agent_states import AppAgentStatus
from ufo.faults import Part
from ufo.proof.claims import Claim, prove, vouched_by_page
from ufo.proof.stated import says_the_same, taken_back
from ufo.schema.action import ListActionCommandInfo
from ufo.schema.outcome import SubtaskRecord
from ufo.schema.picture import Picture
from ufo.schema.predicate import Finding, Predicate, refuted
from ufo.schema.response import AppAgentResponse
from ufo.tools.dispatch.collect import collect, verify_withdrawn
from ufo.tools.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.trace.events import EndStated, Noticed

_log = logging.getLogger(__name__)
_LIES_ELSEWHERE = " (where it lies elsewhere, state the same in expect with its whole path)"


async def state_own(
    agent: AppAgent,
    dispatcher: GuardedDispatcher,
    response: AppAgentResponse,
    records: Sequence[SubtaskRecord],
    of_host: Sequence[Predicate],
) -> None:
    """Take back what this answer says of what the agent itself stated, and nothing that the HostAgent or another agent stated;
    then keep what it states by itself. `of_host`: what the HostAgent stated for this sub-task.
    """
    if response.withdraw:
        await _take_back(agent, dispatcher, response, records)
    own = (mine for mine in response.expect if not any(says_the_same(mine, other) for other in of_host))
    agent.stated |= dict.fromkeys(own)


async def _take_back(
    agent: AppAgent, dispatcher: GuardedDispatcher, response: AppAgentResponse, records: Sequence[SubtaskRecord]
) -> None:
    of_others = {finding.predicate for record in records if record.agent != agent.name for finding in record.findings}
    of_others |= set(agent.host.stated.conditions)
    found = (finding.predicate for record in records if record.agent == agent.name for finding in record.findings)
    own = [
        predicate
        for predicate in dict.fromkeys(found)
        if predicate not in of_others and any(says_the_same(predicate, stated) for stated in agent.stated)
    ]
    gone = taken_back(own, [(withdrawn.condition, withdrawn.reason) for withdrawn in response.withdraw])
    if gone:
        agent.host.stated = agent.host.stated.without(gone)
        emit = agent.services.emitter.emit
        emit(EndStated(stated=(), withdrawn=await verify_withdrawn(dispatcher, gone)))
        for predicate, why in gone.items():
            emit(Noticed(level="info", text=f"{agent.name} took back: {predicate.in_words()} ({why})"))


def expected(response: AppAgentResponse, subtask_expect: Sequence[Predicate]) -> list[Predicate]:
    """Return what the answer says must hold, and at the end of the sub-task also what the HostAgent says, where the answer
    does not correct the place of its file.
    """
    at_end = subtask_expect if response.status == AppAgentStatus.FINISH else ()
    at_end = [condition for condition in at_end if not any(mine.corrects(condition) for mine in response.expect)]
    return list(dict.fromkeys([*response.expect, *at_end]))


async def proved(agent: AppAgent, dispatcher: GuardedDispatcher, claim: Claim) -> tuple[Finding, ...]:
    """Return the findings about a claim. What nothing else vouches for, the page or the picture may."""
    findings = await prove(dispatcher, claim, agent.services.settings.system.verify_timeout_s)
    title = agent.tools.selection.require_window().title
    findings = await vouched_by_page(dispatcher, findings, agent.app_root, title)
    if all(finding.independent for finding in findings):
        return findings
    now = await picture_url(collect(dispatcher, "capture_window_screenshot"), [])
    with Part(_log, "comparing the pictures of before and after", []):
        return agent.witness.vouches_for(findings, Picture.from_data_url(now)) if now else findings
    return findings


def ended_with(
    agent: AppAgent,
    response: AppAgentResponse,
    actions: ListActionCommandInfo,
    done: Dispatched,
    findings: tuple[Finding, ...],
) -> tuple[str, str]:
    """Return the status that the turn really ended with, and the feedback: what failed or is refuted is no FINISH."""
    if done.waiting:
        return AppAgentStatus.CONFIRM, ""
    own = len(set(response.expect))
    status, feedback = _status(agent, response, actions, done, findings)
    does_no_more = not response.action and not refuted(findings[:own])
    if does_no_more and agent.repairs_made > 1 and refuted(findings[own:]) and status == AppAgentStatus.CONTINUE:
        # It did nothing more and says that it is done: only the HostAgent can change what it stated.
        agent.failure = f"{response.result or 'done'}, but what the HostAgent stated does not hold: {feedback}"
        return AppAgentStatus.FAIL, feedback
    return status, feedback


def _status(
    agent: AppAgent,
    response: AppAgentResponse,
    actions: ListActionCommandInfo,
    done: Dispatched,
    findings: tuple[Finding, ...],
) -> tuple[str, str]:
    status = response.status or actions.status
    wrong = refuted(findings)
    refutations = "; ".join(finding.evidence for finding in wrong)
    elsewhere = _LIES_ELSEWHERE if any(map(_misses_a_file, wrong)) else ""
    said = f"does not hold: {refutations}{elsewhere}" if refutations else ""
    feedback = "\n".join(part for part in (failures(done.results), *done.undone, said) if part)
    if status == AppAgentStatus.CONFIRM:
        return AppAgentStatus.CONTINUE, feedback
    if status == AppAgentStatus.FINISH and feedback:
        if not refutations or agent.may_repair():
            return AppAgentStatus.CONTINUE, feedback
        agent.failure = f"refuted: {refutations}"
        return AppAgentStatus.FAIL, feedback
    if status == AppAgentStatus.PENDING:
        agent.will_ask(response.questions or [response.comment or response.thought])
    if status == AppAgentStatus.FAIL:
        agent.failure = response.result or response.comment or response.thought
    return status, feedback


def _misses_a_file(finding: Finding) -> bool:
    path = finding.predicate.path_on_disk()
    return path is not None and not finding.predicate.wants_it_gone() and not Path(path).exists()
