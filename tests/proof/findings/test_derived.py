"""What actions themselves tell must hold after them, and no more than that."""

from __future__ import annotations

from typing import Any

import pytest

from tests.known_tools import acted
from ufo.proof.findings.derived import derived
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Result, ResultStatus
from ufo.schema.predicate import DocumentPredicate, ElementPredicate, FilePredicate, Predicate
from ufo.schema.target import TargetInfo, TargetKind


def control(name: str, role: str, value: str = "", *states: str) -> TargetInfo:
    return TargetInfo(kind=TargetKind.CONTROL, name=name, id="1", type=role, value=value, states=states)


def did(
    function: str, target: TargetInfo | None = None, *, ok: bool = True, gave: Any = None, **arguments: Any
) -> ActionCommandInfo:
    status = ResultStatus.SUCCESS if ok else ResultStatus.FAILURE
    return acted(function, arguments=arguments, target=target, result=Result(status=status, result=gave))


CITY = control("City", "Edit", "Wien ")
GIFT = control("Gift", "CheckBox", "", "unchecked")


@pytest.mark.parametrize(
    ("action", "predicate"),
    [
        (did("set_edit_text", CITY, text="Graz"), ElementPredicate(name="City", role="Edit", value="Wien Graz")),
        (
            did("set_edit_text", CITY, text="Graz", clear_current_text=True),
            ElementPredicate(name="City", role="Edit", value="Graz"),
        ),
        (did("click_input", GIFT), ElementPredicate(name="Gift", role="CheckBox", state="checked")),
        (
            did("browser_settings", changes={"a.b": True}, gave={"path": "/p/Preferences", "noted": {"a.b": "true"}}),
            DocumentPredicate(path="/p/Preferences", key="a.b", value="true"),
        ),
        (did("save_page_table", path="t.csv", gave={"path": "/w/t.csv", "rows": 3}), FilePredicate(path="/w/t.csv")),
        (did("set_checked", GIFT, checked=False), ElementPredicate(name="Gift", role="CheckBox", state="unchecked")),
        (did("set_value", GIFT, value=True), ElementPredicate(name="Gift", role="CheckBox", state="checked")),
        (did("fill", fields=[{"name": "City", "value": "Graz"}]), ElementPredicate(name="City", value="Graz")),
        (did("fill", fields=[{"name": "Gift", "value": True}]), ElementPredicate(name="Gift", state="checked")),
        (
            did("select", control("Land", "ComboBox"), items=["Chile"]),
            ElementPredicate(name="Land", role="ComboBox", value="Chile"),
        ),
        (
            did("insert_chart", chart_type="pie", data_range="A1:B3"),
            DocumentPredicate(path="", open=True, chart="pie", chart_refers_to="A1:B3"),
        ),
        (
            did("write_cell", cell="B2", content="7"),
            DocumentPredicate(path="", open=True, start="B2", cells=(("7",),)),
        ),
        (
            did("insert_excel_table", table=[["a", 1], ["b", None]], start_row=2, start_col="C"),
            DocumentPredicate(path="", open=True, start="C2", cells=(("a", "1"), ("b", ""))),
        ),
        (did("save_as", gave="/tmp/x.ods"), FilePredicate(path="/tmp/x.ods", changed_after=5.0)),
    ],
)
def test_what_was_done_last_is_what_must_hold(action: ActionCommandInfo, predicate: Predicate) -> None:
    assert derived([action], 5.0) == (predicate,)


@pytest.mark.parametrize(
    "action",
    [
        did("set_edit_text", control("Password", "Edit", "", "password"), text="secret"),
        did("set_edit_text", CITY, text="Graz", ok=False),
        did("click_input", control("OK", "Button")),
        did("click_input", GIFT, double=True),
        did("click_input", control("Gift", "CheckBox")),
        did("write_cell", cell="B2", content="=A1*2"),
        did("keyboard_input", CITY, keys="Graz"),
        did("set_edit_text", control("", "Edit"), text=" "),
    ],
)
def test_what_does_not_tell_its_end_states_nothing(action: ActionCommandInfo) -> None:
    assert derived([action], 0.0) == ()


def test_a_click_voids_what_it_may_have_closed_and_leaves_files() -> None:
    before = [did("set_edit_text", CITY, text="Graz"), did("save", gave="/tmp/x.odt")]
    assert derived([*before, did("click_input", control("Send", "Button"))], 0.0) == (
        FilePredicate(path="/tmp/x.odt", changed_after=0.0),
    )


def test_the_last_word_about_a_control_holds() -> None:
    words = [did("set_edit_text", CITY, text=text, clear_current_text=True) for text in ("Graz", "Linz")]
    assert derived(words, 0.0) == (ElementPredicate(name="City", role="Edit", value="Linz"),)


def test_what_the_open_document_holds_is_in_the_file_that_it_was_saved_to_as_far_as_that_shows_it() -> None:
    cells = did("write_cell", cell="B2", content="7")
    price = did("write_cell", cell="B3", content="7.50")
    in_ods = derived([cells, price, did("save", gave="/tmp/a.ods")], 0.0)
    in_xlsx = derived([cells, price, did("save", gave="/tmp/a.xlsx")], 0.0)
    again = derived([cells, did("save", gave="/tmp/a.ods"), did("save", gave="/tmp/a.ods")], 0.0)
    assert [(one.path, one.start) for one in in_ods if isinstance(one, DocumentPredicate)] == [
        ("", "B2"),
        ("", "B3"),
        ("/tmp/a.ods", "B2"),
        ("/tmp/a.ods", "B3"),
    ]
    assert [one.start for one in in_xlsx if isinstance(one, DocumentPredicate) and one.path] == ["B2"]
    assert len([one for one in again if isinstance(one, DocumentPredicate) and one.path]) == 1


def test_the_last_word_about_a_cell_and_about_a_look_holds() -> None:
    table = did("insert_excel_table", table=[["a", "1"], ["b", "2"]])
    again = did("write_cell", cell="B2", content="3")
    left, last = derived([did("write_cell", cell="A1", content="x"), table, again], 0.0)
    assert isinstance(left, DocumentPredicate) and left.cells == (("a", "1"), ("b", "3"))
    assert last == DocumentPredicate(path="", open=True, start="B2", cells=(("3",),))
    looks = [did("format_cells", look="bold", value=one, gave={"cells": ["A1:B1"]}) for one in ("on", "off")]
    assert [one.value for one in derived(looks, 0.0) if isinstance(one, DocumentPredicate)] == ["off"]


def test_a_layout_that_no_condition_can_name_states_none_and_loses_no_other() -> None:
    slides = [{"slide": 1, "title": "Boats", "layout": "other (11)"}, {"slide": 2, "layout": "title"}]
    found = derived([did("arrange_slides", action="layout", slides=[1, 2], gave={"count": 2, "slides": slides})], 0.0)
    told = [(one.property, one.value) for one in found if isinstance(one, DocumentPredicate) and one.property]
    assert told == [("slide title", "Boats"), ("layout", "title")]
