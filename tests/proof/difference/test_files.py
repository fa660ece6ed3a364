"""What became of files and folders is told, and nothing is opened that must not be."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path

import pytest

from tests.proof.difference.made_world import MadeWorld
from ufo.proof.difference import KeptFiles, OwnWrites, Watched, WorldBefore
from ufo.proof.difference.line_words import MOST_IN_LINE
from ufo.proof.difference.reading.read_content import read_content
from ufo.proof.difference.scan import scan
from ufo.schema.fact import FactKind


def test_a_world_that_nobody_touched_has_no_difference(made: MadeWorld) -> None:
    made.write("a.txt", "a\n")
    made.book("prices.xlsx")
    made.world.take()
    assert made.facts() == ()
    assert [fact.line for fact in made.world.as_it_was([])] == [
        '~/work: nothing in this folder changed (2 files: "a.txt", "prices.xlsx")',
        "~/work: nothing changed in any folder that was looked at (2 files)",
    ]


def test_a_renamed_file_is_one_fact_and_no_loss(made: MadeWorld) -> None:
    old = made.write("draft.txt", "text\n")
    made.world.take()
    old.rename(made.folder / "final.txt")
    (fact,) = made.facts()
    assert fact.line == 'draft.txt: renamed to "final.txt", same content'
    assert "final.txt" in fact.texts
    assert "draft.txt" in fact.gone
    assert not fact.loss


def test_a_file_that_another_program_copied_and_removed_counts_as_moved(made: MadeWorld) -> None:
    old = made.write("draft.txt", "text\n")
    made.world.take()
    (made.folder / "sub").mkdir()
    (made.folder / "sub" / "draft.txt").write_bytes(old.read_bytes())
    old.unlink()
    assert 'draft.txt: moved to the folder "sub", same content' in made.lines()


def test_a_folder_whose_list_of_names_grew_is_not_told_as_written_to(made: MadeWorld) -> None:
    made.write("many/first.txt", "a\n")
    made.world.take()
    for number in range(60):
        made.write(f"many/{number:0200}.txt", "a\n")
    assert not [line for line in made.lines() if line.startswith("many: written")]


def test_a_moved_folder_is_one_fact(made: MadeWorld) -> None:
    for number in range(5):
        made.write(f"old/{number}.txt", f"{number}\n")
    made.world.take()
    (made.folder / "old").rename(made.folder / "new")
    assert made.lines() == ['old: folder renamed to "new", same content']


def test_a_removed_folder_tells_what_was_in_it(made: MadeWorld) -> None:
    made.write("old/a.txt", "a\n")
    made.write("old/b.txt", "b\n")
    made.world.take()
    for file in (made.folder / "old").iterdir():
        file.unlink()
    (made.folder / "old").rmdir()
    (fact,) = made.facts()
    assert fact.line.startswith("old: folder is gone with 2 files: ")
    assert {"a.txt", "b.txt"} <= set(fact.gone)
    assert fact.loss


def test_what_lies_in_a_home_of_the_desktops_own_is_told_by_its_whole_path(made: MadeWorld, tmp_path: Path) -> None:
    world = WorldBefore(Watched(made.folder, made.home, own_trash=tmp_path / "Trash"), tmp_path / "images")
    file = made.home / "Documents" / "a.txt"
    file.parent.mkdir(exist_ok=True)
    world.take()
    file.write_text("a\n", encoding="utf-8")
    told = [fact.line for fact in world.difference().facts if "a.txt" in fact.line]
    assert told and all(str(file) in line and "~" not in line for line in told)


def test_what_a_tool_put_into_the_persons_own_bin_went_there_too(made: MadeWorld, tmp_path: Path) -> None:
    trash = tmp_path / "person" / "Trash"
    file = made.write("old.bak", "old\n")
    world = WorldBefore(Watched(made.folder, made.home, own_trash=trash), tmp_path / "images")
    world.take()
    (trash / "files").mkdir(parents=True)
    file.rename(trash / "files" / "old.bak")
    (told,) = world.difference().facts
    assert "moved into the trash; it is no longer in" in told.line
    assert not any("old.bak" in fact.line for fact in world.as_it_was(["old.bak"]))


def test_a_file_in_the_trash_is_one_fact_that_names_where_it_was(made: MadeWorld) -> None:
    file = made.write("old.txt", "bye\n")
    made.world.take()
    trash = made.home / ".local" / "share" / "Trash"
    (trash / "files").mkdir(parents=True)
    (trash / "info").mkdir()
    file.rename(trash / "files" / "old.txt")
    (trash / "info" / "old.txt.trashinfo").write_text(f"[Trash Info]\nPath={file}\n", encoding="utf-8")
    (fact,) = made.facts()
    assert fact.line.startswith("old.txt: moved into the trash")
    assert str(file) in fact.gone
    assert not any("Trash" in state.line for state in made.world.as_it_was([]))


def test_a_copy_names_the_file_that_it_is_a_copy_of(made: MadeWorld) -> None:
    file = made.write("a.txt", "the same\n")
    made.world.take()
    (made.folder / "b.txt").write_bytes(file.read_bytes())
    assert made.lines() == ['b.txt: new file, the same bytes as "a.txt", which is still there']


def test_permissions_and_links_are_told(made: MadeWorld) -> None:
    file = made.write("run.sh", "echo\n")
    file.chmod(0o644)
    (made.folder / "link").symlink_to("a")
    made.world.take()
    file.chmod(0o755)
    (made.folder / "link").unlink()
    (made.folder / "link").symlink_to("b")
    assert made.lines() == ['link: link to "a" → link to "b"', "run.sh: permissions rw-r--r-- → rwxr-xr-x (644 → 755)"]


def test_pipes_and_circles_of_links_are_never_followed(made: MadeWorld) -> None:
    os.mkfifo(made.folder / "pipe")
    (made.folder / "loop").symlink_to(".")
    made.world.take()
    made.write("a.txt", "a\n")
    assert any(line.startswith("a.txt: new file") for line in made.lines())
    assert read_content(made.folder / "pipe").unread == "it is no regular file"


@pytest.mark.parametrize(
    "name", ["a\nb.txt", "a\u202etxt.exe", "tab\there.txt", os.fsdecode(b"caf\xe9.txt"), "x" * 200]
)
def test_a_name_never_breaks_or_turns_a_line(made: MadeWorld, name: str) -> None:
    made.world.take()
    made.write(name, "hello\n")
    facts = made.facts()
    assert facts
    for fact in facts:
        assert len(fact.line) <= MOST_IN_LINE
        assert not {"\n", "\t", "\u202e"} & set(fact.line)
        fact.model_dump_json()


def test_a_change_outside_of_the_acts_of_the_run_is_not_its_own(made: MadeWorld) -> None:
    mine, other = made.write("mine.txt", "a\n"), made.write("other.txt", "a\n")
    made.world.take()
    mine.write_text("b\n", encoding="utf-8")
    other.write_text("b\n", encoding="utf-8")
    long_ago = time.time() - 1000
    by_run = {fact.place: fact.by_run for fact in made.facts(OwnWrites(frozenset({mine}), ((long_ago, long_ago + 1),)))}
    assert by_run == {"mine.txt, line 1": True, "other.txt, line 1": False}
    foreign = next(fact for fact in made.facts(OwnWrites(frozenset({mine}))) if not fact.by_run)
    assert foreign.line.startswith("not by this run: other.txt")


def test_a_change_while_an_act_ran_is_the_runs_own(made: MadeWorld) -> None:
    file = made.write("a.txt", "a\n")
    made.world.take()
    file.write_text("b\n", encoding="utf-8")
    now = time.time()
    assert all(fact.by_run for fact in made.facts(OwnWrites(spans=((now - 1, now + 1),))))


def test_a_large_folder_is_bounded_and_says_so(tmp_path: Path) -> None:
    for number in range(30):
        (tmp_path / f"{number}").mkdir()
        (tmp_path / f"{number}" / "a.txt").touch()
    found = scan([tmp_path], most=40)
    assert len(found.entries) == 40
    assert found.left_out == [f"{tmp_path} holds more than 40 entries; the others were not looked at"]


def test_files_that_were_not_looked_at_again_are_not_called_gone(made: MadeWorld, tmp_path: Path) -> None:
    made.write("inner/a.txt", "a\n")
    made.world.take()
    inner = made.folder / "inner"
    inner.chmod(0)
    try:
        if os.access(inner, os.R_OK):
            pytest.skip("this user may look into every folder")
        assert not any("gone" in line for line in made.lines())
    finally:
        inner.chmod(stat.S_IRWXU)


@pytest.mark.parametrize(
    ("name", "data"),
    [("a.xlsx", b"PK broken"), ("a.docx", b""), ("a.pdf", b"no"), ("a.png", b"\x89PNG"), ("a.bin", b"\0\1")],
)
def test_a_broken_document_is_told_as_changed_with_the_reason(made: MadeWorld, name: str, data: bytes) -> None:
    file = made.folder / name
    file.write_bytes(b"\0 before")
    made.world.take()
    file.write_bytes(data)
    (line,) = made.lines()
    assert line.startswith(f"{name}: changed (")
    assert "what changed in it is not known" in line


def test_a_file_written_again_with_the_same_bytes_needs_nobody_who_asked(made: MadeWorld) -> None:
    file = made.write("a.txt", "a\n")
    made.world.take()
    os.utime(file, (1, 1))
    (fact,) = made.facts()
    assert fact.by_product
    assert made.lines() == []


def test_lock_files_need_nobody_who_asked_and_a_persons_file_does(made: MadeWorld) -> None:
    made.world.take()
    made.write(".~lock.prices.xlsx#", "x")
    made.write("lock.txt", "x\n")
    made.write("tasks.results.json.journal", "{}\n")
    assert {fact.place.split(",")[0]: bool(fact.by_product) for fact in made.facts()} == {
        ".~lock.prices.xlsx#": True,
        "tasks.results.json.journal": True,
        "lock.txt": False,
    }


def test_what_a_request_names_and_nobody_touched_is_a_state(made: MadeWorld) -> None:
    made.write("notes.txt", "keep\n")
    book = made.book("prices.xlsx")
    made.world.take()
    made.edit(book, lambda _, sheet: sheet.__setitem__("B2", 5))
    lines = {fact.line: fact for fact in made.world.as_it_was(["notes.txt", "B3", "B2"])}
    assert "notes.txt: byte for byte as it was (1 line)" in lines
    assert "prices.xlsx, Sheet1!B3: as it was: 4.5" in lines
    assert not any("B2" in line for line in lines)
    assert '~/work: nothing else in this folder changed (1 other file: "notes.txt")' in lines
    assert all(fact.kind is FactKind.STATE for fact in lines.values())


def test_a_long_file_that_nobody_touched_is_told_without_being_read(made: MadeWorld) -> None:
    made.write("log.csv", "1,2\n" * 40_000)
    made.world.take()
    made.write("new.txt", "x\n")
    lines = [fact.line for fact in made.world.as_it_was(["log.csv"])]
    assert "log.csv: byte for byte as it was (160,000 bytes)" in lines
    assert not list(made.world.unchanged_documents(["log.csv"]))


def test_a_document_that_comes_into_the_run_later_is_watched_from_then_on(made: MadeWorld, tmp_path: Path) -> None:
    made.world.take()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    file = elsewhere / "far.txt"
    file.write_text("a\n", encoding="utf-8")
    made.world.watch([file])
    file.write_text("b\n", encoding="utf-8")
    (line,) = made.lines()
    assert line.startswith(f'{file}, line 1: "a" → "b"')


def test_an_open_document_is_compared_with_its_file(made: MadeWorld, tmp_path: Path) -> None:
    file = made.write("a.txt", "one\n")
    made.world.take()
    copy = tmp_path / "copy.txt"
    copy.write_text("one\ntwo\n", encoding="utf-8")
    (fact,) = made.world.unsaved(file, copy).facts
    assert fact.line.startswith('a.txt as it stands open, not saved, line 2: 1 new line "two"')
    assert made.facts() == ()


def test_an_open_document_that_was_not_saved_as_the_request_began_is_compared_with_what_it_held_then(
    made: MadeWorld, tmp_path: Path
) -> None:
    file, then, now = made.write("a.txt", "one\n"), tmp_path / "then.txt", tmp_path / "now.txt"
    made.world.take()
    then.write_text("one\ntwo\n", encoding="utf-8")
    made.world.note_unsaved(file, then)
    assert made.world.unsaved(file, then).facts == ()
    now.write_text("one\ntwo\nthree\n", encoding="utf-8")
    (fact,) = made.world.unsaved(file, now).facts
    assert fact.line.startswith('a.txt as it stands open, not saved, line 3: 1 new line "three"')
    # Once it is saved, only what it holds beyond its file is not saved.
    file.write_text("one\ntwo\nthree\n", encoding="utf-8")
    assert made.world.unsaved(file, now).facts == ()


def test_the_folder_of_the_run_itself_is_no_part_of_the_world(tmp_path: Path) -> None:
    made = MadeWorld(tmp_path)
    own = made.folder / "logs" / "run-1"
    world = WorldBefore(Watched(made.folder, made.home), own / "before")
    made.write("a.txt", "a\n")
    own.mkdir(parents=True)
    world.take()
    (own / "events.jsonl").write_text("{}\n", encoding="utf-8")
    assert world.difference().facts == ()


def test_the_file_in_which_the_run_records_its_models_is_no_part_of_the_world(tmp_path: Path) -> None:
    made = MadeWorld(tmp_path)
    record = made.write("run.jsonl", "{}\n")
    world = WorldBefore(Watched(made.folder, made.home, recording=record), tmp_path / "before")
    world.take()
    record.write_text('{}\n{"text": "save it as sales.ods"}\n', encoding="utf-8")
    assert world.difference().facts == ()


def test_on_a_disk_where_one_image_fails_the_next_is_kept_all_the_same(tmp_path: Path) -> None:
    kept = KeptFiles(tmp_path / "before")
    files = [tmp_path / name for name in ("a.txt", "b.txt")]
    for file in files:
        file.write_text("x\n", encoding="utf-8")
    (tmp_path / "before" / "0" / "a.txt").mkdir(parents=True)
    kept.keep(files)
    assert kept.left_out == ["a.txt as it was is not kept: Is a directory"]
    assert kept.copy_of(files[1]) is not None


def test_each_folder_is_looked_through_once_and_the_trash_always(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "Documents" / "work").mkdir(parents=True)
    (home / "Papers").mkdir()
    (home / ".config").mkdir()
    (home / ".config" / "user-dirs.dirs").write_text('XDG_DESKTOP_DIR="$HOME/Papers"\n', encoding="utf-8")
    trash = home / ".local" / "share" / "Trash"
    assert Watched(home, home).folders() == (home, trash)
    found = Watched(home / "Documents" / "work", home, (home / "Papers",)).folders()
    assert found == (home / "Papers", home / "Documents", trash)


def test_a_working_folder_behind_a_link_is_called_as_any_other(tmp_path: Path) -> None:
    made = MadeWorld(tmp_path)
    (tmp_path / "link").symlink_to(made.folder)
    world = WorldBefore(Watched(tmp_path / "link", made.home), made.images)
    file = made.write("a.txt", "a\n")
    world.take()
    file.write_text("b\n", encoding="utf-8")
    (fact,) = world.difference(OwnWrites(frozenset({tmp_path / "link" / "a.txt"}))).facts
    assert fact.line.startswith("a.txt, line 1:")
    assert fact.by_run


def test_the_folder_of_the_run_and_those_that_it_lies_in_are_no_difference(tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    world = WorldBefore(Watched(work, tmp_path / "home"), work / "runs" / "20261128" / "before")
    world.take()
    (work / "runs" / "20261128" / "events.jsonl").parent.mkdir(parents=True, exist_ok=True)
    (work / "runs" / "20261128" / "events.jsonl").write_text("{}")
    assert [fact.line for fact in world.difference().facts] == []


def test_a_hidden_folder_that_a_program_made_in_the_home_is_a_by_product(made: MadeWorld, tmp_path: Path) -> None:
    world = WorldBefore(Watched(made.home, made.home), tmp_path / "images")
    world.take()
    for folder in (made.home / ".config", made.home / "Taxes", made.folder / ".git"):
        folder.mkdir()
    told = {fact.line.partition(":")[0].strip("/"): bool(fact.by_product) for fact in world.difference().facts}
    assert told == {".config": True, "Taxes": False, "work/.git": False}
