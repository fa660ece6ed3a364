from __future__ import annotations

import pytest

from tests.extensions.planner.stage import Stage, control, play
from ufo.schema.outcome import SubtaskRecord
from ufo_planner.intents import RESULT, ControlPhrase, GoTo, PressKeys, ReadValue, TypeInto


def browser() -> Stage:
    return Stage(
        title="Order form - Chromium",
        application="chromium",
        controls=[
            control("Address and search bar", "Edit", value="https://example.org", at=(200, 60)),
            control("Order form", "Document", states=("readonly",), at=(0, 150), size=(900, 600)),
            control("Page 3", "Hyperlink", at=(20, 400)),
        ],
    )


@pytest.mark.parametrize(
    ("said", "address"),
    [
        ("example.com/a", "example.com/a"),
        ("http://localhost:8000/x", "http://localhost:8000/x"),
        ("/tmp/site/a.html", "file:///tmp/site/a.html"),
        ("about:blank", "about:blank"),
    ],
)
def test_an_address_goes_into_the_address_bar(said: str, address: str) -> None:
    stage = browser()

    run = play(stage, GoTo("go", "", said))

    assert run.status == "FINISH"
    assert [record["keys"] for record in stage.done("keyboard_input")] == ["{VK_CONTROL}l", address, "{ENTER}"]


def test_a_file_manager_without_an_address_field_takes_the_folder_by_keys() -> None:
    stage = Stage(title="ada", application="pcmanfm", controls=[control("Documents", "ListItem")])

    assert play(stage, GoTo("go", "", "/srv/data")).status == "FINISH"
    assert [record["keys"] for record in stage.done("keyboard_input")] == ["{VK_CONTROL}l", "/srv/data", "{ENTER}"]


def test_keys_are_written_in_the_notation_of_the_tool() -> None:
    stage = Stage()

    play(stage, PressKeys("keys", "", (("ctrl", "shift", "s"), ("tab",), ("tab",), ("f5",), ("ctrl", "+"))))

    assert [record["keys"] for record in stage.done("keyboard_input")] == [
        "{VK_CONTROL}{VK_SHIFT}s", "{TAB 2}", "{F5}", "{VK_CONTROL}{+}",
    ]  # fmt: skip


def test_text_goes_into_a_document_by_keys_at_its_end() -> None:
    paragraph = control("", "Paragraph", value="", states=("focused", "editable"), path=("Untitled 1",))
    stage = Stage(controls=[control("Untitled 1", "Document", states=("editable",), size=(900, 700)), paragraph])

    play(stage, TypeInto("type", "", "50% (half)\nmore"))

    assert [record["keys"] for record in stage.done("keyboard_input")] == [
        "{VK_CONTROL}{END}", "50{%} {(}half{)}{ENTER}more",
    ]  # fmt: skip


def test_an_earlier_result_is_what_the_result_means() -> None:
    stage = Stage(controls=[control("Notes", "Edit", value="")])
    record = SubtaskRecord(subtask="compute", status="FINISH", result="408")

    play(stage, TypeInto("type", "", RESULT, ControlPhrase("Notes")), records=[record])

    assert stage.controls[0].value == "408"


def test_of_several_fields_the_one_must_be_named() -> None:
    stage = Stage(controls=[control("Name", "Edit", value=""), control("City", "Edit", value="", at=(10, 60))])

    run = play(stage, TypeInto("type", "", "hello"))

    assert (run.status, stage.log) == ("FAIL", [])
    assert "'Name', 'City'" in run.result


def test_what_the_window_shows_is_told_without_its_buttons() -> None:
    stage = Stage(
        controls=[
            control("Welcome", "Heading"),
            control("Total", "Text", at=(10, 40)),
            control("", "Edit", label="Amount", value="12", at=(120, 40)),
            control("Pay", at=(10, 70)),
        ]
    )

    assert play(stage, ReadValue("read the window", "")).result == "Welcome\nTotal\nAmount: 12"
