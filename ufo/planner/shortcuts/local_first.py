"""The model, asked only for what needs one: a wrapper that decides the rest itself (design.md §3.8)."""

from __future__ import annotations

from ufo.llm.provider import Completion, Provider, Turn
from ufo.planner.shortcuts import app_shortcuts, host_shortcuts
from ufo.schema.inputs import HostInputs
from ufo.schema.outcome import Usage

BUILTIN = "builtin"
LOCAL = "local"
"""The name under which such a decision stands in the log, in place of a model's."""


class LocalFirstProvider:
    """A decision of its own is no model call, and its usage says so. One that did not fit is left to the model.

    `by_name`: hand a request to the one application that it names although its words are not understood; a model
    understands them there.
    """

    def __init__(self, provider: Provider, by_name: bool = True) -> None:
        self._provider = provider
        self._by_name = by_name

    @property
    def name(self) -> str:
        return self._provider.name

    @property
    def sees_pictures(self) -> bool:
        return self._provider.sees_pictures

    async def complete(self, turn: Turn) -> Completion:
        if not turn.repairs:
            inputs = turn.inputs
            said = (
                host_shortcuts.decide(inputs, self._by_name)
                if isinstance(inputs, HostInputs)
                else app_shortcuts.decide(inputs)
            )
            if said is not None and said.status in inputs.statuses:
                return Completion(said.model_dump_json(), Usage(local_decisions=1), LOCAL)
        return await self._provider.complete(turn)

    async def close(self) -> None:
        await self._provider.close()
