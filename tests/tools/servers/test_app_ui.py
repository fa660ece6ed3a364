"""AppUIExecutor on a desktop in memory: what it does, what it refuses, and that it never confirms what did not happen."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.requirement import requirement
from tests.tools.bench import Bench
from ufo.desktop.fake import AppSpec, Widget, WindowSpec, faults
from ufo.desktop.fake.apps import form
from ufo.desktop.fake.handler_context import RunningApp
from ufo.desktop.fake.spec import button, text
from ufo.schema.command import Effect, ResultStatus, Route
from ufo.tools.servers.app_ui import app_ui


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    item = Bench(tmp_path, app_ui)
    yield item
    await item.dispatcher.close()


async def test_a_click_that_ticks_a_box_is_confirmed_by_its_state(bench: Bench) -> None:
    app = await bench.open("form")
    result = await bench.on("click_input", "Send me the newsletter")
    assert app.checked("newsletter")
    assert (result.effect, result.route) == (Effect.CONFIRMED, Route.ACCESSIBILITY)
    assert result.evidence == ("CheckBox 'Send me the newsletter' is checked now",)


async def test_a_click_that_opens_a_dialog_is_confirmed_and_names_it(bench: Bench) -> None:
    await bench.open("notes")
    opened = await bench.on("click_input", "File")
    assert opened.effect is Effect.CONFIRMED
    await bench.look()
    result = await bench.on("click_input", "Save As…")
    assert result.effect is Effect.CONFIRMED
    assert "dialog 'Save As' opened" in result.evidence


async def test_a_dialog_of_the_window_is_worked_through_the_window(bench: Bench, tmp_path: Path) -> None:
    app = await bench.open("notes")
    app.set_value("text", "hello")
    app.open("save-dialog")
    await bench.look()
    target = tmp_path / "out.txt"
    written = await bench.on("set_edit_text", "Name", text=str(target), clear_current_text=True)
    assert written.effect is Effect.CONFIRMED
    saved = await bench.run("click_input", id=bench.id_of("Save", "Button"), name="Save")
    assert saved.effect is Effect.PARTIAL
    assert target.read_text(encoding="utf-8") == "hello"


@pytest.mark.parametrize(
    ("tool", "name", "parameters"),
    [
        ("click_input", "Send me the newsletter", {}),
        ("click_input", "Send me the newsletter", {"button": "right"}),
        ("click_input", "Amber", {"double": True}),
        ("click_input", "Country", {}),
        ("keyboard_input", "Email", {"keys": "me@example.org", "control_focus": False}),
        ("wheel_mouse_input", "Colours", {"wheel_dist": -2}),
    ],
)
async def test_an_action_that_reached_nothing_is_never_confirmed(
    bench: Bench, tool: str, name: str, parameters: dict[str, object]
) -> None:
    await bench.open("form")
    bench.desktop.inject(faults.swallow())
    result = await bench.on(tool, name, **parameters)
    assert result.ok
    assert result.effect is Effect.SUSPECTED_NOOP
    assert result.evidence


@pytest.mark.parametrize(
    "fault",
    [
        faults.disable("newsletter"),
        faults.rename("newsletter", "Delete my account"),
        faults.look_alike("newsletter"),
        faults.popup("form", "thanks"),
    ],
)
async def test_what_became_another_control_is_refused_and_not_touched(bench: Bench, fault: faults.Fault) -> None:
    app = await bench.open("form")
    app.widget("newsletter").shift = (150, 100)
    await bench.look()
    bench.desktop.inject(fault)
    result = await bench.on("click_input", "Send me the newsletter")
    assert (result.status, result.effect) == (ResultStatus.FAILURE, Effect.REFUSED)
    assert any(said in str(result.error) for said in ("look again", "enables it", "answer that dialog first"))
    assert not app.checked("newsletter")


async def test_a_window_that_closed_is_said(bench: Bench) -> None:
    await bench.open("form")
    bench.desktop.inject(faults.close_window("Registration"))
    result = await bench.on("click_input", "Send me the newsletter")
    assert (result.status, result.effect) == (ResultStatus.FAILURE, Effect.REFUSED)


async def test_a_control_that_moved_is_clicked_where_it_is_now(bench: Bench) -> None:
    spec = form()
    await bench.open("form")
    assert bench.app is not None and spec.app_root == "form"
    bench.app.widget("newsletter").spec = Widget("newsletter", "CheckBox", "Send me the newsletter", has_actions=False)
    await bench.look()
    bench.desktop.inject(faults.move("newsletter", 250, 90))
    result = await bench.on("click_input", "Send me the newsletter")
    assert bench.app.checked("newsletter")
    assert (result.effect, result.route) == (Effect.CONFIRMED, Route.POINTER)


async def test_a_control_under_another_window_is_raised_first(bench: Bench) -> None:
    app = await bench.open("form")
    bench.desktop.start("notes")
    result = await bench.on("click_input", "Send me the newsletter")
    assert app.checked("newsletter")
    assert result.effect is Effect.CONFIRMED
    assert (await bench.desktop.windows())[0].title == "Registration"


async def test_a_control_behind_a_modal_dialog_is_refused_with_the_dialogs_name(bench: Bench) -> None:
    app = await bench.open("form")
    app.open("thanks")
    await bench.look()
    result = await bench.on("click_input", "Amber")
    assert result.status is ResultStatus.FAILURE
    assert "dialog 'Thank you' is open and blocks it" in str(result.error)


async def test_an_item_out_of_sight_is_scrolled_to_first(bench: Bench) -> None:
    app = await bench.open("form")
    result = await bench.on("click_input", "Hazel")
    assert app.value("colours") == "Hazel"
    assert result.effect is Effect.CONFIRMED


async def test_a_wrong_name_or_an_unknown_id_is_refused(bench: Bench) -> None:
    await bench.open("form")
    wrong = await bench.run("click_input", id=bench.id_of("Submit"), name="Cancel")
    unknown = await bench.run("click_input", id="999", name="Submit")
    assert "is named 'Submit', not 'Cancel'" in str(wrong.error)
    assert "no control has id '999'" in str(unknown.error)
    assert wrong.effect is unknown.effect is Effect.REFUSED


async def test_a_hung_application_is_a_failure_that_says_so(bench: Bench) -> None:
    await bench.open("form")
    bench.desktop.inject(faults.hang("form"))
    result = await bench.on("click_input", "Send me the newsletter")
    assert result.status is ResultStatus.FAILURE
    assert "does not answer" in str(result.error)


async def test_an_application_that_hangs_after_the_click_leaves_it_unverifiable(bench: Bench) -> None:
    await bench.open("form")
    bench.desktop.inject(faults.hang("form", "after_act"))
    result = await bench.on("click_input", "Send me the newsletter")
    assert result.effect is Effect.UNVERIFIABLE


async def test_text_is_written_read_back_and_confirmed(bench: Bench) -> None:
    app = await bench.open("form")
    result = await bench.on("set_edit_text", "Name", text="Ada")
    assert (result.effect, result.route, result.result) == (Effect.CONFIRMED, Route.ACCESSIBILITY, "Ada")
    assert result.evidence == ("Edit 'Name' now shows 'Ada'",)
    more = await bench.on("set_edit_text", "Name", text=" Lovelace")
    assert (app.value("name"), more.result) == ("Ada Lovelace", "Ada Lovelace")
    cleared = await bench.on("set_edit_text", "Name", text="", clear_current_text=True)
    assert (app.value("name"), cleared.effect) == ("", Effect.CONFIRMED)


@requirement("act:narrowest-route")
async def test_text_that_does_not_hold_is_typed_instead(bench: Bench) -> None:
    app = await bench.open("form")
    bench.desktop.inject(faults.revert("name", "old"))
    result = await bench.on("set_edit_text", "Name", text="Ada", clear_current_text=True)
    assert app.value("name") == "Ada"
    assert (result.effect, result.route) == (Effect.CONFIRMED, Route.KEYBOARD)


async def test_text_that_never_holds_is_not_confirmed(bench: Bench) -> None:
    app = await bench.open("form")
    app.widget("name").spec = Widget(
        "name", "Edit", "Name", editable=True, on_change=lambda running: running.set_value("name", "fixed")
    )
    result = await bench.on("set_edit_text", "Name", text="Ada", clear_current_text=True)
    assert app.value("name") == "fixed"
    assert result.effect is Effect.PARTIAL
    assert result.evidence == ("Edit 'Name' shows 'fixed', not 'Ada'",)


async def test_a_field_that_became_another_one_once_it_was_written_to_is_not_said_to_be_left_alone(
    bench: Bench,
) -> None:
    app = await bench.open("form")

    def changed(running: RunningApp) -> None:
        running.set_value("name", f"{running.value('name')} Lovelace")
        running.set_name("name", "Erase the disk")

    app.widget("name").spec = Widget("name", "Edit", "Name", editable=True, on_change=changed)
    result = await bench.on("set_edit_text", "Name", text="Ada", clear_current_text=True)
    assert app.value("name") == "Ada Lovelace"
    assert (result.effect, result.route) == (Effect.UNVERIFIABLE, Route.ACCESSIBILITY)
    assert result.evidence == ("Edit 'Name' is gone or cannot be read back",)


async def test_a_password_is_written_but_its_text_is_told_nowhere(bench: Bench) -> None:
    app = await bench.open("form")
    result = await bench.on("set_edit_text", "Password", text="hunter2")
    assert app.value("secret") == "hunter2"
    assert result.effect is Effect.PARTIAL
    assert "hunter2" not in result.model_dump_json()


async def test_keys_go_to_the_control_that_they_are_for(bench: Bench) -> None:
    app = await bench.open("form")
    result = await bench.on("keyboard_input", "Email", keys="me@example.org")
    assert (app.value("email"), result.effect) == ("me@example.org", Effect.CONFIRMED)
    replaced = await bench.on("keyboard_input", "Email", keys="{VK_CONTROL}ayou")
    assert (app.value("email"), replaced.effect) == ("you", Effect.CONFIRMED)


async def test_a_text_is_typed_as_it_stands_and_then_the_keys(bench: Bench) -> None:
    app = await bench.open("notes")
    result = await bench.on("keyboard_input", "Text", text="date +%F ^s {ENTER} ~(x)", keys="{ENTER}19%{ENTER}")
    assert app.value("text") == "date +%F ^s {ENTER} ~(x)\n19%\n"
    assert result.effect is Effect.CONFIRMED
    nothing = await bench.on("keyboard_input", "Text")
    assert not nothing.ok and "empty" in (nothing.error or "")


async def test_keys_without_a_control_go_to_the_window_even_where_another_one_was_in_front(bench: Bench) -> None:
    app = await bench.open("notes")
    await bench.on("click_input", "Text")
    bench.desktop.start("form")
    await bench.desktop.focus(bench.selection.require_window().id)
    await bench.on("click_input", "Text")
    result = await bench.run("keyboard_input", keys="hello{ENTER}world")
    assert app.value("text") == "hello\nworld"
    assert result.effect is Effect.CONFIRMED


async def test_a_chord_without_a_visible_effect_is_unverifiable(bench: Bench) -> None:
    await bench.open("form")
    result = await bench.run("keyboard_input", keys="{VK_CONTROL}c")
    assert result.effect is Effect.UNVERIFIABLE


@requirement("act:narrowest-route")
async def test_points_of_the_window_are_clicked_and_dragged(bench: Bench) -> None:
    app = await bench.open("form")
    window = bench.selection.require_window().rect
    tick = app.widget("newsletter").rect.center
    result = await bench.run(
        "click_on_coordinates", x=(tick.x - window.x) / window.width, y=(tick.y - window.y) / window.height
    )
    assert app.checked("newsletter")
    assert (result.effect, result.route) == (Effect.CONFIRMED, Route.COORDINATES)
    ends = [app.widget(key).rect.center for key in ("colours/0", "colours/2")]
    places = [((end.x - window.x) / window.width, (end.y - window.y) / window.height) for end in ends]
    dragged = await bench.run(
        "drag_on_coordinates",
        start_x=places[0][0],
        start_y=places[0][1],
        end_x=places[1][0],
        end_y=places[1][1],
        key_hold="VK_SHIFT",
    )
    assert dragged.effect is Effect.PARTIAL
    assert [app.widget(f"colours/{index}").selected for index in range(4)] == [True, True, True, False]


@requirement("bad:outside-point")
async def test_what_is_outside_of_the_window_is_no_argument(bench: Bench) -> None:
    await bench.open("form")
    for x, bound in ((1.5, "less than or equal to 1"), (-0.5, "greater than or equal to 0")):
        result = await bench.run("click_on_coordinates", x=x, y=0.5)
        assert (result.status, result.effect) == (ResultStatus.FAILURE, Effect.REFUSED)
        assert f"x is {x}: input should be {bound}" in (result.error or "")
    assert bench.desktop.inputs == []
    for corner in (0, 1):
        await bench.run("click_on_coordinates", x=corner, y=corner)
    assert len(bench.desktop.inputs) == 2
    (tool,) = [tool for tool in await bench.dispatcher.list_tools() if tool.tool_name == "click_on_coordinates"]
    assert "0 to 1" in tool.input_schema["properties"]["x"]["description"]


async def test_a_text_of_ten_megabytes_is_refused_with_another_way(bench: Bench) -> None:
    await bench.open("form")
    result = await bench.run("keyboard_input", keys="x" * 10_000_000)
    assert result.effect is Effect.REFUSED and "put it in a file" in (result.error or "")
    assert bench.desktop.inputs == []


async def test_scrolling_is_confirmed_by_what_moved(bench: Bench) -> None:
    app = await bench.open("form")
    result = await bench.on("wheel_mouse_input", "Colours", wheel_dist=-2)
    assert app.widget("colours").scroll == 2
    assert result.effect is Effect.CONFIRMED
    at_start = await bench.on("wheel_mouse_input", "Colours", wheel_dist=2)
    assert at_start.effect is Effect.CONFIRMED
    further = await bench.on("wheel_mouse_input", "Colours", wheel_dist=2)
    assert further.effect is Effect.SUSPECTED_NOOP


async def test_the_text_of_a_control_and_of_a_container_is_read(bench: Bench) -> None:
    await bench.open("form")
    assert (await bench.on("texts", "Country")).result == "Austria"
    listed = await bench.on("texts", "Colours")
    assert str(listed.result).splitlines()[:2] == ["Amber", "Blue"]


@requirement("host-state:pending.event")
async def test_waiting_for_a_text_ends_when_it_is_shown(bench: Bench) -> None:
    app = await bench.open("form")
    app.later(lambda running: running.set_name("status", "Ready now"))
    result = await bench.run("wait_for", name="ready NOW", timeout_s=5)
    assert result.ok and "Ready now" in result.evidence[0]
    late = await bench.run("wait_for", name="Ready now", gone=True, timeout_s=0.2)
    assert "still shown after 0.2 s" in str(late.error)
    assert (await bench.run("wait", seconds=301)).status is ResultStatus.FAILURE
    assert (await bench.run("summary", text="as seen")).result == "as seen"


async def test_without_a_selected_window_the_next_move_is_named(bench: Bench) -> None:
    result = await bench.run("keyboard_input", keys="a")
    assert "select_application_window" in str(result.error)


async def test_what_changes_by_itself_proves_nothing(tmp_path: Path) -> None:
    bench = Bench(tmp_path, app_ui)
    base = form().application
    window = WindowSpec("main", "Ticker", (button("go", "Go"), text("news", "Headline 1")))
    bench.desktop.installed["form"] = AppSpec(base, (window,))
    app = await bench.open("form")
    app.set_name("news", "Headline 2")
    app.later(lambda running: running.set_name("news", "Headline 3"))
    result = await bench.on("click_input", "Go")
    assert result.effect is not Effect.CONFIRMED
    await bench.dispatcher.close()
