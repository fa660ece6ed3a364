"""Takes back conditions that an AppAgent stated itself and misread."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ufo.commands.dispatch.collect import verify_withdrawn
from ufo.commands.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.proof.stated import says_the_same, taken_back
from ufo.schema.outcome import SubtaskRecord
from ufo.schema.response import AppAgentResponse
from ufo.trace.events import EndStated, Noticed

if TYPE_CHECKING:
    from ufo.agents.agent.app_agent import AppAgent


async def take_back(
    app: AppAgent, dispatcher: GuardedDispatcher, response: AppAgentResponse, records: Sequence[SubtaskRecord]
) -> None:
    """Take back what this answer says of what the agent itself stated, and nothing that the HostAgent or another agent stated."""
    if not response.withdraw:
        return
    of_others = {one.predicate for record in records if record.agent != app.name for one in record.findings}
    of_others |= set(app.host.stated.conditions)
    found = dict.fromkeys(one.predicate for record in records if record.agent == app.name for one in record.findings)
    own = [one for one in found if one not in of_others and any(says_the_same(one, stated) for stated in app.stated)]
    gone = taken_back(own, [(one.condition, one.reason) for one in response.withdraw])
    if gone:
        app.host.stated = app.host.stated.without(gone)
        app.services.emitter.emit(EndStated(stated=(), withdrawn=await verify_withdrawn(dispatcher, gone)))
        for one, why in gone.items():
            app.services.emitter.emit(Noticed(level="info", text=f"{app.name} took back: {one.in_words()} ({why})"))
