"""Conditions with a bare file name: what the AppAgent knows of the place counts, and what only the host can change is its."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.scenarios.controls import on, target_id
from tests.scenarios.readers import heeds_what_holds
from tests.scenarios.stage import app, assign, host, stage
from ufo.llm.provider import Turn
from ufo.llm.scripted import ScriptedProvider
from ufo.schema.inputs import HostInputs
from ufo.schema.outcome import RunOutcome

_BARE = {"on": "file", "path": "list.txt", "contains": "Milk"}


async def test_an_app_agent_corrects_the_place_of_a_file_that_the_host_named_bare(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What lies in the home may be read, and so be checked.
    monkeypatch.setenv("HOME", str(tmp_path))
    place = tmp_path / "elsewhere" / "list.txt"

    def writes(turn: Turn) -> dict[str, Any]:
        place.parent.mkdir()
        place.write_text("Milk\n")
        return on("Send me the newsletter", "click_input", more={"expect": [{**_BARE, "path": str(place)}]})(turn)

    def to_form(turn: Turn) -> dict[str, Any]:
        return assign(target_id(turn, "Registration"), "write the list", expect=[_BARE], done_when=[_BARE])

    async with stage(tmp_path, ScriptedProvider([to_form, writes], reader=heeds_what_holds)) as scene:
        summary = await scene.run('write "Milk" down')
    assert (summary.outcome, summary.usage.model_calls) == (RunOutcome.VERIFIED, 2), summary.reason


async def test_a_condition_that_only_the_host_can_change_goes_back_to_it_at_once(tmp_path: Path) -> None:
    reasons: list[str] = []

    def to_form(turn: Turn) -> dict[str, Any]:
        return assign(target_id(turn, "Registration"), "tick the newsletter", expect=[_BARE])

    def hears(turn: Turn) -> dict[str, Any]:
        assert isinstance(turn.inputs, HostInputs)
        reasons.append(turn.inputs.previous_subtasks[-1].reason)
        return host("FINISH", result="it is ticked; no file was asked for")

    ticks = on("Send me the newsletter", "click_input", more={"result": "ticked"})
    answers: list[Any] = [to_form, ticks, app("FINISH", result="ticked"), hears]
    async with stage(tmp_path, ScriptedProvider(answers, reader=heeds_what_holds)) as scene:
        summary = await scene.run("sign me up for news")
    assert "what the HostAgent stated does not hold" in reasons[0]
    assert "list.txt is not there" in reasons[0]
    # It guided the sub-task; that nobody asked for the file is read from the request.
    assert summary.outcome is RunOutcome.VERIFIED


async def test_a_setting_that_an_app_agent_finds_in_another_profile_counts_there(tmp_path: Path) -> None:
    stated = {"on": "document", "path": "~/.config/app/settings.json", "key": "single", "value": "true"}
    place = tmp_path / "profile" / "settings.json"

    def writes(turn: Turn) -> dict[str, Any]:
        place.parent.mkdir()
        place.write_text('{"single": true}')
        return on("Send me the newsletter", "click_input", more={"expect": [{**stated, "path": str(place)}]})(turn)

    def to_form(turn: Turn) -> dict[str, Any]:
        return assign(target_id(turn, "Registration"), "switch it on", expect=[stated], done_when=[stated])

    script = ScriptedProvider([to_form, writes, *[host("FINISH")] * 2], reader=heeds_what_holds)
    async with stage(tmp_path, script) as scene:
        summary = await scene.run("open things with a single click")
    assert summary.outcome is not RunOutcome.FAILED, summary.reason
    assert "settings.json is not there" not in summary.reason


@pytest.mark.parametrize("takes_back", [False, True])
async def test_what_the_host_stated_and_does_not_hold_keeps_the_request_open_until_it_is_taken_back(
    tmp_path: Path, takes_back: bool
) -> None:
    bread = {"on": "file", "path": "list.txt", "contains": "Bread"}
    heard: list[str] = []

    def to_form(turn: Turn) -> dict[str, Any]:
        return assign(target_id(turn, "Registration"), "write the list", done_when=[_BARE, bread])

    def writes(turn: Turn) -> dict[str, Any]:
        (tmp_path / "work" / "list.txt").write_text("Milk\n")
        return on("Send me the newsletter", "click_input")(turn)

    def ends(turn: Turn) -> dict[str, Any]:
        heard.append(turn.inputs.feedback)
        return host("FINISH", withdraw=[{"condition": bread, "reason": "nobody asked for it"}] if takes_back else [])

    script = ScriptedProvider([to_form, writes, ends, ends], reader=heeds_what_holds)
    async with stage(tmp_path, script) as scene:
        summary = await scene.run('write "Milk" into list.txt')
    assert summary.outcome is (RunOutcome.VERIFIED if takes_back else RunOutcome.COMPLETED_UNVERIFIED), summary.reason
    assert "Bread" in heard[0]
    assert takes_back or "stated was" in summary.reason
