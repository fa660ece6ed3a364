"""Listens to a run on behalf of a skill: where a request begins, and what each action returned."""

from __future__ import annotations

from typing import Any

from ufo.schema.picture import Picture
from ufo.trace.events import Event, PictureSaved, RoundStarted, StepEnded, SubtaskEnded


class RunListener:
    """A listener. `results`: the results of the AppAgents' actions in this request, by sub-task."""

    def __init__(self) -> None:
        self.results: list[list[Any]] = [[]]
        self._begun = False

    def on_event(self, event: Event) -> None:
        if isinstance(event, RoundStarted):
            self.results, self._begun = [[]], True
        elif isinstance(event, StepEnded) and event.agent != "HostAgent":
            self.results[-1] += [one.result.result for one in event.actions if one.function and one.result.ok]
        elif isinstance(event, SubtaskEnded):
            self.results.append([])

    def on_picture(self, event: PictureSaved, picture: Picture) -> None:
        """Ignore pictures, which a skill does not need."""

    def a_request_began(self) -> bool:
        """Tell whether a request began since the last call."""
        begun, self._begun = self._begun, False
        return begun
