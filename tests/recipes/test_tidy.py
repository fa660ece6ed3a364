"""Tidying: duplicates become one, what misled or was never used goes, after the difference was shown."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from tests.recipes.known import experience
from ufo.knowledge.index.store import KnowledgeStore
from ufo.knowledge.index.values import Kind
from ufo.recipes.index import IndexedRecipes
from ufo.recipes.tidy import plan

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def _opened(folder: Path) -> tuple[IndexedRecipes, KnowledgeStore]:
    index = KnowledgeStore(folder / "index.sqlite")
    return IndexedRecipes(folder, lambda: index), index


def test_duplicates_are_merged_and_the_difference_tells_what_is_added(tmp_path: Path) -> None:
    both, index = _opened(tmp_path)
    first = experience("sort the table by Total, largest first", avoid=("a",), kept="2026-02-01T00:00:00+00:00")
    second = experience(
        "sort the table by the column Total, largest first", avoid=("b",), kept="2026-02-02T00:00:00+00:00"
    )
    both.experience.put(first.key, first)
    both.experience.put(second.key, second)
    (change,) = plan(both.experience.by_name(), 180, NOW)
    assert (change.key, change.into) == (second.key, first.key)
    assert '+  "b"' in change.diff() and any(line.startswith("--- ") for line in change.diff())
    assert len(both.experience.names()) == 2, "a plan changes nothing"

    assert both.tidy((change,)) == (change,)
    (item,) = both.experience.all()
    assert (item.avoid, item.times) == (("a", "b"), 2)
    assert len(index.documents(Kind.EXPERIENCE)) == 1
    assert plan(both.experience.by_name(), 180, NOW) == ()


def test_what_misled_and_what_was_never_used_goes(tmp_path: Path) -> None:
    both, _ = _opened(tmp_path)
    misled = experience("freeze the first row", uses=4, verified_uses=1)
    unused = experience("insert a chart", kept="2025-06-01T00:00:00+00:00")
    fresh = experience("print the page", kept="2026-02-20T00:00:00+00:00")
    used = experience("set the margins", kept="2025-06-01T00:00:00+00:00", uses=1, verified_uses=1)
    for item in (misled, unused, fresh, used):
        both.experience.put(item.key, item)
    changes = plan(both.experience.by_name(), 180, NOW)
    assert {change.key: change.why for change in changes} == {
        misled.key: "it misled: 1 of 4 runs that were told of it were verified",
        unused.key: "no run was told of it since 2025-06-01",
    }
    assert {change.key for change in plan(both.experience.by_name(), 0, NOW)} == {misled.key}
    both.tidy(changes)
    assert set(both.experience.names()) == {fresh.key, used.key}


def test_what_changed_since_the_plan_is_left_alone(tmp_path: Path) -> None:
    both, _ = _opened(tmp_path)
    item = experience(uses=3)
    both.experience.put(item.key, item)
    changes = plan(both.experience.by_name(), 180, NOW)
    both.experience.change(item.key, lambda it: it.model_copy(update={"uses": 4, "verified_uses": 3}))
    assert both.tidy(changes) == ()
    assert both.experience.names() == [item.key]
