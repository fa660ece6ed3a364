"""What a path means to whoever writes there: what is there, where it really lies, and whether a program reads it at its start."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.tools.policy.test_policy import Judge
from ufo.schema.action_class import ActionClass
from ufo.tools.policy.files.written_path import Location, writing_to
from ufo.tools.policy.scene.run_record import RunRecord

_STARTERS = (
    ".bashrc",
    ".profile",
    ".zshenv",
    ".config/autostart/x.desktop",
    ".config/systemd/user/x.service",
    ".ssh/authorized_keys",
    ".git/hooks/pre-commit",
    ".git/config",
    "sub/.git/hooks/post-merge",
    "starter.desktop",
    "ufo.yaml",
    "crontab",
    ".vscode/tasks.json",
    ".envrc",
)


@pytest.fixture
def ground(tmp_path: Path) -> Location:
    work = tmp_path / "work"
    work.mkdir()
    return Location(work, RunRecord())


@pytest.mark.parametrize("name", _STARTERS)
def test_start_up_and_configuration_files_are_of_the_system_wherever_they_lie(ground: Location, name: str) -> None:
    assert writing_to(ground, ground.working_folder / name).action_class is ActionClass.SYSTEM
    home = writing_to(Location(Path.home(), RunRecord()), Path.home() / name)
    assert home.action_class is ActionClass.SYSTEM, "the working folder is the home"


@pytest.mark.parametrize(
    "name", ["report.odt", "bashrc.txt", "src/profile.py", "desktop.txt", "git/config.md", "x.rc.txt"]
)
def test_an_ordinary_file_of_the_working_folder_is_made_without_a_question(ground: Location, name: str) -> None:
    assert writing_to(ground, ground.working_folder / name).action_class is ActionClass.CREATE


def test_a_link_counts_by_where_it_leads(ground: Location, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "there.txt").write_text("before")
    (ground.working_folder / "file.txt").symlink_to(elsewhere / "there.txt")
    (ground.working_folder / "hanging.txt").symlink_to(elsewhere / "nothing.txt")
    (ground.working_folder / "folder").symlink_to(elsewhere)
    (ground.working_folder / "circle").symlink_to(ground.working_folder / "circle")
    assert writing_to(ground, ground.working_folder / "folder" / "new.txt").action_class is ActionClass.OUTSIDE
    assert writing_to(ground, ground.working_folder / "hanging.txt").action_class is ActionClass.OUTSIDE
    over = writing_to(ground, ground.working_folder / "file.txt")
    assert (over.action_class, over.where) == (ActionClass.OVERWRITE, ActionClass.OUTSIDE)
    assert str(elsewhere / "there.txt") in over.said, "the question tells where it leads"
    assert writing_to(ground, ground.working_folder / "circle").action_class is ActionClass.OVERWRITE


def test_a_way_up_through_a_link_counts_by_both_of_its_ends(ground: Location, tmp_path: Path) -> None:
    (tmp_path / "far" / "deep").mkdir(parents=True)
    (ground.working_folder / "link").symlink_to(tmp_path / "far" / "deep")
    assert writing_to(ground, ground.working_folder / "link" / ".." / "x.txt").where is ActionClass.OUTSIDE
    assert writing_to(ground, ground.working_folder / ".." / "x.txt").where is ActionClass.OUTSIDE


def test_a_folder_of_hooks_that_is_a_link_is_one_of_hooks_still(ground: Location, tmp_path: Path) -> None:
    (ground.working_folder / "hooks").mkdir()
    (ground.working_folder / ".git").mkdir()
    (ground.working_folder / ".git" / "hooks").symlink_to(ground.working_folder / "hooks")
    assert writing_to(ground, ground.working_folder / ".git" / "hooks" / "pre-push").action_class is ActionClass.SYSTEM


def test_a_file_with_a_second_name_says_so_and_is_never_this_runs_own(ground: Location, tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text("before")
    (ground.working_folder / "same.txt").hardlink_to(other)
    found = writing_to(ground, ground.working_folder / "same.txt")
    assert found.shared and "another name" in found.said
    ground.run.will_write([found.path], time.time_ns() - 10_000_000_000)
    assert writing_to(ground, ground.working_folder / "same.txt").action_class is ActionClass.OVERWRITE


def test_what_this_run_made_may_be_saved_again(ground: Location) -> None:
    path = ground.working_folder / "new.txt"
    ground.run.will_write([path], time.time_ns())
    assert writing_to(ground, path).action_class is ActionClass.CREATE
    path.write_text("made")
    assert writing_to(ground, path).action_class is ActionClass.CREATE


def test_what_lay_there_before_and_was_not_replaced_is_not_this_runs_own(ground: Location) -> None:
    path = ground.working_folder / "old.txt"
    path.write_text("before")
    assert writing_to(ground, path).action_class is ActionClass.OVERWRITE
    ground.run.will_write([path], time.time_ns() + 5_000_000_000)
    assert writing_to(ground, path).action_class is ActionClass.OVERWRITE, "saving failed: the old one is there still"


def test_the_programs_own_files_are_guarded(tmp_path: Path) -> None:
    ground = Location(tmp_path, RunRecord((tmp_path / "skills",)))
    assert writing_to(ground, tmp_path / "skills" / "pay.json").action_class is ActionClass.SYSTEM


@pytest.mark.parametrize(
    ("tool", "arguments", "expected"),
    [
        ("copy_file", {"source": "a.txt", "target": ".git/hooks/pre-commit"}, ActionClass.SYSTEM),
        ("move_file", {"source": "a.txt", "target": "x.desktop"}, ActionClass.SYSTEM),
        ("change_picture", {"source": "a.png", "target": "out/../../b.png"}, ActionClass.OUTSIDE),
        ("copy_file", {"source": "a.txt", "target": "link"}, ActionClass.OUTSIDE),
        ("move_file", {"source": ".bashrc", "target": "old"}, ActionClass.SYSTEM),
        ("move_files", {"files": [{"source": "a.txt", "target": "b.txt"}]}, ActionClass.CREATE),
        ("move_files", {"files": [{"source": "*.txt", "target": "link"}]}, ActionClass.OUTSIDE),
        ("move_files", {"files": [{"source": "../elsewhere/*", "target": "."}]}, ActionClass.OUTSIDE),
        (
            "move_files",
            {"files": [{"source": "a.txt", "target": "b.txt"}, {"source": "a.txt", "target": "x.desktop"}]},
            ActionClass.SYSTEM,
        ),
        ("make_link", {"source": "link", "target": "other"}, ActionClass.OUTSIDE),
        ("make_link", {"source": "a.txt", "target": "b.txt"}, ActionClass.CREATE),
        ("set_permissions", {"path": ".bashrc", "mode": "777"}, ActionClass.SYSTEM),
        ("set_permissions", {"path": "a.txt", "mode": "755"}, ActionClass.CREATE),
        ("save_as", {"file_dir": ".git", "file_name": "config"}, ActionClass.SYSTEM),
        ("save_as", {"file_dir": "link", "file_name": "b.txt"}, ActionClass.OUTSIDE),
        ("save_as", {"file_name": "ufo.yaml"}, ActionClass.SYSTEM),
    ],
)
async def test_every_tool_that_writes_is_judged_by_the_same_rule(
    tmp_path: Path, tool: str, arguments: dict[str, object], expected: ActionClass
) -> None:
    work, elsewhere = tmp_path / "work", tmp_path / "elsewhere"
    work.mkdir()
    elsewhere.mkdir()
    (work / "link").symlink_to(elsewhere)
    for file in (work / "a.txt", elsewhere / "far.txt"):
        file.touch()
    judge = Judge(work)
    await judge.bench.open("notes")
    assert (await judge.of(tool, **arguments)).action_class is expected
