"""Builds the messages to a model that works by sight: what to do, said once, and then the window's newest picture."""

from __future__ import annotations

from ufo.prompts.prompter import AppAgentPrompter
from ufo.schema.computer_use import OperatorInputs
from ufo.schema.inputs import AppInputs
from ufo.schema.message import ImagePart, Message, TextPart

_NOW = "This is the window now."


class OperatorPrompter(AppAgentPrompter):
    def __init__(self, main_prompt: str = "operator_agent") -> None:
        super().__init__(False, main_prompt, "", "", False)

    def instruction(self, inputs: AppInputs) -> str:
        """Return the text that a conversation begins with."""
        parts = self.user_content_construction(inputs)
        return "\n\n".join(part.text for part in parts if isinstance(part, TextPart))

    def render(self, inputs: AppInputs) -> tuple[Message, ...]:
        """Return the instruction of the conversation, and what its newest view shows and says."""
        if not isinstance(inputs, OperatorInputs):
            return super().render(inputs)
        system = TextPart(self.system_prompt_construction(inputs))
        view = inputs.views[-1]
        picture = ImagePart(view.detail or view.picture, f"{view.width} x {view.height} pixels")
        now = Message("user", (TextPart(view.said or _NOW), picture))
        return Message("system", (system,)), Message("user", (TextPart(inputs.instruction),)), now
