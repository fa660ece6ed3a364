"""Many files in one call, patterns, links and permissions, on real files: nothing is replaced, and nothing is half done."""

from __future__ import annotations

import os
import stat
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.tools.bench import Bench
from ufo.schema.command import Effect
from ufo.tools.servers.files import files


@pytest.fixture
def work(tmp_path: Path) -> Path:
    (tmp_path / "work" / "in").mkdir(parents=True)
    for name in ("a.txt", "b.txt", "c.png", ".hidden.txt", "new\nline.txt"):
        (tmp_path / "work" / name).write_text(name, encoding="utf-8")
    return tmp_path / "work"


@pytest.fixture
async def bench(work: Path) -> AsyncIterator[Bench]:
    item = Bench(work, files)
    yield item
    await item.dispatcher.close()


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


async def test_files_are_renamed_and_a_pattern_is_moved_in_one_call(bench: Bench, work: Path) -> None:
    moved = await bench.run(
        "move_files", files=[{"source": "c.png", "target": "in/d.png"}, {"source": "*.txt", "target": "in"}]
    )
    assert moved.effect is Effect.CONFIRMED, moved
    assert _names(work) == [".hidden.txt", "in"]
    assert _names(work / "in") == ["a.txt", "b.txt", "d.png", "new\nline.txt"]
    copied = await bench.run("move_files", files=[{"source": "in/[ab].txt", "target": "."}], copy=True)
    assert copied.effect is Effect.CONFIRMED and (work / "in/a.txt").exists() and (work / "a.txt").exists()


async def test_missing_folders_that_the_call_names_are_made_and_told(bench: Bench, work: Path) -> None:
    moved = await bench.run(
        "move_files",
        files=[
            {"source": "c.png", "target": "photos/1/one.png"},
            {"source": "a.txt", "target": "texts/"},
            {"source": "b*", "target": "more"},
        ],
    )
    assert moved.effect is Effect.CONFIRMED, moved
    assert [_names(work / item) for item in ("photos/1", "texts", "more")] == [["one.png"], ["a.txt"], ["b.txt"]]
    assert f"new: the folder {work / 'photos/1'}" in moved.evidence


async def test_names_may_move_up_when_the_last_is_named_first(bench: Bench, work: Path) -> None:
    chain = [{"source": "b.txt", "target": "z.txt"}, {"source": "a.txt", "target": "b.txt"}]
    backwards = await bench.run("move_files", files=list(reversed(chain)))
    assert not backwards.ok and (work / "a.txt").exists()
    assert (await bench.run("move_files", files=chain)).effect is Effect.CONFIRMED
    assert (work / "b.txt").read_text(encoding="utf-8") == "a.txt"


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ([("a.txt", "x.txt"), ("b.txt", "c.png")], "is not replaced"),
        ([("a.txt", "x.txt"), ("b.txt", "x.txt")], "two files would be"),
        ([("a.txt", "x.txt"), ("a.txt", "y.txt")], "named twice"),
        ([("a.txt", "x.txt"), ("gone.txt", "y.txt")], "there is no document 'gone.txt'"),
        ([("*.txt", "c.png")], "needs a folder"),
        ([("c.png", "new/c"), ("b.txt", "new/c/b.txt")], "something else has its place"),
        ([("*.pdf", "in")], "matches '*.pdf'"),
        ([("*/a.txt", "in")], "wildcard in the name of a folder"),
        ([("in", "in/deeper")], "into itself"),
        ([("a.txt", "c.png/a.txt")], "something else has its place"),
        ([("../*", "in")], "holds your home or the working folder"),
    ],
)
async def test_what_cannot_all_be_done_is_not_begun(
    bench: Bench, work: Path, given: list[tuple[str, str]], reason: str
) -> None:
    before = _names(work)
    result = await bench.run("move_files", files=[{"source": text, "target": other} for text, other in given])
    assert not result.ok and reason in (result.error or ""), result
    assert _names(work) == before and _names(work / "in") == []


async def test_a_thousand_files_go_in_one_call_and_more_do_not(bench: Bench, work: Path) -> None:
    for number in range(1000):
        (work / f"{number}.log").touch()
    assert (await bench.run("move_files", files=[{"source": "*.log", "target": "in"}])).effect is Effect.CONFIRMED
    assert len(_names(work / "in")) == 1000
    for number in range(1001):
        (work / f"{number}.log").touch()
    more = await bench.run("move_files", files=[{"source": "*.log", "target": "in"}])
    assert not more.ok and "at most 1,000" in (more.error or "")


async def test_a_name_with_signs_of_a_pattern_stands_for_itself(bench: Bench, work: Path) -> None:
    (work / "a[1]*.txt").write_text("odd", encoding="utf-8")
    assert (await bench.run("move_files", files=[{"source": "a[1]*.txt", "target": "in"}])).ok
    assert _names(work / "in") == ["a[1]*.txt"] and (work / "a.txt").exists()


async def test_a_link_is_moved_itself_and_not_what_it_leads_to(bench: Bench, work: Path, tmp_path: Path) -> None:
    (tmp_path / "far.txt").write_text("far", encoding="utf-8")
    (work / "link.lnk").symlink_to(tmp_path / "far.txt")
    assert (await bench.run("move_files", files=[{"source": "*.lnk", "target": "in"}])).ok
    assert (work / "in/link.lnk").is_symlink() and (tmp_path / "far.txt").exists()


async def test_a_link_is_made_and_permissions_are_set_and_read_back(bench: Bench, work: Path) -> None:
    linked = await bench.run("make_link", source="a.txt", target="in/short")
    assert linked.effect is Effect.CONFIRMED and (work / "in/short").readlink() == work / "a.txt"
    assert not (await bench.run("make_link", source="b.txt", target="a.txt")).ok
    changed = await bench.run("set_permissions", path="a.txt", mode="755")
    assert changed.effect is Effect.CONFIRMED and os.access(work / "a.txt", os.X_OK)
    for mode in ("4755", "999", "u+s", "x+u", ""):
        assert not (await bench.run("set_permissions", path="a.txt", mode=mode)).ok
    assert stat.S_IMODE((work / "a.txt").stat().st_mode) == 0o755
    for mode, then in (
        ("-x", 0o644),
        ("u+x,g-r", 0o704),
        ("go=", 0o700),
        ("a=r", 0o444),
        ("ug+w,o=r", 0o664),
        ("755", 0o755),
    ):
        changed = await bench.run("set_permissions", path="a.txt", mode=mode)
        assert changed.effect is Effect.CONFIRMED and stat.S_IMODE((work / "a.txt").stat().st_mode) == then, mode
    told = await bench.run("list_folder", path="in/*", details=True)
    assert told.result["files"][0]["leads_to"] == str(work / "a.txt")
    result = await bench.run("list_folder", path="a.*", details=True)
    assert (result.result["files"][0]["permissions"], result.result["files"][0]["bytes"]) == ("755", 5)
    assert (await bench.run("list_folder", path="*.txt")).result["names"] == ["a.txt", "b.txt", "new\\nline.txt"]
    (work / "in" / "deep" / "er").mkdir(parents=True)
    (work / "in" / "deep" / "er" / "c.txt").touch()
    (work / "in" / ".hidden").mkdir()
    (work / "in" / ".hidden" / "d.txt").touch()
    for pattern, names in {
        "i*/**/*.txt": ["in/deep/er/c.txt"],
        "in/*/er": ["deep/er/"],
        "in/**": ["deep/", "deep/er/"],
    }.items():
        told = (await bench.run("list_folder", path=pattern)).result["names"]
        assert set(names) <= set(told) and not any("hidden" in name for name in told), pattern
    assert "nothing in" in str((await bench.run("list_folder", path="**/*.xyz")).error)
