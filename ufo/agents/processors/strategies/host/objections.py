"""Tells whoever works why a request does not count as finished: what facts contradict, what none shows, what nobody asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ufo.agents.processors.strategies.host.conclude import Concluded
from ufo.schema.inputs import NOT_PROVED
from ufo.schema.reading import PartVerdict

if TYPE_CHECKING:
    from ufo.agents.agent.host_agent import HostAgent

_MOST_TOLD = 15
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
    said = list(dict.fromkeys((*account.refuted, *account.open)))
    lines = [f"- {one}" for one in said[:_MOST_TOLD]]
    lines += [f"- and {len(said) - _MOST_TOLD} more"] if len(said) > _MOST_TOLD else []
    return "\n".join([f"{'not finished' if wrong or account.refuted else NOT_PROVED}:", *lines, _WAY])
