"""Ends a request: checks whether what was stated before the first action holds now that the model says the request is done."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ufo.agents.round_context import Done
from ufo.agents.states.host_agent_states import HostAgentStatus
from ufo.agents.unsaved import lost_at_end, said_of
from ufo.commands.dispatch.collect import verify
from ufo.commands.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.proof.account.evidence import evidence_of, is_told, without_implied
from ufo.proof.account.verdict import Weighed, lacks, weigh
from ufo.proof.acts.claims import Claim, no_longer, prove
from ufo.proof.acts.deeds import changes, deeds_of
from ufo.proof.acts.shown_again import with_those_shown_again
from ufo.proof.acts.written import new_files
from ufo.proof.conditions.contract import Contract, written_by
from ufo.proof.conditions.withdrawn import taken_back
from ufo.proof.findings.kinds import WRITTEN
from ufo.proof.request.match import gives_look
from ufo.schema.outcome import SubtaskRecord
from ufo.schema.predicate import DocumentPredicate, FilePredicate, Finding, Predicate, Truth, path_on_disk
from ufo.schema.response import HostAgentResponse
from ufo.trace.events import EndStated

if TYPE_CHECKING:
    from ufo.agents.agent.host_agent import HostAgent


@dataclass(frozen=True, slots=True)
class Concluded:
    """What the check of a finished request found. `lost` says what is not saved and would be lost with the desktop; `lacking`
    what keeps it from VERIFIED although nothing speaks against it; "" for nothing.
    """

    findings: tuple[Finding, ...]
    weighed: Weighed
    lost: str = ""
    lacking: str = ""


async def state_end(agent: HostAgent, dispatcher: GuardedDispatcher, response: HostAgentResponse, done: Done) -> None:
    """Add to the contract what the model says must hold at the end of the request, as found before this turn acts, and take
    out of it what the model takes back or states anew.
    """
    contract = agent.contract
    new = [one for one in dict.fromkeys(response.done_when) if one not in contract.said]
    found = await verify(dispatcher, new, timeout_s=0)
    gone = await _taken_back(contract, dispatcher, response, done.records)
    read_anew = contract.read_anew([(one.condition, one.reason) for one in response.withdraw], done.seen)
    gone += await _withdrawn(dispatcher, read_anew)
    if not new and not gone and contract.is_begun:
        return
    agent.contract = contract.with_stated(new, found).without({one.predicate: one.withdrawn for one in gone}, read_anew)
    derived = [one.predicate for one in contract.conditions(())] if not contract.is_begun else []
    agent.services.emitter.emit(
        EndStated(
            derived=tuple(dict.fromkeys(derived)),
            held=tuple(one for one in dict.fromkeys(derived) if one in contract.held),
            stated=found,
            withdrawn=gone,
        )
    )


async def _taken_back(
    contract: Contract, dispatcher: GuardedDispatcher, response: HostAgentResponse, records: Sequence[SubtaskRecord]
) -> tuple[Finding, ...]:
    """Return what this answer takes back of what was stated so far, by the HostAgent or for a sub-task, and how it stands."""
    newly = [*response.done_when, *(response.expect if response.status == HostAgentStatus.FINISH else ())]
    said = [(one.condition, one.reason) for one in response.withdraw]
    stated = filter(contract.stands, contract.stated)
    gone = taken_back(stated, newly, said)
    gone |= taken_back((one.predicate for record in records for one in record.findings), (), said)
    found = await verify(dispatcher, list(gone), timeout_s=0)
    return tuple(one.model_copy(update={"withdrawn": why}) for one, why in zip(found, gone.values(), strict=True))


async def conclude(
    agent: HostAgent, dispatcher: GuardedDispatcher, response: HostAgentResponse, done: Done
) -> Concluded:
    """Check all that must hold, whether or not this answer repeats it, and weigh it against the request's own words."""
    timeout_s = agent.services.settings.system.verify_timeout_s
    contract = agent.contract
    written = written_by(deeds_of([*agent.history, *done.acts]), evidence_of((), done.records))
    conditions = contract.conditions(written)
    sure = [one.predicate for one in conditions if one.may_refute]
    expect = [one for one in end_conditions(response, done.records) if contract.stands(one)]
    told = [one for record in done.records for one in record.findings]
    stated = list(dict.fromkeys([*expect, *await asyncio.to_thread(contract.found_at, told)]))
    # That an application was opened does not prove what was to be done in it, so no condition is derived from its actions here.
    claim = Claim(list(dict.fromkeys([*stated, *sure])), (), done.acts, agent.before)
    found = _marked_derived(await prove(dispatcher, claim, timeout_s), {*sure}.difference(stated), told)
    unsure = [one.predicate for one in conditions if not one.may_refute and one.predicate not in claim.stated]
    looked = await prove(dispatcher, Claim(unsure, (), done.acts, agent.before), 0) if unsure else ()
    own = {*sure}.difference(stated)
    kept = [one for one in found if one.truth is not Truth.UNKNOWN or one.predicate not in own]
    kept = [one for one in kept if not _is_shown_as_look(one, found)]
    held = [one for one in looked if one.proves and not is_told(one.predicate, told)]
    first = next((place for place, deed in enumerate(done.acts) if changes(deed)), len(done.acts))
    early = [one for one, acts in done.seen.items() if acts <= first]
    proved = with_those_shown_again(proved_before(kept, done.records), done.acts)
    findings = without_implied(contract.dated((*proved, *held), early))
    findings += await _in_new_files(dispatcher, done.records, findings)
    findings += _marked_derived(await _changed_since(agent, done.records), frozenset(), told)
    findings += await _withdrawn(dispatcher, contract.withdrawn, contract.by_words)
    lost = await lost_at_end(agent, contract.request, done.acts, (*findings, *told))
    findings = (*findings, *lost)
    agent.tried = tuple(one for one in (*found, *looked) if one not in (*kept, *held))
    case = agent.case(findings, done, response.result)
    weighed = await asyncio.to_thread(weigh, case)
    return Concluded(findings, weighed, said_of(lost), lacks(case, weighed))


def _marked_derived(
    findings: Sequence[Finding], by_words: AbstractSet[Predicate], told: Sequence[Finding]
) -> tuple[Finding, ...]:
    """Mark what nobody stated: what follows from the request's words, and from what was done in sub-tasks."""
    stated = {one.predicate for one in told if not one.derived}
    derived = {one.predicate for one in told if one.derived} - stated | by_words
    return tuple(one.model_copy(update={"derived": True}) if one.predicate in derived else one for one in findings)


def _is_shown_as_look(one: Finding, found: Sequence[Finding]) -> bool:
    """Tell whether a word that was looked for in a file's text, since the request has it, is shown to be one of its formats."""
    predicate = one.predicate
    if not one.derived or not isinstance(predicate, FilePredicate) or not predicate.contains:
        return False
    text, path = predicate.contains, predicate.path
    looks = (it.predicate for it in found if it.proves and not it.stale and path_on_disk(it.predicate) == path)
    return any(isinstance(it, DocumentPredicate) and it.property and gives_look(text, it) for it in looks)


async def _withdrawn(
    dispatcher: GuardedDispatcher, withdrawn: Mapping[Predicate, str], by_words: AbstractSet[Predicate] = frozenset()
) -> tuple[Finding, ...]:
    """Return how conditions that were taken back stand now, each with the reason. `by_words`: those that nobody stated."""
    found = await verify(dispatcher, list(withdrawn), timeout_s=0)
    return tuple(
        one.model_copy(update={"withdrawn": why, "derived": one.predicate in by_words})
        for one, why in zip(found, withdrawn.values(), strict=True)
    )


async def _in_new_files(
    dispatcher: GuardedDispatcher, records: Sequence[SubtaskRecord], findings: Sequence[Finding]
) -> tuple[Finding, ...]:
    """Find what sub-tasks wrote without any finding about it, where a file that the end speaks of holds all of it."""
    left = [one for record in records if record.status == "FINISH" for one in record.untold if one.kind in WRITTEN]
    found: list[Finding] = []
    for texts in dict.fromkeys(one.texts for one in left if one.texts):
        for path in new_files(findings):
            held = await verify(
                dispatcher, [FilePredicate(path=path, contains=text, typed=True) for text in texts], timeout_s=0
            )
            if all(one.truth is Truth.SATISFIED for one in held):
                found += held
                break
    return tuple(found)


async def _changed_since(agent: HostAgent, records: Sequence[SubtaskRecord]) -> tuple[Finding, ...]:
    """Find what controls showed at the end of a sub-task and no longer show, although its agent has done nothing there since."""
    last = {record.agent: record for record in records}
    found: list[Finding] = []
    for one in agent.appagent_dict.values():
        record = last.get(one.name)
        if record is not None and record.status == "FINISH":
            found += await no_longer(one.tools.dispatcher, record.findings)
    return tuple(found)


def proved_before(findings: Sequence[Finding], records: Sequence[SubtaskRecord]) -> tuple[Finding, ...]:
    """Replace each finding whose channel is not independent by an earlier proof of the same predicate, where a sub-task has
    one.
    """
    proofs = {one.predicate: one for record in records for one in record.findings if one.proves}
    return tuple(proofs[one.predicate] if not one.independent and one.predicate in proofs else one for one in findings)


def end_conditions(response: HostAgentResponse, subtasks: tuple[SubtaskRecord, ...]) -> list[Predicate]:
    """Return what must hold at the end: what the answer states, and what sub-tasks left in files and documents.

    Where several sub-tasks state something about the same file, the last one counts: it may have overtaken the earlier.
    What a failed sub-task aimed at need not hold once one that was planned after it has finished: the request was then done
    another way. One that was planned before, and does not depend on it, does nothing in its place.
    """
    by_path: dict[str, list[Predicate]] = {}
    replaced = max((_planned_after(it, at) for at, it in enumerate(subtasks) if it.status == "FINISH"), default=0)
    for index, record in enumerate(subtasks):
        if record.status != "FINISH" and index < replaced:
            continue
        said: dict[str, list[Predicate]] = {}
        for finding in record.findings:
            predicate = finding.predicate
            path = path_on_disk(predicate)
            if path is not None:
                said.setdefault(path, []).append(predicate)
        by_path.update(said)
    kept = [predicate for predicates in by_path.values() for predicate in predicates]
    conditions = list(response.expect)
    conditions += [predicate for predicate in kept if predicate not in conditions]
    return conditions


def _planned_after(record: SubtaskRecord, place: int) -> int:
    """Return how many sub-tasks had ended when this one was planned: all before it, where it was planned by itself."""
    return place if record.planned_after is None else record.planned_after
