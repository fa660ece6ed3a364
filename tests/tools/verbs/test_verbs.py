"""The verbs on a desktop in memory: the end that was stated, nothing where it holds, and never more than was judged."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.requirement import requirement
from tests.tools.bench import Bench
from tests.tools.verbs.workshop import workshop
from ufo.desktop.fake import faults
from ufo.desktop.fake.apps import form
from ufo.desktop.fake.desktop import FakeDesktop
from ufo.desktop.snapshot import Snapshot
from ufo.schema.command import Effect, ResultStatus
from ufo.tools.act.actor import Actor
from ufo.tools.servers.app_ui import app_ui
from ufo.tools.verbs.context import VerbContext
from ufo.tools.verbs.fill import FieldValue, fill

NEWSLETTER = "Send me the newsletter"


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    item = Bench(tmp_path, app_ui)
    item.desktop.installed["workshop"] = workshop()
    await item.open("workshop")
    yield item
    await item.dispatcher.close()


def _said(bench: Bench) -> str:
    assert bench.app is not None
    return bench.app.widget("log").name


@requirement("verb:visit")
async def test_a_path_opens_each_menu_on_the_way_and_chooses_the_last(bench: Bench) -> None:
    result = await bench.run("visit", path=["Format", "Align", "Left"])
    assert (result.effect, _said(bench)) == (Effect.PARTIAL, "left")
    assert "by way of Format > Align" in result.evidence


async def test_names_are_found_without_their_dots_and_capitals(bench: Bench) -> None:
    result = await bench.run("visit", path=["file", "options", "author"])
    assert result.effect is Effect.CONFIRMED
    assert "has the keyboard focus" in result.evidence[0]


async def test_a_dialog_that_comes_late_is_waited_for(bench: Bench) -> None:
    result = await bench.run("visit", path=["File", "Options…", "Fine"])
    assert bench.app is not None
    assert "dialog 'Options' closed" in result.evidence
    assert [window.title for window in bench.app.windows] == ["Workshop"]


async def test_what_is_not_below_the_menu_is_never_taken_from_elsewhere(bench: Bench) -> None:
    result = await bench.run("visit", path=["File", "Close"])
    assert result.status is ResultStatus.FAILURE
    assert "leads to no 'Close'; it shows 'New', 'Options…', 'Delete Everything', 'Sheet…'" in str(result.error)
    assert _said(bench) == "nothing yet"
    assert bench.app is not None and not bench.app.widget("file").expanded


async def test_what_a_dialog_on_the_way_asks_is_not_agreed_to_unseen(bench: Bench) -> None:
    result = await bench.run("visit", path=["File", "Sheet…", "OK"])
    assert (result.status, result.effect) == (ResultStatus.FAILURE, Effect.REFUSED)
    assert "'OK'" in str(result.error) and "delete the sheet" in str(result.error)
    assert _said(bench) == "nothing yet"


async def test_a_box_is_no_way_to_anywhere(bench: Bench) -> None:
    """Its name begins with the word, and a press of it would change something."""
    assert bench.app is not None
    bench.app.set_name("gift", "Options of the gift")
    await bench.look()
    for path in (["Options", "Author"], ["Options of the gift", "Author"]):
        result = await bench.run("visit", path=path)
        assert result.status is ResultStatus.FAILURE
    assert not bench.app.checked("gift")


async def test_a_swallowed_press_is_not_confirmed(bench: Bench) -> None:
    bench.desktop.inject(faults.swallow(), faults.swallow(), faults.swallow(), faults.swallow())
    result = await bench.on("set_checked", "Gift wrap", checked=True)
    assert result.effect is Effect.SUSPECTED_NOOP
    assert "is still unchecked" in result.evidence[0]


@requirement("verb:set-checked")
async def test_a_box_is_checked_once_and_then_left_alone(bench: Bench) -> None:
    first = await bench.on("set_checked", "Gift wrap", checked=True)
    second = await bench.on("set_checked", "Gift wrap", checked=True)
    assert bench.app is not None and bench.app.checked("gift")
    assert (first.effect, first.evidence) == (Effect.CONFIRMED, ("CheckBox 'Gift wrap' is checked now",))
    assert (second.effect, second.route) == (Effect.CONFIRMED, None)
    assert "already; nothing was done" in second.evidence[0]


class HalfTicked(FakeDesktop):
    """Its newsletter is ticked by half, as a box over several rows is, until it is pressed."""

    async def snapshot(self, window_id: str) -> Snapshot:
        seen = await super().snapshot(window_id)
        half = {
            element.handle.key: (element.states - {"unchecked"}) | {"mixed"}
            for element in seen
            if element.name == NEWSLETTER and "unchecked" in element.states
        }
        found = (replace(element, states=half.get(element.handle.key, element.states)) for element in seen)
        return replace(seen, elements=tuple(found))


@requirement("verb:set-checked")
async def test_a_box_that_is_ticked_by_half_is_not_ticked_already(tmp_path: Path) -> None:
    half = HalfTicked([form()])
    bench = Bench(tmp_path, app_ui, desktop=half)
    bench.desktop = half
    app = await bench.open("form")
    first = await bench.on("set_checked", NEWSLETTER, checked=True)
    assert first.route is not None and app.checked("newsletter"), first
    await bench.dispatcher.close()


async def test_a_marked_menu_item_is_set_by_its_path_and_menus_are_closed(bench: Bench) -> None:
    first = await bench.run("set_checked", path=["Format", "Wrap"], checked=True)
    second = await bench.run("set_checked", path=["Format", "Wrap"], checked=True)
    assert bench.app is not None and bench.app.checked("wrap")
    assert first.effect in (Effect.CONFIRMED, Effect.UNVERIFIABLE)
    assert (second.effect, second.route) == (Effect.CONFIRMED, None)
    assert not bench.app.widget("format").expanded


async def test_a_choice_is_made_and_read_back_and_made_once(bench: Bench) -> None:
    first = await bench.on("select", "Country", items=["belgium"])
    second = await bench.on("select", "Country", items=["Belgium"])
    assert bench.app is not None and bench.app.value("country") == "Belgium"
    assert (first.effect, second.effect, second.route) == (Effect.CONFIRMED, Effect.CONFIRMED, None)


async def test_a_choice_that_is_not_offered_is_said_with_what_is(bench: Bench) -> None:
    result = await bench.on("select", "Country", items=["Chile"])
    assert result.status is ResultStatus.FAILURE
    assert "offers 'Austria', 'Belgium', 'Delete all', not 'Chile'" in str(result.error)


@requirement("verb:select")
async def test_several_items_are_selected_and_no_others(bench: Bench) -> None:
    await bench.on("select", "Towns", items=["Town 3"])
    result = await bench.on("select", "Towns", items=["Town 0", "Town 2"])
    assert result.effect is Effect.CONFIRMED
    read = await bench.on("read", "Towns", what="selection")
    assert read.result == {"selected": ["Town 0", "Town 2"]}


@requirement("verb:select")
async def test_an_item_far_below_is_scrolled_to_and_selected_by_place(bench: Bench) -> None:
    result = await bench.on("select", "Towns", items=[38])
    assert bench.app is not None and bench.app.value("towns") == "Town 37"
    assert result.effect is Effect.CONFIRMED


@pytest.mark.parametrize(("value", "wanted"), [(7, "7"), ("7", "7"), (2.5, "2.5"), (0.1 + 0.2, "0.3")])
@requirement("verb:set-value")
async def test_a_slider_takes_a_number(bench: Bench, value: object, wanted: str) -> None:
    result = await bench.on("set_value", "Volume", value=value)
    assert bench.app is not None and bench.app.value("volume") == wanted
    assert result.effect is Effect.CONFIRMED


@requirement("verb:expand", "verb:idempotent")
async def test_a_list_is_opened_once_and_closed(bench: Bench) -> None:
    opened = await bench.on("expand", "Country")
    again = await bench.on("expand", "Country")
    closed = await bench.on("expand", "Country", expanded=False)
    assert [result.effect for result in (opened, again, closed)] == [Effect.CONFIRMED] * 3
    assert (opened.result, again.route, closed.result) == (True, None, False)


@requirement("verb:idempotent")
async def test_a_value_that_it_has_is_not_written_again(bench: Bench) -> None:
    for tool, arguments in (
        ("set_value", {"value": "Ghent"}),
        ("set_edit_text", {"text": "Antwerp", "clear_current_text": True}),
    ):
        written = await bench.on(tool, "City", **arguments)
        assert written.effect is Effect.CONFIRMED and written.route is not None
        given = len(bench.desktop.inputs)
        result = await bench.on(tool, "City", **arguments)
        assert (result.effect, result.route) == (Effect.CONFIRMED, None)
        assert len(bench.desktop.inputs) == given


async def test_a_form_that_takes_too_long_tells_what_is_left_for_the_next_call(bench: Bench) -> None:
    await bench.open("workshop")
    actor = Actor(bench.scope)
    values = {"City": "Ghent", "Gift wrap": True, "Country": "Belgium"}
    fields = [FieldValue(name=name, value=value) for name, value in values.items()]
    report = await fill(VerbContext(actor, await actor.window()), fields, within_s=-1)
    assert report.unfinished.startswith(
        "2 of 3 fields are not filled: CheckBox 'Gift wrap', ComboBox 'Country': not begun"
    )
    assert [row["field"] for row in report.value] == ["City"]
    report = await fill(VerbContext(actor, await actor.window()), fields)
    assert report.effect is Effect.CONFIRMED and "nothing was" in report.evidence[0]


@requirement("verb:fill")
async def test_a_form_is_filled_in_one_call(bench: Bench) -> None:
    fields = [
        {"name": "City", "value": "Ghent"},
        {"name": "Password", "value": "hunter2"},
        {"name": "Gift wrap", "value": True},
        {"name": "Country", "value": "Belgium"},
        {"id": bench.id_of("Volume"), "value": 9},
        {"name": "Towns", "value": ["Town 1", "Town 3"]},
    ]
    result = await bench.run("fill", fields=fields)
    assert bench.app is not None and result.ok, result
    assert [bench.app.value(key) for key in ("city", "secret", "country", "volume")] == [
        "Ghent",
        "hunter2",
        "Belgium",
        "9",
    ]
    assert bench.app.checked("gift")
    assert "hunter2" not in result.model_dump_json()
    assert [row["effect"] for row in result.result] == ["confirmed", "partial", *["confirmed"] * 4]
    assert result.effect is Effect.PARTIAL


async def test_no_field_is_written_to_where_one_of_them_is_unknown(bench: Bench) -> None:
    result = await bench.run("fill", fields=[{"name": "City", "value": "Ghent"}, {"name": "Planet", "value": "Mars"}])
    assert result.status is ResultStatus.FAILURE and "no field is called 'Planet'" in str(result.error)
    assert bench.app is not None and bench.app.value("city") == ""


async def test_a_field_that_refuses_holds_up_no_other_and_is_told_with_its_reason(bench: Bench) -> None:
    bench.desktop.inject(faults.disable("gift"))
    fields = [{"name": "City", "value": "Ghent"}, {"name": "Gift wrap", "value": True}, {"name": "Volume", "value": 1}]
    result = await bench.run("fill", fields=fields)
    assert result.effect is Effect.PARTIAL
    said = result.evidence[-1]
    assert "1 of 3 fields are not filled" in said and "CheckBox 'Gift wrap' is disabled" in said
    assert result.unfinished == said
    assert [row["field"] for row in result.result] == ["City", "Volume"]


@requirement("verb:scroll-to")
async def test_a_text_further_down_is_brought_into_sight(bench: Bench) -> None:
    result = await bench.on("scroll_to", "Towns", text="Town 30")
    again = await bench.on("scroll_to", "Towns", text="Town 30")
    assert (result.effect, again.route) == (Effect.CONFIRMED, None)
    assert bench.app is not None and bench.app.widget("towns").scroll > 0


@requirement("verb:scroll-to")
async def test_a_list_is_turned_to_its_end_and_back(bench: Bench) -> None:
    assert bench.app is not None
    end = await bench.on("scroll_to", "Towns", edge="end")
    assert (end.effect, bench.app.widget("towns").scroll) == (Effect.CONFIRMED, 36)
    again = await bench.on("scroll_to", "Towns", edge="end")
    assert "already" in again.evidence[0]
    await bench.on("scroll_to", "Towns", edge="start")
    assert bench.app.widget("towns").scroll == 0


async def test_a_list_is_read_as_items_and_a_field_as_text(bench: Bench) -> None:
    towns = (await bench.on("read", "Towns")).result
    assert [row["name"] for row in towns["items"]][:2] == ["Town 0", "Town 1"] and len(towns["items"]) == 40
    assert "out of sight" in towns["more"]
    await bench.on("set_value", "City", value="Ghent")
    assert (await bench.on("read", "City", what="text")).result == {"text": "Ghent"}


@requirement("verb:read")
async def test_a_table_is_read_by_rows(bench: Bench) -> None:
    await bench.open("sheet")
    result = await bench.on("read", "Cells", what="table")
    assert result.result["rows"] == [["Month", "Sales"], ["January", "10"], ["February", "20"], ["March", "12"]]
    assert set((await bench.on("read", "Cells", what="text")).result) == {"text"}
    other = await bench.run("read", id=bench.id_of("Cells"), name="Prices", what="table")
    assert other.status is ResultStatus.FAILURE and "Prices" in str(other.error)


async def test_a_password_is_never_read(bench: Bench) -> None:
    await bench.on("set_value", "Password", value="hunter2")
    result = await bench.on("read", "Password")
    assert "hunter2" not in result.model_dump_json()
    assert result.result["text"] == ""


async def test_a_control_that_became_another_one_is_refused(bench: Bench) -> None:
    bench.desktop.inject(faults.rename("gift", "Delete my account"))
    result = await bench.on("set_checked", "Gift wrap", checked=True)
    assert (result.status, result.effect) == (ResultStatus.FAILURE, Effect.REFUSED)
    assert bench.app is not None and not bench.app.checked("gift")


async def test_the_empty_cells_of_a_sheet_are_empty_and_not_called_by_their_address(bench: Bench) -> None:
    await bench.open("sheet")
    assert bench.app is not None
    for cell in bench.app.widget("cells").children:
        if cell.row == 3 or cell.column == 1:
            cell.value, cell.name = None, "AB"[cell.column or 0] + str((cell.row or 0) + 1)
    result = await bench.on("read", "Cells", what="table")
    assert result.result["rows"] == [["Month"], ["January"], ["February"]]


async def test_a_day_for_a_field_is_refused_with_the_way_to_its_calendar(bench: Bench) -> None:
    field = next(control for control in bench.selection.controls.values() if control.role == "Edit")
    result = await bench.run("select", id=bench.id_of(field.name), items=["2016-10-03"])
    assert result.status is ResultStatus.FAILURE
    assert 'visit ["Prev", "3"]' in str(result.error)
