"""A person at a real terminal is asked whether what worked is kept, and the answer counts for later runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Command, only_object
from tests.cli.test_person import Typist
from tests.llm.openai_server import OpenAIServer, Step, says
from tests.scenarios.readers import reads
from tests.scenarios.stage import act, app, host
from ufo.recipes.store import ExperienceStore

pytestmark = [pytest.mark.apps, pytest.mark.matrix, pytest.mark.timeout(180)]


def _answers(name: str, text: str) -> list[dict[str, Any]]:
    expect = [{"on": "file", "path": name, "contains": text}]
    opens = {"name": "mousepad", "arguments": [name]}
    return [
        host(
            "CONTINUE", "launch_application", opens, current_subtask=f"write {name} in capital letters", expect=expect
        ),
        app("CONTINUE", act("keyboard_input", keys="^a")),
        app("CONTINUE", act("visit", path=["Edit", "Capital Letters"])),
        app("CONTINUE", act("visit", path=["Edit", "Convert", "To Uppercase"])),
        app("FINISH", act("keyboard_input", keys="^s"), expect=expect),
    ]


async def test_the_person_is_asked_once_and_always_is_remembered(tmp_path: Path) -> None:
    command = Command(tmp_path)
    knowledge = Path(command.environment["HOME"]) / ".local/share/ufo/knowledge"
    for name in ("first.txt", "second.txt"):
        (tmp_path / name).write_text("dear ada\n")
    replies: list[Step] = []
    for name in ("first.txt", "second.txt"):
        replies += [*(says(json.dumps(answer)) for answer in _answers(name, "DEAR ADA")), reads]
    with OpenAIServer(replies) as server:
        model = ("--model", "openai:test", "--base-url", server.base_url, "--desktop", "private")
        request = "open {} in mousepad, write it in capital letters and save it"
        person = Typist(command, "run", request.format("first.txt"), *model)
        person.answer("yes, no, always or never", "always")
        assert person.ends() == 0, person.said.decode()
        (key,) = ExperienceStore(knowledge).names()
        assert f"kept as experience: {key}".encode() in person.said
        told = command.run("run", request.format("second.txt"), *model, "--json", "--yes", within_s=120)
    assert only_object(told.stdout)["outcome"] == "VERIFIED", told.stdout
    experience = ExperienceStore(knowledge).read(key)
    assert (experience.uses, experience.verified_uses, experience.times) == (1, 1, 2)
    assert (knowledge / "save_experience").read_text() == "always\n"
