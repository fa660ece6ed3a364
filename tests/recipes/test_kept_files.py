"""Files that runs and recordings wrote before recipes had one room are read as they are, and nothing of them is lost."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from ufo.knowledge.index.store import KnowledgeStore
from ufo.knowledge.index.values import Kind
from ufo.recipes.index import IndexedRecipes
from ufo.recipes.replay.request_match import fitting
from ufo.recipes.share import take
from ufo.recipes.store import DemonstrationStore, ExperienceStore, RecipeStore, SkillStore
from ufo_recording.demonstrated import skill_of
from ufo_recording.recording_folder import read_recording

KEPT = Path(__file__).parent / "kept"


@pytest.mark.parametrize(
    ("store", "names"),
    [
        (SkillStore(KEPT / "skills"), ["memo", "sum"]),
        (ExperienceStore(KEPT / "knowledge"), ["form-81d59fe6b3d4", "form-e752d3aefee2"]),
        (DemonstrationStore(KEPT / "knowledge"), ["memo"]),
    ],
)
def test_a_file_of_each_kind_is_read_and_would_be_written_as_it_was(store: RecipeStore[Any], names: list[str]) -> None:
    assert list(store.by_name()) == names
    for name, recipe in store.by_name().items():
        assert recipe.model_dump(mode="json") == json.loads(store.path(name).read_bytes())


def test_a_skill_still_fits_the_words_it_was_saved_for() -> None:
    (chosen,) = fitting(SkillStore(KEPT / "skills").all(), 'Memo with text "Dear Bo"')
    assert (chosen.skill.name, chosen.values) == ("memo", {"text": "Dear Bo"})


def test_a_recording_still_becomes_the_skill_that_was_made_of_it() -> None:
    recording = read_recording(KEPT / "knowledge/demonstrations/memo")
    assert skill_of(recording, "memo") == SkillStore(KEPT / "skills").read("memo")


def test_what_was_kept_is_told_to_the_next_run(tmp_path: Path) -> None:
    shutil.copytree(KEPT / "knowledge", tmp_path / "knowledge")
    index = KnowledgeStore(tmp_path / "knowledge/index.sqlite")
    recipes = IndexedRecipes(tmp_path / "knowledge", lambda: index)
    recipes.refresh()
    assert [document.application for document in index.documents(Kind.EXPERIENCE)] == ["form", "form"]
    assert [document.application for document in index.documents(Kind.DEMONSTRATION)] == ["mousepad"]
    keys = {known.key for known in recipes.experience.all()}
    assert keys == set(recipes.experience.names()), "a key is the name of its file"


def test_what_others_exported_is_taken_in(tmp_path: Path) -> None:
    taken = take(KEPT / "shared.json", tmp_path)
    assert ([entry.kind for entry in taken.entries], taken.refused) == (["experience", "demonstrations", "skills"], [])
