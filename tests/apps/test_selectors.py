"""The same control is found again in real applications: after a restart, in another size, order and language."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import anyio
import pytest

from bench.measured_desktop import MeasuredDesktop
from tests.desktop.trees import selector_of
from tests.office_profiles import own_profile
from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.desktop.matching.find_again import Ambiguous, Found, Gone, find
from ufo.desktop.matching.selectors import selectors_of
from ufo.desktop.matching.surroundings import words_of
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Keys, Launch, Window
from ufo.errors import StaleElement
from ufo.schema.command import Effect
from ufo.schema.selector import Selector
from ufo.tools.observe.program_ids import identifiers_for, own_identifiers
from ufo.tools.servers.app_ui import app_ui

pytestmark = pytest.mark.apps
_ORDERS = Path(__file__).parent.parent / "owned_apps" / "gtk3_orders.py"
_PAGE = (
    "<!doctype html><title>Orders</title><h1>Orders</h1><nav><a href='#a'>Start</a> <a href='#b'>Help</a></nav><form>"
    + "".join(f"<p><label>Field {number} <input></label> <button type=button>Clear</button></p>" for number in range(6))
    + "<label>Size <select><option>Small<option>Large</select></label> <button type=button>Send</button></form>"
)


@dataclass(frozen=True, slots=True)
class Opened:
    window: Window
    snapshot: Snapshot


async def _open(desktop: MeasuredDesktop, what: Launch, is_ready: Callable[[Snapshot], bool]) -> Opened:
    window = await desktop.launch(what, 90)
    return Opened(window, await _ready(desktop, window, is_ready))


async def _ready(desktop: MeasuredDesktop, window: Window, is_ready: Callable[[Snapshot], bool]) -> Snapshot:
    with in_time():
        while True:
            await desktop.settle(window.id)
            snapshot = await desktop.snapshot(window.id)
            if not snapshot.degraded and is_ready(snapshot):
                return snapshot


async def _end(desktop: MeasuredDesktop) -> None:
    with in_time():
        while windows := await desktop.windows():
            for pid in {window.pid for window in windows if window.pid > 0}:
                os.kill(pid, signal.SIGKILL)
            await anyio.sleep(0.1)


def _orders(language: str, *numbers: int) -> Launch:
    return Launch("/usr/bin/python3", (str(_ORDERS), language, *map(str, numbers)))


def _has(name: str) -> Callable[[Snapshot], bool]:
    return lambda snapshot: any(words_of(element) == name for element in snapshot)


def _button_of(snapshot: Snapshot, order: str, name: str) -> Element:
    """The button beside an order, by its place in the picture."""
    text = _one(snapshot, order)
    beside = [
        element for element in snapshot if element.name == name and abs(element.rect.center.y - text.rect.center.y) < 10
    ]
    assert len(beside) == 1
    return beside[0]


def _mistaken(selectors: list[Selector], before: Snapshot, after: Snapshot) -> list[str]:
    """Those found as another control than the one of the same words and containers, where that is the only one."""

    def named(element: Element) -> tuple[object, ...]:
        return element.role, element.name, element.label, element.path

    wrong = []
    for element, selector in zip(before, selectors, strict=True):
        found = find(selector, after)
        same = [item for item in after if named(item) == named(element)]
        if isinstance(found, Found) and len(same) == 1 and found.element is not same[0]:
            wrong.append(str(selector))
    return wrong


def _share_found(selectors: list[Selector], snapshot: Snapshot) -> float:
    return sum(isinstance(find(selector, snapshot), Found) for selector in selectors) / len(selectors)


async def test_the_button_of_one_order_is_found_when_the_orders_are_made_anew_in_another_order(
    desktop: MeasuredDesktop,
) -> None:
    shown = await _open(desktop, _orders("en", 7, 8, 9), _has("Order 9"))
    button = _button_of(shown.snapshot, "Order 8", "Delete")
    first = _button_of(shown.snapshot, "Order 7", "Delete")
    selector, other = (selector_of(shown.snapshot, element) for element in (button, first))
    top = next(element.rect.y for element in shown.snapshot if element.name == "Order 7")
    await desktop.send(None, [Keys(("f5",))])
    reversed_ = await _ready(
        desktop, shown.window, lambda seen: any(element.name == "Order 9" and element.rect.y <= top for element in seen)
    )
    for wanted, order in ((selector, "Order 8"), (other, "Order 7")):
        found = find(wanted, reversed_)
        assert isinstance(found, Found), found
        assert found.element is _button_of(reversed_, order, "Delete")
    with pytest.raises(StaleElement):
        await desktop.reidentify(first.handle)


async def test_the_button_of_an_order_that_went_away_is_not_replaced_by_another_orders(
    desktop: MeasuredDesktop,
) -> None:
    shown = await _open(desktop, _orders("en", 7, 8, 9), _has("Order 9"))
    selector = selector_of(shown.snapshot, _button_of(shown.snapshot, "Order 7", "Delete"))
    await desktop.send(None, [Keys(("f6",))])
    later = await _ready(desktop, shown.window, lambda seen: not _has("Order 7")(seen) and _has("Order 9")(seen))
    found = find(selector, later)
    assert isinstance(found, Ambiguous), found
    assert [candidate.element.name for candidate in found.candidates] == ["Delete", "Delete"]


async def test_a_button_of_a_row_that_was_filled_anew_is_refused_though_its_handle_is_good(
    desktop: MeasuredDesktop, tmp_path: Path
) -> None:
    shown = await _open(desktop, _orders("en", 7, 8, 9), _has("Order 9"))
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    bench.selection.window = shown.window
    await bench.look()
    button = _button_of(shown.snapshot, "Order 7", "Delete")
    wanted = next(key for key, element in bench.selection.controls.items() if element.handle.key == button.handle.key)
    await desktop.send(None, [Keys(("f7",))])
    await _ready(desktop, shown.window, lambda seen: _one(seen, "Order 9").rect.y < _one(seen, "Order 7").rect.y)
    assert (await desktop.reidentify(button.handle)).name == "Delete"
    refused = await bench.run("click_input", id=wanted, name="Delete")
    assert refused.effect is Effect.REFUSED
    assert "'order 9'" in str(refused.error) and "look again" in str(refused.error)
    assert (await desktop.windows())[0].title == "Orders"
    await bench.look()
    again = _button_of(await desktop.snapshot(shown.window.id), "Order 7", "Delete")
    right = next(key for key, element in bench.selection.controls.items() if element.handle.key == again.handle.key)
    done = await bench.run("click_input", id=right, name="Delete")
    assert "deleted Order 7" in done.change


async def test_in_another_language_the_same_controls_are_found_and_the_entries_of_a_list_are_not(
    desktop: MeasuredDesktop,
) -> None:
    english = await _open(desktop, _orders("en", 7, 8, 9), _has("Order 9"))
    names = {"New": "Neu", "Save": "Sichern", "Refresh": "Auffrischen", "Close": "Schließen"}
    tools = {name: selector_of(english.snapshot, _one(english.snapshot, name)) for name in names}
    fields = [element for element in english.snapshot if element.role == "Edit"]
    entries = [selector_of(english.snapshot, field) for field in fields]
    country = selector_of(english.snapshot, _one(english.snapshot, "Germany"))
    await _end(desktop)
    german = await _open(desktop, _orders("de", 7, 8, 9), _has("Bestellung 9"))
    for name, selector in tools.items():
        found = find(selector, german.snapshot)
        assert isinstance(found, Found), found
        assert found.element.name == names[name]
    for selector, label in zip(entries, ("Kunde", "Suchen"), strict=True):
        found = find(selector, german.snapshot)
        assert isinstance(found, Found), found
        assert (found.element.label or found.element.name) == label
    assert isinstance(find(country, german.snapshot), Gone)


async def test_what_the_program_calls_a_control_finds_it_in_another_language_and_order(
    desktop: MeasuredDesktop,
) -> None:
    names = {"New": "Neu", "Save": "Sichern", "Print": "Drucken", "Refresh": "Auffrischen"}
    english = await _open(desktop, _orders("en", 7, 8, 9), _has("Order 9"))
    tools = [_one(english.snapshot, name) for name in names]
    identifiers = await own_identifiers(desktop, english.snapshot, tools)
    assert sorted(identifiers.values()) == ["tool-new", "tool-print", "tool-refresh", "tool-save"]
    selectors = selectors_of(english.snapshot, tools, identifiers)
    await _end(desktop)
    german = await _open(desktop, _orders("de", 7, 8, 9), _has("Bestellung 9"))
    await desktop.send(None, [Keys(("f8",))])
    now = await _ready(desktop, german.window, lambda seen: _one(seen, "Auffrischen").rect.x < _one(seen, "Neu").rect.x)
    for name, selector in zip(names, selectors, strict=True):
        found = find(selector, now, await identifiers_for(desktop, selector, now))
        assert isinstance(found, Found), found
        assert found.element.name == names[name]


_SENDING = "<!doctype html><title>Send</title>{}<p><button id=row-1>Delete</button><button id=row-2>Delete</button>"


_LATER = (
    ("<p>Neu<p><button id=discard>Verwerfen</button><button id=send>Senden</button>", "Senden"),
    ("<button id=send>Post it</button><button id=discard>Discard</button><p>New", "Post it"),
    ("<button id=discard>Send</button><button id=send>Discard</button>", None),
    ("<button id=other>Go</button><button id=discard>Discard</button>", None),
)
"""What the page becomes one after another, and what its button is called then."""


async def test_the_id_in_a_page_finds_what_was_renamed_and_moved_and_a_contradiction_is_said(
    desktop: MeasuredDesktop, tmp_path: Path
) -> None:
    page = tmp_path / "send.html"
    page.write_text(_SENDING.format("<button id=send>Send</button><button id=discard>Discard</button>"))
    # Without the switch Chromium leaves the ids of a page out of its tree.
    options = ("--no-sandbox", "--no-first-run", "--force-renderer-accessibility", f"--user-data-dir={tmp_path / 'p'}")
    shown = await _open(desktop, Launch("chromium", (*options, page.as_uri())), _has("Discard"))
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    bench.selection.window = shown.window
    await bench.look()
    rows = [control for control in bench.selection.controls.values() if control.name == "Delete"]
    made = await bench.scope.selectors([bench.id_of("Send", "Button")])
    (selector,) = made.values()
    assert selector.identifier == "send"
    # What is counted is no name: tomorrow it may be another's.
    assert not await own_identifiers(desktop, shown.snapshot, rows)
    for now, wanted in _LATER:
        page.write_text(_SENDING.format(now))
        await desktop.send(None, [Keys(("f5",))])
        changed = await _ready(desktop, shown.window, partial(_as_in, page=now))
        found = find(selector, changed, await identifiers_for(desktop, selector, changed))
        if wanted is None:
            assert not isinstance(found, Found), found
        else:
            assert isinstance(found, Found), found
            assert found.element.name == wanted
            assert any("the program calls it 'send'" in reason for reason in found.match.reasons)
    await bench.dispatcher.close()


def _as_in(snapshot: Snapshot, page: str) -> bool:
    """Whether the buttons are those of the page, from left to right."""
    said = re.findall(r"<button[^>]*>([^<]*)", page)
    buttons = [element for element in snapshot if element.role == "Button" and element.name in {*said, "Delete"}]
    return [button.name for button in buttons] == [*said, "Delete", "Delete"]


def _one(snapshot: Snapshot, name: str) -> Element:
    return next(element for element in snapshot if words_of(element) == name)


@pytest.mark.matrix
async def test_an_editor_that_was_restarted_and_made_larger_shows_the_same_controls(
    desktop: MeasuredDesktop, tmp_path: Path
) -> None:
    note = tmp_path / "note.txt"
    note.write_text("a line\n" * 5)
    launch = Launch("mousepad", ("--disable-server", str(note)))
    first = await _open(desktop, launch, _has("Search"))
    selectors = selectors_of(first.snapshot, first.snapshot.elements)
    await _end(desktop)
    again = await _open(desktop, launch, _has("Search"))
    await desktop.maximize(again.window.id)
    wide = await _ready(desktop, again.window, lambda seen: seen.window_rect.width > 1200)
    assert _share_found(selectors, wide) == 1.0
    assert _mistaken(selectors, first.snapshot, wide) == []
    edit = next(element for element in first.snapshot if element.role == "Edit")
    with pytest.raises(StaleElement):
        await desktop.reidentify(edit.handle)


@pytest.mark.matrix
async def test_a_gtk4_calculator_that_was_restarted_and_made_larger_shows_the_same_controls(
    desktop: MeasuredDesktop,
) -> None:
    first = await _open(desktop, Launch("gnome-calculator"), _has("7"))
    selectors = selectors_of(first.snapshot, first.snapshot.elements)
    await _end(desktop)
    again = await _open(desktop, Launch("gnome-calculator"), _has("7"))
    await desktop.maximize(again.window.id)
    wide = await _ready(desktop, again.window, lambda seen: seen.window_rect.width > 1200 and _has("7")(seen))
    keys = [selector for selector in selectors if selector.role == "Button"]
    assert len(keys) >= 25
    assert _share_found(keys, wide) == 1.0
    assert _mistaken(selectors, first.snapshot, wide) == []


@pytest.mark.matrix
async def test_a_page_in_a_browser_that_was_restarted_shows_the_same_controls(
    desktop: MeasuredDesktop, tmp_path: Path
) -> None:
    page = tmp_path / "orders.html"
    page.write_text(_PAGE)

    def browser(profile: str, width: int) -> Launch:
        options = (
            "--no-sandbox",
            "--no-first-run",
            f"--window-size={width},700",
            f"--user-data-dir={tmp_path / profile}",
        )
        return Launch("chromium", (*options, page.as_uri()))

    first = await _open(desktop, browser("one", 900), _has("Send"))
    fields = [
        element
        for element in first.snapshot
        if element.role == "Edit" and (element.name or element.label or "").startswith("Field")
    ]
    clears = [element for element in first.snapshot if element.name == "Clear"]
    assert (len(fields), len(clears)) == (6, 6)
    selectors = [selector_of(first.snapshot, field) for field in (*fields, *clears)]
    await _end(desktop)
    again = await _open(desktop, browser("two", 1200), _has("Send"))
    for selector, old in zip(selectors, (*fields, *clears), strict=True):
        found = find(selector, again.snapshot)
        assert isinstance(found, Found), (selector, found)
        assert (found.element.name, found.element.label) == (old.name, old.label)
    orders = [again.snapshot.elements.index(_found(selector, again.snapshot)) for selector in selectors[6:]]
    assert orders == sorted(set(orders))


def _found(selector: Selector, snapshot: Snapshot) -> Element:
    found = find(selector, snapshot)
    assert isinstance(found, Found)
    return found.element


@pytest.mark.matrix
async def test_a_word_processor_that_was_restarted_shows_the_same_controls(
    desktop: MeasuredDesktop, tmp_path: Path
) -> None:
    launch = Launch("soffice", ("--writer", "--norestore", "--nologo", own_profile(tmp_path, "p")))
    first = await _open(desktop, launch, _has("Bold"))
    selectors = selectors_of(first.snapshot, first.snapshot.elements)
    await _end(desktop)
    again = await _open(desktop, launch, _has("Bold"))
    assert _share_found(selectors, again.snapshot) >= 0.98
    assert _mistaken(selectors, first.snapshot, again.snapshot) == []


_ROWS = (
    "<!doctype html><title>Rows</title>"
    + "".join(f"<p><span>Order {number}</span> <button>Delete</button></p>" for number in (7, 8, 9))
    + """<script>
const rows = [...document.querySelectorAll('p')];
rows.forEach(row => row.querySelector('button').onclick = () => { document.title = 'deleted ' + row.firstChild.textContent; });
onkeydown = event => {
  if (event.key != 'F8') return;
  const names = rows.map(row => row.firstChild.textContent).reverse();
  rows.forEach((row, at) => { row.firstChild.textContent = names[at]; });
};
</script>"""
)


@pytest.mark.matrix
async def test_a_button_of_a_page_whose_rows_were_filled_anew_is_refused(
    desktop: MeasuredDesktop, tmp_path: Path
) -> None:
    page = tmp_path / "rows.html"
    page.write_text(_ROWS)
    options = ("--no-sandbox", "--no-first-run", f"--user-data-dir={tmp_path / 'profile'}")
    shown = await _open(desktop, Launch("chromium", (*options, page.as_uri())), _has("Order 9"))
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    bench.selection.window = shown.window
    await bench.look()
    assert bench.selection.snapshot is not None
    button = _button_of(bench.selection.snapshot, "Order 7", "Delete")
    wanted = next(key for key, element in bench.selection.controls.items() if element.handle.key == button.handle.key)
    await desktop.send(None, [Keys(("f8",))])
    await _ready(desktop, shown.window, lambda seen: _one(seen, "Order 9").rect.y < _one(seen, "Order 7").rect.y)
    refused = await bench.run("click_input", id=wanted, name="Delete")
    assert refused.effect is Effect.REFUSED, refused
    assert not any("deleted" in window.title for window in await desktop.windows())
