"""The verbs on what pages make of plain boxes: ARIA widgets, shadow trees, frames, text edited in place, drag and drop."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from bench.measured_desktop import MeasuredDesktop
from tests.apps.fields import PAGE, require_a_file_and_a_colour_are_given, require_every_kind_of_field_is_filled
from tests.apps.pages import opened, page_has_told, page_tells
from tests.needs import needs
from tests.requirement import requirement
from tests.tools.bench import Bench
from tests.waiting import for_a_while, in_time
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.schema.command import Effect, Result
from ufo.tools.servers.app_ui import app_ui

pytestmark = [
    pytest.mark.apps,
    pytest.mark.timeout(120),
    needs("chromium"),
]
_PAGE = Path(__file__).parents[1] / "owned_apps" / "widgets_page.html"


@pytest.fixture
async def bench(desktop: LinuxDesktop, tmp_path: Path) -> AsyncIterator[Bench]:
    item = Bench(tmp_path, app_ui, desktop=desktop)
    item.selection.window = await desktop.launch(Launch("chromium", (_PAGE.as_uri(),)), timeout_s=60)
    with in_time():
        while not any(target.name == "Wifi" for target in (await item.look()).values()):
            await anyio.sleep(0.05)
    yield item
    await item.dispatcher.close()


async def _do(bench: Bench, tool: str, name: str, role: str, **parameters: object) -> Result:
    await bench.look()
    return await bench.run(tool, id=bench.id_of(name, role), **parameters)


_STATED: list[tuple[str, str, str, dict[str, object]]] = [
    ("set_value", "Town", "ComboBox", {"value": "Graz"}),
    ("select", "Town", "ComboBox", {"items": ["Genoa"]}),
    ("expand", "More", "ToggleButton", {}),
    ("set_value", "Body", "Edit", {"value": "two\nlines ü"}),
    ("select", "Fruit", "ComboBox", {"items": ["Plum"]}),
    ("set_checked", "Wifi", "ToggleButton", {"checked": True}),
    ("select", "Tabs", "Tab", {"items": ["Second"]}),
    ("set_value", "Inside", "Edit", {"value": "behind a tab"}),
    ("expand", "Docs", "TreeItem", {}),
    ("select", "Files", "Tree", {"items": ["a.txt"]}),
    ("set_value", "Bright", "Slider", {"value": 7}),
    ("set_value", "Volume", "Slider", {"value": 55}),
    ("set_value", "Shadow", "Edit", {"value": "in the dark"}),
    ("set_checked", "Deep", "CheckBox", {"checked": True}),
    ("set_value", "Framed", "Edit", {"value": "in a frame"}),
    ("select", "Pick", "ComboBox", {"items": ["Two"]}),
]


@pytest.mark.matrix
@requirement("verb:expand", "verb:idempotent")
async def test_each_end_is_reached_read_back_and_not_gone_for_twice(bench: Bench) -> None:
    tried: set[str] = set()
    for tool, name, role, parameters in _STATED:
        done = await _do(bench, tool, name, role, **parameters)
        assert done.effect is Effect.CONFIRMED and done.route is not None, (name, done)
        if tool in tried:
            continue
        tried.add(tool)
        again = await _do(bench, tool, name, role, **parameters)
        assert (again.effect, again.route) == (Effect.CONFIRMED, None), (name, again)
    table = (await _do(bench, "read", "People", "Table")).result
    assert (table["columns"], table["rows"]) == (["Town", "People"], [["Ghent", "260"], ["Graz", "290"]])
    assert (await _do(bench, "read", "Body", "Edit")).result["text"] == "two\nlines ü"


async def test_cells_of_a_page_are_read_below_their_headers_and_a_closed_box_with_what_it_offers(bench: Bench) -> None:
    table = (await _do(bench, "read", "Staff", "Table")).result
    assert table["columns"] == ["Who", "Town", "Age"]
    assert table["rows"] == [["Ada", "London", "36"], ["Linus", "not told", ""]]
    ledger = (await _do(bench, "read", "Ledger", "Table")).result
    assert (ledger["columns"], ledger["rows"]) == (["Day", "Sum"], [["Monday", "17"], ["Tuesday", "18"]])
    assert ledger["first_row"] == 501
    shown = {control.name: (control.row, control.column) for control in bench.selection.controls.values()}
    assert [shown[name] for name in ("London", "Linus", "Sum", "18")] == [(1, 1), (2, 0), (0, 4), (501, 4)]
    closed = await _do(bench, "read", "Pick", "ComboBox")
    assert closed.result["text"] == "One" and closed.result["choices"] == ["One", "Two"], closed


@pytest.mark.matrix
async def test_a_menu_of_the_pages_own_is_gone_through_and_an_empty_box_says_nothing(bench: Bench) -> None:
    assert {control.value for control in bench.selection.controls.values() if control.name == "Town"} >= {""}
    assert (await bench.run("visit", path=["Actions", "Archive"])).ok
    with in_time():
        while not any(window.title.startswith("archived") for window in await bench.scope.desktop.windows()):
            await anyio.sleep(0.05)


@pytest.mark.matrix
async def test_a_card_is_dragged_into_a_box_and_a_slider_along_its_way(bench: Bench) -> None:
    dragged = await _drag(bench, ("Card", "Text"), ("Box", "Text"))
    assert await _comes(bench, "dropped card"), dragged
    volume = bench.selection.controls[bench.id_of("Volume", "Slider")]
    end = volume.rect.right - 2
    window = await bench.scope.desktop.windows()
    rect = next(item.rect for item in window if bench.selection.window and item.id == bench.selection.window.id)
    start = volume.rect.x + 8 + round(0.1 * (volume.rect.width - 16))
    moved = await bench.run(
        "drag_on_coordinates",
        start_x=(start - rect.x) / rect.width,
        start_y=(volume.rect.center.y - rect.y) / rect.height,
        end_x=(end - rect.x) / rect.width,
        end_y=(volume.rect.center.y - rect.y) / rect.height,
    )
    assert moved.ok, moved
    assert await _comes(bench, "volume 100")


@pytest.mark.matrix
async def test_one_call_fills_a_field_of_every_kind_and_the_page_hears_of_each(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    bench.selection.window = await desktop.launch(Launch("chromium", (PAGE.as_uri(),)), timeout_s=60)
    try:
        await require_every_kind_of_field_is_filled(bench)
        await require_a_file_and_a_colour_are_given(bench, tmp_path)
    finally:
        await bench.dispatcher.close()


async def _drag(bench: Bench, start: tuple[str, str], end: tuple[str, str]) -> Result:
    await bench.look()
    window = bench.selection.window
    assert window is not None
    ends = [bench.selection.controls[bench.id_of(*pair)].rect.center for pair in (start, end)]
    (x, y), (to_x, to_y) = [
        ((ending.x - window.rect.x) / window.rect.width, (ending.y - window.rect.y) / window.rect.height)
        for ending in ends
    ]
    return await bench.run("drag_on_coordinates", start_x=x, start_y=y, end_x=to_x, end_y=to_y)


async def _comes(bench: Bench, words: str) -> bool:
    with for_a_while():
        while not any(target.name == words for target in (await bench.look()).values()):
            await anyio.sleep(0.05)
        return True
    return False


async def test_a_browser_that_was_killed_offers_its_pages_again_once(desktop: LinuxDesktop, tmp_path: Path) -> None:
    """Its dialog stands in the tree of the frame and beside it."""
    profile = tmp_path / "profile" / "Default"
    profile.mkdir(parents=True)
    (profile / "Preferences").write_text('{"profile": {"exit_type": "Crashed"}}')
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    # Not by its own name, as a person's browser: the one that is started on a desktop of our own does not ask.
    # A keyring that nobody unlocked would ask for its password, over the page.
    asking = ("chromium", "--force-renderer-accessibility", "--no-first-run", "--no-sandbox", "--password-store=basic")
    arguments = (*asking, f"--user-data-dir={profile.parent}", _PAGE.as_uri())
    bench.selection.window = await desktop.launch(Launch("/usr/bin/env", arguments), timeout_s=60)
    with in_time():
        while "Restore" not in (names := [target.name for target in (await bench.look()).values()]):
            await anyio.sleep(0.05)
    for _ in range(3):
        assert names.count("Restore") == 1
        names = [target.name for target in (await bench.look()).values()]
    pressed = await bench.run("click_input", id=bench.id_of("Restore", "Button"), name="Restore")
    assert pressed.effect in (Effect.CONFIRMED, Effect.PARTIAL), pressed
    await bench.dispatcher.close()


@pytest.mark.matrix
async def test_a_menu_of_a_page_is_opened_as_a_person_does_and_only_its_last_entry_pressed(
    desktop: MeasuredDesktop, tmp_path: Path
) -> None:
    body = (
        "<style>ul ul{display:none} li:hover>ul{display:block} li{width:120px}</style><ul role=menu>"
        "<li role=menuitem onclick='tell(\"chose Almira\")'>Almira<ul role=menu>"
        "<li role=menuitem onclick='tell(\"chose Sherye\"); event.stopPropagation()'>Sherye</li></ul></li></ul>"
    )
    bench = await opened(desktop, tmp_path, body, "")
    assert (await bench.run("visit", path=["Almira", "Sherye"])).ok
    assert await page_tells(bench, "chose Sherye")
    assert not await page_has_told(bench, "chose Almira")
    await bench.dispatcher.close()
