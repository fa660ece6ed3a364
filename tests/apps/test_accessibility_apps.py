"""What is seen of applications that people use, each of another toolkit."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.waiting import for_a_while, in_time
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Launch

pytestmark = [pytest.mark.apps, pytest.mark.timeout(180)]

_PAGE = """<!doctype html><title>Shop page</title><h1>Orders</h1><p>Some <b>bold</b> text.</p><a href="#x">Details</a>
<label for=n>Your name</label><input id=n value=Ann><input type=password aria-label=Secret value=hunter2>
<input type=checkbox id=c checked><label for=c>Agree</label><select aria-label=Colour><option>Red<option>Green</select>
<input type=range aria-label=Size min=0 max=10 value=4><button>Send order</button>
<div style="height:5000px"></div><button>Far below</button>"""


async def _seen(desktop: LinuxDesktop, window_id: str, enough: Callable[[Snapshot], bool]) -> Snapshot:
    snapshot = await desktop.snapshot(window_id)
    with for_a_while():
        while not enough(snapshot):
            await desktop.settle(window_id)
            snapshot = await desktop.snapshot(window_id)
    assert enough(snapshot), [(element.role, element.name) for element in snapshot][:80]
    return snapshot


def _is_book(title: str) -> bool:
    return "numbers" in title and "Calc" in title


def _has(name: str) -> Callable[[Snapshot], bool]:
    return lambda snapshot: any(element.name == name for element in snapshot)


def _one(snapshot: Snapshot, name: str, role: str) -> Element:
    found = [element for element in snapshot if (element.name, element.role) == (name, role)]
    assert len(found) == 1, [(element.role, element.name) for element in snapshot][:80]
    return found[0]


@pytest.mark.matrix
async def test_calc_shows_its_controls_and_the_cells_in_sight_and_nothing_hidden(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    book = tmp_path / "numbers.csv"
    book.write_text("fruit,price\napple,3\npear,4.5\n")
    window = await desktop.launch(Launch("soffice", ("--calc", "--norestore", "--nologo", str(book))), 90)
    with in_time():
        while not _is_book(window.title):
            # The import asks how the file is to be read.
            snapshot = await desktop.snapshot(window.id)
            if answer := [element for element in snapshot if element.name == "OK" and element.role == "Button"]:
                await desktop.act(answer[0].handle, "press")
            await desktop.settle(window.id)
            documents = [window for window in await desktop.windows() if _is_book(window.title)]
            window = documents[0] if documents else window
    snapshot = await _seen(
        desktop, window.id, lambda seen: any((element.name, element.value) == ("A2", "apple") for element in seen)
    )
    assert snapshot.degraded is None
    cells = {element.name: element for element in snapshot if element.role == "Cell"}
    assert [cells[name].value for name in ("A1", "B1", "A3", "B3", "C3")] == ["fruit", "price", "pear", "4.5", None]
    assert (cells["B3"].row, cells["B3"].column) == (2, 1)
    assert cells["A1"].rect.right == cells["B1"].rect.x
    assert "selected" in cells["A1"].states
    assert len([element for element in snapshot if (element.name, element.role) == ("File", "Menu")]) == 1
    assert not [element for element in snapshot if element.role == "MenuItem"]
    bold = _one(snapshot, "Bold", "ToggleButton")
    assert snapshot.window_rect.contains(bold.rect.center)


async def test_an_open_menu_shows_its_items_under_its_name(desktop: LinuxDesktop) -> None:
    window = await desktop.launch(Launch("mousepad", ("--disable-server",)))
    snapshot = await _seen(desktop, window.id, _has("File"))
    await desktop.act(_one(snapshot, "File", "Menu").handle, "press")
    snapshot = await _seen(desktop, window.id, _has("Save As..."))
    item = _one(snapshot, "Save As...", "MenuItem")
    assert item.path[-1] == "File"
    assert "offscreen" not in item.states


async def test_typed_text_is_the_value_of_its_field(desktop: LinuxDesktop, tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    note.write_text("first line\nsecond — ligne")
    window = await desktop.launch(Launch("mousepad", ("--disable-server", str(note))))
    snapshot = await _seen(
        desktop, window.id, lambda seen: any(element.value for element in seen if element.role == "Edit")
    )
    field = next(element for element in snapshot if element.role == "Edit")
    assert field.value == "first line\nsecond — ligne"
    assert "editable" in field.states


@pytest.mark.matrix
async def test_gtk4_shows_its_buttons_where_they_are(desktop: LinuxDesktop) -> None:
    window = await desktop.launch(Launch("gnome-calculator"))
    snapshot = await _seen(desktop, window.id, _has("7"))
    assert not [element for element in snapshot if re.match(r"Gtk[A-Z]|Adw[A-Z]", element.name)]
    for name in ("7", "+", "="):
        await desktop.act(_one(snapshot, name, "Button").handle, "press")
    seven = _one(snapshot, "7", "Button")
    assert window.rect.contains(seven.rect.center)
    await _seen(desktop, window.id, lambda seen: any((element.value or "").startswith("7") for element in seen))


@pytest.mark.matrix
async def test_a_page_in_chromium_is_seen_with_its_fields(desktop: LinuxDesktop, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(_PAGE)
    arguments = (
        "--no-sandbox",
        "--no-first-run",
        f"--user-data-dir={tmp_path / 'profile'}",
        "file://" + quote(str(page)),
    )
    window = await desktop.launch(Launch("chromium", arguments), 60)
    snapshot = await _seen(desktop, window.id, _has("Send order"))
    assert _one(snapshot, "Your name", "Edit").value == "Ann"
    assert _one(snapshot, "Secret", "Edit").value == "•" * 7
    assert "checked" in _one(snapshot, "Agree", "CheckBox").states
    assert _one(snapshot, "Colour", "ComboBox").value == "Red"
    assert _one(snapshot, "Size", "Slider").value == "4"
    assert _one(snapshot, "Details", "Hyperlink").actions[0] == "press"
    assert any(element.value == "Some bold text." for element in snapshot if element.role == "Paragraph")
    shown = {element.name for element in snapshot if "offscreen" not in element.states}
    assert "Far below" not in shown
