"""Fields and lists of pages that are closed are chosen from by `select`, and tabs and buttons are pressed once."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.measured_desktop import MeasuredDesktop
from tests.apps.pages import opened, page_tells
from tests.needs import needs
from tests.tools.bench import Bench
from ufo.schema.command import Effect

pytestmark = [
    pytest.mark.apps,
    pytest.mark.timeout(120),
    needs("chromium"),
]
_FIELDS = """<label>Day <input type=date></label><label>Clock <input type=time></label><label>Month <input type=month></label>
<label>Week <input type=week></label><label>Moment <input type=datetime-local></label><label>Tint <input type=color></label>
<label>Loud <input type=range min=0 max=50 step=5></label><label>Locked <input type=date readonly value=2026-02-03></label>
<label>Refusing <input type=date oninput="this.value = ''"></label>"""
_TELLS = """for (const e of document.querySelectorAll('input')) { e.addEventListener('input', () => said.push('input'));
  e.addEventListener('change', () => { said.length = said.lastIndexOf('input') + 1; tell(e.type + '=' + e.value); }); }"""
_LISTS = """<div role=combobox tabindex=0 aria-label=Fruit id=fruit style="border:1px solid">Choose</div>
<div id=city style="border:1px solid">Pick a city</div><button id=tint aria-haspopup=listbox>Colour: red</button>
<p>These words stand where the lists open, and are as long as any of them is wide, or longer.</p><p>And so do these.</p>"""
_OPENS = """const drop = (opener, items, role, chosen) => opener.onclick = () => {
  const old = document.getElementById('open');
  opener.setAttribute('aria-expanded', String(!old));
  if (old) return old.remove();
  const list = document.createElement('div');
  list.id = 'open'; list.style = 'position:absolute;background:white;border:1px solid';
  if (role) list.setAttribute('role', 'listbox');
  for (const item of items) {
    const one = document.createElement('div');
    one.textContent = item;
    if (role) one.setAttribute('role', 'option');
    one.onclick = () => { list.remove(); opener.setAttribute('aria-expanded', 'false'); chosen(item); tell('chose ' + item); };
    list.append(one);
  }
  opener.after(list);
};
drop(fruit, ['Apple', 'Banana', 'Cherry'], true, item => fruit.textContent = item);
drop(city, ['Ghent', 'Bruges'], false, item => city.textContent = item);
drop(tint, ['red', 'green', 'blue'], true, item => tint.textContent = 'Colour: ' + item);"""
_LATE = """let pressed = 0; const press = () => tell('pressed ' + ++pressed);
const later = (then) => setTimeout(then, 2200);
const show = () => panel.hidden = false; const mark = () => tab.setAttribute('aria-selected', 'true');"""
_TABS = """<div role=tablist><div role=tab tabindex=0 aria-selected=true>Orders</div>
<div role=tab tabindex=0 aria-selected=false id=tab>Submit</div></div><div id=panel hidden><input aria-label=Words></div>"""
_SENDS = """<form id=all><input aria-label=Name><button>Submit</button></form>
<div id=panel hidden><input aria-label=Words></div>"""


async def _select(bench: Bench, name: str, item: str) -> tuple[Effect | None, str]:
    await bench.look()
    named = {key: element for key, element in bench.selection.controls.items() if name in (element.name, element.label)}
    # The words beside a field are listed with its name too.
    key = min(named, key=lambda text: named[text].role == "Text")
    result = await bench.run("select", id=key, items=[item])
    return result.effect, " ".join([*result.evidence, result.error or ""])


@pytest.mark.matrix
async def test_the_value_of_a_closed_field_is_chosen_with_the_events_that_typing_gives(
    desktop: MeasuredDesktop, tmp_path: Path
) -> None:
    bench = await opened(desktop, tmp_path, _FIELDS, _TELLS)
    try:
        for name, item, tells in (
            ("Day", "2026-03-04", "input date=2026-03-04"),
            ("Clock", "14:35", "input time=14:35"),
            ("Month", "2026-05", "input month=2026-05"),
            ("Week", "2026-W12", "input week=2026-W12"),
            ("Moment", "2026-03-04T10:20", "input datetime-local=2026-03-04T10:20"),
            ("Tint", "#ff8800", "input color=#ff8800"),
            ("Loud", "30", "input range=30"),
        ):
            effect, said = await _select(bench, name, item)
            assert effect is Effect.CONFIRMED, (name, said)
            assert await page_tells(bench, tells), name
    finally:
        await bench.dispatcher.close()


@pytest.mark.matrix
async def test_a_value_that_a_field_does_not_take_is_told_with_what_it_shows(
    desktop: MeasuredDesktop, tmp_path: Path
) -> None:
    bench = await opened(desktop, tmp_path, _FIELDS, _TELLS)
    try:
        for name, item, effect, words in (
            ("Loud", "33", Effect.PARTIAL, "is 35, not 33"),
            ("Locked", "2026-03-04", Effect.SUSPECTED_NOOP, "shows month 02, day 03, year 2026, not 2026-03-04"),
            ("Refusing", "2026-03-04", Effect.PARTIAL, "not 2026-03-04"),
            ("Day", "2026-02-31", Effect.UNVERIFIABLE, "is not a valid day or time"),
            ("Clock", "2026-03-04", Effect.UNVERIFIABLE, "write it as 14:35"),
        ):
            found, said = await _select(bench, name, item)
            assert found is effect and words in said, (name, said)
    finally:
        await bench.dispatcher.close()


@pytest.mark.matrix
async def test_lists_that_a_page_makes_are_opened_and_chosen_from_over_the_words_below_them(
    desktop: MeasuredDesktop, tmp_path: Path
) -> None:
    bench = await opened(desktop, tmp_path, _LISTS, _OPENS)
    try:
        for name, item, effect in (
            ("Fruit", "Banana", Effect.CONFIRMED),
            ("Colour: red", "green", Effect.CONFIRMED),
            ("Pick a city", "Bruges", Effect.UNVERIFIABLE),
        ):
            found, said = await _select(bench, name, item)
            assert found is effect, (name, said)
            assert await page_tells(bench, f"chose {item}"), name
        _, said = await _select(bench, "Colour: green", "purple")
        assert "offers 'red', 'green', 'blue', not 'purple'" in said
        await bench.look()
        assert not any(control.role == "ListItem" for control in bench.selection.controls.values())
    finally:
        await bench.dispatcher.close()


@pytest.mark.parametrize(
    ("body", "script", "path"),
    [
        (_SENDS, "all.onsubmit = () => { press(); later(show); return false; };", "Words"),
        pytest.param(_TABS, "tab.onclick = () => { press(); later(show); };", "Words", marks=pytest.mark.matrix),
        pytest.param(
            _TABS, "tab.onclick = () => { press(); later(mark); };", "",
            marks=pytest.mark.matrix,
        ),
    ],
)  # fmt: skip
async def test_what_a_page_answers_late_is_pressed_once(
    desktop: MeasuredDesktop, tmp_path: Path, body: str, script: str, path: str
) -> None:
    bench = await opened(desktop, tmp_path, body, _LATE + script)
    try:
        result = await bench.run("visit", path=["Submit", path] if path else ["Submit"])
        assert result.effect is Effect.CONFIRMED, result
        assert await page_tells(bench, "pressed 1")
        assert not await _tells(bench, "pressed 2")
    finally:
        await bench.dispatcher.close()


@pytest.mark.matrix
async def test_a_tab_that_is_selected_is_not_pressed(desktop: MeasuredDesktop, tmp_path: Path) -> None:
    body = _TABS.replace("aria-selected=false", "aria-selected=true")
    bench = await opened(desktop, tmp_path, body, _LATE + "tab.onclick = press;")
    try:
        result = await bench.run("visit", path=["Submit"])
        assert "selected already; nothing was done" in result.evidence[0]
        assert not await _tells(bench, "pressed")
    finally:
        await bench.dispatcher.close()


async def _tells(bench: Bench, words: str) -> bool:
    look = await bench.scope.desktop.snapshot(bench.selection.require_window().id)
    return any(words in f"{element.name} {element.value}" for element in look)


_BOOKING = """<div dir=rtl><label>الاسم <input></label><label>التاريخ <input type=date></label>
<label>الساعة <input type=datetime-local></label><label>القسم <select><option>الأسنان<option>العيون</select></label></div>
<div role=group aria-label=Datum id=own></div>"""
_OWN_PARTS = """for (const [name, least, most] of [['Tag', 1, 31], ['Monat', 1, 12], ['Jahr', 1, 275760]]) {
  const part = document.createElement('span'); let typed = '';
  part.tabIndex = 0; part.setAttribute('role', 'spinbutton'); part.ariaLabel = name; part.textContent = '--';
  part.ariaValueMin = least; part.ariaValueMax = most; part.style = 'display:inline-block;width:60px';
  part.onfocus = () => typed = '';
  part.onkeydown = event => { if (/[0-9]/.test(event.key)) { typed += event.key; part.ariaValueNow = +typed;
    part.textContent = typed; tell(name + '=' + +typed); } };
  own.append(part); }"""


async def test_the_dates_of_a_form_are_typed_and_a_field_that_refuses_holds_up_no_other(
    desktop: MeasuredDesktop, tmp_path: Path
) -> None:
    bench = await opened(desktop, tmp_path, _BOOKING, _TELLS)
    try:
        fields = [
            {"id": bench.id_of("التاريخ", "Edit"), "value": "2025-02-31"},
            {"id": bench.id_of("الاسم", "Edit"), "value": "سامي"},
            {"id": bench.id_of("الساعة", "Edit"), "value": "2025-06-15T10:30"},
            {"id": bench.id_of("القسم", "ComboBox"), "value": "العيون"},
        ]
        filled = await bench.run("fill", fields=fields)
        assert filled.effect is Effect.PARTIAL and "1 of 4 fields are not filled" in filled.unfinished, filled
        assert "التاريخ" in filled.unfinished and "العيون" in str(filled.evidence)
        assert await page_tells(bench, "input datetime-local=2025-06-15T10:30")
        await bench.look()
        again = await bench.run(
            "fill", fields=[{**fields[0], "id": bench.id_of("التاريخ", "Edit"), "value": "2025-06-15"}]
        )
        assert again.effect is Effect.CONFIRMED, again
        assert await page_tells(bench, "input date=2025-06-15")
        await bench.look()
        date = bench.id_of("التاريخ", "Edit")
        written = await bench.run("set_edit_text", id=date, name="التاريخ", text="2025-06-16", clear_current_text=True)
        assert written.effect is Effect.CONFIRMED, written
        assert await page_tells(bench, "input date=2025-06-16")
    finally:
        await bench.dispatcher.close()


@pytest.mark.matrix
async def test_the_parts_of_a_date_are_known_by_the_numbers_that_they_take(
    desktop: MeasuredDesktop, tmp_path: Path
) -> None:
    bench = await opened(desktop, tmp_path, _BOOKING, _OWN_PARTS)
    try:
        await bench.look()
        result = await bench.run("set_value", id=bench.id_of("Datum"), value="2025-06-15")
        assert result.effect is Effect.CONFIRMED, (result, [*bench.selection.controls.values()])
        assert await page_tells(bench, "Tag=15 Monat=0")
    finally:
        await bench.dispatcher.close()
