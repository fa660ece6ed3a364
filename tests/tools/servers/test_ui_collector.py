"""UICollector on a desktop in memory: lists, looks, pictures and checks, as the agents' room reads them."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.tools.bench import Bench
from ufo.desktop.fake import faults
from ufo.schema.picture import Picture
from ufo.schema.predicate import Finding
from ufo.schema.target import TargetInfo, TargetKind
from ufo.tools.servers.ui_collector import note_silent_browser, ui_collector


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    item = Bench(tmp_path, ui_collector)
    yield item
    await item.dispatcher.close()


async def rows(bench: Bench, tool_name: str, **parameters: object) -> list[dict[str, Any]]:
    result = await bench.run(tool_name, **parameters)
    assert result.ok, result.error
    return list(result.result)


async def targets(bench: Bench) -> dict[str, TargetInfo]:
    found = [TargetInfo.model_validate(row) for row in await rows(bench, "get_app_window_controls_target_info")]
    return {target.name: target for target in found}


async def test_windows_have_ids_from_zero_and_dialogs_belong_to_their_window(bench: Bench) -> None:
    app = bench.desktop.start("form")
    bench.desktop.start("notes")
    app.open("thanks")
    listed = await rows(bench, "get_desktop_app_info")
    assert [(row["id"], row["name"], row["kind"]) for row in listed] == [
        ("0", "Registration", "window"),
        ("1", "Untitled - Notes", "window"),
    ]
    full = [TargetInfo.model_validate(row) for row in await rows(bench, "get_desktop_app_target_info")]
    assert (full[0].app_root, full[0].process, full[0].kind) == ("form", "form", TargetKind.WINDOW)


async def test_a_list_that_is_not_refreshed_stays_as_it_was(bench: Bench) -> None:
    bench.desktop.start("form")
    await rows(bench, "get_desktop_app_info")
    bench.desktop.start("notes")
    assert len(await rows(bench, "get_desktop_app_info", refresh_app_windows=False)) == 1
    assert len(await rows(bench, "get_desktop_app_info")) == 2


async def test_windows_without_a_title_are_left_out_unless_asked_for(bench: Bench) -> None:
    app = bench.desktop.start("form")
    app.set_title("main", "")
    assert await rows(bench, "get_desktop_app_info") == []
    assert len(await rows(bench, "get_desktop_app_info", remove_empty=False)) == 1


async def test_the_selected_window_tells_of_itself_what_it_is_now(bench: Bench) -> None:
    app = await bench.open("notes")
    app.set_title("main", "*draft - Notes")
    window = TargetInfo.model_validate((await bench.run("get_app_window_info")).result)
    assert (window.name, window.app_root, window.id) == ("*draft - Notes", "notes", None)
    assert "active" in window.states
    partly = (await bench.run("get_app_window_info", field_list=["control_rect"])).result
    assert set(partly) == {"kind", "name", "rect"}


async def test_controls_have_ids_from_one_and_tell_role_value_states_and_label(bench: Bench) -> None:
    await bench.open("form")
    found = await targets(bench)
    assert [target.id for target in found.values()] == [str(number) for number in range(1, len(found) + 1)]
    assert (found["Country"].type, found["Country"].value, found["Country"].label) == ("ComboBox", "Austria", "Country")
    assert "disabled" in found["Submit"].states
    assert "unchecked" in found["Send me the newsletter"].states
    assert bench.selection.resolve(str(found["Submit"].id)).name == "Submit"
    few = await rows(bench, "get_app_window_controls_info", field_list=["control_text", "control_type", "source"])
    assert {key for row in few for key in row} == {"id", "kind", "name", "type", "source"}


async def test_what_was_not_there_at_the_last_look_is_new_once(bench: Bench) -> None:
    await bench.open("notes")
    before = await targets(bench)
    assert not any("new" in target.states for target in before.values())
    bench.desktop.world.windows[0].widgets[0].children[0].expanded = True
    opened = await targets(bench)
    assert [name for name, target in opened.items() if "new" in target.states] == ["Save", "Save As…", "Close"]
    again = await targets(bench)
    assert not any("new" in target.states for target in again.values())


async def test_ids_of_an_unchanged_window_can_be_acted_on_after_each_look(bench: Bench) -> None:
    await bench.open("form")
    first = await targets(bench)
    second = await targets(bench)
    assert first == second
    snapshot = bench.selection.snapshot
    assert snapshot is not None
    assert bench.selection.resolve(str(second["Submit"].id)).handle.snapshot_id == snapshot.id


async def test_pictures_are_png_data_urls_of_the_right_place(bench: Bench) -> None:
    await bench.open("form")
    window = Picture.from_data_url(str((await bench.run("capture_window_screenshot")).result))
    assert (window.mime, window.rect) == ("image/png", bench.selection.require_window().rect)
    screen = Picture.from_data_url(str((await bench.run("capture_desktop_screenshot")).result))
    picture = Picture.from_data_url(str((await bench.run("capture_desktop_screenshot", all_screens=False)).result))
    assert screen.rect == picture.rect == bench.desktop.world.screen


async def test_the_tree_is_nested_as_the_controls_are(bench: Bench) -> None:
    await bench.open("form")
    tree = (await bench.run("get_ui_tree")).result
    colours = next(node for node in tree["children"] if node["name"] == "Colours")
    assert [child["name"] for child in colours["children"]][:2] == ["Amber", "Blue"]


async def test_controls_are_found_by_words_best_first(bench: Bench) -> None:
    await bench.open("form")
    found = await rows(bench, "find_controls", text="name")
    assert found[0]["name"] == "Name"
    by_value = await rows(bench, "find_controls", text="austria")
    assert by_value[0]["name"] == "Country"
    assert (await bench.run("find_controls", text=" ")).error is not None


async def test_applications_are_listed(bench: Bench) -> None:
    assert {row["name"] for row in await rows(bench, "list_applications")} == {"Notes", "Registration", "Sheet"}


async def test_expectations_are_checked_on_controls_windows_and_files_of_the_working_folder(
    bench: Bench, tmp_path: Path
) -> None:
    await bench.open("form")
    (tmp_path / "out.txt").write_text("done", encoding="utf-8")
    expect = [
        {"on": "element", "name": "Country", "value": "Austria"},
        {"on": "element", "name": "Country", "value": "Chile"},
        {"on": "window", "title": "registration"},
        {"on": "file", "path": "out.txt", "contains": "done"},
    ]
    found = [
        Finding.model_validate(row) for row in await rows(bench, "verify_expectations", expect=expect, timeout_s=0.1)
    ]
    assert [finding.truth.value for finding in found] == ["satisfied", "unsatisfied", "satisfied", "satisfied"]


async def test_a_closed_window_and_no_window_at_all_are_said(bench: Bench) -> None:
    missing = await bench.run("get_app_window_controls_target_info")
    assert "select_application_window" in str(missing.error)
    await bench.open("form")
    change = faults.close_window("Registration").change
    assert change is not None
    change(bench.desktop.world)
    closed = await bench.run("capture_window_screenshot")
    assert "'Registration' is closed" in str(closed.error)


async def test_controls_that_changed_between_looks_are_told_as_they_are_now(bench: Bench) -> None:
    app = await bench.open("form")
    await targets(bench)
    before = await targets(bench)
    assert await targets(bench) == before
    app.set_value("email", "ann@example.org")
    after = await targets(bench)
    assert after["Email"].value == "ann@example.org" and before["Email"].value != after["Email"].value
    assert {name: target for name, target in after.items() if name != "Email"} == {
        name: target for name, target in before.items() if name != "Email"
    }


async def test_controls_are_found_by_role_and_state_without_words(bench: Bench) -> None:
    await bench.open("form")
    boxes = await rows(bench, "find_controls", role="checkbox", state="unchecked")
    assert boxes
    assert {row["type"] for row in boxes} == {"CheckBox"}
    assert len(await rows(bench, "find_controls", state="enabled", limit=2)) == 2


async def test_what_a_search_found_is_marked_at_the_next_look_and_no_longer_at_the_one_after(bench: Bench) -> None:
    await bench.open("form")
    await rows(bench, "find_controls", text="submit", role="Button")
    marked = await targets(bench)
    assert [name for name, target in marked.items() if "found" in target.states] == ["Submit"]
    assert not any("found" in target.states for target in (await targets(bench)).values())


async def test_a_search_finds_what_came_since_the_last_look(bench: Bench) -> None:
    await bench.open("form")
    await targets(bench)
    change = faults.rename("newsletter", "Weekly letter").change
    assert change is not None
    change(bench.desktop.world)
    assert [row["name"] for row in await rows(bench, "find_controls", text="weekly")] == ["Weekly letter"]


async def test_a_pattern_in_a_conditions_path_means_the_newest_file_that_it_matches(bench: Bench) -> None:
    folder = bench.scope.working_folder
    for name, text in (("one", "old"), ("two", "new")):
        (folder / name).mkdir()
        (folder / name / "settings.txt").write_text(text)
    os.utime(folder / "one" / "settings.txt", (1e9, 1e9))
    stated = [{"on": "file", "path": "*/settings.txt", "contains": "new"}, {"on": "file", "path": "*/no.txt"}]
    found = [
        Finding.model_validate(row) for row in await rows(bench, "verify_expectations", expect=stated, timeout_s=0)
    ]
    assert [finding.truth for finding in found] == ["satisfied", "unsatisfied"]
    assert getattr(found[0].predicate, "path", "").endswith("two/settings.txt")


async def test_a_condition_about_a_link_is_about_the_link_and_not_about_what_it_leads_to(bench: Bench) -> None:
    folder = bench.scope.working_folder
    (folder / "report.txt").write_text("May")
    (folder / "latest").symlink_to("report.txt")
    stated = [{"on": "file", "path": "latest", "target": "report.txt"}]
    found = [
        Finding.model_validate(row) for row in await rows(bench, "verify_expectations", expect=stated, timeout_s=0)
    ]
    assert [finding.truth for finding in found] == ["satisfied"], found
    assert getattr(found[0].predicate, "path", "") == str(folder.resolve() / "latest")


async def test_a_look_notes_whether_a_browser_reports_its_pages(bench: Bench) -> None:
    await bench.open("form")
    await rows(bench, "get_app_window_controls_info")
    assert not bench.scope.shelf.is_silent
    bench.selection.window = replace(bench.selection.require_window(), process="chromium")
    await note_silent_browser(bench.scope)
    assert bench.scope.shelf.is_silent
