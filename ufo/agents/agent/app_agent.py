"""The AppAgent: works one application until its sub-task is done, and proves it (spec: app_agent_strategy.md)."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from ufo.agents.agent.agent_config import AgentConfig
from ufo.agents.agent.basic_agent import SubAgent
from ufo.agents.agent.host_agent import HostAgent
from ufo.agents.agent.model_agent import ModelAgent, Told, records_of, with_shared_memory
from ufo.agents.in_sight import not_in_sight
from ufo.agents.needed_sight import NeededSight
from ufo.agents.round_context import Context
from ufo.agents.services import AgentServices, Tools
from ufo.agents.states.app_agent_states import AppAgentStateManager, AppAgentStatus
from ufo.agents.states.state import AgentStateManager, Decider
from ufo.conditions.before import Before
from ufo.desktop.values import Window
from ufo.errors import DesktopError, ToolError
from ufo.knowledge.retriever import OnePlace, Retriever
from ufo.prompts.outline import outline
from ufo.prompts.prompter import AppAgentPrompter
from ufo.proof.picture_witness import Witness
from ufo.schema.action import ActionCommandInfo
from ufo.schema.inputs import AppInputs, BlackboardView
from ufo.schema.knowledge import Knowledge, Passage
from ufo.schema.message import Message
from ufo.schema.outcome import SubtaskRecord
from ufo.schema.picture import Picture
from ufo.schema.predicate import Finding, Predicate, Truth
from ufo.schema.response import AppAgentResponse
from ufo.schema.running_mode import RunningMode
from ufo.schema.target import TargetInfo, TargetKind
from ufo.tools.observe.follow_window import selected_window
from ufo.tools.verbs.windows import put_away_save_dialog
from ufo.trace.events import Noticed

MAX_REPAIRS = 2
"""How often a refuted FINISH is sent back in one sub-task before the sub-task fails."""


class AppAgent(SubAgent, ModelAgent[AppInputs]):
    """The agent of one application, which `config` names. Its window is the one that the HostAgent selected last."""

    state_manager: type[AgentStateManager] = AppAgentStateManager
    response_schema = AppAgentResponse
    kind = "app"
    host: HostAgent
    tool_set: ClassVar[str] = "AppAgent"
    """The agent under `tools` in the settings whose servers it has."""

    def __init__(self, config: AgentConfig, services: AgentServices, tools: Tools, host: HostAgent) -> None:
        super().__init__(config["name"], services, tools, host)
        self.app_root = config["app_root_name"]
        self.process_name = config["process_name"]
        self._mode = config["mode"]
        self.prompter = self.get_prompter(
            self.sees_pictures, config["main_prompt"], config["example_prompt"], config["api_prompt"]
        )
        self.inputs = AppInputs(
            "", "", self.app_root, TargetInfo(kind=TargetKind.WINDOW, name=""), (), self.offered_statuses()
        )
        self.sight = NeededSight(always=services.settings.model.pictures == "always")
        self.shows_pictures = False
        """Whether pictures go with this look."""
        self.stated: dict[Predicate, None] = {}
        """What it stated by itself, beside what the HostAgent stated for its sub-tasks."""
        self.witness = Witness(services.photographer)
        self.before = Before(0.0)
        self.degraded: str | None = None
        """Why the last look was degraded; None where it was not."""
        self.followed: tuple[str, ...] = ()
        """What this turn is told of windows that took the place of the one before."""
        self._toolsets = {self.app_root: tools}

    def _begin_task(self) -> None:
        super()._begin_task()
        self._repairs = 0
        self._held_before: frozenset[Predicate] | None = None
        self.mark_last("", None)

    def get_prompter(
        self,
        is_visual: bool,
        main_prompt: str = "app_agent",
        example_prompt: str = "app_agent",
        api_prompt: str = "",
    ) -> AppAgentPrompter:
        sequence = self.services.settings.system.action_sequence
        return AppAgentPrompter(is_visual, main_prompt, example_prompt, api_prompt, sequence).in_words_of(
            self.own_prompts
        )

    def begin_subtask(self, context: Context) -> None:
        super().begin_subtask(context)
        self.sight.begin()
        self.witness.forget()
        self.before = Before(time.time(), self.host.titles(), files=self.host.before.files)

    async def process(self, context: Context) -> None:
        """Run one turn, in the window that is there now and with the tools of what it shows."""
        self.followed = ()
        if self.confirmed is None:
            # A failure to look is told by the turn itself.
            with contextlib.suppress(DesktopError, ToolError):
                window, _ = await selected_window(self.tools.scope)
                if self.tools.selection.came_from is None:
                    await self._suit(window, context)
        await super().process(context)

    async def _suit(self, window: Window, context: Context) -> None:
        """Take the tools of the application that the window shows now: a start centre becomes a sheet, an import dialog too. The
        tools of a program that gave way to another one are closed.
        """
        app_root = window.app_root
        if app_root in ("", self.app_root):
            return
        is_another, self.process_name = self.process_name != window.process, window.process
        chosen = self.services.settings.tools.get(self.tool_set, {})
        then, now = (chosen.get(text, chosen.get("default")) for text in (self.app_root, app_root))
        self.app_root = app_root
        if then == now:
            return
        tools = self._toolsets.get(app_root)
        if tools is None:
            tools = self._toolsets[app_root] = self.services.toolbox.open(self.tool_set, app_root)
        if tools is not self.tools:
            tools.selection.take_over(self.tools.selection)
            self.tools = tools
            await self.context_provision(context)
        if is_another:
            for other in [tools for tools in self._toolsets.values() if tools is not self.tools]:
                await self.services.toolbox.release(other)
            self._toolsets = {root: tools for root, tools in self._toolsets.items() if tools is self.tools}

    def hears_of_moves(self) -> tuple[str, ...]:
        """Return what is not told yet of windows that were followed. What was seen of the closed ones proves nothing any more."""
        moves = self.tools.selection.moves
        if moves:
            self.followed = tuple(map(str, moves))
            for said in self.followed:
                self.services.emitter.emit(Noticed(level="info", text=f"{self.name}: {said}"))
            self.host.goes_along([move for move in moves if not move.stays])
            moves.clear()
            self.witness.forget()
            self.mark_last("", None)
        return self.followed

    async def put_away(self) -> None:
        title = await put_away_save_dialog(self.tools.scope)
        if title:
            self.services.emitter.emit(Noticed(level="info", text=f"the dialog {title!r} was cancelled"))

    def archive_subtask(self, context: Context) -> None:
        self.hears_of_moves()
        super().archive_subtask(context)

    def only_says(self) -> bool:
        told_by = getattr(self.last_turn(), "told_by", ())
        return not told_by and not any(act.function and act.result.ok for act in self.history)

    def applications(self) -> frozenset[tuple[str, str]]:
        return frozenset((app_root, self.process_name) for app_root in (*self._toolsets, self.app_root))

    async def release(self) -> None:
        """Close the tools of every application that this agent worked."""
        for tools in self._toolsets.values():
            await self.services.toolbox.release(tools)

    def hears_anew(self, degraded: str | None) -> bool:
        """Tell whether the look is degraded for another reason than the last one: each reason is told once."""
        before, self.degraded = self.degraded, degraded
        return degraded is not None and degraded != before

    @property
    def out_of_sight(self) -> tuple[str, ...]:
        """What the last look reports as missing from its list."""
        snapshot = self.tools.selection.snapshot
        if snapshot is None:
            return ()
        return (*snapshot.more, *([snapshot.cut] if snapshot.cut else []))

    def offered_statuses(self) -> tuple[str, ...]:
        return self.status_manager.choices(AppAgentStatus.CONTINUE, Decider.LLM)

    def message_constructor(  # noqa: PLR0913 the specification's parameters
        self,
        dynamic_examples: Sequence[Passage | str],
        dynamic_knowledge: Sequence[Passage | str],
        image_list: Sequence[str],
        control_info: Sequence[TargetInfo],
        prev_subtask: Sequence[SubtaskRecord | Mapping[str, Any]],
        plan: Sequence[str],
        request: str,
        subtask: str,
        current_application: str,
        host_message: Sequence[str],
        blackboard_prompt: Sequence[Told] | None = None,
        last_success_actions: Sequence[ActionCommandInfo] | None = None,
    ) -> tuple[Message, ...]:
        """Return the prompt of this turn with these values, and with what else the agent knows.

        `dynamic_examples`, `dynamic_knowledge`: what was retrieved. `image_list`: data URLs, in the order of the captions of
        `inputs`. `blackboard_prompt`: what is told in the place of the agent's own blackboard. `last_success_actions`: what
        is told in the place of all that it did in this sub-task.
        """
        known = self.inputs
        inputs = replace(
            known,
            knowledge=self._told_knowledge(dynamic_examples, dynamic_knowledge),
            images=self.pictures(image_list),
            previous_subtasks=records_of(prev_subtask),
            plan=tuple(plan),
            request=request,
            subtask=subtask,
            application=current_application,
            host_message=tuple(host_message),
            actions=known.actions if last_success_actions is None else tuple(last_success_actions),
        )
        if tuple(control_info) != known.controls:
            listed = outline(control_info, self.services.settings.system.max_control_chars)
            inputs = replace(inputs, controls=tuple(control_info), outline=listed)
        if blackboard_prompt is None:
            return self.rendered(inputs)
        return with_shared_memory(self.rendered(replace(inputs, blackboard=BlackboardView())), blackboard_prompt)

    async def external_knowledge_prompt_helper(self, request: str, whole: str = "") -> Knowledge:
        """Return what is known for this request in this application, of every source that is on. `whole`: what the person asked
        for, where `request` is a part of it.
        """
        return await self.services.look_up(request, self.app_root, whole)

    def build_offline_docs_retriever(self) -> Retriever:
        """Return the retriever of help documents alone."""
        return OnePlace(self.services.retriever, "offline_docs")

    def build_online_search_retriever(self, request: str, top_k: int) -> Retriever:
        """Return the retriever of at most `top_k` pages from the web for `request`, whatever the query says."""
        return OnePlace(self.services.retriever, "online_docs", top_k, request)

    def build_experience_retriever(self) -> Retriever:
        """Return the retriever of what worked in verified runs alone. The settings name its folder: it is no argument."""
        return OnePlace(self.services.retriever, "experience_examples")

    def build_human_demonstration_retriever(self) -> Retriever:
        """Return the retriever of what people showed alone. The settings name its folder: it is no argument."""
        return OnePlace(self.services.retriever, "demonstration_examples")

    def _told_knowledge(self, examples: Iterable[Passage | str], documents: Iterable[Passage | str]) -> Knowledge:
        """Return what was retrieved, by the places that it came from where they are known."""
        known = self.inputs.knowledge
        told = Knowledge(experience_examples=_passages(examples), offline_docs=_passages(documents))
        return known if (told.examples, told.documents) == (known.examples, known.documents) else told

    def objection(self, response: AppAgentResponse, controls: Sequence[TargetInfo], subtask: str) -> str | None:
        """Return why an answer of the right shape may not be carried out in this mode, or None."""
        if self._mode is not RunningMode.FOLLOWER:
            return None
        return not_in_sight(subtask, response.action, controls, self.history)

    def mark_last(self, path: str, picture: asyncio.Task[Picture] | None) -> None:
        """Keep the picture in which the controls of this turn are boxed, for the next turn's prompt."""
        self.last_marked_path = path
        self._last_marked: asyncio.Task[Picture] | None = picture if self.sees_pictures else None

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
            self._held_before = frozenset(finding.predicate for finding in found if finding.truth is Truth.SATISFIED)
        if not self.history or all(finding.predicate in self._held_before for finding in found):
            return ()
        return found

    def begins_to_act(self) -> None:
        """Keep the look that the first actions are decided on, as the state from before. Called before each turn's actions."""
        selection = self.tools.selection
        self.host.worked_in(selection.window, selection.snapshot)
        if self.before.look is None:
            self.before = replace(self.before, look=selection.snapshot)

    @property
    def repairs_made(self) -> int:
        """How often the end of this sub-task was refuted."""
        return self._repairs

    def may_repair(self) -> bool:
        self._repairs += 1
        return self._repairs <= MAX_REPAIRS


def _passages(told: Iterable[Passage | str]) -> tuple[Passage, ...]:
    return tuple(item if isinstance(item, Passage) else Passage(item) for item in told)
