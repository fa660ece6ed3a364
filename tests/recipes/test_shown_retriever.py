"""What was shown is found by a request for it, in the application that it was shown in, and cited by its name."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from ufo.errors import SkillError
from ufo.knowledge.index.store import KnowledgeStore
from ufo.knowledge.index.values import Kind
from ufo.recipes.index import IndexedRecipes, RecipesRetriever
from ufo.recipes.recipe import Demonstration
from ufo.recipes.store import DemonstrationStore
from ufo.schema.knowledge import Passage, Query

FREEZE = Demonstration(
    name="freeze-row",
    request="freeze the first row of the sheet",
    application="libreoffice-calc",
    applications=("libreoffice-calc",),
    steps=("click Menu 'View'", "click MenuItem 'Freeze First Row'"),
    summary="In libreoffice-calc, 2 steps.",
    proved="done again on a fresh desktop; 1 condition held",
)


async def found(store: DemonstrationStore, folder: Path, text: str, application: str) -> tuple[Passage, ...]:
    index = KnowledgeStore(folder / "index.sqlite")
    try:
        IndexedRecipes(folder, lambda: index).refresh()
        retriever = RecipesRetriever(Kind.DEMONSTRATION, store.folder, lambda: index, top_k=1)
        knowledge = await retriever.retrieve(Query(text, application, time.monotonic() + 5))
    finally:
        index.close()
    return knowledge.demonstration_examples


async def test_a_demonstration_is_cited_with_its_steps(tmp_path: Path) -> None:
    store = DemonstrationStore(tmp_path)
    store.put("freeze-row", FREEZE)
    (passage,) = await found(store, tmp_path, "Freeze the first row", "libreoffice-calc")
    assert passage.source == "demonstration freeze-row"
    assert "2. click MenuItem 'Freeze First Row'" in passage.text and "not proved" not in passage.text


NOTE = FREEZE.model_copy(
    update={
        "name": "note",
        "request": "write down in log.odt, the usual way, that there is a storm; save it",
        "steps": ("press ctrl+end", "press enter", "type '*** storm ***' into Paragraph", "press ctrl+s"),
    }
)


async def test_what_was_shown_with_other_values_is_found(tmp_path: Path) -> None:
    store = DemonstrationStore(tmp_path)
    store.put("note", NOTE)
    asked = "Write down in log.odt, the usual way, that there is fog and the horn sounded. Save it."
    assert [passage.source for passage in await found(store, tmp_path, asked, "libreoffice-calc")] == [
        "demonstration note"
    ]
    other = "Write a letter about the fog to the harbour office and save it."
    assert await found(store, tmp_path, other, "libreoffice-calc") == ()


async def test_another_application_and_another_request_find_nothing(tmp_path: Path) -> None:
    store = DemonstrationStore(tmp_path)
    store.put("freeze-row", FREEZE)
    assert await found(store, tmp_path, "Freeze the first row", "mousepad") == ()
    assert await found(store, tmp_path, "Export as PDF with a watermark", "libreoffice-calc") == ()


async def test_what_changed_or_was_forgotten_is_seen_by_the_next_run(tmp_path: Path) -> None:
    store = DemonstrationStore(tmp_path)
    store.put("freeze-row", FREEZE)
    await found(store, tmp_path, "Freeze the first row", "libreoffice-calc")
    store.put("freeze-row", FREEZE.model_copy(update={"summary": "Another one.", "proved": ""}))
    (passage,) = await found(store, tmp_path, "Freeze the first row", "libreoffice-calc")
    assert "Another one." in passage.text and "not proved" in passage.text
    store.forget("freeze-row")
    assert await found(store, tmp_path, "Freeze the first row", "libreoffice-calc") == ()


async def test_a_long_demonstration_leaves_room_for_others(tmp_path: Path) -> None:
    store = DemonstrationStore(tmp_path)
    store.put(
        "freeze-row",
        FREEZE.model_copy(update={"steps": tuple(f"click Button 'Number {index}'" for index in range(500))}),
    )
    (passage,) = await found(store, tmp_path, "Freeze the first row", "libreoffice-calc")
    assert len(passage.text) < 1400 and "more steps" in passage.text


def test_names_that_are_none_broken_files_and_missing_ones_are_told(tmp_path: Path) -> None:
    store = DemonstrationStore(tmp_path)
    with pytest.raises(SkillError, match="cannot name"):
        store.read("../etc")
    with pytest.raises(SkillError, match="there is no demonstration"):
        store.read("missing")
    store.put("freeze-row", FREEZE)
    store.path("freeze-row").write_text("{")
    with pytest.raises(SkillError, match="cannot be used"):
        store.read("freeze-row")
    assert store.all() == [] and store.names() == ["freeze-row"]
