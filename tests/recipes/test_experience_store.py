"""Files of experience, the index that is made from them, and what a killed process leaves."""

from __future__ import annotations

import multiprocessing
import os
import signal
from pathlib import Path

import pytest

from tests.recipes.known import experience
from ufo.errors import KnowledgeError
from ufo.knowledge.index.store import KnowledgeStore
from ufo.knowledge.index.values import Kind
from ufo.recipes.index import IndexedRecipes
from ufo.recipes.recipe import Experience
from ufo.recipes.store import ExperienceStore
from ufo.recipes.tidy import counted


def _index(folder: Path) -> KnowledgeStore:
    return KnowledgeStore(folder / "index.sqlite")


def test_what_is_kept_twice_is_one_with_the_shorter_way_and_both_lessons(tmp_path: Path) -> None:
    store = ExperienceStore(tmp_path)
    store.keep(experience(avoid=("a",)))
    shorter = experience("export other.odt as PDF", actions=experience().actions[:1], avoid=("b",))
    key, kept = store.keep(shorter)
    assert store.names() == [key]
    assert (kept.actions, kept.avoid, kept.times) == (shorter.actions, ("a", "b"), 2)


def test_the_same_way_in_nearly_the_same_words_is_one(tmp_path: Path) -> None:
    store = ExperienceStore(tmp_path)
    store.keep(experience("sort the table by the column Total, largest first"))
    store.keep(experience("sort the table by the column Total with the largest first"))
    store.keep(experience("sort the table by the column Name, smallest last"))
    assert len(store.names()) == 2


def test_experience_that_is_set_aside_begins_anew_when_a_run_proves_it_again(tmp_path: Path) -> None:
    store = ExperienceStore(tmp_path)
    key, _ = store.keep(experience())
    for _ in range(3):
        store.change(key, lambda item: counted(item, verified=False))
    assert store.read(key).set_aside
    _, kept = store.keep(experience())
    assert (kept.set_aside, kept.uses) == (False, 0)


@pytest.mark.parametrize(
    ("verified", "aside"), [("nnn", True), ("nn", False), ("ynn", False), ("ynnn", True), ("yynnnnn", True)]
)
def test_fewer_than_a_third_of_at_least_three_set_it_aside(verified: str, aside: bool) -> None:
    item = experience()
    for letter in verified:
        item = counted(item, verified=letter == "y")
    assert item.set_aside is aside


def test_the_index_follows_the_files(tmp_path: Path) -> None:
    index = _index(tmp_path)
    both = IndexedRecipes(tmp_path, lambda: index)
    (key,) = both.keep([experience()])
    assert [document.origin for document in index.documents(Kind.EXPERIENCE)] == [f"experience/{key}.json"]
    both.experience.forget(key)
    both.experience.keep(experience("something else", application="calc"))
    both.refresh()
    assert [document.application for document in index.documents(Kind.EXPERIENCE)] == ["calc"]


def test_counting_sets_aside_in_the_files_and_takes_out_of_the_index(tmp_path: Path) -> None:
    index = _index(tmp_path)
    both = IndexedRecipes(tmp_path, lambda: index)
    both.keep([experience()])
    hit = index.search("export as PDF", kinds={Kind.EXPERIENCE}, application="writer")[0]
    asides = [both.count_use([hit.key, hit.key, "other:0"], verified=False) for _ in range(3)]
    assert [len(aside) for aside in asides] == [0, 0, 1]
    assert index.documents(Kind.EXPERIENCE) == []


def test_broken_files_are_named_and_harm_nothing(tmp_path: Path) -> None:
    store = ExperienceStore(tmp_path)
    key, _ = store.keep(experience())
    (store.folder / "garbage.json").write_bytes(b"\xff{")
    (store.folder / "deep.json").write_text("[" * 50_000)
    (store.folder / "long.json").write_text(" " * 200_000)
    (store.folder / "link.json").symlink_to("/etc/passwd")
    os.mkfifo(store.folder / "pipe.json")
    assert list(store.by_name()) == [key]
    assert len(store.broken()) == 5
    with pytest.raises(KnowledgeError, match="no key"):
        store.read("../../etc/passwd")


def test_a_full_disk_loses_nothing_that_was_kept(tmp_path: Path) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("there is no /dev/full")
    store = ExperienceStore(tmp_path)
    key, _ = store.keep(experience())
    before = store.path(key).read_bytes()
    (store.folder / f".{key}.json.part").mkdir()
    with pytest.raises(KnowledgeError):
        store.keep(experience(avoid=("new",)))
    assert store.path(key).read_bytes() == before


def _keep_many(folder: str, application: str) -> None:
    index = _index(Path(folder))
    both = IndexedRecipes(Path(folder), lambda: index)
    for number in range(400):
        both.keep([_numbered(application, number)])


def _numbered(application: str, number: int) -> Experience:
    word = "".join(chr(ord("a") + int(digit)) for digit in f"{number:04d}")
    return experience(f"do {word} with the table", application=application)


@pytest.mark.timeout(60)
def test_killed_in_the_middle_everything_that_was_kept_is_whole_and_found(tmp_path: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    ours = spawn.Process(target=_keep_many, args=(str(tmp_path), "writer"))
    ours.start()
    store = ExperienceStore(tmp_path)
    while len(store.names()) < 5:
        assert ours.is_alive()
    assert ours.pid is not None
    os.kill(ours.pid, signal.SIGKILL)
    ours.join()
    kept = store.all()
    assert kept and store.broken() == []
    index = _index(tmp_path)
    IndexedRecipes(tmp_path, lambda: index).refresh()
    assert len(index.documents(Kind.EXPERIENCE)) == len(kept)
