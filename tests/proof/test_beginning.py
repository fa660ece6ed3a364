"""How a request begins: images of what it may touch, each request with a folder of its own."""

from __future__ import annotations

from pathlib import Path

from ufo.proof.beginning import Places, begin, paths_in


def places(tmp_path: Path) -> Places:
    work = tmp_path / "work"
    work.mkdir(exist_ok=True)
    return Places(work, tmp_path / "log" / "before", tmp_path / "home")


def test_a_second_request_of_a_run_keeps_its_images_beside_those_of_the_first(tmp_path: Path) -> None:
    where = places(tmp_path)
    note = where.working_folder / "a.txt"
    note.write_text("one", encoding="utf-8")
    first = begin("change a.txt", where, 0.0)
    note.write_text("two", encoding="utf-8")
    second = begin("change a.txt", where, 0.0)
    copies = [beginning.world.kept.copy_of(note) for beginning in (first, second)]
    assert [copy and copy.read_text(encoding="utf-8") for copy in copies] == ["one", "two"]
    assert sorted(folder.name for folder in (tmp_path / "log").iterdir()) == ["before", "before-2"]


def test_texts_name_files_beside_and_below_and_no_others(tmp_path: Path) -> None:
    where = places(tmp_path)
    (where.working_folder / "a.txt").write_text("x", encoding="utf-8")
    found = paths_in(["a.txt", "new.txt", "plain words", "/nowhere/x.txt", "two\nlines.txt", ""], where)
    assert found == (where.working_folder / "a.txt", where.working_folder / "new.txt")
