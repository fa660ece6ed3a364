"""The HostAgent: splits a request by application, assigns each sub-task to an AppAgent, and finishes when the request is
proved.

Spec: host_agent_overview.md, host_agent_state.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ufo.agents.agent.basic_agent import BasicAgent, SubAgent
from ufo.agents.agent.factory import AgentFactory
from ufo.agents.processors.host_agent_processor import HostAgentProcessor
from ufo.agents.round_context import Context, Done
from ufo.agents.services import AgentServices, Tools
from ufo.agents.states.host_agent_states import HostAgentStateManager, HostAgentStatus
from ufo.agents.states.state import AgentState, Decider
from ufo.commands.dispatch.collect import collect
from ufo.errors import ProcessingException
from ufo.llm.provider import BUILTIN
from ufo.memory.blackboard import Blackboard
from ufo.prompts.prompter import HostAgentPrompter
from ufo.proof.account.evidence import evidence_of, is_old, untold
from ufo.proof.account.verdict import Case
from ufo.proof.acts.deeds import deeds_of
from ufo.proof.conditions.contract import Contract, written_by
from ufo.proof.findings.staleness import Before
from ufo.schema.inputs import HostInputs
from ufo.schema.message import Message
from ufo.schema.outcome import SubtaskRecord
from ufo.schema.predicate import Finding
from ufo.schema.response import HostAgentResponse

MAX_REPAIRS = 2
"""How often a refuted FINISH is sent back in one round before it stands as refuted."""


@HostAgentStateManager.of
class HostAgent(BasicAgent):
    state_manager = HostAgentStateManager
    processor_class = HostAgentProcessor

    def __init__(self, name: str, services: AgentServices, tools: Tools, factory: AgentFactory) -> None:
        super().__init__(name, services, tools, Blackboard())
        self.agent_factory = factory
        self.prompter = self.get_prompter()
        self.appagent_dict: dict[str, SubAgent] = {}
        self._active_appagent: SubAgent | None = None
        self.applications: tuple[str, ...] = ()
        self._repairs = 0
        self._heard_of_loss = False
        self.last_answer: HostAgentResponse | None = None
        self.before = Before(0.0)
        self.model_spoke = False
        self.contract = Contract()
        self.tried: tuple[Finding, ...] = ()
        """Derived conditions that were checked at the end, did not hold, and refute nothing."""
        self._asked_for_proof = False
        self._ended = ""

    def get_prompter(self) -> HostAgentPrompter:
        return HostAgentPrompter(is_visual=self.sees_pictures)

    @property
    def sub_agent_amount(self) -> int:
        return len(self.appagent_dict)

    def begin_round(self, request: str, contract: Contract) -> None:
        """Begin a new request of the session. Memory, sub-agents and the blackboard are kept."""
        self.contract = contract
        self.tried = ()
        self._asked_for_proof = False
        self._ended = ""
        self.status = HostAgentStatus.CONTINUE
        self.set_state(self.default_state)
        self.history = []
        self.plan = ()
        self.feedback = self.failure = ""
        self.unanswered = False
        self.pending = self.confirmed = None
        self._repairs = 0
        self._heard_of_loss = False
        self.repetition.forget()
        self.repeated = ""
        self.last_answer = None
        self.model_spoke = False
        self.before = Before(contract.baseline.at, files=contract.baseline.kept)
        self.blackboard.add_requests({"request": request})
        self.services.toolbox.hears(request)

    async def context_provision(self, context: Context) -> None:
        await super().context_provision(context)
        rows = await collect(self.tools.dispatcher, "list_applications")
        self.applications = tuple(str(row["name"]) for row in rows or [])

    def offered_statuses(self) -> tuple[str, ...]:
        """Return the statuses that the table lets a model choose, and FAIL, which leads to PENDING (design.md §7)."""
        chosen = self.status_manager.choices(HostAgentStatus.CONTINUE, Decider.LLM)
        return (*chosen, HostAgentStatus.FAIL.value)

    def message_constructor(self, inputs: HostInputs) -> tuple[Message, ...]:
        """Return the prompt for these inputs: images, targets, plan, previous sub-tasks, request and blackboard."""
        return self.prompter.render(inputs)

    def create_subagent(self, context: Context) -> SubAgent:
        """Return the sub-agent for what was selected: the existing one (by `app_root/process_name`, or by the name of a
        third-party agent), or else a new one. Raises ProcessingException where nothing is selected.
        """
        agent_name = context.assigned_third_party_agent
        window = context.application_window_info
        if agent_name:
            key = agent_name
        else:
            if window is None:
                raise ProcessingException("ASSIGN without a selected window; select one first")
            key = f"{context.application_root_name}/{context.application_process_name}"
        agent = self.appagent_dict.get(key)
        if agent is None:
            agent = self._create(key, context)
            self.appagent_dict[key] = agent
        agent.host = self
        agent.blackboard = self.blackboard
        agent.tools.selection.window = self.tools.selection.window
        if not self.before.titles:
            self.before = replace(self.before, titles=self.titles())
        agent.begin_subtask(context)
        self._active_appagent = agent
        return agent

    def _create(self, key: str, context: Context) -> SubAgent:
        if context.assigned_third_party_agent:
            return self.agent_factory.create_third_party_agent(context.assigned_third_party_agent, self)
        return self.agent_factory.create_app_agent(
            context.application_root_name, context.application_process_name, self
        )

    def get_active_appagent(self) -> SubAgent:
        if self._active_appagent is None:
            raise ProcessingException("no sub-agent is active; select an application first")
        return self._active_appagent

    def titles(self) -> tuple[str, ...]:
        """Return the titles of the windows in this agent's last look."""
        return tuple(one.title for one in self.tools.selection.windows.values() if one.title)

    def subtask_ended(self, agent: SubAgent, record: SubtaskRecord) -> None:
        """Note the end of a sub-task. One that the person would not answer or allow is not tried again without them."""
        if agent.unanswered:
            self.unanswered = True
        self.feedback = "" if record.status == "FINISH" else f"sub-task failed: {record.reason or record.subtask}"

    def returned_state(self, status: str) -> AgentState:
        """Return the state in which this agent continues after a sub-task ended with `status`."""
        self.status = HostAgentStatus.FINISH if status == "ERROR" else HostAgentStatus.CONTINUE
        return self.state_manager().get_state(self.status)

    def heard(self, response: HostAgentResponse, by_model: bool) -> None:
        """Keep the last answer, and whether the model decided anything in this round."""
        self.last_answer = response
        self.model_spoke = self.model_spoke or by_model

    def case(
        self,
        found: Sequence[Finding],
        done: Done,
        answer: str,
    ) -> Case:
        """Collect everything that is known of this round, for the verdict. `found` holds the findings at its end."""
        records, own = done.records, len(self.history)
        deeds = deeds_of([*self.history, *done.acts])
        evidence = [
            one.model_copy(update={"stale": is_old(one, found, records)}) for one in evidence_of(found, records)
        ]
        return Case(
            self.contract,
            evidence,
            deeds,
            tuple(done.seen),
            written_by(deeds, evidence),
            answer,
            untold(found, records),
            self.tried,
            by_model=self.by_model,
            looks=tuple(replace(one, first=one.first + own, end=one.end + own) for one in done.looks),
        )

    def may_ask_for_proof(self) -> bool:
        """Tell whether the model may be asked for missing proof: once a round, so that it can state or do what is missing."""
        asked, self._asked_for_proof = self._asked_for_proof, True
        return not asked

    @property
    def by_model(self) -> bool:
        """Whether a model plans, and not the built-in planner."""
        return self.services.provider.name != BUILTIN

    def ends_anew(self, what: str) -> bool:
        """Tell whether a FINISH brings anything that the last one that was sent back did not: an act, a condition, an answer."""
        before, self._ended = self._ended, what
        return before != what

    def hears_of_loss(self, said: str) -> bool:
        """Tell whether `said` reports unsaved work for the first time in this round."""
        if not said or self._heard_of_loss:
            return False
        self._heard_of_loss = True
        return True

    def may_repair(self) -> bool:
        self._repairs += 1
        return self._repairs <= MAX_REPAIRS
