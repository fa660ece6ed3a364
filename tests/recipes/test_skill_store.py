"""Skills on disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from ufo.errors import SkillError
from ufo.recipes.recipe import Skill
from ufo.recipes.store import SkillStore


def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    store = SkillStore(tmp_path / "new" / "folder")
    skill = Skill(name="memo", request="say {{text}}")
    store.write(skill)
    assert store.read("memo") == skill
    assert store.names() == ["memo"]


def test_a_skill_is_replaced_only_where_that_is_said(tmp_path: Path) -> None:
    store = SkillStore(tmp_path)
    store.write(Skill(name="memo", request="one"))
    with pytest.raises(SkillError, match="--force"):
        store.write(Skill(name="memo", request="two"))
    store.write(Skill(name="memo", request="two"), replace=True)
    assert store.read("memo").request == "two"


@pytest.mark.parametrize("content", ["", "{", "[]", '{"name": "x"}', '{"version": 99, "name": "x", "request": "y"}'])
def test_a_broken_file_is_told_and_takes_nothing_from_the_others(tmp_path: Path, content: str) -> None:
    store = SkillStore(tmp_path)
    store.write(Skill(name="good", request="one"))
    (tmp_path / "bad.json").write_text(content)
    with pytest.raises(SkillError, match=r"bad\.json"):
        store.read("bad")
    assert [skill.name for skill in store.all()] == ["good"]


@pytest.mark.parametrize("name", ["", "../x", "a/b", ".hidden", "x" * 65])
def test_a_name_that_is_none_for_a_file_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(SkillError, match="cannot name a skill"):
        SkillStore(tmp_path).read(name)


def test_a_missing_one_is_told_with_those_that_are_there(tmp_path: Path) -> None:
    store = SkillStore(tmp_path)
    store.write(Skill(name="good", request="one"))
    with pytest.raises(SkillError, match=r"no skill 'bad' \(there are: good\)"):
        store.read("bad")
    with pytest.raises(SkillError):
        store.remove("bad")


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("")
    with pytest.raises(SkillError, match="cannot be written"):
        SkillStore(blocker / "skills").write(Skill(name="memo", request="one"))
