"""The same tools on a real desktop: a GTK application of our own, looked at and worked through the real servers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.tools.bench import Bench
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.schema.command import Effect, Route
from ufo.schema.picture import Picture
from ufo.tools.servers.app_ui import app_ui
from ufo.tools.servers.host_ui import host_ui
from ufo.tools.servers.ui_collector import ui_collector

_FORM = Path(__file__).parents[2] / "conformance" / "gtk_registration.py"
_FIELD = Path(__file__).parents[2] / "owned_apps" / "text_field.py"

pytestmark = pytest.mark.apps


@pytest.fixture
async def bench(desktop: LinuxDesktop, tmp_path: Path) -> AsyncIterator[Bench]:
    item = Bench(tmp_path, app_ui, host_ui, ui_collector, desktop=desktop)
    item.selection.window = await desktop.launch(Launch("/usr/bin/python3", (str(_FORM),)))
    await desktop.settle(item.selection.window.id)
    await item.look()
    yield item
    await item.dispatcher.close()


async def test_controls_are_numbered_as_they_are_read(bench: Bench) -> None:
    names = [target.name for target in (await bench.look()).values() if target.type != "Text"]
    wanted = ["Name", "Email", "Password", "Send me the newsletter", "Country", "Amber", "Submit"]
    assert [name for name in names if name in wanted] == wanted


async def test_a_whole_form_is_filled_in_submitted_and_each_step_is_told_truly(bench: Bench) -> None:
    submit = await bench.run("click_input", id=bench.id_of("Submit"), name="Submit")
    assert submit.effect is Effect.REFUSED and "disabled" in str(submit.error)
    written = await bench.run("set_edit_text", id=bench.id_of("Name", "Edit"), name="Name", text="Ada")
    assert (written.effect, written.result) == (Effect.CONFIRMED, "Ada")
    typed = await bench.run("keyboard_input", id=bench.id_of("Email", "Edit"), name="Email", keys="ada@example.org")
    assert typed.effect is Effect.CONFIRMED
    ticked = await bench.run("click_input", id=bench.id_of("Send me the newsletter"), name="")
    assert (ticked.effect, ticked.route) == (Effect.CONFIRMED, Route.ACCESSIBILITY)
    await bench.look()
    sent = await bench.run("click_input", id=bench.id_of("Submit"), name="Submit")
    assert sent.effect is Effect.PARTIAL
    assert "dialog 'Thank you' opened" in sent.evidence
    await bench.look()
    behind = await bench.run("click_input", id=bench.id_of("Send me the newsletter"), name="")
    assert behind.effect is Effect.REFUSED and "'Thank you'" in str(behind.error)
    closed = await bench.run("click_input", id=bench.id_of("OK"), name="OK")
    assert closed.effect is Effect.CONFIRMED
    assert any("Thank you" in said for said in closed.evidence)
    found = await bench.run("wait_for", name="Submitted for Ada", timeout_s=5)
    assert found.ok


async def test_a_secret_is_typed_without_being_told(bench: Bench) -> None:
    result = await bench.run("set_edit_text", id=bench.id_of("Password", "Edit"), name="Password", text="hunter2")
    assert result.effect in (Effect.PARTIAL, Effect.UNVERIFIABLE)
    assert "hunter2" not in result.model_dump_json()


async def test_a_list_is_scrolled_and_what_moved_tells_so(bench: Bench) -> None:
    result = await bench.run("wheel_mouse_input", id=bench.id_of("Colours"), name="Colours", wheel_dist=-3)
    assert result.effect is Effect.CONFIRMED


async def test_windows_are_listed_chosen_pictured_and_closed(bench: Bench) -> None:
    listed = (await bench.run("get_desktop_app_info")).result
    mine = next(row for row in listed if row["name"] == "Registration")
    chosen = await bench.run("select_application_window", id=mine["id"], name="Registration")
    assert chosen.effect is Effect.CONFIRMED
    picture = Picture.from_data_url(str((await bench.run("capture_window_screenshot")).result))
    assert picture.rect.width >= 600
    closed = await bench.run("close_application", id=mine["id"], name="Registration")
    assert closed.effect is Effect.CONFIRMED


async def test_what_is_typed_behind_a_long_text_is_read_back(desktop: LinuxDesktop, tmp_path: Path) -> None:
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    command = Launch("/usr/bin/python3", (str(_FIELD), "gtk3", str(tmp_path / "truth.txt"), "Field"))
    bench.selection.window = await desktop.launch(command)
    await desktop.settle(bench.selection.window.id)
    await bench.look()
    (field,) = [key for key, element in bench.selection.controls.items() if element.role == "Edit"]
    await bench.run("set_edit_text", id=field, name="", text="a line of the book\n" * 500)
    typed = await bench.run("keyboard_input", id=field, name="", keys="^{END}the last words")
    assert (typed.effect, typed.evidence) == (Effect.CONFIRMED, ("the Edit got 'the last words' more",))
    rubbed = await bench.run("keyboard_input", keys="{BACKSPACE 6}")
    assert (rubbed.effect, rubbed.evidence) == (Effect.PARTIAL, ("the Edit lost ' words'",))
    await bench.dispatcher.close()
