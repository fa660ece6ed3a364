"""HostUIExecutor on a desktop in memory: windows are chosen by id and title, applications found by words."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.tools.bench import Bench
from ufo.desktop.fake import AppSpec, Widget, WindowSpec, faults
from ufo.desktop.values import Application
from ufo.schema.command import Effect, Result, ResultStatus
from ufo.tools.servers.host_ui import host_ui


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    item = Bench(tmp_path, host_ui)
    yield item
    await item.dispatcher.close()


def root(result: Result) -> str:
    value: dict[str, Any] = result.result
    return str(value["root_name"])


async def test_a_window_is_chosen_by_id_and_brought_to_the_front(bench: Bench) -> None:
    bench.desktop.start("form")
    bench.desktop.start("notes")
    ids = {window.name: window.id for window in await bench.eyes.windows(remove_empty=True, refresh=True)}
    result = await bench.run("select_application_window", id=ids["Registration"], name="Registration")
    assert result.effect is Effect.CONFIRMED
    assert root(result) == "form"
    assert result.result["window_info"]["name"] == "Registration"
    assert (await bench.desktop.windows())[0].title == "Registration"
    assert bench.selection.window is not None and bench.selection.window.title == "Registration"


async def test_another_title_or_an_unknown_id_chooses_nothing(bench: Bench) -> None:
    bench.desktop.start("form")
    await bench.eyes.windows(remove_empty=True, refresh=True)
    wrong = await bench.run("select_application_window", id="0", name="Sheet")
    unknown = await bench.run("select_application_window", id="7", name="Registration")
    assert "is 'Registration', not 'Sheet'" in str(wrong.error)
    assert "0 (Registration)" in str(unknown.error)
    assert wrong.effect is unknown.effect is Effect.REFUSED
    assert bench.selection.window is None


async def test_a_window_that_closed_since_the_list_is_said(bench: Bench) -> None:
    bench.desktop.start("form")
    await bench.eyes.windows(remove_empty=True, refresh=True)
    faults_change = faults.close_window("Registration").change
    assert faults_change is not None
    faults_change(bench.desktop.world)
    result = await bench.run("select_application_window", id="0", name="Registration")
    assert "is closed" in str(result.error)


async def test_choosing_another_window_forgets_the_ids_of_the_last_one(bench: Bench) -> None:
    await bench.open("form")
    bench.desktop.start("notes")
    ids = {window.name: window.id for window in await bench.eyes.windows(remove_empty=True, refresh=True)}
    await bench.run("select_application_window", id=ids["Untitled - Notes"])
    assert bench.selection.controls == {}


@pytest.mark.parametrize(
    ("words", "app_root"),
    [
        ("Notes", "notes"),
        ("text editor", "notes"),
        ("spreadsheet", "sheet"),
        ("Registraton", "form"),
        ("sign up", "form"),
    ],
)
async def test_applications_are_found_by_name_purpose_or_likeness(bench: Bench, words: str, app_root: str) -> None:
    result = await bench.run("launch_application", name=words)
    assert (root(result), result.effect) == (app_root, Effect.CONFIRMED)
    assert result.result["window_info"]["id"] == "0"


async def test_an_application_that_is_not_there_names_what_is(bench: Bench) -> None:
    result = await bench.run("launch_application", name="Photoshop")
    assert result.status is ResultStatus.FAILURE
    assert "Notes" in str(result.error)


async def test_a_document_is_opened_by_what_reads_its_kind(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "todo.txt").write_text("milk", encoding="utf-8")
    result = await bench.run("launch_application", arguments=["todo.txt"])
    assert (root(result), result.effect) == ("notes", Effect.CONFIRMED)
    assert "todo.txt" in result.result["window_info"]["name"]
    by_name = await bench.run("launch_application", name="todo.txt")
    assert root(by_name) == "notes"


async def test_a_missing_document_says_what_is_there_and_opens_nothing(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "todo.txt").write_text("milk", encoding="utf-8")
    result = await bench.run("launch_application", name="Notes", arguments=["tood.txt"])
    assert "no document 'tood.txt'" in str(result.error) and "todo.txt" in str(result.error)
    assert await bench.desktop.windows() == ()


async def test_a_text_editor_begins_a_file_that_is_not_there_yet(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "todo.txt").write_text("milk", encoding="utf-8")
    result = await bench.run("launch_application", name="Notes", arguments=["letter.md"])
    assert root(result) == "notes" and "letter.md" in result.result["window_info"]["name"]
    assert any("saving makes it" in said for said in result.evidence)
    alike = await bench.run("launch_application", name="Notes", arguments=["todo2.txt"])
    assert not alike.ok and "todo.txt" in str(alike.error) and '"new"' in str(alike.error)
    assert (await bench.run("launch_application", name="Notes", arguments=["todo2.txt"], new=True)).ok
    elsewhere = await bench.run("launch_application", name="Notes", arguments=["nowhere/x.txt"], new=True)
    assert not elsewhere.ok and "nor its folder exists" in str(elsewhere.error)


async def test_a_document_that_the_window_does_not_name_is_only_partly_confirmed(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "data.csv").write_text("1,2", encoding="utf-8")
    result = await bench.run("launch_application", arguments=["data.csv"])
    assert (root(result), result.effect) == ("sheet", Effect.PARTIAL)


async def test_closing_is_confirmed_when_the_window_is_gone(bench: Bench) -> None:
    await bench.open("form")
    await bench.eyes.windows(remove_empty=True, refresh=True)
    result = await bench.run("close_application", id="0", name="Registration")
    assert result.effect is Effect.CONFIRMED
    assert bench.selection.window is None


async def test_closing_unsaved_work_tells_the_question_that_came_instead(bench: Bench) -> None:
    app = await bench.open("notes")
    app.notes["unsaved"] = "yes"
    await bench.eyes.windows(remove_empty=True, refresh=True)
    result = await bench.run("close_application", id="0")
    assert result.effect is Effect.PARTIAL
    assert "'Save changes?'" in result.evidence[0]


@pytest.mark.parametrize(("role", "effect"), [("TabItem", Effect.CONFIRMED), ("Button", Effect.PARTIAL)])
async def test_a_document_that_no_title_names_is_open_where_a_tab_of_the_window_does(
    bench: Bench, tmp_path: Path, role: str, effect: Effect
) -> None:
    (tmp_path / "plan.pdf").write_bytes(b"%PDF-1.4")
    main = WindowSpec("main", "Yearly overview", (Widget("part", role, "plan.pdf"),))
    bench.desktop.installed["viewer"] = AppSpec(Application("viewer", "Viewer", ("viewer",)), (main,))
    result = await bench.run("launch_application", name="Viewer", arguments=[str(tmp_path / "plan.pdf")])
    assert result.effect is effect, result


async def test_a_window_keeps_its_id_whatever_opens_closes_or_comes_to_the_front(bench: Bench) -> None:
    async def ids() -> dict[str, str]:
        return {window.name: str(window.id) for window in await bench.eyes.windows(remove_empty=True, refresh=True)}

    bench.desktop.start("form")
    bench.desktop.start("sheet")
    before = await ids()
    assert sorted(before.values()) == ["0", "1"]
    await bench.run("select_application_window", id=before["Registration"])
    bench.desktop.start("notes")
    assert before.items() <= (await ids()).items()
    await bench.run("close_application", id=before["Registration"])
    bench.desktop.start("form")
    assert sorted((await ids()).values()) == sorted([before["Sheet"], "2", "3"])
