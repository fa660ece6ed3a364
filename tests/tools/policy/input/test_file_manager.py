"""Cutting, pasting, dragging and renaming in a file manager is of the class that our own tools for the same have."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.policy.test_policy import Judge
from ufo.desktop.fake import Widget
from ufo.desktop.fake.spec import button, edit
from ufo.schema.action_class import ActionClass
from ufo.tools.observe.in_view import at_fraction


async def _managing(work: Path, folder: Path, *names: str, chosen: str = "") -> Judge:
    """A file manager that shows a folder, with one of its files selected."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()
    judge = Judge(work)
    await judge.show(
        edit("place", "", str(folder)),
        Widget(
            "files",
            "List",
            "Files",
            value=chosen or None,
            items=(*names, *(("sub",) if (folder / "sub").is_dir() else ())),
        ),
        Widget("far", "ListItem", "Far", description=str(work.parent / "far")),
        Widget("hidden", "ListItem", "Unknown place"),
        *(Widget(name, "MenuItem", name) for name in ("Cut", "Copy", "Paste", "Paste Into Folder")),
        button("up", "Parent Folder"),
        title=folder.name,
        categories=("FileManager",),
    )
    return judge


@pytest.fixture
def work(tmp_path: Path) -> Path:
    (tmp_path / "far").mkdir()
    (tmp_path / "work" / "sub").mkdir(parents=True)
    return tmp_path / "work"


async def test_files_of_the_working_folder_are_cut_and_pasted_without_a_question(work: Path) -> None:
    judge = await _managing(work, work, "a.txt", chosen="a.txt")
    for keys in ("^x", "^c", "^v"):
        assert (await judge.of("keyboard_input", keys=keys)).decision == "allow", keys
    for name in ("Cut", "Copy", "Paste", "Parent Folder"):
        assert (await judge.of_control(name)).decision == "allow", name


@pytest.mark.parametrize("way", ["^v", "Paste", "Paste Into Folder", "menu"])
async def test_pasting_elsewhere_is_asked_about_by_every_way(work: Path, way: str) -> None:
    judge = await _managing(work, work.parent / "far")
    if way == "^v":
        verdict = await judge.of("keyboard_input", keys=way)
    elif way == "menu":
        verdict = await judge.of("visit", path=["Edit", "Paste"])
    else:
        verdict = await judge.of_control(way)
    assert (verdict.decision, verdict.action_class) == ("ask", ActionClass.OUTSIDE)
    assert str(work.parent / "far") in verdict.question


async def test_cutting_what_lies_elsewhere_is_asked_about(work: Path) -> None:
    judge = await _managing(work, work.parent / "far", "a.txt", chosen="a.txt")
    assert (await judge.of("keyboard_input", keys="^x")).action_class is ActionClass.OUTSIDE
    assert (await judge.of_control("Cut")).action_class is ActionClass.OUTSIDE


async def test_pasting_where_a_file_of_that_name_is_or_one_that_a_program_reads_at_its_start(work: Path) -> None:
    judge = await _managing(work, work, "a.txt", "x.desktop", chosen="a.txt")
    await judge.of("keyboard_input", keys="^c")
    (work / "sub" / "a.txt").touch()
    assert judge.bench.app is not None
    judge.bench.app.set_value("place", str(work / "sub"))
    await judge.bench.look()
    assert (await judge.of("keyboard_input", keys="^v")).action_class is ActionClass.OVERWRITE
    (work / ".git" / "hooks").mkdir(parents=True)
    judge.bench.app.set_value("place", str(work / ".git" / "hooks"))
    await judge.bench.look()
    assert (await judge.of("keyboard_input", keys="^v")).action_class is ActionClass.SYSTEM


@pytest.mark.parametrize(
    ("name", "expected"), [("b.txt", "allow"), (".bashrc", "ask"), ("starter.desktop", "ask"), ("ufo.yaml", "ask")]
)
async def test_a_new_name_is_judged_as_a_path(work: Path, name: str, expected: str) -> None:
    judge = await _managing(work, work, "a.txt", chosen="a.txt")
    assert (await judge.of("keyboard_input", keys=f"{name}{{ENTER}}")).decision == expected


async def test_a_folder_whose_place_is_not_to_be_seen_is_asked_about(work: Path) -> None:
    judge = await _managing(work, work, "a.txt")
    assert judge.bench.app is not None
    judge.bench.app.set_value("place", "")
    await judge.bench.look()
    assert (await judge.of("keyboard_input", keys="^v")).action_class is ActionClass.OUTSIDE


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("sub", ActionClass.EDIT),
        ("b.txt", ActionClass.EDIT),
        ("Far", ActionClass.OUTSIDE),
        ("Unknown place", ActionClass.OUTSIDE),
    ],
)
async def test_what_is_dragged_is_judged_by_where_it_is_dropped(work: Path, target: str, expected: ActionClass) -> None:
    judge = await _managing(work, work, "a.txt", "b.txt")
    window = judge.bench.selection.require_window().rect
    points = {}
    for which, name in (("start", "a.txt"), ("end", target)):
        center = judge.bench.selection.controls[judge.bench.id_of(name)].rect.center
        points[f"{which}_x"] = (center.x - window.x) / window.width
        points[f"{which}_y"] = (center.y - window.y) / window.height
        assert at_fraction(window, points[f"{which}_x"], points[f"{which}_y"]) == center
    assert (await judge.of("drag_on_coordinates", **points)).action_class is expected
    to = {"id": judge.bench.id_of(target)}
    assert (await judge.of_control("a.txt", "drag_control", to=to)).action_class is expected


async def test_a_drag_onto_a_button_is_judged_as_pressing_it(work: Path) -> None:
    judge = Judge(work)
    await judge.show(button("card", "Card"), button("send", "Submit order"), title="Shop")
    verdict = await judge.of_control("Card", "drag_control", to={"id": judge.bench.id_of("Submit order")})
    assert verdict.action_class is ActionClass.SEND
    assert (await judge.of_control("Card", "drag_control", to={"right": 40})).action_class is ActionClass.EDIT


async def test_the_same_keys_elsewhere_are_an_edit(work: Path) -> None:
    judge = Judge(work)
    await judge.bench.open("notes")
    for keys in ("^x", "^v", ".bashrc"):
        assert (await judge.of("keyboard_input", keys=keys)).decision == "allow"
