"""Before-images survive a kill, and what is not needed of them goes at the end."""

from __future__ import annotations

import hashlib
from pathlib import Path

from tests.proof.difference.made_world import MadeWorld
from ufo.proof.difference import KeptFiles, read_manifest
from ufo.proof.difference.manifest import MISSING, NAME


def test_the_manifest_is_complete_before_anything_is_settled(made: MadeWorld) -> None:
    file = made.write("a.txt", "before\n")
    made.world.take()
    file.write_text("after\n", encoding="utf-8")
    (kept,) = read_manifest(made.images)
    assert kept.path == str(file)
    assert (made.images / kept.image).read_text(encoding="utf-8") == "before\n"
    assert kept.sha256 == hashlib.sha256(b"before\n").hexdigest()
    assert kept.after == ""
    assert made.images.stat().st_mode & 0o777 == 0o700


def test_a_line_that_a_kill_cut_off_is_left_out(made: MadeWorld) -> None:
    made.write("a.txt", "a\n")
    made.write("b.txt", "b\n")
    made.world.take()
    manifest = made.images / NAME
    manifest.write_bytes(manifest.read_bytes()[:-20])
    assert len(read_manifest(made.images)) == 1


def test_settling_drops_what_did_not_change_and_notes_how_the_rest_ended(made: MadeWorld) -> None:
    changed, removed, same = (made.write(f"{name}.txt", f"{name}\n") for name in ("changed", "removed", "same"))
    made.world.take()
    changed.write_text("other\n", encoding="utf-8")
    removed.unlink()
    new = made.write("new.txt", "new\n")
    made.world.difference()
    made.world.settle()
    found = {Path(kept.path): kept for kept in read_manifest(made.images)}
    assert set(found) == {changed, removed, new}
    assert found[changed].after == hashlib.sha256(b"other\n").hexdigest()
    assert found[removed].after == MISSING
    assert not found[new].there
    images = {path.name for path in made.images.rglob("*.txt")}
    assert images == {"changed.txt", "removed.txt"}
    assert same.name not in images


def test_where_images_cannot_be_put_the_run_goes_on_and_says_so(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("a\n", encoding="utf-8")
    blocked = tmp_path / "blocked"
    blocked.write_text("no folder", encoding="utf-8")
    kept = KeptFiles(blocked / "before")
    kept.keep([file])
    assert kept.copy_of(file) is None
    assert kept.left_out


def test_a_folder_without_a_manifest_keeps_nothing(tmp_path: Path) -> None:
    assert read_manifest(tmp_path) == ()


def test_keeping_right_before_a_write_keeps_what_was_there(made: MadeWorld) -> None:
    made.world.take()
    file = made.write("late.txt", "first\n")
    made.world.keep(file)
    file.write_text("second\n", encoding="utf-8")
    copy = made.world.kept.copy_of(file)
    assert copy is not None
    assert copy.read_text(encoding="utf-8") == "first\n"
