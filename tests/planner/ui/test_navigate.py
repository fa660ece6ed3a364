from __future__ import annotations

import pytest

from tests.planner.stage import Stage, control, play
from ufo.conditions.kinds.window import WindowPredicate
from ufo.planner.intents import Close, ControlPhrase, GoTo, Open, PressKeys, ReadValue, SwitchTo, TypeInto, WaitFor
from ufo.schema.outcome import SubtaskRecord


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
    assert stage.done("set_edit_text") == [
        {"name": "Address and search bar", "text": address, "clear_current_text": True}
    ]
    assert stage.done("keyboard_input")[-1]["keys"] == "{ENTER}"


def test_a_file_manager_without_an_address_field_takes_the_folder_by_keys() -> None:
    stage = Stage(title="ada", application="pcmanfm", controls=[control("Documents", "ListItem")])

    assert play(stage, GoTo("go", "", "/srv/data")).status == "FINISH"
    assert [one["keys"] for one in stage.done("keyboard_input")] == ["{VK_CONTROL}l", "/srv/data", "{ENTER}"]


def test_a_named_page_is_the_link_of_that_name() -> None:
    stage = browser()

    assert play(stage, GoTo("go", "", "page 3")).status == "FINISH"
    assert stage.clicked() == ["Page 3"]


def test_a_place_that_is_not_there_is_a_failure_and_no_search() -> None:
    stage = browser()

    assert play(stage, GoTo("go", "", "Contact")).status == "FAIL"
    assert not stage.done("set_edit_text") and not stage.done("keyboard_input")


def test_what_is_open_is_not_opened_again() -> None:
    stage = browser()

    run = play(stage, Open("open", "", "Order form", is_document=True), SwitchTo("switch", "chromium"))

    assert (run.status, stage.log) == ("FINISH", [])


def test_closing_expects_the_window_to_be_gone() -> None:
    run = play(Stage(), Close("close", "", ""))

    assert WindowPredicate(title="Untitled - Editor", exists=False) in run.findings


def test_a_question_at_closing_is_the_persons_to_answer() -> None:
    stage = Stage()

    def ask(*_: object) -> None:
        path = ("Question",)
        stage.controls = [
            control("Question", "Dialog", at=(200, 200), size=(400, 200), states=("modal",)),
            control("Save the changes?", "Text", at=(220, 220), path=path),
            control("Don't Save", at=(220, 300), path=path),
            control("Save", at=(420, 300), path=path),
        ]
        stage.surprise = True

    stage.on["keyboard_input"] = ask
    run = play(stage, Close("close", "", ""), ReadValue("read the window", ""))

    assert run.turns == 2


def test_waiting_asks_only_where_there_is_something_to_wait_for() -> None:
    assert play(Stage(controls=[control("Done", "Text")]), WaitFor("wait", "", "Done")).turns == 1
    stage = Stage()
    play(stage, WaitFor("wait", "", "Done", seconds=5))
    assert stage.done("wait_for") == [{"name": "Done", "gone": False, "timeout_s": 5}]
    stage = Stage()
    play(stage, WaitFor("wait", "", seconds=2.5))
    assert stage.done("wait") == [{"seconds": 2.5}]


def test_keys_are_written_in_the_notation_of_the_tool() -> None:
    stage = Stage()

    play(stage, PressKeys("keys", "", (("ctrl", "shift", "s"), ("tab",), ("tab",), ("f5",), ("ctrl", "+"))))

    assert [one["keys"] for one in stage.done("keyboard_input")] == [
        "{VK_CONTROL}{VK_SHIFT}s", "{TAB 2}", "{F5}", "{VK_CONTROL}{+}",
    ]  # fmt: skip


def test_text_goes_into_a_document_by_keys_at_its_end() -> None:
    paragraph = control("", "Paragraph", value="", states=("focused", "editable"), path=("Untitled 1",))
    stage = Stage(controls=[control("Untitled 1", "Document", states=("editable",), size=(900, 700)), paragraph])

    play(stage, TypeInto("type", "", "50% (half)\nmore"))

    assert [one["keys"] for one in stage.done("keyboard_input")] == [
        "{VK_CONTROL}{END}", "50{%} {(}half{)}{ENTER}more",
    ]  # fmt: skip


def test_an_earlier_result_is_what_the_result_means() -> None:
    stage = Stage(controls=[control("Notes", "Edit", value="")])
    record = SubtaskRecord(subtask="compute", status="FINISH", result="408")

    play(stage, TypeInto("type", "", "the result", ControlPhrase("Notes")), records=[record])

    assert stage.controls[0].value == "408"


def test_several_fields_and_none_named_is_a_question() -> None:
    stage = Stage(controls=[control("Name", "Edit", value=""), control("City", "Edit", value="", at=(10, 60))])

    assert play(stage, TypeInto("type", "", "hello")).status == "PENDING"


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


@pytest.mark.parametrize("what", ["dialog", "side panel"])
def test_a_dialog_or_panel_that_is_not_there_never_closes_the_window(what: str) -> None:
    stage = browser()

    run = play(stage, Close(f"close the {what}", "", what))

    assert run.status == "FAIL"
    assert what in run.result
    assert not stage.log


def test_a_result_is_read_off_the_display_and_never_off_a_key() -> None:
    keys = [control(digit, at=(20 * n, 100), size=(18, 18)) for n, digit in enumerate("0123456789")]
    equals = control("=", description="Calculate result", at=(0, 140))
    display = control("", "Edit", value="54", states=("editable", "focused"), at=(0, 10))
    stage = Stage(title="Calculator", application="gnome-calculator", controls=[*keys, equals, display])

    assert play(stage, ReadValue("read the result", "", ControlPhrase("result"))).result == "54"
