"""Tells a model why its request does not count as finished: what it stated and does not hold, and which words are unproved."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ufo.agents.processors.strategies.host.conclude import Concluded
from ufo.proof.account.verdict import Weighed
from ufo.schema.action import ActionCommandInfo
from ufo.schema.inputs import NOT_PROVED
from ufo.schema.patterns import any_case
from ufo.schema.predicate import Predicate, refuted
from ufo.schema.response import HostAgentResponse

if TYPE_CHECKING:
    from ufo.agents.agent.host_agent import HostAgent

_WAY_BACK = (
    "Do what is missing; a condition that was stated wrongly is replaced by one about the same thing in expect, or taken back "
    "with withdraw"
)
_OR_STATE = "Do what is missing, or finish with conditions in expect that show it; what nothing shows stays unverified"

_OR_SHOW = (
    "Finish with conditions in expect that show it; a setting shows in its dialog, closed and opened again by a sub-task that "
    "only looks, or in its file. What nothing shows stays unverified"
)
_CAN_BE_SHOWN = any_case(r"no check covers|only the interface that acted|opened again")


@dataclass(frozen=True, slots=True)
class Ended:
    """A FINISH and what was found at it. `brings`: all that it rests on, to be compared with an earlier one."""

    concluded: Concluded
    brings: str


def doing_of_end(
    response: HostAgentResponse, acts: Sequence[ActionCommandInfo], own: Sequence[ActionCommandInfo]
) -> str:
    """Return all that a FINISH rests on: how much was done by then, what it states or takes back, and what it answers."""
    done = sum(1 for one in (*acts, *own) if one.function)
    said = response.model_dump_json(include={"expect", "done_when", "withdraw", "result"})
    return f"{done} {said}"


def objections(agent: HostAgent, ended: Ended) -> str:
    """Return why the request does not count as finished yet; "" where it does, where the model was told often enough, or where it
    says the same again.

    What a model stated is asked about up to the limit for repairs. What only follows from the request's words is asked
    about once: a model may know better what they mean.
    """
    concluded = ended.concluded
    found, weighed = refuted(concluded.findings), concluded.weighed
    words = [*(one.evidence for one in found if one.derived), *weighed.wrong]
    if not agent.by_model:
        told = list(dict.fromkeys([*(one.evidence for one in found), *words]))
        if told:
            return f"not finished: {'; '.join(told)}" if agent.may_repair() else ""
        return _unproved(weighed, weighed.gaps) if weighed.gaps and agent.may_ask_for_proof() else ""
    stated = list(dict.fromkeys(one.evidence for one in found if not one.derived))
    open_words = [
        one for one in dict.fromkeys([*words, *weighed.gaps]) if one not in weighed.idle and one not in stated
    ]
    if not stated and not open_words and not weighed.idle:
        return _lacking(agent, concluded.lacking)
    if (not stated and not open_words) or not agent.ends_anew(ended.brings):
        return ""
    parts = [f"not finished: {'; '.join(stated)}. {_WAY_BACK}"] if stated and agent.may_repair() else []
    if open_words and agent.may_ask_for_proof():
        parts.append(_unproved(weighed, open_words))
    return "\n".join(parts)


def _lacking(agent: HostAgent, lacking: str) -> str:
    """Return what no condition covers, once: whoever worked may know where it shows. Where the HostAgent's model gave out the
    work and neither stated an end nor was asked for one, it is told of anything that is lacking.
    """
    is_unstated = agent.ends_by_itself and agent.model_spoke and not agent.contract.end
    if not lacking or not (is_unstated or _CAN_BE_SHOWN.search(lacking)) or not agent.may_ask_for_proof():
        return ""
    return f"{NOT_PROVED}: {lacking.removeprefix('done, but ')}. {_OR_SHOW}"


def _unproved(weighed: Weighed, words: Iterable[str]) -> str:
    lines = [f"- {one}{_way(weighed.ways.get(one))}" for one in words]
    return "\n".join([f"{NOT_PROVED}:", *lines, _OR_STATE])


def _way(predicate: Predicate | None) -> str:
    if predicate is None:
        return ""
    told = {"on": predicate.on, **predicate.model_dump(mode="json", exclude_defaults=True)}
    return f"; shown by {json.dumps(told, ensure_ascii=False)}"
