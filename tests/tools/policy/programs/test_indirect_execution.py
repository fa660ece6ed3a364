"""What runs a program without saying so is asked about: pasting into a terminal, opening a starter in a file manager."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.policy.test_policy import Judge
from ufo.desktop.fake import Widget
from ufo.desktop.fake.spec import button
from ufo.schema.action_class import ActionClass

FILES = ("FileManager",)


async def _files(folder: Path, name: str, *, selected: bool = False, role: str = "ListItem") -> Judge:
    judge = Judge(folder)
    await judge.show(
        Widget("list", "List", "Files", children=(Widget("file", role, name), Widget("other", role, "notes.txt"))),
        button("open", "Open"),
        categories=FILES,
    )
    if selected and judge.bench.app is not None:
        judge.bench.app.widget("file").selected = True
        await judge.bench.look()
    return judge


async def test_a_middle_click_into_a_terminal_runs_what_is_selected_somewhere(tmp_path: Path) -> None:
    judge = Judge(tmp_path)
    await judge.show(Widget("screen", "Terminal", "Screen"))
    pasted = await judge.of_control("Screen", button="middle")
    assert (pasted.action_class, pasted.needs_consent) == (ActionClass.RUN_PROGRAM, True)
    assert "Paste what is selected" in pasted.question
    by_place = await judge.of("click_on_coordinates", x=0.5, y=0.2, button="middle")
    assert by_place.action_class is ActionClass.RUN_PROGRAM
    assert (await judge.of_control("Screen", button="left")).decision == "allow"


async def test_a_middle_click_elsewhere_is_an_edit(tmp_path: Path) -> None:
    judge = Judge(tmp_path)
    await judge.show(Widget("text", "Edit", "Text", editable=True))
    assert (await judge.of_control("Text", button="middle")).decision == "allow"


@pytest.mark.parametrize("name", ["game.desktop", "setup.SH", "Tool.AppImage", "update.run"])
async def test_a_starter_in_a_file_manager_is_run_by_a_double_click(tmp_path: Path, name: str) -> None:
    judge = await _files(tmp_path, name)
    opened = await judge.of_control(name, double=True)
    assert (opened.action_class, opened.needs_consent) == (ActionClass.RUN_PROGRAM, True)
    assert name in opened.question
    assert (await judge.of_control(name)).decision == "allow", "one click only selects a row"
    assert (await judge.of_control("notes.txt", double=True)).decision == "allow"


async def test_an_icon_of_a_starter_is_opened_by_one_press(tmp_path: Path) -> None:
    judge = await _files(tmp_path, "game.desktop", role="Image")
    assert (await judge.of_control("game.desktop")).action_class is ActionClass.RUN_PROGRAM


async def test_enter_and_open_run_the_starter_that_is_selected(tmp_path: Path) -> None:
    judge = await _files(tmp_path, "game.desktop", selected=True)
    assert (await judge.of("keyboard_input", keys="{ENTER}")).action_class is ActionClass.RUN_PROGRAM
    assert (await judge.of_control("Open")).action_class is ActionClass.RUN_PROGRAM
    judge = await _files(tmp_path, "holiday.jpg", selected=True)
    assert (await judge.of_control("Open")).decision == "allow"
    assert (await judge.of("keyboard_input", keys="{ENTER}")).decision == "allow"


async def test_a_starter_in_an_editors_list_is_only_text(tmp_path: Path) -> None:
    judge = Judge(tmp_path)
    await judge.show(Widget("list", "List", "Recent", children=(Widget("file", "ListItem", "game.desktop"),)))
    assert (await judge.of_control("game.desktop", double=True)).decision == "allow"
