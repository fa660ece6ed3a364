"""What is looked through before a run, whoever names it: the person's folders, and of other places the named file alone."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.proof.difference.made_world import MadeWorld
from ufo.proof.difference import OwnWrites, Watched, WorldBefore
from ufo.proof.difference.scan import MOST_ENTRIES, scan


def _named(made: MadeWorld, *paths: Path) -> WorldBefore:
    return WorldBefore(Watched(made.folder, made.home, paths), made.images)


@pytest.mark.parametrize(
    "root", ["/", "/5", "/proc", "/proc/self/status", "/sys", "/dev", "/dev/shm", "/run", "/tmp", "/home"]
)
def test_no_folder_of_the_system_is_looked_through_whoever_names_it(made: MadeWorld, root: str) -> None:
    begun = time.monotonic()
    world = _named(made, Path(root))
    world.take()
    world.watch([Path(root)])
    assert world.difference().facts == ()
    assert time.monotonic() - begun < 5
    assert len(world.files) <= 1


def test_a_link_to_the_root_or_to_the_home_leads_nowhere(made: MadeWorld) -> None:
    links = [made.home / "all", made.home / "me", made.home / "kernel"]
    for link, target in zip(links, (Path("/"), made.home, Path("/proc")), strict=True):
        link.symlink_to(target)
    (made.home / "private.txt").touch()
    world = _named(made, *links)
    world.take()
    world.watch([*links, links[2] / "version"])
    assert [path for path in world.files if path.name != "version"] == []


def test_a_named_file_in_the_home_is_kept_alone(made: MadeWorld) -> None:
    named, other = made.home / "named.txt", made.home / "other.txt"
    for file in (named, other):
        file.write_text("a\n", encoding="utf-8")
    world = _named(made, named)
    world.take()
    for file in (named, other):
        file.write_text("b\n", encoding="utf-8")
    (line,) = [fact.line for fact in world.difference().facts]
    assert line.startswith('~/named.txt, line 1: "a" → "b"')
    assert not any(fact.place == "~" or str(made.home) == fact.place for fact in world.as_it_was([]))


def test_a_file_that_is_made_in_the_home_and_one_that_goes_are_told(made: MadeWorld) -> None:
    gone, new = made.home / "gone.txt", made.home / "new.txt"
    gone.write_text("a\n", encoding="utf-8")
    world = _named(made, gone)
    world.take()
    world.watch([new])
    gone.unlink()
    new.write_text("b\n", encoding="utf-8")
    lines = [fact.line for fact in world.difference().facts]
    assert any(line.startswith("~/gone.txt: file is gone") for line in lines)
    assert any(line.startswith("~/new.txt: new file") for line in lines)
    assert not world.was_missing(gone) and world.was_missing(new)


def test_a_file_looked_at_alone_is_known_again_by_a_run_that_goes_on(made: MadeWorld) -> None:
    named, later = made.home / "named.txt", made.home / "later.txt"
    for file in (named, later):
        file.write_text("a\n", encoding="utf-8")
    world = _named(made, named)
    world.take()
    world.watch([later])
    again = _named(made, named)
    assert again.restore()
    later.write_text("b\n", encoding="utf-8")
    (line,) = [fact.line for fact in again.difference().facts]
    assert line.startswith('~/later.txt, line 1: "a" → "b"')


def test_a_new_file_that_the_request_names_is_told_in_a_folder_of_too_many(made: MadeWorld) -> None:
    for number in range(MOST_ENTRIES + 50):
        (made.folder / f"{number}.txt").touch()
    named, old = made.folder / "report.txt", made.folder / "list.txt"
    old.write_text("a\n", encoding="utf-8")
    world = _named(made, named, old)
    world.take()
    named.write_text("Total 5\n", encoding="utf-8")
    old.write_text("b\n", encoding="utf-8")
    told = world.difference()
    assert [fact.line for fact in told.facts if "report.txt" in fact.line][0].startswith("report.txt: new file")
    assert any(fact.line.startswith('list.txt, line 1: "a" → "b"') for fact in told.facts)
    assert told.left_out == (f"{made.folder} holds more than {MOST_ENTRIES:,} entries; the others were not looked at",)


def test_what_is_missing_in_a_folder_of_too_many_is_not_known_to_have_been_missing(
    made: MadeWorld, tmp_path: Path
) -> None:
    for number in range(30):
        (tmp_path / f"{number}.txt").touch()
    found = scan([tmp_path], most=10)
    assert not found.knows(tmp_path / "new.txt")
    found.look_at(tmp_path / "new.txt")
    assert found.knows(tmp_path / "new.txt")


def test_the_record_of_another_run_beside_the_work_is_not_this_runs(made: MadeWorld) -> None:
    made.world.take()
    other = made.folder / "runs" / "20260101-101500-abc123"
    other.mkdir(parents=True)
    (other / "events.jsonl").write_text("{}\n", encoding="utf-8")
    (other / "report.html").write_text("<p>x</p>\n", encoding="utf-8")
    mine = made.write("mine.txt", "a\n")
    now = time.time()
    facts = made.facts(OwnWrites(frozenset({mine}), ((now - 5, now + 5),)))
    assert {fact.place.split(",")[0]: fact.by_run for fact in facts if "/2026" in fact.place} == {
        "runs/20260101-101500-abc123": False,
        "runs/20260101-101500-abc123/events.jsonl": False,
        "runs/20260101-101500-abc123/report.html": False,
    }
    assert all(fact.by_run for fact in facts if fact.place.startswith("mine"))


def test_what_desktops_keep_among_temporary_files_is_not_this_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    now = time.time()
    home, work = tmp_path / "ufo-own" / "home", tmp_path
    own = OwnWrites(frozenset({tmp_path / "mine.txt"}), ((now - 5, now + 5),), (work, home))
    for name, is_own in (
        ("ufo-other/x", False),
        (".X7-lock", False),
        ("mine.txt", True),
        ("a.txt", True),
        ("ufo-own/home/a", True),
    ):
        assert own.made([tmp_path / name], [now]) is is_own, name
