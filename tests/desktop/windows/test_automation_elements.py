"""What UI Automation tells becomes the desktop's elements in the words that all desktops use."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ufo.desktop.snapshot import Element
from ufo.desktop.windows.ui_automation.elements import Place, elements_of, notes_of
from ufo.desktop.windows.ui_automation.node_kinds import WORKED_BY, actions_of, role_of, states_of
from ufo.desktop.windows.ui_automation.nodes import PATTERNS, Node, is_told, key_of, rect_of
from ufo.schema.roles import ROLES
from ufo.schema.target import STATES

_SHOWN = Node("uia:1", 1, (10, 10, 80, 20))


def node(key: str, depth: int, control_type: int, name: str = "", **fields: object) -> Node:
    return replace(_SHOWN, key=key, depth=depth, control_type=control_type, name=name, **{"patterns": (), **fields})  # type: ignore[arg-type]


def told(*nodes: Node, others: tuple[int, ...] = ()) -> list[Element]:
    window = node("uia:0", 0, 50032, "Form")
    return list(elements_of([window, *nodes], Place(1, 1, ("Form",), "7"), others))


@pytest.mark.parametrize(
    ("fields", "role", "states"),
    [
        ({"control_type": 50000, "patterns": ("Invoke",)}, "Button", {"enabled"}),
        ({"control_type": 50000, "patterns": ("Toggle",), "toggle_state": 1}, "ToggleButton", {"enabled", "pressed"}),
        ({"control_type": 50002, "patterns": ("Toggle",)}, "CheckBox", {"enabled", "unchecked"}),
        ({"control_type": 50002, "patterns": ("Toggle",), "toggle_state": 9}, "CheckBox", {"enabled", "mixed"}),
        ({"control_type": 50013, "patterns": ("SelectionItem",), "selected": True}, "RadioButton", {"enabled", "checked"}),
        ({"control_type": 50011, "patterns": ("Toggle",), "toggle_state": 1}, "CheckMenuItem", {"enabled", "checked"}),
        ({"control_type": 50011, "patterns": ("SelectionItem",)}, "RadioMenuItem", {"enabled", "unchecked"}),
        ({"control_type": 50004, "patterns": ("Value",), "focusable": True}, "Edit", {"enabled", "editable", "focusable"}),
        ({"control_type": 50004, "patterns": ("Value",), "readonly": True}, "Edit", {"enabled", "readonly"}),
        ({"control_type": 50004, "patterns": None}, "Edit", {"enabled", "editable"}),
        ({"control_type": 50004, "enabled": False}, "Edit", {"disabled", "readonly"}),
        ({"control_type": 50030, "patterns": ("Text",)}, "Document", {"enabled", "readonly", "multiline"}),
        ({"control_type": 50024, "patterns": ("SelectionItem",), "selected": True, "expand_state": 1}, "TreeItem",
         {"enabled", "selectable", "selected", "expanded"}),
        ({"control_type": 50003, "expand_state": 0}, "ComboBox", {"enabled", "collapsed"}),
        ({"control_type": 50020, "patterns": ("GridItem",), "row": 2}, "Cell", {"enabled"}),
        ({"control_type": 50020, "aria_role": "heading"}, "Heading", {"enabled"}),
        ({"control_type": 50034, "name": "Size"}, "HeaderItem", {"enabled"}),
        ({"control_type": 50034}, "Group", {"enabled"}),
        ({"control_type": 50032, "modal": True}, "Window", {"enabled", "modal"}),
        ({"control_type": 59999}, "Custom", {"enabled"}),
    ],
)  # fmt: skip
def test_a_role_and_states_follow_from_type_and_patterns(
    fields: dict[str, object], role: str, states: set[str]
) -> None:
    one = replace(_SHOWN, **{"patterns": (), **fields})  # type: ignore[arg-type]
    assert role_of(one) == role
    assert states_of(one, role) == states


def test_every_role_and_state_is_one_of_the_common_words() -> None:
    for control_type in range(50000, 50041):
        for toggle_state in (0, 1, 2):
            one = replace(_SHOWN, control_type=control_type, patterns=tuple(PATTERNS), toggle_state=toggle_state)
            assert role_of(one) in ROLES
            assert states_of(one, role_of(one)) <= STATES


def test_actions_are_those_of_the_patterns_and_of_the_moment() -> None:
    one = replace(_SHOWN, control_type=50024, patterns=tuple(PATTERNS), expand_state=0, focusable=True)
    assert set(actions_of(one, "TreeItem")) == {*WORKED_BY, "focus"}
    assert "expand" not in actions_of(replace(one, expand_state=3), "TreeItem")
    assert "set_text" not in actions_of(replace(one, readonly=True), "TreeItem")
    assert "set_value" not in actions_of(replace(one, number_readonly=True), "TreeItem")
    assert actions_of(replace(one, patterns=None, focusable=False), "TreeItem") == ()


def test_what_only_lays_out_is_left_out_and_what_is_in_it_moves_up() -> None:
    found = told(
        node("a", 1, 50033),
        node("b", 2, 50026, "Colour"),
        node("c", 3, 50013, "Red"),
        node("d", 3, 50013, "Blue", offscreen=True),
        node("e", 1, 50000, "Save"),
        node("f", 2, 50020, "Save"),
        node("g", 1, 50037, "Form"),
        node("h", 2, 50000, "Close"),
    )
    assert [(one.depth, one.name, one.path) for one in found] == [
        (1, "Colour", ("Form",)), (2, "Red", ("Form", "Colour")), (1, "Save", ("Form",)),
    ]  # fmt: skip
    assert {one.window for one in found} == {"7"} and {one.source for one in found} == {"uia"}


def test_a_window_of_its_own_inside_of_the_tree_is_left_to_its_own_look() -> None:
    found = told(node("a", 1, 50032, "Save as", window=99), node("b", 2, 50000, "Cancel"), others=(99,))
    assert found == []


def test_values_are_those_that_a_person_sees() -> None:
    found = told(
        node("a", 1, 50004, "Name", patterns=("Value",), value="Ada"),
        node("b", 1, 50004, "Password", patterns=("Value",), password=True),
        node("c", 1, 50015, "Volume", patterns=("RangeValue",), number=40.0),
        node("d", 1, 50020, "", patterns=("GridItem", "Value"), value="7 kB", row=1, column=2),
    )
    assert [one.value for one in found] == ["Ada", None, "40", "7 kB"]
    assert (found[3].name, found[3].row, found[3].column) == ("7 kB", 1, 2)


def test_a_list_tells_how_much_of_it_is_out_of_sight() -> None:
    (line,) = notes_of([node("a", 1, 50028, "Files", patterns=("Scroll", "Grid"), rows=10_000, view_size=1.2)])
    assert line == "Table 'Files' has 10000 rows, and shows 1 % of its height"


@pytest.mark.parametrize(
    "bad", [None, 7, "rect", (1, 2), (0, 0, float("inf"), 1), (0, 0, -1, 5), (0, 0, "a", 1), (9e9, 0, 1, 1)]
)
def test_what_is_no_rectangle_is_an_empty_one(bad: object) -> None:
    assert rect_of(bad) == (0, 0, 0, 0)


def test_what_programs_give_is_taken_only_where_it_is_of_its_kind() -> None:
    assert is_told("name", "x") and not is_told("name", 1)
    assert is_told("enabled", False) and not is_told("enabled", 1)
    assert is_told("row", 3) and not is_told("row", True)
    assert is_told("number", 3) and not is_told("number", float("nan"))
    assert key_of((42, 7), "place") == "uia:42.7" and key_of(None, "place") == key_of((), "place") == "place"
