"""The operator agent: works one application by its picture alone, with a model made for that (docs/operator.md).

Everything but its eyes is an AppAgent's: its actions take the same way through policy, consent and effects, and its sub-task is
proved by the same conditions. The name is the specification's; the model may be of any provider with computer use.
"""

from __future__ import annotations

from dataclasses import replace

from ufo.agents.agent.agent_config import BY_SIGHT
from ufo.agents.agent.app_agent import AppAgent
from ufo.agents.agent.basic_agent import PendingConfirmation
from ufo.agents.round_context import Context
from ufo.agents.states.app_agent_states import AppAgentStatus, OpenAIOperatorStateManager
from ufo.prompts.operator_prompter import OperatorPrompter
from ufo.schema.computer_use import OperatorResponse, SafetyCheck, View


class OpenAIOperatorAgent(AppAgent):
    state_manager = OpenAIOperatorStateManager
    response_schema = OperatorResponse
    tool_set = "OperatorAgent"
    prompter: OperatorPrompter

    def _begin_task(self) -> None:
        super()._begin_task()
        self._forget()

    @property
    def sees_pictures(self) -> bool:
        """Return False: its own turn scales the picture that it shows, without the numbers that an AppAgent's have."""
        return False

    def get_prompter(
        self, is_visual: bool, main_prompt: str = BY_SIGHT, example_prompt: str = "", api_prompt: str = ""
    ) -> OperatorPrompter:
        return OperatorPrompter(main_prompt).in_words_of(self.own_prompts)

    def _forget(self) -> None:
        """Begin the conversation with the model anew."""
        self.instruction = ""
        self._told_answers = 0
        self.views: tuple[View, ...] = ()
        self.answers: tuple[str, ...] = ()
        self.zoom: tuple[float, float, float, float] | None = None
        self._asked_about: tuple[SafetyCheck, ...] = ()
        self._acknowledged: tuple[SafetyCheck, ...] = ()

    def sees(self, view: View, instruction: str) -> None:
        """Go on in the conversation with what the model is shown now. Safety checks that nobody acknowledged cannot be passed
        over, so that it begins anew after them.
        """
        if len(self.views) != len(self.answers) or self._asked_about != self._acknowledged:
            self._forget()
        if not self.views:
            self.instruction = instruction
        self.views = (*self.views, replace(view, acknowledged=self._acknowledged))
        self._asked_about = self._acknowledged = ()

    def heard(self, answer: str, response: OperatorResponse) -> None:
        self.answers = (*self.answers, answer)
        self.zoom = response.zoom
        self._asked_about = tuple(response.safety_checks)

    def news_of_person(self) -> tuple[str, ...]:
        """Return the person's answers that the model was not told yet."""
        asked = self.blackboard.view().questions
        new, self._told_answers = asked[self._told_answers :], len(asked)
        return tuple(
            f"You asked: {record.get('question')} The person answers: {record.get('answer')}" for record in new
        )

    async def _has_consent(self, pending: PendingConfirmation) -> bool:
        """Ask as every agent does. A safety check is asked about even where the settings ask nothing."""
        if not self._asked_about:
            return await super()._has_consent(pending)
        return await self.services.user.confirm(pending.question)

    async def process_confirmation(self, context: Context) -> None:
        checks = self._asked_about
        await super().process_confirmation(context)
        if checks and self.status == AppAgentStatus.CONTINUE:
            self._acknowledged = checks
        elif checks:
            self.failure = f"nobody acknowledged the safety check of the model's provider: {self.failure}"
