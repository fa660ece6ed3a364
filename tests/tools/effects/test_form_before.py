"""A form is read from the look that was taken for a press: the fields and boxes of the same page, and nothing of the frame."""

from __future__ import annotations

from dataclasses import replace

from ufo.desktop.snapshot import Element, Handle, Snapshot
from ufo.schema.form import FormPart
from ufo.schema.geometry import Rect
from ufo.tools.effects.form_before import FirstHeld, form_before

_PLACE = Rect(0, 0, 10, 10)


def _one(key: str, role: str, name: str, *states: str, depth: int = 2, value: str | None = None) -> Element:
    return Element(Handle(1, key, role, name), role, name, _PLACE, frozenset(states), value=value, depth=depth)


_SUBMIT = _one("7", "Button", "Submit", depth=3)
_LOOK = Snapshot(
    1,
    "1",
    _PLACE,
    (
        _one("1", "Edit", "Address", depth=1, value="127.0.0.1"),
        _one("2", "Document", "Page", depth=1),
        _one("3", "CheckBox", "News", "checked"),
        _one("4", "CheckBox", "Ads", "unchecked"),
        _one("5", "Edit", "Name", value="Ada"),
        _one("6", "ListItem", "Graz", "selected", "selectable", depth=3),
        _SUBMIT,
        _one("8", "CheckBox", "Of the browser", "checked", depth=1),
    ),
)


def test_what_the_page_around_the_press_holds_is_kept_with_its_ids() -> None:
    form = form_before(_LOOK, _SUBMIT, {"5": "12"}, FirstHeld())
    assert form is not None
    assert form.is_whole
    assert form.address == "127.0.0.1"
    assert form.parts == (
        FormPart(role="CheckBox", name="News", state="checked"),
        FormPart(role="CheckBox", name="Ads", state="unchecked"),
        FormPart(role="Edit", name="Name", value="Ada", number="12"),
        FormPart(role="ListItem", name="Graz", state="selected"),
    )


def test_what_is_out_of_sight_makes_it_no_whole_form_and_a_field_that_is_clicked_sends_none() -> None:
    form = form_before(replace(_LOOK, more=("Document 'Page' shows 6 of 18 parts",)), _SUBMIT, {}, FirstHeld())
    assert form is not None
    assert not form.is_whole
    assert form_before(_LOOK, _LOOK.elements[4], {}, FirstHeld()) is None
    assert form_before(None, _SUBMIT, {}, FirstHeld()) is None
    assert form_before(_LOOK, None, {}, FirstHeld()) is None


def test_the_address_is_that_of_the_browsers_own_bar() -> None:
    bar, page, *rest = _LOOK.elements
    drawn = _one("9", "Edit", "Address", depth=2, value="https://bank.example")
    for value, told in (
        ("127.0.0.1:8080/review?x=1", "127.0.0.1:8080/review?x=1"),
        ("https://shop.example/a", "https://shop.example/a"),
        ("file:///home/ada/form.html", "file:///home/ada/form.html"),
        ("what is a form", ""),
        ("ada@shop.example", ""),
    ):
        look = replace(_LOOK, elements=(page, drawn, *rest, replace(bar, value=value)))
        form = form_before(look, _SUBMIT, {}, FirstHeld())
        assert form is not None
        assert form.address == told
    no_browser = replace(_LOOK, elements=(bar, *rest))
    form = form_before(no_browser, _SUBMIT, {}, FirstHeld())
    assert form is not None
    assert form.address == ""


def test_a_part_is_told_with_what_it_held_when_it_was_first_seen() -> None:
    first = FirstHeld()
    first.note(
        replace(_LOOK, elements=(*_LOOK.elements[:4], _one("5", "Edit", "Name", value="Eve"), *_LOOK.elements[5:]))
    )
    first.note(_LOOK)
    form = form_before(_LOOK, _SUBMIT, {}, first)
    assert form is not None
    assert [(part.name, part.was) for part in form.parts] == [
        ("News", "checked"), ("Ads", "unchecked"), ("Name", "Eve"), ("Graz", "selected"),
    ]  # fmt: skip
