"""The AppAgent: works one application until its sub-task is done, and proves it (spec: app_agent_strategy.md)."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from ufo.agents.agent.basic_agent import SubAgent
from ufo.agents.processors.app_agent_processor import AppAgentProcessor
from ufo.agents.round_context import Context
from ufo.agents.services import AgentServices, Tools
from ufo.agents.states.app_agent_states import AppAgentStateManager, AppAgentStatus
from ufo.agents.states.state import Decider
from ufo.prompts.prompter import AppAgentPrompter
from ufo.proof.acts.picture_witness import Witness
from ufo.proof.acts.unproved import told_as, untold
from ufo.proof.findings.staleness import Before
from ufo.schema.inputs import AppInputs
from ufo.schema.message import Message
from ufo.schema.outcome import Untold
from ufo.schema.picture import Picture
from ufo.schema.predicate import Finding, Predicate, Truth

if TYPE_CHECKING:
    from ufo.agents.agent.host_agent import HostAgent

MAX_REPAIRS = 2
"""How often a refuted FINISH is sent back in one sub-task before the sub-task fails."""


@AppAgentStateManager.of
class AppAgent(SubAgent):
    """The agent of one application, which `app_root` and `process_name` name. Its window is the one that the HostAgent
    selected last.
    """

    state_manager = AppAgentStateManager
    processor_class = AppAgentProcessor

    def __init__(
        self, app_root: str, process_name: str, services: AgentServices, tools: Tools, host: HostAgent
    ) -> None:
        super().__init__(f"AppAgent/{app_root}/{process_name}", services, tools, host)
        self.app_root = app_root
        self.process_name = process_name
        self.prompter = self.get_prompter()
        self.last_marked_path = ""
        self._last_marked: asyncio.Task[Picture] | None = None
        self._repairs = 0
        self._held_before: frozenset[Predicate] | None = None
        self.witness = Witness(services.photographer)
        self.before = Before(0.0)
        self.degraded: str | None = None
        """Why the last look was degraded; None where it was not."""

    def get_prompter(self) -> AppAgentPrompter:
        return AppAgentPrompter(
            is_visual=self.sees_pictures, action_sequence=self.services.settings.system.action_sequence
        )

    def begin_subtask(self, context: Context) -> None:
        super().begin_subtask(context)
        self.mark_last("", None)
        self._repairs = 0
        self._held_before = None
        self.witness.forget()
        self.before = Before(time.time(), self.host.titles(), files=self.host.contract.baseline.kept)

    def hears_anew(self, degraded: str | None) -> bool:
        """Tell whether the look is degraded for another reason than the last one, so that a person is told of each reason
        once.
        """
        before, self.degraded = self.degraded, degraded
        return degraded is not None and degraded != before

    def offered_statuses(self) -> tuple[str, ...]:
        return self.status_manager.choices(AppAgentStatus.CONTINUE, Decider.LLM)

    def message_constructor(self, inputs: AppInputs) -> tuple[Message, ...]:
        """Return the prompt for these inputs."""
        return self.prompter.render(inputs)

    def mark_last(self, path: str, picture: asyncio.Task[Picture] | None) -> None:
        """Keep the picture in which the controls of this turn are boxed, for the next turn's prompt."""
        self.last_marked_path = path
        self._last_marked = picture if self.sees_pictures else None

    @property
    def last_marked_url(self) -> str:
        """The data URL of the marked picture once its turn has ended; "" where there is none."""
        made = self._last_marked
        return "" if made is None or not made.done() or made.exception() else made.result().data_url

    def end_conditions(self, found: tuple[Finding, ...]) -> tuple[Finding, ...]:
        """Return the findings about the sub-task's end conditions, where they say something.

        Before the first action there are none. Where every condition that is found held from the start, they show nothing
        of what was done, and there are none either.
        """
        if self._held_before is None:
            self._held_before = frozenset(one.predicate for one in found if one.truth is Truth.SATISFIED)
        if not self.history or all(one.predicate in self._held_before for one in found):
            return ()
        return found

    def untold(self, findings: tuple[Finding, ...]) -> tuple[Untold, ...]:
        return told_as(self.history, untold(self.history, findings, self.before.at))

    def begins_to_act(self) -> None:
        """Keep the look that the first actions were decided on as the state from before the sub-task. Called before each
        turn's actions.
        """
        if self.before.look is None:
            self.before = replace(self.before, look=self.tools.selection.snapshot)

    @property
    def repairs_made(self) -> int:
        """How often the end of this sub-task was refuted."""
        return self._repairs

    def may_repair(self) -> bool:
        self._repairs += 1
        return self._repairs <= MAX_REPAIRS
