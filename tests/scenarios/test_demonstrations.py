"""What a person showed is told to the model of the application that it was shown in, and cited."""

from __future__ import annotations

from pathlib import Path

from tests.scenarios.stage import app, assign, host, stage
from ufo.llm.scripted import ScriptedProvider
from ufo.recipes.recipe import Demonstration
from ufo.recipes.store import DemonstrationStore
from ufo.trace.events import KnowledgeUsed

SHOWN = Demonstration(
    name="fill-form",
    request="enter the delivery address",
    application="form",
    applications=("form",),
    steps=("type 'Ada' into Edit 'Name'", "click Button 'Send'"),
    summary="In form, 2 steps with 'Name', 'Send'.",
)


async def test_a_demonstration_is_in_the_prompt_and_in_the_record(tmp_path: Path) -> None:
    DemonstrationStore(tmp_path / "knowledge").put(SHOWN.name, SHOWN)
    script = ScriptedProvider([assign("0", "enter the delivery address"), app("FINISH"), host("FINISH")])
    async with stage(tmp_path, script) as scene:
        await scene.run("enter the delivery address")
    (passage,) = script.turns[1].inputs.knowledge.demonstration_examples
    assert passage.source == "demonstration fill-form"
    prompt = "\n".join(message.text for message in script.turns[1].messages)
    assert "type 'Ada' into Edit 'Name'" in prompt and "examples shown by people" in prompt
    used = [passage for event in scene.heard.events if isinstance(event, KnowledgeUsed) for passage in event.passages]
    assert [(citation.place, citation.source) for citation in used] == [
        ("demonstration_examples", "demonstration fill-form")
    ]


async def test_the_source_can_be_switched_off(tmp_path: Path) -> None:
    DemonstrationStore(tmp_path / "knowledge").put(SHOWN.name, SHOWN)
    script = ScriptedProvider([assign("0", "enter the delivery address"), app("FINISH"), host("FINISH")])
    async with stage(tmp_path, script, knowledge={"demonstrations": {"use": False}}) as scene:
        await scene.run("enter the delivery address")
    assert script.turns[1].inputs.knowledge.demonstration_examples == ()
    assert not list((tmp_path / "knowledge").glob("*.sqlite"))
