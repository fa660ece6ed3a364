"""Builds the messages to the model that judges a request. Everything that people did not write for it is fenced."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ufo.prompts.fit_context import FittedPrompt, require_room, tokens
from ufo.prompts.prompter import DATA_RULE
from ufo.prompts.template_files import load_templates, render_text
from ufo.schema.fence import fence, quoted
from ufo.schema.inputs import EvaluationInputs
from ufo.schema.message import ImagePart, Message, TextPart
from ufo.schema.predicate import Finding

_LEAST_STEPS = 4


class EvaluationAgentPrompter:
    """The prompts of an EvaluationAgent. `is_visual`: its model can see pictures."""

    def __init__(self, is_visual: bool = True, folder: Path | None = None) -> None:
        self.is_visual = is_visual
        self._templates = load_templates("evaluation_agent", folder)

    def render(self, inputs: EvaluationInputs) -> tuple[Message, ...]:
        shown = inputs.images if self.is_visual else ()
        text = render_text(
            self._templates.user,
            {
                "request": quoted(inputs.request, 10_000),
                "outcome": inputs.outcome,
                "reason": fence("why", inputs.reason),
                "answer": fence("what they answered", inputs.answer) if inputs.answer else "",
                "steps": fence("what was done", _steps(inputs)),
                "findings": fence("what was checked", "\n".join(map(_told, inputs.findings)) or "nothing"),
                "pictures": bool(shown),
            },
        )
        pictures = tuple(
            ImagePart(picture, f"Picture {number} of {len(shown)}: {caption}.")
            for number, (picture, caption) in enumerate(zip(shown, inputs.captions, strict=True), 1)
        )
        system = render_text(self._templates.system, {"data_rule": DATA_RULE})
        return Message("system", (TextPart(system),)), Message("user", (TextPart(text), *pictures))


def fit_evaluation(
    prompter: EvaluationAgentPrompter, inputs: EvaluationInputs, room: int, of_model: str
) -> FittedPrompt:
    """Return the prompt within `room` tokens: without pictures, then without more and more steps from the middle, where they do
    not fit. Raises ModelUnavailable where even the least does not.
    """
    messages, left_out = prompter.render(inputs), []
    if tokens(messages) > room and inputs.images:
        inputs = replace(inputs, images=(), captions=())
        messages = prompter.render(inputs)
        left_out.append("the pictures")
    while tokens(messages) > room and len(inputs.steps) > _LEAST_STEPS:
        half = len(inputs.steps) // 4
        steps = (*inputs.steps[:half], *inputs.steps[-half:])
        inputs = replace(inputs, steps=steps, left_out=inputs.left_out + len(inputs.steps) - len(steps))
        messages = prompter.render(inputs)
    if inputs.left_out:
        left_out.append(f"{inputs.left_out} steps")
    require_room(messages, room, of_model)
    return FittedPrompt(messages, tuple(left_out))


def _steps(inputs: EvaluationInputs) -> str:
    left_out = [f"({inputs.left_out} steps in between are left out)"] if inputs.left_out else []
    half = len(inputs.steps) // 2 if inputs.left_out else 0
    return "\n".join([*inputs.steps[:half], *left_out, *inputs.steps[half:]]) or "nothing"


def _told(finding: Finding) -> str:
    before = ", but that was so before anything was done" if finding.stale else ""
    taken_back = f" (taken back: {finding.withdrawn})" if finding.withdrawn else ""
    return f"{finding.truth}: {finding.evidence} (seen in {finding.channel}){before}{taken_back}"
