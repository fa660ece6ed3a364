from __future__ import annotations

import re
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ufo.prompts.outline import outline
from ufo.schema.target import TargetInfo, TargetKind


def control(control_id: int, role: str, name: str = "", **more: Any) -> TargetInfo:
    return TargetInfo(kind=TargetKind.CONTROL, id=str(control_id), type=role, name=name, **more)


def _ids(text: str) -> list[str]:
    """In the order in which they are told; what is quoted is no id."""
    return re.findall(r"\[(\d+)\]", re.sub(r'"(?:[^"\\]|\\.)*"', "", text))


def test_a_line_tells_id_role_name_value_and_states_that_matter() -> None:
    field = control(12, "Edit", "Search", value="rain", states=("enabled", "focusable", "editable", "focused"))
    assert outline([field], 1000) == '[12] Edit "Search" = "rain" (focused)'


def test_containers_are_named_once_and_deepen_what_they_hold() -> None:
    controls = [
        control(1, "Button", "Open", path=("File",)),
        control(2, "Button", "Save", path=("File",)),
        control(3, "CheckBox", "Bold", path=("Format", "Font")),
        control(4, "Button", "Close"),
    ]
    assert outline(controls, 1000).splitlines() == [
        '"File":',
        '  Button [1] "Open" [2] "Save"',
        '"Format":',
        '  "Font":',
        '    [3] CheckBox "Bold"',
        '[4] Button "Close"',
    ]


def test_wrappers_and_repeated_labels_are_left_out() -> None:
    controls = [
        control(1, "Pane"),
        control(2, "Group", ""),
        control(3, "Button", "OK", rect=(0, 0, 50, 20)),
        control(4, "Text", "OK", rect=(10, 5, 30, 15)),
        control(5, "Text", ""),
        control(6, "Text", "OK", rect=(0, 100, 50, 120)),
        control(7, "Group", "Options"),
    ]
    assert _ids(outline(controls, 1000)) == ["3", "6", "7"]


def test_empty_cells_that_follow_one_another_are_one_line() -> None:
    cells = [
        control(5, "Cell", "A1", value="Month"),
        control(6, "Cell", "B1"),
        control(7, "Cell", "C1"),
        control(8, "Cell", "A2", value="May"),
        control(9, "Cell", "B2", states=("focused",)),
        control(10, "Cell", "C2"),
        control(12, "Cell", "A3"),
    ]
    assert outline(cells, 1000).splitlines() == [
        'Cell [5] A1 = "Month" [6-7] empty Cells "B1" to "C1" Cell [8] A2 = "May" [9] B2 (focused) [10] C2 [12] A3',
    ]


def test_a_cell_that_has_its_text_in_its_name_is_not_empty() -> None:
    cells = [
        control(n, "Cell", name, row=1, column=n, source="ocr") for n, name in ((1, "Milk"), (2, "Eggs"), (3, "B7"))
    ]
    text = outline(cells, 2000)
    assert '"Milk"' in text and '"Eggs"' in text and "[3-3] empty" not in text


def test_the_rows_of_a_table_stand_on_lines_of_their_own() -> None:
    cells = [
        control(1, "Cell", "", value="Ann", row=0, column=0),
        control(2, "Cell", "", value="7", row=0, column=1),
        control(3, "Cell", "", value="Bob", row=1, column=0),
        control(4, "Cell", "", value="8", row=1, column=1),
    ]
    assert outline(cells, 1000).splitlines() == [
        'Cell [1] = "Ann" at row 0, column 0 [2] = "7"',
        'Cell [3] = "Bob" at row 1, column 0 [4] = "8"',
    ]


def test_the_role_is_said_where_it_changes_and_fields_have_lines_of_their_own() -> None:
    controls = [
        control(1, "Button", "New"),
        control(2, "Button", "Cut", states=("disabled",)),
        control(3, "ToggleButton", "Bold", states=("pressed",)),
        control(4, "Edit", "Size", value="12 pt"),
        control(5, "Button", "Close"),
    ]
    assert outline(controls, 1000).splitlines() == [
        'Button [1] "New" [2] "Cut" (disabled) ToggleButton [3] "Bold" (pressed)',
        '[4] Edit "Size" = "12 pt"',
        '[5] Button "Close"',
    ]


def test_a_container_that_is_a_control_is_told_once_with_what_is_in_it() -> None:
    controls = [
        control(1, "List", "Files"),
        control(2, "ListItem", "a.txt", path=("Files",)),
        control(3, "ListItem", "b.txt", path=("Files",)),
    ]
    assert outline(controls, 1000).splitlines() == ['[1] List "Files":', '  ListItem [2] "a.txt" [3] "b.txt"']


def test_containers_that_only_repeat_a_name_or_hold_the_whole_window_are_left_out() -> None:
    controls = [
        control(1, "Pane", "Untitled - Writer"),
        control(2, "ToolBar", "Styles", path=("Untitled - Writer",)),
        control(3, "ToggleButton", "Styles", path=("Untitled - Writer", "Styles")),
        control(4, "Text", "Field 1", path=("Untitled - Writer",)),
        control(5, "Edit", "Field 1", path=("Untitled - Writer", "Field 1")),
    ]
    assert outline(controls, 1000).splitlines() == ['[3] ToggleButton "Styles"', '[5] Edit "Field 1"']


def test_entries_that_are_out_of_sight_are_counted_and_the_found_ones_told() -> None:
    entries = [
        control(number, "ListItem", f"file {number}", path=("Files",), states=() if number <= 3 else ("offscreen",))
        for number in range(1, 31)
    ]
    entries[20] = entries[20].model_copy(update={"states": ("offscreen", "found")})
    text = outline([control(40, "List", "Files"), *entries], 4000)
    assert '"file 3" [21] "file 21" (offscreen, found)' in text
    assert "file 4" not in text
    assert '(3 of 29 entries of "Files" are in sight: scroll, or search with find_controls)' in text


def test_what_the_look_itself_left_out_is_said() -> None:
    assert outline([control(1, "Button", "OK")], 1000, ["only the first 5000 were read"]).splitlines() == [
        '[1] Button "OK"',
        "(only the first 5000 were read)",
    ]


def test_two_controls_of_the_same_name_both_stay() -> None:
    controls = [control(1, "Button", "Delete"), control(2, "Button", "Delete")]
    assert outline(controls, 1000) == 'Button [1] "Delete" [2] "Delete"'


def test_a_nameless_button_is_told_for_it_can_be_clicked() -> None:
    assert outline([control(1, "Button")], 100) == "[1] Button"
    assert outline([control(1, "Pane", actions=("click",))], 100) == "[1] Pane"


def test_a_label_stands_in_for_a_name_and_beside_one() -> None:
    assert outline([control(1, "Edit", label="Name")], 100) == '[1] Edit "Name"'
    assert outline([control(1, "Edit", "entry", label="Name")], 100) == '[1] Edit "entry" labelled "Name"'


def test_what_is_known_from_the_picture_alone_says_so() -> None:
    told = outline([control(1, "Button", "Save", source="a11y"), control(2, "Button", "Send", source="vision")], 1000)
    assert '"Send" by sight' in told or '"Send" (by sight)' in told
    assert told.count("by sight") == 1


def test_cells_tell_row_and_column() -> None:
    assert (
        outline([control(1, "Cell", "Total", value="7", row=1, column=1)], 100)
        == '[1] Cell "Total" = "7" at row 1, column 1'
    )
    assert outline([control(1, "Cell", "B2", value="7", row=1, column=1)], 100) == '[1] Cell B2 = "7"'


def test_what_does_not_fit_is_cut_by_area_and_counted() -> None:
    many = [control(number, "Edit", f"Number {number}", path=("Form",)) for number in range(100)]
    few = [control(200 + number, "Button", f"Tool {number}", path=("Tools",)) for number in range(3)]
    text = outline([*many, *few], 900)
    assert len(text) <= 900
    shown = text.count("Edit")
    assert shown > 10
    assert text.count('"Tool ') == 3
    last = text.splitlines()[-1]
    assert (
        last
        == f'({100 - shown} of 103 controls cut for length: {100 - shown} of 100 in "Form"; find_controls searches them)'
    )


def test_of_what_does_not_fit_the_focus_the_new_and_the_found_stay() -> None:
    many = [control(number, "Edit", f"Number {number}") for number in range(100)]
    for at, state in ((90, "focused"), (91, "new"), (92, "found")):
        many[at] = many[at].model_copy(update={"states": (state,)})
    text = outline(many, 400)
    assert len(text) <= 400
    assert all(f'"Number {at}" ({state})' in text for at, state in ((90, "focused"), (91, "new"), (92, "found")))


def test_a_name_of_several_lines_cannot_pass_for_another_control() -> None:
    text = outline([control(1, "Text", 'x"\n[2] Button "Delete everything')], 1000)
    assert len(text.splitlines()) == 1


def test_no_controls_make_no_outline() -> None:
    assert outline([], 100) == ""


_CONTROLS = st.lists(
    st.builds(
        control,
        st.integers(0, 999),
        st.sampled_from(["Button", "Text", "Group", "Edit", "Cell"]),
        st.text(max_size=30),
        value=st.none() | st.text(max_size=30),
        path=st.lists(st.text(max_size=8), max_size=3).map(tuple),
    ),
    max_size=15,
)


@given(_CONTROLS, st.integers(1, 600))
def test_the_cap_holds_for_any_controls(controls: list[TargetInfo], max_chars: int) -> None:
    assert len(outline(controls, max_chars)) <= max_chars


@given(_CONTROLS)
def test_what_can_be_worked_is_told_once_and_nothing_else_is(controls: list[TargetInfo]) -> None:
    numbered = [target.model_copy(update={"id": str(number)}) for number, target in enumerate(controls, 1)]
    told = _ids(outline(numbered, 1_000_000))
    assert len(told) == len(set(told))
    assert {str(target.id) for target in numbered if target.type in ("Button", "Edit")} <= set(told)
    assert set(told) <= {str(target.id) for target in numbered}
