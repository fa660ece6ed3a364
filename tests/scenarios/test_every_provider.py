"""A whole session with each provider's format behind real HTTP, with the prompts, schemas and pictures that agents send."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.llm.model_server import Reply, Request, says
from tests.llm.openai_asking import Waits
from tests.llm.wires.endpoints import FORMATS, OTHERS, Speaking, every_format
from tests.scenarios.readers import reads, texts_in
from tests.scenarios.stage import act, app, host, stage
from ufo.llm.registry import create
from ufo.schema.outcome import RunOutcome


def _choose_form(request: Request) -> Reply:
    return says(host("ASSIGN", "select_application_window", {"id": "0"}, current_subtask="write the address"))


def _fill_in(request: Request) -> Reply:
    texts = "\n".join(texts_in(request.body))
    found = re.search(r"Edit \W*Email\W[^\n]*?\[(\d+)\]|\[(\d+)\][^\n]*Edit[^\n]*Email", texts)
    assert found, texts
    expect = [{"on": "element", "name": "Email", "role": "Edit", "value": "a@b.example"}]
    filled = act("set_edit_text", id=found.group(1) or found.group(2), name="Email", text="a@b.example")
    return says(app("FINISH", filled, expect=expect))


async def _works(speaking: Speaking, folder: Path) -> None:
    waits = Waits()
    with speaking.serving(_choose_form, _fill_in, reads) as server:
        provider = create(speaking.settings(server, visual_mode=speaking.has_pictures), waits.surroundings())
        async with stage(folder, provider) as scene:
            summary = await scene.run("sign me up as a@b.example")
        assert len(server.requests) == 3
    assert summary.outcome is RunOutcome.VERIFIED
    assert waits.notices == []


@pytest.mark.matrix
@every_format
async def test_a_model_of_every_format_works_an_application(speaking: Speaking, tmp_path: Path) -> None:
    await _works(speaking, tmp_path)


async def test_a_model_that_answers_by_a_tool_works_an_application(tmp_path: Path) -> None:
    anthropic = next(speaking for speaking in FORMATS if speaking.kind == "anthropic")
    await _works(anthropic, tmp_path)


@pytest.mark.matrix
async def test_a_model_without_pictures_works_an_application(tmp_path: Path) -> None:
    await _works(next(speaking for speaking in OTHERS if not speaking.has_pictures), tmp_path)
