"""Ends a request: collects the facts now that the model says it is done, has them read, and accounts for each word and change."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import accumulate

from ufo.agents.agent.host_agent import HostAgent
from ufo.agents.agent.reader_agent import Read
from ufo.agents.changed_world import changed_world, unsaved_now
from ufo.agents.round_context import Done
from ufo.proof.claims import Claim, no_longer, prove
from ufo.proof.closure import close
from ufo.proof.evidence import evidence_of, of_subtasks, proved_before
from ufo.proof.facts import Evidence, collect_facts
from ufo.proof.literals import shortened
from ufo.proof.stated import taken_back, with_unmet
from ufo.schema.fact import Facts
from ufo.schema.inputs import NOT_PROVED, ReadingInputs
from ufo.schema.outcome import SubtaskRecord
from ufo.schema.predicate import Finding, Predicate, Truth
from ufo.schema.reading import Account, PartVerdict
from ufo.schema.response import HostAgentResponse
from ufo.schema.spans import Spent
from ufo.tools.dispatch.collect import verify, verify_withdrawn
from ufo.tools.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.trace.events import EndStated, RequestRead

_LONGEST, _LONGEST_ONE = 1_300, 450
"""How long the reasons are together and each, in letters: they stand in every prompt that follows."""
_WAY = (
    "Do what is missing, undo what nobody asked for, or have it shown: read it back, state it in expect, open its dialog again. "
    "What nothing shows stays unverified"
)


@dataclass(frozen=True, slots=True)
class Concluded:
    """What came of the end of a request: what its conditions were found to be, its facts, the reading and the account."""

    findings: tuple[Finding, ...]
    facts: Facts
    read: Read
    account: Account

    def event(self, *, sent_back: bool) -> RequestRead:
        read = self.read
        return RequestRead(
            facts=self.facts.facts,
            reading=read.reading,
            places=read.places,
            account=self.account,
            model=read.by,
            error=read.error,
            sent_back=sent_back,
        )


async def state_end(agent: HostAgent, dispatcher: GuardedDispatcher, response: HostAgentResponse, done: Done) -> None:
    """Keep what the model says must hold at the end of the request, and what of it holds before anything is done; take out of it
    what the model takes back or states anew.
    """
    stated = agent.stated
    new = [condition for condition in dict.fromkeys(response.done_when) if condition not in stated.conditions]
    found = await verify(dispatcher, new, timeout_s=0)
    if not any(act.may_change for act in (*agent.history, *done.acts)):
        held = {"stale": True}
        found = tuple(
            finding.model_copy(update=held) if finding.truth is Truth.SATISFIED else finding for finding in found
        )
    gone = _taken_back(agent, response, done.records)
    if not new and not gone:
        return
    agent.stated = stated.added(found).without(gone)
    agent.services.emitter.emit(EndStated(stated=found, withdrawn=await verify_withdrawn(dispatcher, gone)))


def _taken_back(
    agent: HostAgent, response: HostAgentResponse, records: Sequence[SubtaskRecord]
) -> dict[Predicate, str]:
    """Return what this answer takes back of what was stated so far, by the HostAgent or for a sub-task, with the reasons."""
    of_subtasks = (finding.predicate for record in records for finding in record.findings)
    return taken_back(
        (*agent.stated.end, *of_subtasks),
        [(withdrawal.condition, withdrawal.reason) for withdrawal in response.withdraw],
    )


async def conclude(
    agent: HostAgent, dispatcher: GuardedDispatcher, response: HostAgentResponse, done: Done
) -> Concluded:
    """Collect what is so at the end of the request, whoever stated it, and account for the request by one reading of it."""
    spending = agent.services.emitter.spending
    with spending(Spent.CHECKS, ""):
        findings = await _found(agent, dispatcher, response, done)
    answer = response.result or done.answer
    evidence = [finding for finding in evidence_of(findings, done.records) if agent.stated.stands(finding.predicate)]
    with spending(Spent.FACTS, ""):
        facts = await _facts(agent, answer, evidence, done)
    with spending(Spent.READER, ""):
        read = await agent.read(_inputs(agent, facts, answer), done.seen)
    facts = facts.model_copy(update={"facts": (*facts.facts, *read.shown)})
    account = await asyncio.to_thread(close, _masked(agent), facts, read.reading, read.by, answer)
    account = with_unmet(account, evidence, (*response.expect, *agent.stated.end))
    return Concluded(findings, facts, read, agent.services.masks.model(account))


def _masked(agent: HostAgent) -> str:
    """Return the request as facts are told: a secret in it is found there by its mask, which stands for this value alone."""
    return agent.services.masks.text(agent.request)


def _inputs(agent: HostAgent, facts: Facts, answer: str) -> ReadingInputs:
    return ReadingInputs(
        request=_masked(agent),
        facts=facts.facts,
        answer=answer,
        today=date.today().isoformat(),
        working_folder=str(agent.services.working_folder),
    )


async def _found(
    agent: HostAgent, dispatcher: GuardedDispatcher, response: HostAgentResponse, done: Done
) -> tuple[Finding, ...]:
    """Check what the model stated for the end of the request, whether or not this answer repeats it, and what sub-tasks left in
    files and on controls, which a later one may have changed.
    """
    timeout_s = agent.services.settings.system.verify_timeout_s
    of_records = (finding.predicate for finding in of_subtasks(done.records))
    in_files = (predicate for predicate in of_records if predicate.path_on_disk() is not None)
    said = dict.fromkeys([*response.expect, *agent.stated.end, *in_files])
    stated = [condition for condition in said if agent.stated.stands(condition)]
    found = await prove(dispatcher, Claim(stated, (), done.acts, agent.before_here), timeout_s)
    proved = proved_before(found, done.records)
    return (*agent.stated.dated(proved), *await _changed_since(agent, done.records))


async def _changed_since(agent: HostAgent, records: Sequence[SubtaskRecord]) -> tuple[Finding, ...]:
    """Find what controls showed at the end of a sub-task and no longer show, although its agent has done nothing there since."""
    last = {record.agent: record for record in records}
    found: list[Finding] = []
    for sub_agent in agent.appagent_dict.values():
        record = last.get(sub_agent.name)
        if record is not None and record.status == "FINISH":
            found += await no_longer(sub_agent.tools.dispatcher, record.findings)
    return tuple(found)


async def _facts(agent: HostAgent, answer: str, findings: Sequence[Finding], done: Done) -> Facts:
    acts = (*agent.history, *done.acts)
    changes, unsaved = await changed_world(agent, acts), await unsaved_now(agent, acts)
    evidence = Evidence(
        request=agent.request,
        answer=answer,
        changes=Facts(
            facts=(*changes.facts, *unsaved.changes.facts), left_out=(*changes.left_out, *unsaved.changes.left_out)
        ),
        acts=acts,
        findings=findings,
        seen=tuple(done.seen),
        windows_before=agent.windows_before,
        windows=await agent.open_windows(),
        unsaved=unsaved.windows,
        mask=agent.services.masks.text,
    )
    return agent.services.masks.model(await asyncio.to_thread(collect_facts, evidence))


def objections(agent: HostAgent, concluded: Concluded) -> str:
    """Return what is open, once a request; "" where all is accounted for, where nobody read it, and where it was told already."""
    account = concluded.account
    if concluded.read.reading is None or not (account.refuted or account.open) or not agent.may_send_back():
        return ""
    wrong = any(part.verdict is PartVerdict.CONTRADICTED for part in account.parts)
    head = "not finished" if wrong or account.refuted else NOT_PROVED
    return "\n".join([f"{head}:", *_bounded(dict.fromkeys((*account.refuted, *account.open))), _WAY])


def _bounded(reasons: Iterable[str]) -> list[str]:
    """Return the reasons as lines, those that contradict first, and how many find no room."""
    lines = [f"- {shortened(reason, _LONGEST_ONE)}" for reason in reasons]
    ends = accumulate(len(line) + 1 for line in lines)
    told = [line for line, end in zip(lines, ends, strict=True) if end <= _LONGEST]
    return [*told, *([f"- and {len(lines) - len(told)} more"] if len(told) < len(lines) else [])]
