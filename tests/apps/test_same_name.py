"""A document is its path: one of the same name in another folder is never worked for it, whoever works and in which editor."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.apps.sessions import Opening
from tests.scenarios.controls import target_id
from tests.scenarios.stage import act, app, assign, host
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.llm.provider import Turn
from ufo.llm.scripted import ScriptedProvider
from ufo.runs.sessions.users import ScriptedUser
from ufo.schema.inputs import HostInputs
from ufo.schema.outcome import RunOutcome
from ufo_planner.provider import BuiltinPlanner

pytestmark = [pytest.mark.apps, pytest.mark.timeout(180)]
_REQUEST = 'append the line "bread" to list.txt and save it'
_EDITORS = {"mousepad": (), "gedit": (), "soffice": ("--writer",)}
_OF_ANOTHER_TOOLKIT = pytest.param("gedit", marks=pytest.mark.matrix)
_ONE_EDITOR = ["mousepad", _OF_ANOTHER_TOOLKIT, pytest.param("soffice", marks=pytest.mark.matrix)]
_BEFORE = "milk\neggs\n"


async def _shows(desktop: LinuxDesktop, editor: str, folder: Path) -> Path:
    """Let an editor show a list.txt of this folder, as a person has it open."""
    folder.mkdir(exist_ok=True)
    path = folder / "list.txt"
    path.write_text(_BEFORE)
    window = await desktop.launch(Launch(editor, (*_EDITORS[editor], str(path))), timeout_s=90)
    await desktop.settle(window.id)
    return path


def _obeys() -> ScriptedProvider:
    """A model that takes the first window of that name, writes into it and saves by keys."""
    written = app("FINISH", act("keyboard_input", keys="{VK_CONTROL}{END}bread{ENTER}{VK_CONTROL}s"))

    def answer(turn: Turn) -> dict[str, Any]:
        if not isinstance(turn.inputs, HostInputs):
            return written
        if turn.inputs.previous_subtasks:
            return host("FINISH", result="done")
        return assign(target_id(turn, "list.txt"), _REQUEST)

    return ScriptedProvider([answer] * 9)


@pytest.mark.parametrize("editor", _ONE_EDITOR)
async def test_the_planner_opens_the_file_of_the_folder_and_leaves_one_of_the_same_name_alone(
    desktop: LinuxDesktop, opening: Opening, tmp_path: Path, editor: str
) -> None:
    other = await _shows(desktop, editor, tmp_path / "elsewhere")
    own = tmp_path / "list.txt"
    own.write_text("tea\n")
    async with opening(BuiltinPlanner(), ScriptedUser()) as session:
        summary = await session.run(_REQUEST)
    assert other.read_text() == _BEFORE
    assert "bread" in own.read_text() and "tea" in own.read_text(), summary


@pytest.mark.parametrize("editor", _ONE_EDITOR)
async def test_a_model_that_saves_a_document_of_the_same_name_by_keys_is_asked(
    desktop: LinuxDesktop, opening: Opening, tmp_path: Path, editor: str
) -> None:
    other = await _shows(desktop, editor, tmp_path / "elsewhere")
    (tmp_path / "list.txt").write_text("tea\n")
    person = ScriptedUser()
    async with opening(_obeys(), person) as session:
        await session.run(_REQUEST)
    assert any(question.startswith(f"Overwrite {other} ") for question in person.asked), person.asked
    assert other.read_text() == _BEFORE
    assert (tmp_path / "list.txt").read_text() == "tea\n"


@pytest.mark.parametrize("editor", _ONE_EDITOR)
@pytest.mark.parametrize("who", [BuiltinPlanner, pytest.param(_obeys, marks=pytest.mark.matrix)])
async def test_the_document_that_is_meant_is_saved_without_a_question(
    desktop: LinuxDesktop, opening: Opening, tmp_path: Path, editor: str, who: Callable[[], Any]
) -> None:
    own = await _shows(desktop, editor, tmp_path)
    async with opening(who(), ScriptedUser()) as session:
        summary = await session.run(_REQUEST)
    assert "bread" in own.read_text() and "eggs" in own.read_text(), summary
    assert summary.outcome in (RunOutcome.VERIFIED, RunOutcome.COMPLETED_UNVERIFIED), summary


async def test_a_bare_name_that_is_not_in_the_folder_means_the_document_that_is_open(
    desktop: LinuxDesktop, opening: Opening, tmp_path: Path
) -> None:
    other = await _shows(desktop, "mousepad", tmp_path / "elsewhere")
    async with opening(BuiltinPlanner(), ScriptedUser()) as session:
        summary = await session.run(_REQUEST)
    assert "bread" in other.read_text(), summary
