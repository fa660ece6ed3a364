"""The verbs on large applications that `make setup-apps` installs: a picture is drawn and exported, a form is filled, sent."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest
from PIL import Image

from tests.apps.fields import PAGE, require_a_file_and_a_colour_are_given, require_every_kind_of_field_is_filled
from tests.needs import need, need_scene
from tests.owned_apps.scenes import SCENES
from tests.owned_apps.stage import Stage
from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.schema.command import Effect, Result
from ufo.tools.servers.app_ui import app_ui

pytestmark = [
    pytest.mark.apps,
    pytest.mark.timeout(300),
    pytest.mark.matrix,
]
_FORM = """<!doctype html><meta charset=utf-8><title>Order</title><form
onsubmit="event.preventDefault();document.title='sent '+[...new FormData(this)].map(p=>p.join('=')).join('&')">
<p><label>Full name <input name=n></label>
<p><label>Country <select name=c><option>Austria<option>Belgium<option>Denmark</select></label>
<p><label>Extras <select name=m multiple size=4><option>One<option>Two<option>Three<option>Four</select></label>
<p><label>Volume <input type=range name=v min=0 max=10 value=3></label><p><label>Day <input type=date name=d></label>
<p><label>Amount <input type=number name=a value=1></label><p><label>Notes <textarea name=t></textarea></label>
<p><label><input type=radio name=s value=S>Small</label><label><input type=radio name=s value=L>Large</label>
<fieldset style="display:contents"><p><label><input type=checkbox name=gift>Gift wrap</label></fieldset>
<p><button>Send order</button></form>
<details><summary>More</summary><p>inner words</details><div style="height:2500px"></div><p>Far below"""

_HEARD = """<!doctype html><meta charset=utf-8><title>Heard</title>
<p><label>Many <select name=m></select></label> <label>Size <select name=s size=3><option>S<option>M<option>L</select></label>
<p><label>Amount <input type=number name=a value=1></label> <label>Volume <input type=range name=v max=10 value=3></label>
<p><label>Several <select name=z multiple size=4><option>Item one<option>Item two<option>Item three<option>Item four<option>
Item five<option>Item six<option>Item seven<option>Item eight</select></label>
<script>const told={};for(let n=1;n<=500;n++)document.querySelector('[name=m]').add(new Option('Number '+n));
document.addEventListener('change',e=>{
told[e.target.name]=e.target.multiple?[...e.target.selectedOptions].map(o=>o.value):e.target.value;
document.title='heard '+Object.entries(told).map(p=>p.join('=')).join(' ')})</script>"""


@pytest.fixture
async def bench(desktop: LinuxDesktop, tmp_path: Path) -> AsyncIterator[Bench]:
    item = Bench(tmp_path, app_ui, desktop=desktop)
    yield item
    await item.dispatcher.close()


async def _open(bench: Bench, program: str, *arguments: str) -> None:
    need(program)
    bench.selection.window = await bench.scope.desktop.launch(Launch(program, arguments), timeout_s=120)


async def _turn_to(bench: Bench, title: str) -> None:
    """The window with those words in its title, once it is there and quiet."""
    desktop = bench.scope.desktop
    with anyio.fail_after(90):
        while True:
            window = next((window for window in await desktop.windows() if title in window.title), None)
            if window is not None:
                break
            await anyio.sleep(0.1)
    bench.selection.window = window
    await desktop.settle(window.id, 10)
    await bench.look()


async def _press(bench: Bench, name: str) -> Result:
    return await bench.on("click_input", name, button="left", double=False)


async def test_a_picture_gets_its_size_in_a_dialog_is_drawn_on_and_exported(bench: Bench, tmp_path: Path) -> None:
    await _open(bench, "gimp")
    await _turn_to(bench, "GNU Image Manipulation Program")
    assert (await bench.run("visit", path=["File", "New..."])).ok
    await _turn_to(bench, "Create a New Image")
    size = [{"name": "Width:", "value": 320}, {"name": "Height:", "value": 200}]
    for route_is_none in (False, True):
        filled = await bench.run("fill", fields=size)
        assert filled.effect is Effect.CONFIRMED and (filled.route is None) is route_is_none, filled
    for unit, other in (("pixels", "millimeters"), ("millimeters", "pixels")):
        chosen = await bench.run("select", id=bench.id_of(unit, "ComboBox"), items=[other])
        assert chosen.effect is Effect.CONFIRMED, chosen
        await bench.look()
    await _press(bench, "OK")
    await _turn_to(bench, "320x200")
    await bench.run("keyboard_input", keys="n")
    drawn = await bench.run("drag_on_coordinates", start_x=0.45, start_y=0.5, end_x=0.6, end_y=0.55)
    assert drawn.ok, drawn
    assert (await bench.run("visit", path=["File", "Export As..."])).ok
    await _turn_to(bench, "Export Image")
    file = tmp_path / "drawn.png"
    assert (await bench.run("fill", fields=[{"name": "Name:", "value": str(file)}])).effect is Effect.CONFIRMED
    await _press(bench, "Export")
    await _turn_to(bench, "Export Image as PNG")
    # The dialog is of a plug-in's process; it is worked from the picture's window that it stands in front of.
    await _turn_to(bench, "320x200")
    assert (await _on(bench, "set_checked", "Save gamma", "CheckBox", checked=True)).effect is Effect.CONFIRMED
    assert (await _on(bench, "set_value", "Compression level:", "Spinner", value=4)).effect is Effect.CONFIRMED
    await bench.look()
    controls = bench.selection.controls.items()
    able = [key for key, element in controls if element.name == "Export" and "disabled" not in element.states]
    assert (await bench.run("click_input", id=able[-1], name="Export", button="left", double=False)).ok
    with in_time():
        while not file.exists() or not file.stat().st_size:
            await anyio.sleep(0.1)
    await _turn_to(bench, "(exported)")
    with Image.open(file) as picture:
        shades = picture.convert("L").histogram()
        assert picture.size == (320, 200) and sum(shades[:64]) > 500, "nothing dark was drawn"


async def test_a_form_of_another_browser_is_filled_and_sent_and_its_settings_are_turned_to(
    bench: Bench, tmp_path: Path
) -> None:
    page = tmp_path / "order.html"
    page.write_text(_FORM, encoding="utf-8")
    await _open(bench, "firefox-esr", page.as_uri())
    await _turn_to(bench, "Order")
    with in_time():
        while not any(target.name == "Gift wrap" for target in (await bench.look()).values()):
            await anyio.sleep(0.1)
    fields = [
        {"name": "Full name", "value": "Zoë 日本"},
        {"name": "Country", "value": "Denmark"},
        {"name": "Extras", "value": ["Two", "Four"]},
        {"name": "Volume", "value": 7},
        {"id": bench.id_of("Day", "Edit"), "value": "2026-12-24"},
        {"name": "Amount", "value": 12},
        {"name": "Notes", "value": "a note"},
        {"name": "Large", "value": True},
        {"name": "Gift wrap", "value": True},
    ]
    filled = await bench.run("fill", fields=fields)
    assert filled.effect is Effect.CONFIRMED, filled
    assert (await bench.run("expand", id=bench.id_of("More"))).effect is Effect.CONFIRMED
    assert (await bench.run("scroll_to", text="Far below")).effect is Effect.CONFIRMED
    assert (await bench.run("scroll_to", text="Send order")).effect is Effect.CONFIRMED
    assert (await bench.run("visit", path=["Send order"])).ok
    await _turn_to(bench, "sent n=Zoë 日本&c=Denmark&m=Two&m=Four&v=7&d=2026-12-24&a=12&t=a note&s=L&gift=on")
    assert (await bench.run("visit", path=["Firefox", "Settings"])).ok
    await _turn_to(bench, "Settings")
    with in_time():
        while not any(target.name == "Search" for target in (await bench.look()).values()):
            await anyio.sleep(0.1)
    assert (await bench.run("visit", path=["Search"])).effect is Effect.CONFIRMED


async def test_the_page_of_another_browser_hears_of_all_that_is_chosen_and_set_in_it(
    bench: Bench, tmp_path: Path
) -> None:
    page = tmp_path / "heard.html"
    page.write_text(_HEARD, encoding="utf-8")
    await _open(bench, "firefox-esr", page.as_uri())
    await _turn_to(bench, "Heard")
    with in_time():
        while not any(target.name == "Volume" for target in (await bench.look()).values()):
            await anyio.sleep(0.1)
    told: dict[str, str] = {}
    for tool, name, role, parameters, key, value in (
        ("select", "Many", "ComboBox", {"items": ["Number 400"]}, "m", "Number 400"),
        ("select", "Many", "ComboBox", {"items": [3]}, "m", "Number 3"),
        ("select", "Size", "List", {"items": ["M"]}, "s", "M"),
        ("set_value", "Amount", "Spinner", {"value": 12}, "a", "12"),
        ("set_value", "Volume", "Slider", {"value": 7}, "v", "7"),
        ("select", "Several", "List", {"items": ["Item two", "Item seven"]}, "z", "Item two,Item seven"),
    ):
        result = await bench.run(tool, id=bench.id_of(name, role), **parameters)
        assert result.effect is Effect.CONFIRMED, result
        told[key] = value
        await _turn_to(bench, "heard " + " ".join(f"{item}={each}" for item, each in told.items()))
    for expanded in (True, False):
        shown = await bench.run("expand", id=bench.id_of("Many", "ComboBox"), expanded=expanded)
        assert shown.effect is Effect.CONFIRMED, shown
        await bench.look()


async def test_one_call_fills_a_field_of_every_kind_of_another_browser(bench: Bench, tmp_path: Path) -> None:
    await _open(bench, "firefox-esr", PAGE.as_uri())
    await require_every_kind_of_field_is_filled(bench)
    await require_a_file_and_a_colour_are_given(bench, tmp_path)


async def test_the_boxes_of_a_mail_program_s_settings_are_worked_and_it_lives(bench: Bench) -> None:
    await _open(bench, "thunderbird", "--no-remote")
    await _turn_to(bench, "Thunderbird")
    with in_time():
        # Its first form may come up a while after its window.
        while not any(target.name == "Settings" for target in (await bench.look()).values()):
            if any(control.name == "Minimize" for control in bench.selection.controls.values()):
                await _press(bench, "Minimize")
    await _press(bench, "Settings")
    await _turn_to(bench, "Settings")
    for path in (["Composition"], ["Privacy & Security"], ["Chat"]):
        assert (await bench.run("visit", path=path)).effect is Effect.CONFIRMED
        await bench.look()
        boxes = [key for key, element in bench.selection.controls.items() if element.role == "CheckBox"]
        assert boxes
        for key in boxes[:2]:
            is_on = "checked" in bench.selection.controls[key].states
            for checked in (not is_on, is_on):
                worked = await bench.run("set_checked", id=key, checked=checked)
                assert worked.effect is Effect.CONFIRMED, worked
                assert worked.route is not None
    chosen = await bench.run("select", id=bench.id_of("When Thunderbird starts:", "ComboBox"), items=[1])
    assert chosen.effect is Effect.CONFIRMED, chosen


async def _on(bench: Bench, verb: str, name: str, role: str, **parameters: object) -> Result:
    await bench.look()
    controls = bench.selection.controls.items()
    found = next(key for key, element in controls if element.role == role and name in (element.name, element.label))
    return await bench.run(verb, id=found, **parameters)


async def _answered(bench: Bench, title: str, button: str) -> None:
    await _turn_to(bench, title)
    assert (await bench.run("visit", path=[button])).ok


async def test_menus_lists_trees_tables_and_fields_of_swing_are_worked_and_read_back(
    bench: Bench, desktop: LinuxDesktop, tmp_path: Path
) -> None:
    scene = SCENES["Swing"]
    need_scene(scene)
    stage = await Stage.open(scene, desktop, tmp_path)
    bench.selection.window = stage.window
    await bench.look()
    for chosen in ("New", "Leave", "New"):
        assert (await bench.run("visit", path=["File", chosen])).ok
        assert stage.events()[-1] == (f"file:{chosen}", "chosen")
    assert (await bench.run("visit", path=["File", "More", "Deep one"])).ok
    assert stage.events()[-1] == ("file:deep", "chosen")
    for wanted, is_told in ((True, "on"), (True, "on"), (False, "off")):
        marked = await bench.run("set_checked", path=["File", "More", "Wrap lines"], checked=wanted)
        assert marked.effect is Effect.CONFIRMED, marked
        assert [what for key, what in stage.events() if key == "file:wrap"][-1] == is_told
    done = [
        await _on(bench, "expand", "Fish", "TreeItem", expanded=True),
        await bench.run("visit", path=["Birds", "Birds 12"]),
        await _on(bench, "scroll_to", "Kinds", "Tree", text="Fish 11"),
        await _on(bench, "select", "Kinds", "Tree", items=["Fish 2"]),
        await _on(bench, "select", "Entries", "List", items=["Entry 33"]),
        await _on(bench, "select", "Entries", "List", items=[4]),
        await _on(bench, "select", "Entries", "List", items=["Entry 2", "Entry 5"]),
        await _on(bench, "select", "Orders", "Table", items=["Pears"]),
        await _on(bench, "select", "Colour", "ComboBox", items=["Brown"]),
        await _on(bench, "select", "Colour", "ComboBox", items=[4]),
        await _on(bench, "set_value", "Town", "ComboBox", value="Seville"),
        await _on(bench, "set_value", "Count", "Spinner", value=12),
        await _on(bench, "set_value", "Day", "Spinner", value="Wed"),
        await _on(bench, "set_value", "Volume", "Slider", value=7),
        await bench.run("visit", path=["Second"]),
    ]
    assert [result.effect for result in done] == [Effect.CONFIRMED] * len(done), done
    told = stage.events()
    assert {("tree", "Fish 2"), ("row32", "selected"), ("row3", "selected"), ("count", "12"), ("day", "Wed")} <= {*told}
    assert {("colour", "Brown"), ("colour", "Yellow"), ("tab1", "selected")} <= {*told}
    refused = await _on(bench, "set_value", "Day", "Spinner", value="Someday")
    assert refused.effect is Effect.SUSPECTED_NOOP, refused
    hidden = await _on(bench, "set_value", "Secret", "Edit", value="hunter2")
    assert hidden.effect is Effect.PARTIAL and "hunter2" not in str(hidden), hidden
    rows = await _on(bench, "read", "Orders", "Table")
    assert rows.ok and ["Pears", "5"] in rows.result["rows"], rows
    assert (await bench.run("visit", path=["Inside"])).ok and stage.events()[-1] == ("inside", "clicked")
    assert (await bench.run("visit", path=["File", "Ask"])).ok
    await _answered(bench, "Please confirm", "No")
    assert await stage.until(lambda _: ("asked", "1") in stage.events())
    await _turn_to(bench, stage.window.title)
    assert (await bench.run("visit", path=["File", "Open..."])).ok
    await _turn_to(bench, "Open")
    assert (await bench.run("fill", fields=[{"name": "File Name:", "value": "truth.json"}])).effect is Effect.CONFIRMED
    await _answered(bench, "Open", "Open")
    assert await stage.until(lambda _: ("opened", str(stage.path)) in stage.events())
