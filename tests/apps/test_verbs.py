"""The verbs on applications that people use: menus, dialogs with pages, forms of a browser, trees, judged by what the
application shows or wrote itself."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from tests.needs import need
from tests.requirement import requirement
from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.desktop.linux.capture.late_tree import LATE_S
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.schema.command import Effect
from ufo.tools.servers.app_ui import app_ui

pytestmark = [pytest.mark.apps, pytest.mark.timeout(120)]

_PAGE = """<!doctype html><meta charset=utf-8><title>Order</title><form
onsubmit="event.preventDefault();document.title='sent '+[...new FormData(this)].map(p=>p.join('=')).join('&')">
<p><label>Full name <input name=n></label><p><label>Secret <input type=password name=p></label>
<p><label>Country <select name=c><option>Austria<option>Belgium<option>Denmark</select></label>
<p><label>Extras <select name=m multiple size=4><option>One<option>Two<option>Three<option>Four</select></label>
<p><label>Volume <input type=range name=v min=0 max=10 value=3></label><p><label>Day <input type=date name=d></label>
<p><label>Amount <input type=number name=a value=1></label><p><label>Notes <textarea name=t></textarea></label>
<p><label><input type=radio name=s value=S>Small</label><label><input type=radio name=s value=L>Large</label>
<p><label><input type=checkbox name=gift>Gift wrap</label><p><button>Send order</button></form>
<div style="height:2500px"></div><p>Far below</p>"""


@pytest.fixture
async def bench(desktop: LinuxDesktop, tmp_path: Path) -> AsyncIterator[Bench]:
    item = Bench(tmp_path, app_ui, desktop=desktop)
    yield item
    await item.dispatcher.close()


async def _open(bench: Bench, desktop: LinuxDesktop, program: str, *arguments: str) -> None:
    bench.selection.window = await desktop.launch(Launch(program, arguments))
    await desktop.settle(bench.selection.window.id)
    await bench.look()


def _state(bench: Bench, name: str, role: str) -> frozenset[str]:
    return next(
        control.states for control in bench.selection.controls.values() if (control.name, control.role) == (name, role)
    )


async def test_a_page_of_preferences_is_reached_through_the_menu_and_its_box_ticked(
    bench: Bench, desktop: LinuxDesktop
) -> None:
    await _open(bench, desktop, "mousepad")
    there = await bench.run("visit", path=["Edit", "Preferences", "Editor"])
    assert there.effect is Effect.CONFIRMED, there
    again = await bench.run("visit", path=["Editor"])
    assert (again.effect, again.route) == (Effect.CONFIRMED, None)
    box = "Enable automatic indentation"
    await bench.look()
    before = "checked" in _state(bench, box, "CheckBox")
    ticked = await bench.on("set_checked", box, checked=not before)
    assert ticked.effect is Effect.CONFIRMED
    await bench.look()
    assert ("checked" in _state(bench, box, "CheckBox")) is not before
    await bench.on("set_checked", box, checked=before)


async def test_a_menu_that_has_no_such_entry_says_so_and_is_closed_and_a_box_with_a_field_is_written_in(
    bench: Bench, desktop: LinuxDesktop
) -> None:
    await _open(bench, desktop, "mousepad")
    result = await bench.run("visit", path=["Edit", "Preferences of another program"])
    assert "leads to no" in str(result.error) and "'Preferences" in str(result.error)
    await bench.look()
    assert not [
        control
        for control in bench.selection.controls.values()
        if control.role == "MenuItem" and control.name == "Undo"
    ]
    assert (await bench.run("visit", path=["Search", "Find and Replace..."])).ok
    await bench.look()
    # Boxes with a field in them, which alone tells what they show.
    filled = await bench.run(
        "fill", fields=[{"name": "Search for:", "value": "two"}, {"name": "Replace with:", "value": "2"}]
    )
    assert filled.effect is Effect.CONFIRMED, filled


@pytest.mark.matrix
@requirement("verb:visit")
async def test_a_dialog_of_several_pages_in_a_spreadsheet_is_turned_to_the_page(
    bench: Bench, desktop: LinuxDesktop
) -> None:
    await _open(bench, desktop, "libreoffice", "--calc", "--norestore", "--nologo")
    there = await bench.run("visit", path=["Format", "Cells…", "Font Effects"])
    assert there.effect in (Effect.CONFIRMED, Effect.PARTIAL), there
    await bench.look()
    assert "selected" in _state(bench, "Font Effects", "TabItem")
    again = await bench.run("visit", path=["Font Effects"])
    assert (again.effect, again.route) == (Effect.CONFIRMED, None)


async def test_a_field_of_a_page_has_the_focus_when_it_was_given_and_is_not_waited_for_longer(
    bench: Bench, desktop: LinuxDesktop, tmp_path: Path
) -> None:
    need("chromium")
    page = tmp_path / "fields.html"
    page.write_text("<!doctype html><title>Fields</title><label>One <input></label> <label>Two <input></label>")
    await _open(bench, desktop, "chromium", page.as_uri())
    with in_time():
        while {"One", "Two"} - {
            control.name for control in bench.selection.controls.values() if control.role == "Edit"
        }:
            await bench.look()
    waited = []
    for name in ("One", "Two") * 3:
        field = bench.selection.controls[bench.id_of(name, "Edit")]
        await desktop.act(field.handle, "focus")
        began = anyio.current_time()
        assert "focused" in (await desktop.reidentify(field.handle)).states
        waited.append(anyio.current_time() - began)
        await bench.look()
    # The ring around it is painted, and the tree tells why: nothing more is to come. A busy machine is late now and then.
    assert min(waited) < LATE_S


@pytest.mark.matrix
async def test_a_whole_form_of_a_browser_is_filled_in_one_call_and_sent(
    bench: Bench, desktop: LinuxDesktop, tmp_path: Path
) -> None:
    need("chromium")
    page = tmp_path / "order.html"
    page.write_text(_PAGE, encoding="utf-8")
    await _open(bench, desktop, "chromium", page.as_uri())
    with in_time():
        while not any(control.name == "Gift wrap" for control in bench.selection.controls.values()):
            await bench.look()
    day = bench.id_of("Day", "Edit")
    fields = [
        {"name": "Full name", "value": "Zoë 日本"},
        {"name": "Secret", "value": "hunter2"},
        {"name": "Country", "value": "Denmark"},
        {"name": "Extras", "value": ["Two", "Four"]},
        {"name": "Volume", "value": 7},
        {"id": day, "value": "2026-12-24"},
        {"name": "Amount", "value": 12},
        {"name": "Notes", "value": "a note"},
        {"name": "Large", "value": True},
        {"name": "Gift wrap", "value": True},
    ]
    filled = await bench.run("fill", fields=fields)
    assert filled.ok and "hunter2" not in filled.model_dump_json()
    assert [row["effect"] for row in filled.result if row["field"] != "Secret"] == ["confirmed"] * 9, filled
    await bench.run("visit", path=["Send order"])
    sent = "sent n=Zoë 日本&p=hunter2&c=Denmark&m=Two&m=Four&v=7&d=2026-12-24&a=12&t=a note&s=L&gift=on"
    with in_time():
        while not any(sent in window.title for window in await desktop.windows()):
            await anyio.sleep(0.05)
    below = await bench.run("scroll_to", text="Far below")
    assert below.effect is Effect.CONFIRMED, below
    home = await bench.run("scroll_to", text="Gift wrap")
    assert home.effect is Effect.CONFIRMED, home


async def test_the_menu_behind_the_button_of_a_calculator_is_found(bench: Bench, desktop: LinuxDesktop) -> None:
    await _open(bench, desktop, "gnome-calculator")
    result = await bench.run("visit", path=["About Calculator"])
    assert result.ok, result
    with in_time():
        # Since libadwaita 1.5 a dialog may be a part of the window.
        while not any("About" in window.title for window in await desktop.windows()):
            dialogs = [target.name for target in (await bench.look()).values() if target.type == "Dialog"]
            if "About" in dialogs:
                break
            await anyio.sleep(0.05)
