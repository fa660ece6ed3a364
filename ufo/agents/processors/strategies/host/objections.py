"""Tells whoever works why a request does not count as finished: what facts contradict, what none shows, what nobody asked for."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from typing import TYPE_CHECKING

from ufo.agents.processors.strategies.host.conclude import Concluded
from ufo.proof.literals import shortened
from ufo.schema.inputs import NOT_PROVED
from ufo.schema.reading import PartVerdict

if TYPE_CHECKING:
    from ufo.agents.agent.host_agent import HostAgent

_LONGEST, _LONGEST_ONE = 1_300, 450
"""How long the reasons are together and each, in letters: they stand in every prompt that follows."""
_WAY = (
    "Do what is missing, undo what nobody asked for, or have it shown: read it back, state it in expect, open its dialog again. "
    "What nothing shows stays unverified"
)


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
