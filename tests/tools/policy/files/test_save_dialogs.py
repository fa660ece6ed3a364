"""A save dialog of an application is no way around the question about writing outside of the person's folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.policy.test_policy import Judge, tool
from ufo.desktop.fake import AppSpec, Widget, WindowSpec
from ufo.desktop.fake.spec import button
from ufo.desktop.values import Application
from ufo.schema.action_class import ActionClass
from ufo.schema.command import Command


async def _dialog(folder: Path, title: str, value: str = "") -> Judge:
    judge = Judge(folder)
    widgets = (Widget("name", "Edit", "Name", value=value, editable=True), button("go", "Save"), button("no", "Cancel"))
    spec = WindowSpec("main", title, widgets, modal=True)
    judge.bench.desktop.installed["shown"] = AppSpec(Application("shown", "Shown", ("shown",)), (spec,))
    await judge.bench.open("shown")
    return judge


@pytest.mark.parametrize(
    ("path", "expected"),
    [("/elsewhere/x.txt", ActionClass.OUTSIDE), ("/etc/x", ActionClass.SYSTEM), ("~/.bashrc", ActionClass.SYSTEM)],
)
async def test_a_path_outside_is_asked_about_when_written_and_when_saved(
    tmp_path: Path, path: str, expected: ActionClass
) -> None:
    judge = await _dialog(tmp_path, "Save As")
    assert (await judge.of_control("Name", "set_edit_text", text=path)).action_class is expected
    typed = path.replace("~", "{~}")
    assert (await judge.of_control("Name", "keyboard_input", keys=typed)).action_class is expected
    judge = await _dialog(tmp_path, "Save As", path)
    assert (await judge.of_control("Save")).action_class is expected
    assert (await judge.of_control("Name", "keyboard_input", keys="{ENTER}")).action_class is expected
    assert (await judge.of_control("Cancel")).decision == "allow"


async def test_a_path_inside_needs_no_question(tmp_path: Path) -> None:
    judge = await _dialog(tmp_path, "Save As", str(tmp_path / "x.txt"))
    assert (await judge.of_control("Save")).decision == "allow"
    assert (await judge.of_control("Name", "set_edit_text", text="x.txt")).decision == "allow"


async def test_a_path_to_open_is_only_read(tmp_path: Path) -> None:
    judge = await _dialog(tmp_path, "Open File")
    assert (await judge.of_control("Name", "set_edit_text", text="/etc/hosts")).decision == "allow"


async def _dialog_at(folder: Path, *names: str, pressed: str) -> Judge:
    """A dialog with a row of folders, the innermost first, as GTK builds it."""
    judge = Judge(folder)
    row = tuple(Widget(f"part{place}", "ToggleButton", name) for place, name in enumerate(names))
    widgets = (
        Widget("name", "Edit", "Name", value="x.txt", editable=True),
        Widget("bar", "Pane", "PathBar Layer", children=row),
        button("go", "Save"),
    )
    spec = WindowSpec("main", "Save As", widgets, modal=True)
    judge.bench.desktop.installed["shown"] = AppSpec(Application("shown", "Shown", ("shown",)), (spec,))
    app = await judge.bench.open("shown")
    app.widget(f"part{names.index(pressed)}").checked = True
    await judge.bench.look()
    return judge


@pytest.mark.parametrize(
    ("names", "pressed", "expected"),
    [
        (("default", "etc", "File System Root"), "default", ActionClass.SYSTEM),
        (("default", "etc", "/"), "etc", ActionClass.SYSTEM),
        (("srv", "File System Root"), "srv", ActionClass.OUTSIDE),
        (("nobody-has-this", "elsewhere", "Network"), "nobody-has-this", ActionClass.OUTSIDE),
    ],
)
async def test_the_folder_that_a_dialog_was_taken_to_counts_when_it_saves(
    tmp_path: Path, names: tuple[str, ...], pressed: str, expected: ActionClass
) -> None:
    judge = await _dialog_at(tmp_path, *names, pressed=pressed)
    assert (await judge.of_control("Save")).action_class is expected
    assert (await judge.of_control("Name", "keyboard_input", keys="{ENTER}")).action_class is expected
    assert (await judge.of_control("Name", "set_edit_text", text="y.txt")).decision == "allow", "writing saves nothing"


async def test_a_dialog_that_stands_in_the_working_folder_needs_no_question(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    parts = [*reversed((tmp_path / "work").parts[1:]), "File System Root"]
    judge = await _dialog_at(tmp_path / "work", *parts, pressed="work")
    assert (await judge.of_control("Save")).decision == "allow"


async def test_a_whole_path_that_the_same_turn_writes_counts_and_not_the_folder_shown(tmp_path: Path) -> None:
    judge = await _dialog_at(tmp_path, "srv", "File System Root", pressed="srv")
    field = judge.bench.id_of("Name")
    written = Command(tool_name="set_edit_text", parameters={"id": field, "text": str(tmp_path / "x.txt")})
    enter = Command(tool_name="keyboard_input", parameters={"id": field, "keys": "{ENTER}"})
    assert (await judge.policy.verdict(enter, tool("keyboard_input"), [written])).decision == "allow"
    assert (await judge.policy.verdict(enter, tool("keyboard_input"))).needs_consent


async def test_a_page_of_options_about_saving_is_no_save_dialog(tmp_path: Path) -> None:
    judge = await _dialog(tmp_path, "Options - LibreOffice - Load/Save - General", "/elsewhere/x")
    assert (await judge.of_control("Save")).decision == "allow"


@pytest.mark.parametrize(("folder", "decision"), [("/etc", "ask"), ("", "allow")])
async def test_a_folder_in_a_field_of_its_own_counts_for_a_name_without_one(
    tmp_path: Path, folder: str, decision: str
) -> None:
    judge = Judge(tmp_path)
    widgets = (
        Widget("place", "ComboBox", "Look in", value=folder or str(tmp_path), editable=True),
        Widget("where", "Edit", "Folder", value=folder or str(tmp_path), editable=True),
        Widget("name", "Edit", "File name", value="x.txt", editable=True),
        button("go", "Save"),
    )
    spec = WindowSpec("main", "Save File", widgets, modal=True)
    judge.bench.desktop.installed["shown"] = AppSpec(Application("shown", "Shown", ("shown",)), (spec,))
    await judge.bench.open("shown")
    assert (await judge.of_control("Save")).decision == decision
