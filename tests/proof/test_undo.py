from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ufo.proof.difference import Watched, WorldBefore
from ufo.proof.undo import UNDONE, Deed, plan_undo, undo


@pytest.fixture
def images(tmp_path: Path) -> Path:
    return tmp_path / "run" / "before"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "work"
    place.mkdir()
    return place


def world_of(folder: Path, images: Path) -> WorldBefore:
    world = WorldBefore(Watched(working_folder=folder, home=folder / "home"), images)
    world.take()
    return world


def test_changed_new_and_removed_files_are_as_they_were_after_an_undo(folder: Path, images: Path) -> None:
    changed, gone, new = folder / "a.txt", folder / "b.txt", folder / "c.txt"
    changed.write_text("milk\n")
    gone.write_text("eggs\n")
    gone.chmod(0o640)
    world = world_of(folder, images)
    changed.write_text("bread\n")
    gone.unlink()
    new.write_text("tea\n")
    world.settle()
    steps = plan_undo(images)
    assert {(step.path.name, step.deed, step.why_not) for step in steps} == {
        ("a.txt", Deed.PUT_BACK, ""),
        ("b.txt", Deed.BRING_BACK, ""),
        ("c.txt", Deed.REMOVE, ""),
    }
    assert all(step.why_not == "" for step in undo(steps, images))
    assert changed.read_text() == "milk\n"
    assert gone.read_text() == "eggs\n" and gone.stat().st_mode & 0o777 == 0o640
    assert not new.exists()


def test_a_renamed_file_gets_its_old_name_back(folder: Path, images: Path) -> None:
    (folder / "a.txt").write_text("milk\n")
    world = world_of(folder, images)
    (folder / "a.txt").rename(folder / "b.txt")
    world.settle()
    undo(plan_undo(images), images)
    assert [path.name for path in folder.iterdir() if path.is_file()] == ["a.txt"]
    assert (folder / "a.txt").read_text() == "milk\n"


def test_a_file_that_somebody_changed_since_stays(folder: Path, images: Path) -> None:
    (folder / "a.txt").write_text("milk\n")
    world = world_of(folder, images)
    (folder / "a.txt").write_text("bread\n")
    (folder / "new.txt").write_text("of the run\n")
    world.settle()
    (folder / "a.txt").write_text("my own words\n")
    (folder / "new.txt").write_text("my own words too\n")
    went = undo(plan_undo(images), images)
    assert {step.why_not for step in went} == {"somebody changed it since the run"}
    assert (folder / "a.txt").read_text() == "my own words\n"
    assert (folder / "new.txt").read_text() == "my own words too\n"


def test_what_an_undo_takes_away_is_kept(folder: Path, images: Path) -> None:
    (folder / "a.txt").write_text("milk\n")
    world = world_of(folder, images)
    (folder / "a.txt").write_text("bread\n")
    (folder / "new.txt").write_text("tea\n")
    world.settle()
    undo(plan_undo(images), images)
    kept = sorted(path.read_text() for path in (images / UNDONE).rglob("*.txt"))
    assert kept == ["bread\n", "tea\n"]


def test_a_second_undo_has_nothing_to_do(folder: Path, images: Path) -> None:
    (folder / "a.txt").write_text("milk\n")
    world = world_of(folder, images)
    (folder / "a.txt").write_text("bread\n")
    world.settle()
    undo(plan_undo(images), images)
    assert plan_undo(images) == ()


def test_a_run_that_was_killed_gives_no_undo_of_files_that_nobody_vouches_for(folder: Path, images: Path) -> None:
    (folder / "a.txt").write_text("milk\n")
    world_of(folder, images)
    (folder / "a.txt").write_text("half a word")
    (step,) = [step for step in plan_undo(images) if step.path.name == "a.txt"]
    assert "broke off" in step.why_not
    assert step.image is not None and step.image.read_text() == "milk\n"


def test_a_file_whose_folder_is_no_folder_any_more_is_told_and_the_others_come_back(folder: Path, images: Path) -> None:
    (folder / "sub").mkdir()
    (folder / "sub" / "a.txt").write_text("milk\n")
    (folder / "b.txt").write_text("eggs\n")
    world = world_of(folder, images)
    (folder / "sub" / "a.txt").unlink()
    (folder / "b.txt").write_text("tea\n")
    world.settle()
    (folder / "sub").rmdir()
    (folder / "sub").write_text("a file in its place")
    went = {step.path.name: step.why_not for step in undo(plan_undo(images), images)}
    assert went["b.txt"] == "" and went["a.txt"] != ""
    assert (folder / "b.txt").read_text() == "eggs\n"


def test_a_link_in_the_place_of_the_file_is_not_followed(folder: Path, images: Path, tmp_path: Path) -> None:
    (folder / "a.txt").write_text("milk\n")
    world = world_of(folder, images)
    (folder / "a.txt").write_text("bread\n")
    world.settle()
    elsewhere = tmp_path / "elsewhere.txt"
    elsewhere.write_text("bread\n")
    (folder / "a.txt").unlink()
    (folder / "a.txt").symlink_to(elsewhere)
    went = undo(plan_undo(images), images)
    assert went[0].why_not != ""
    assert elsewhere.read_text() == "bread\n"


def test_a_run_of_several_requests_is_undone_as_a_whole(folder: Path, images: Path) -> None:
    (folder / "a.txt").write_text("milk\n")
    first = world_of(folder, images)
    (folder / "a.txt").write_text("bread\n")
    (folder / "new.txt").write_text("tea\n")
    first.settle()
    second = world_of(folder, images.with_name("before-2"))
    (folder / "a.txt").write_text("bread and butter\n")
    (folder / "later.txt").write_text("salt\n")
    second.settle()
    went = undo(plan_undo(images), images)
    assert {step.why_not for step in went} == {""}
    assert [path.name for path in folder.iterdir()] == ["a.txt"]
    assert (folder / "a.txt").read_text() == "milk\n"


def test_what_somebody_changed_between_two_requests_stays(folder: Path, images: Path) -> None:
    (folder / "a.txt").write_text("milk\n")
    first = world_of(folder, images)
    (folder / "a.txt").write_text("bread\n")
    first.settle()
    (folder / "a.txt").write_text("my own words\n")
    second = world_of(folder, images.with_name("before-2"))
    (folder / "a.txt").write_text("salt\n")
    second.settle()
    (step,) = plan_undo(images)
    assert "between two requests" in step.why_not


def test_a_folder_that_somebody_removed_since_is_told(folder: Path, images: Path) -> None:
    (folder / "sub").mkdir()
    (folder / "sub" / "a.txt").write_text("milk\n")
    world = world_of(folder, images)
    (folder / "sub" / "a.txt").write_text("bread\n")
    world.settle()
    shutil.rmtree(folder / "sub")
    (step,) = undo(plan_undo(images), images)
    assert step.why_not == "somebody removed it since the run"
    assert not (folder / "sub").exists()


def test_nothing_is_told_of_a_home_that_went_with_its_desktop(folder: Path, images: Path) -> None:
    home = folder / "ufo-abcdefgh" / "home"
    setting = home / ".config" / "app" / "app.conf"
    setting.parent.mkdir(parents=True)
    setting.write_text("size=1\n")
    (folder / "a.txt").write_text("milk\n")
    world = WorldBefore(Watched(working_folder=folder, home=home), images)
    world.take()
    setting.write_text("size=2\n")
    (folder / "a.txt").write_text("bread\n")
    world.difference()
    world.settle()
    assert {step.path.name for step in plan_undo(images)} == {"a.txt", "app.conf"}
    shutil.rmtree(home.parent)
    assert [step.path.name for step in plan_undo(images)] == ["a.txt"]


def test_of_a_run_that_was_killed_the_old_contents_are_named(folder: Path, images: Path) -> None:
    (folder / "a.txt").write_text("milk\n")
    world_of(folder, images)
    (folder / "a.txt").write_text("bread\n")
    (step,) = plan_undo(images)
    place = Path(step.why_not.rpartition(" lies in ")[2])
    assert place.read_text() == "milk\n"
    undo([step], images)
    assert (folder / "a.txt").read_text() == "bread\n"
