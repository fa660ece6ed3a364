"""Says in two or three sentences what a demonstration shows: by a model where one is configured, by rule where not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import cast

from pydantic import BaseModel, Field

from ufo.conditions.table import read_condition
from ufo.demonstrations.demonstration import Demonstration
from ufo.demonstrations.recording_folder import Recording
from ufo.demonstrations.words import lines_of
from ufo.llm.provider import Provider, Turn
from ufo.llm.turn import answer
from ufo.prompts.prompter import DATA_RULE
from ufo.prompts.template_files import load_templates, render_text
from ufo.schema.fence import fence, quoted
from ufo.schema.inputs import HostInputs
from ufo.schema.message import Message, TextPart
from ufo.skills.skill import Skill

_LONGEST = 600
_LONGEST_REQUEST = 2000
_MOST_STEPS = 200


class SummaryResponse(BaseModel):
    """What a model answers."""

    summary: str = Field(min_length=1, description="Two or three short sentences.")


def demonstration_of(recording: Recording, name: str, request: str, skill: Skill | None) -> Demonstration:
    """Return the demonstration of a recording, with a summary by rule."""
    most = Counter(one.program for one in recording.steps).most_common()
    roots = {one.number: one.app_root or one.process for one in recording.programs}
    applications = tuple(dict.fromkeys(roots[number] for number, _ in most if number in roots))
    steps = tuple(lines_of(recording.steps, recording.programs))
    variables = tuple(one.name for one in skill.variables) if skill is not None else ()
    return Demonstration(
        name=name,
        request=_filled(skill) or request or name.replace("-", " "),
        application=applications[0] if applications else "",
        applications=applications,
        steps=steps,
        summary=by_rule(recording, applications),
        variables=variables,
        recorded=recording.begun.started,
    )


def by_rule(recording: Recording, applications: Sequence[str]) -> str:
    """Return what was done, and what it led to."""
    tried = [one for one in recording.steps if one.kind != "scroll"]
    worked = [one.control for one in tried if one.kind in ("click", "type", "drag")]
    named = [one.words for one in worked if one is not None and one.words]
    pressed = list(dict.fromkeys(named))
    through = f" with {', '.join(repr(one) for one in pressed[:6])}" if pressed else ""
    through += " and more" if len(pressed) > 6 else ""
    told = (
        f"In {' and '.join(applications) or 'one window'}, {len(tried)} step{'s' if len(tried) != 1 else ''}{through}."
    )
    conditions = recording.ended.conditions if recording.ended is not None else ()
    ends = list(dict.fromkeys(read_condition(one).in_words() for one in conditions))
    return f"{told} At the end {'; '.join(ends[:4])}." if ends else told


async def by_model(demonstration: Demonstration, provider: Provider) -> str:
    """Return a model's summary. Raises ModelError and LimitReached where it gives none."""
    templates = load_templates("demonstration")
    steps = "\n".join(f"{number}. {one}" for number, one in enumerate(demonstration.steps[:_MOST_STEPS], 1))
    system = render_text(templates.system, {"data_rule": DATA_RULE})
    asked = render_text(
        templates.user, {"request": quoted(demonstration.request, _LONGEST_REQUEST), "steps": fence("the steps", steps)}
    )
    messages = Message("system", (TextPart(system),)), Message("user", (TextPart(asked),))
    turn = Turn("evaluation", messages, SummaryResponse, HostInputs(demonstration.request, (), ()))
    answered = await answer(provider, turn)
    return cast(SummaryResponse, answered.response).summary.strip()[:_LONGEST]


def _filled(skill: Skill | None) -> str:
    if skill is None:
        return ""
    text = skill.request
    for one in skill.variables:
        value = one.default.strip().replace("\n", "⏎")
        text = text.replace(f"{{{{{one.name}}}}}", value if len(value) <= 60 else f"{value[:60]}…")
    return text
