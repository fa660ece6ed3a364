"""FileExecutor: real files in a real folder, and a bin of the test's own."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PIL import Image

from tests.tools.bench import Bench
from ufo.conditions.kinds.file import FilePredicate
from ufo.schema.command import Effect, ResultStatus
from ufo.schema.predicate import Truth
from ufo.tools.servers.files import files


@pytest.fixture
async def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Bench]:
    work = tmp_path / "work"
    (work / "archive").mkdir(parents=True)
    (work / "a b.txt").write_text("one", encoding="utf-8")
    (work / "über.txt").write_text("two", encoding="utf-8")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    item = Bench(work, files)
    yield item
    await item.dispatcher.close()


async def test_a_file_is_renamed_moved_and_copied_and_the_answer_tells_where_it_is(
    bench: Bench, tmp_path: Path
) -> None:
    work = tmp_path / "work"
    renamed = await bench.run("move_file", source="a b.txt", target="c d.txt")
    moved = await bench.run("move_file", source="c d.txt", target="archive/")
    copied = await bench.run("copy_file", source="archive", target="second")
    assert [result.effect for result in (renamed, moved, copied)] == [Effect.CONFIRMED] * 3
    assert moved.result == {"path": str(work / "archive/c d.txt")}
    assert (work / "second/c d.txt").read_text(encoding="utf-8") == "one"


async def test_a_folder_tells_the_size_of_its_pictures_in_pixels(bench: Bench, tmp_path: Path) -> None:
    Image.new("RGB", (40, 30)).save(tmp_path / "work" / "archive" / "a.jpg")
    (tmp_path / "work" / "archive" / "broken.png").write_bytes(b"no picture")
    told = await bench.run("list_folder", path="archive", details=True)
    assert [(item["name"], item.get("pixels")) for item in told.result["files"]] == [
        ("a.jpg", "40 x 30"),
        ("broken.png", None),
    ]


async def test_a_folder_tells_what_lies_in_it_and_how_much_is_hidden(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "work" / ".hidden").write_text("", encoding="utf-8")
    told = await bench.run("list_folder", path=".")
    assert told.result == {"path": str(tmp_path / "work"), "names": ["a b.txt", "archive/", "über.txt"], "hidden": 1}
    whole = await bench.run("list_folder", path=".", hidden=True)
    assert whole.result["names"] == [".hidden", "a b.txt", "archive/", "über.txt"] and "hidden" not in whole.result


@pytest.mark.parametrize(
    ("tool", "arguments", "reason"),
    [
        ("move_file", {"source": "a b.txt", "target": "über.txt"}, "is not replaced"),
        ("copy_file", {"source": "a b.txt", "target": "a b.txt"}, "is not replaced"),
        ("move_file", {"source": "a b.txt", "target": "missing/"}, "make it first"),
        ("move_file", {"source": "archive", "target": "archive/inside"}, "into itself"),
        ("move_file", {"source": "ab.txt", "target": "x.txt"}, "there are: a b.txt, über.txt, archive"),
        ("make_folder", {"path": "archive"}, "exists already"),
        ("list_folder", {"path": "über.txt"}, "is a file, not a folder"),
        ("list_folder", {"path": "archiv"}, "archive"),
        ("remove_file", {"path": "."}, "working folder"),
        ("remove_file", {"path": ".."}, "working folder"),
    ],
)
async def test_what_would_lose_something_is_refused_and_nothing_changes(
    bench: Bench, tmp_path: Path, tool: str, arguments: dict[str, str], reason: str
) -> None:
    result = await bench.run(tool, **arguments)
    assert result.status is ResultStatus.FAILURE
    assert reason in str(result.error)
    assert sorted(path.name for path in (tmp_path / "work").iterdir()) == ["a b.txt", "archive", "über.txt"]


async def test_what_is_removed_lies_in_the_bin_with_the_place_it_came_from(bench: Bench, tmp_path: Path) -> None:
    work, kept = tmp_path / "work", tmp_path / "data/Trash"
    unnoted = kept / "files/über.txt"
    unnoted.parent.mkdir(parents=True)
    unnoted.write_text("put there by something else", encoding="utf-8")
    for _ in range(2):
        (work / "über.txt").write_text("two", encoding="utf-8")
        assert (await bench.run("remove_file", path="über.txt")).effect is Effect.CONFIRMED
    assert sorted(path.name for path in (kept / "files").iterdir()) == ["über.2.txt", "über.3.txt", "über.txt"]
    assert unnoted.read_text(encoding="utf-8") == "put there by something else"
    note = (kept / "info/über.2.txt.trashinfo").read_text(encoding="utf-8")
    assert note.startswith("[Trash Info]\nPath=") and "%C3%BCber.txt\n" in note


async def test_many_files_go_to_the_bin_in_one_call_and_none_where_one_is_not_there(
    bench: Bench, tmp_path: Path
) -> None:
    work = tmp_path / "work"
    refused = await bench.run("remove_file", paths=["über.txt", "nowhere.txt"])
    assert not refused.ok and (work / "über.txt").exists()
    (work / "archive/old.txt").write_text("old", encoding="utf-8")
    done = await bench.run("remove_file", paths=["über.txt", "archive/old.txt", "archive", "über.txt"])
    assert done.effect is Effect.CONFIRMED
    assert done.result == {"paths": [str(work / "über.txt"), str(work / "archive")]}
    assert [path.name for path in work.iterdir()] == ["a b.txt"]
    assert not (await bench.run("remove_file")).ok


async def test_a_link_goes_to_the_bin_and_what_it_points_to_stays(bench: Bench, tmp_path: Path) -> None:
    link = tmp_path / "work/link"
    link.symlink_to(tmp_path / "work/archive")
    assert (await bench.run("remove_file", path="link")).effect is Effect.CONFIRMED
    assert (tmp_path / "work/archive").is_dir() and not link.is_symlink()


async def test_a_file_whose_name_is_no_utf_8_is_told_copied_checked_renamed_and_removed_by_the_name_that_is_told(
    bench: Bench, tmp_path: Path
) -> None:
    work = tmp_path / "work"
    (work / os.fsdecode(b"caf\xe9.txt")).write_text("soup", encoding="utf-8")
    told = await bench.run("list_folder", path=".")
    assert "caf\ufffd.txt" in told.result["names"]
    copied = await bench.run("copy_file", source="caf\ufffd.txt", target="archive")
    renamed = await bench.run("move_file", source="caf\ufffd.txt", target="menu.txt")
    assert (work / "menu.txt").read_text(encoding="utf-8") == "soup"
    assert copied.result == {"path": str(work / "archive/caf\ufffd.txt")}
    found = FilePredicate(path=str(work / "archive/caf\ufffd.txt"), contains="soup").check_now()
    removed = await bench.run("remove_file", path="archive/caf\ufffd.txt")
    assert list((work / "archive").iterdir()) == []
    assert [result.effect for result in (copied, renamed, removed)] == [Effect.CONFIRMED] * 3
    for item in (told, copied, renamed, removed, found):
        item.model_dump_json()
    assert found.truth is Truth.SATISFIED


async def test_two_files_that_are_told_alike_are_refused_with_what_to_do(bench: Bench, tmp_path: Path) -> None:
    for name in (b"a\xe9.txt", b"a\xfc.txt"):
        (tmp_path / "work" / os.fsdecode(name)).touch()
    refused = await bench.run("move_file", source="a\ufffd.txt", target="b.txt")
    assert not refused.ok and "rename them first" in (refused.error or "")
    missing = await bench.run("move_file", source="nothing.txt", target="b.txt")
    missing.model_dump_json()
    assert "a\ufffd.txt" in (missing.error or "")
