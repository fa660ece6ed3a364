from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ufo.prompts.outline import outline
from ufo.schema.target import TargetInfo, TargetKind


def control(control_id: int, role: str, name: str = "", **more: Any) -> TargetInfo:
    return TargetInfo(kind=TargetKind.CONTROL, id=str(control_id), type=role, name=name, **more)


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
        '  [1] Button "Open"',
        '  [2] Button "Save"',
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
    assert [line.split("]")[0] for line in outline(controls, 1000).splitlines()] == ["[3", "[6", "[7"]


def test_empty_cells_that_follow_one_another_are_one_line() -> None:
    cells = [
        control(5, "Cell", "A1", value="Month"),
        control(6, "Cell", "B1"),
        control(7, "Cell", "C1"),
        control(8, "Cell", "A2"),
        control(9, "Cell", "B2", states=("focused",)),
        control(10, "Cell", "C2"),
        control(12, "Cell", "A3"),
    ]
    assert outline(cells, 1000).splitlines() == [
        '[5] Cell "A1" = "Month"',
        '[6-8] empty Cells "B1" to "A2"',
        '[9] Cell "B2" (focused)',
        '[10] Cell "C2"',
        '[12] Cell "A3"',
    ]


def test_two_controls_of_the_same_name_both_stay() -> None:
    controls = [control(1, "Button", "Delete"), control(2, "Button", "Delete")]
    assert len(outline(controls, 1000).splitlines()) == 2


def test_a_nameless_button_is_told_for_it_can_be_clicked() -> None:
    assert outline([control(1, "Button")], 100) == "[1] Button"
    assert outline([control(1, "Pane", actions=("click",))], 100) == "[1] Pane"


def test_a_label_stands_in_for_a_name_and_beside_one() -> None:
    assert outline([control(1, "Edit", label="Name")], 100) == '[1] Edit "Name"'
    assert outline([control(1, "Edit", "entry", label="Name")], 100) == '[1] Edit "entry" labelled "Name"'


def test_cells_tell_row_and_column() -> None:
    assert (
        outline([control(1, "Cell", "B2", value="7", row=1, column=1)], 100) == '[1] Cell "B2" = "7" at row 1, column 1'
    )


def test_what_does_not_fit_is_cut_and_counted() -> None:
    controls = [control(number, "Button", f"Number {number}") for number in range(100)]
    text = outline(controls, 400)
    assert len(text) <= 400
    shown = sum(line.startswith("[") for line in text.splitlines())
    assert f"({100 - shown} of 100 controls cut" in text.splitlines()[-1]
    assert shown > 5


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
