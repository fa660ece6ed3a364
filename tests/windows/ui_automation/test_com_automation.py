"""UI Automation by comtypes, against a COM server of our own: what is read, what is called, and what is said where that fails."""

from __future__ import annotations

import math
import os
import sys
import threading
import time
from array import array
from dataclasses import replace
from pathlib import Path

import pytest

from tests.conformance.suite import Stage, get
from tests.windows.connection import connected
from tests.windows.ui_automation.automation_server import FAILED, GONE, Part, Server, automation, form, part
from ufo.config.settings import DesktopSettings
from ufo.desktop.values import Launch
from ufo.desktop.windows.desktop import WindowsDesktop
from ufo.desktop.windows.ui_automation.automation_tree import AutomationTree
from ufo.desktop.windows.ui_automation.elements import Place
from ufo.desktop.windows.ui_automation.nodes import BOUNDING_RECTANGLE, FIELDS, PATTERNS, PROCESS_ID, RUNTIME_ID
from ufo.errors import ApplicationHung, DesktopError, DesktopUnavailable, ElementGone, NotActionable
from ufo.schema.geometry import Point

_WINDOW = 1


WAYS = {
    "at once": (),
    "level by level": ("put_TreeScope",),
    "step by step": ("CreateCacheRequest",),
    "step by step over all": ("CreateCacheRequest", "walks by conditions"),
}


@pytest.mark.parametrize("lacks", WAYS.values(), ids=WAYS)
def test_each_way_to_read_tells_the_same_tree(lacks: tuple[str, ...]) -> None:
    with automation(Server(form(), lacks)) as read:
        tree = read.tree(_WINDOW)
    assert tree.cut is None
    assert [(node.depth, node.name) for node in tree.nodes] == [
        (0, "Form"), (1, "Save"), (1, ""), (2, "Tick me"), (1, "Name"),
    ]  # fmt: skip
    save, _, tick, name = tree.nodes[1:]
    assert save.patterns == ("Invoke",) and save.rect == (10, 10, 80, 20)
    assert tick.toggle_state == 1
    assert name.value == "Ada" and not name.readonly


def test_what_a_system_does_not_know_is_left_out() -> None:
    unknown = [*(pattern.available for pattern in PATTERNS.values()), *range(30025, 30200)]
    with automation(Server(form(), ["put_TreeScope", "ControlViewCondition"], unknown)) as read:
        tree = read.tree(_WINDOW)
    assert [node.patterns for node in tree.nodes] == [None] * 5
    assert tree.nodes[1].name == "Save"


def test_a_system_that_lacks_everything_has_no_ui_automation() -> None:
    def none() -> object:
        raise OSError("no such class")

    with pytest.raises(DesktopUnavailable, match="no such class"), automation(Server(form()), make=none):
        pass


def test_what_is_of_the_wrong_kind_counts_as_not_told() -> None:
    wrong = part(50000, "Save", patterns=["RangeValue"], number=math.nan, least="low")
    wrong.properties |= {
        RUNTIME_ID: "none", BOUNDING_RECTANGLE: array("d", (0, 0, math.inf, math.inf)), FIELDS["name"][1]: 7,
        FIELDS["control_type"][1]: "a button", FIELDS["enabled"][1]: None, FIELDS["automation_id"][1]: 3.5,
    }  # fmt: skip
    with automation(Server(part(50032, "Form", wrong))) as read:
        node = read.tree(_WINDOW).nodes[1]
        assert (node.name, node.control_type, node.rect, node.enabled, node.number) == ("", 0, (0, 0, 0, 0), True, 0.0)
        assert read.node(node.key) == replace(node, depth=0)


def test_a_tree_that_goes_round_in_circles_is_told_once() -> None:
    window = form()
    window.children[0].children.append(window)
    with automation(Server(window)) as read:
        assert len(read.tree(_WINDOW).nodes) == 5


def test_of_ten_thousand_elements_some_are_told_in_time_and_that_there_are_more() -> None:
    rows = [part(50007, f"row {number}", offscreen=number > 30) for number in range(10_000)]
    window = part(50032, "Form", part(50008, "Rows", *rows, patterns=["Grid"], rows=10_000), part(50000, "Save"))
    began = time.monotonic()
    with automation(Server(window), look_s=0.5) as read:
        tree = read.tree(_WINDOW)
        assert read.below(tree.nodes[1].key, 100) is None
    assert time.monotonic() - began < 5
    assert [node.name for node in tree.nodes[2:5]] == ["row 0", "row 1", "row 2"]
    assert tree.cut and "more" in tree.cut


@pytest.mark.parametrize("lacks", WAYS.values(), ids=WAYS)
def test_a_part_that_fails_in_the_middle_costs_no_more_than_what_is_reached_through_it(lacks: tuple[str, ...]) -> None:
    window = form()
    window.children[1].fails = FAILED
    with automation(Server(window, lacks)) as read:
        tree = read.tree(_WINDOW)
    assert [node.name for node in tree.nodes] == ["Form", "Save", "Name"][: 2 if "CreateCacheRequest" in lacks else 3]
    assert tree.cut and "look again" in tree.cut


def test_a_program_that_hangs_is_told_in_time_and_others_are_read_meanwhile() -> None:
    window = form()
    window.held = threading.Event()
    server = Server(window)
    with automation(server, within_s=1.5) as read:
        began = time.monotonic()
        with pytest.raises(ApplicationHung, match=r"1\.5 s"):
            read.tree(_WINDOW)
        assert time.monotonic() - began < 5
        server.window = form()
        assert len(read.tree(_WINDOW + 1).nodes) == 5
        window.held.set()


def test_a_window_that_takes_too_long_at_once_is_read_level_by_level_from_then_on() -> None:
    window = form()
    window.held_at_once = threading.Event()
    with automation(Server(window), within_s=1.5) as read:
        with pytest.raises(ApplicationHung):
            read.tree(_WINDOW)
        assert len(read.tree(_WINDOW).nodes) == 5
        window.held_at_once.set()


def test_threads_that_hang_do_not_pile_up() -> None:
    window = form()
    window.held = threading.Event()
    with automation(Server(window), within_s=0.05) as read:
        before = threading.active_count()
        for number in range(15):
            with pytest.raises(ApplicationHung):
                read.tree(number)
        assert threading.active_count() <= before + 8
        window.held.set()


# Actions.


def tree_of(read: object) -> AutomationTree:
    return AutomationTree(read, lambda _window: True)  # type: ignore[arg-type]


ACTIONS = {
    "press": (part(50000, "X", patterns=["Invoke", "Toggle"]), None, ("Invoke",)),
    "press of a tick": (part(50002, "X", patterns=["Toggle"]), None, ("Toggle",)),
    "press of a choice": (part(50013, "X", patterns=["SelectionItem"]), None, ("Select",)),
    "press of a menu": (part(50011, "X", patterns=["ExpandCollapse"], expand_state=0), None, ("Expand",)),
    "press of an open menu": (part(50011, "X", patterns=["ExpandCollapse"], expand_state=1), None, ("Collapse",)),
    "set_text": (part(50004, "X", patterns=["Value"]), "Zoë 🙂", ("Value.SetValue", "Zoë 🙂")),
    "set_value": (part(50015, "X", patterns=["RangeValue"], greatest=9.0), "4.5", ("RangeValue.SetValue", 4.5)),
    "select": (part(50007, "X", patterns=["SelectionItem"]), None, ("Select",)),
    "select_also": (part(50007, "X", patterns=["SelectionItem"]), None, ("AddToSelection",)),
    "deselect": (part(50007, "X", patterns=["SelectionItem"]), None, ("RemoveFromSelection",)),
    "expand": (part(50024, "X", patterns=["ExpandCollapse"], expand_state=0), None, ("Expand",)),
    "collapse": (part(50024, "X", patterns=["ExpandCollapse"], expand_state=1), None, ("Collapse",)),
    "scroll_into_view": (part(50007, "X", patterns=["ScrollItem"]), None, ("ScrollIntoView",)),
    "focus": (part(50004, "X", focusable=True), None, ("SetFocus",)),
}


@pytest.mark.parametrize(("name", "case"), ACTIONS.items(), ids=ACTIONS)
def test_an_action_calls_its_pattern(name: str, case: tuple[Part, str | None, tuple[object, ...]]) -> None:
    of, text, call = case
    with automation(Server(part(50032, "Form", of))) as read:
        tree = tree_of(read)
        (element,) = tree.inside(_WINDOW, _PLACE).elements
        tree.act(element, name.partition(" ")[0], text)  # type: ignore[arg-type]
    assert of.calls == [call]


_PLACE = Place(1, 1, ("Form",), "1")


@pytest.mark.parametrize(
    ("hresult", "kind", "words"),
    [
        (GONE, ElementGone, "look again"), (-0x7FFBFE00, NotActionable, "disabled"), (-0x7FFBFDFC, NotActionable, "pointer"),
        (-0x7FFBFDF7, DesktopError, "0x80040209"), (-0x7FF8FFFB, NotActionable, "administrator"),
        (-0x7FF8F946, ElementGone, "look again"), (-0x7FECEAFB, ApplicationHung, "wait"),
    ],
)  # fmt: skip
def test_errors_of_com_tell_the_next_move(hresult: int, kind: type[DesktopError], words: str) -> None:
    save = part(50000, "Save", patterns=["Invoke"])
    with automation(Server(part(50032, "Form", save))) as read:
        tree = AutomationTree(read, lambda _window: False)
        (element,) = tree.inside(_WINDOW, _PLACE).elements
        save.fails_in_patterns = hresult
        with pytest.raises(kind, match=words) as raised:
            tree.act(element, "press", None)
        assert type(raised.value) is kind


def test_a_press_that_lasts_as_long_as_its_dialog_is_done_where_the_window_answers() -> None:
    save = part(50000, "Save", patterns=["Invoke"])
    with automation(Server(part(50032, "Form", save)), act_s=0.2) as read:
        (element,) = tree_of(read).inside(_WINDOW, _PLACE).elements
        save.held = threading.Event()
        AutomationTree(read, lambda _window: True).act(element, "press", None)
        with pytest.raises(ApplicationHung):
            AutomationTree(read, lambda _window: False).act(element, "press", None)
        save.held.set()
    assert save.calls == [("Invoke",)] * 2


def test_what_is_disabled_readonly_or_no_number_is_not_worked() -> None:
    parts = [
        part(50000, "Off", patterns=["Invoke"], enabled=False), part(50004, "Fixed", patterns=["Value"], readonly=True),
        part(50015, "Volume", patterns=["RangeValue"], least=0.0, greatest=10.0),
    ]  # fmt: skip
    with automation(Server(part(50032, "Form", *parts))) as read:
        tree = tree_of(read)
        off, fixed, volume = tree.inside(_WINDOW, _PLACE).elements
        assert "set_text" not in fixed.actions and tree.limits(volume) == (0.0, 10.0)
        for element, verb, text, words in (
            (off, "press", None, "disabled"), (fixed, "set_text", "x", "no action"), (volume, "set_value", "loud", "no number"),
            (volume, "set_value", "11", "between"), (volume, "set_value", "nan", "between"),
        ):  # fmt: skip
            with pytest.raises(NotActionable, match=words):
                tree.act(element, verb, text)  # type: ignore[arg-type]
    assert not any(one.calls for one in parts)


def test_an_element_that_was_made_anew_is_known_by_its_automation_id_and_another_one_is_not() -> None:
    window = part(50032, "Form", part(50000, "Save", patterns=["Invoke"], automation_id="save"), part(50000, "Close"))
    with automation(Server(window)) as read:
        tree = tree_of(read)
        save, close = tree.inside(_WINDOW, _PLACE).elements
        for gone in window.children:
            gone.fails = GONE
        anew = part(50000, "Save", patterns=["Invoke"], automation_id="save")
        window.children[:] = [anew, part(50000, "Close")]
        now = tree.again(save, 2)
        assert now.handle.key != save.handle.key
        tree.act(now, "press", None)
        assert anew.calls == [("Invoke",)]
        with pytest.raises(ElementGone, match="look again"):
            tree.again(close, 2)


def test_text_is_read_and_selected_where_it_stands_for_that_time() -> None:
    page = part(50030, "Page", patterns=["Text"])
    page.text = "one two one two"
    with automation(Server(part(50032, "Form", page))) as read:
        tree = tree_of(read)
        (element,) = tree.inside(_WINDOW, _PLACE).elements
        assert element.value == "one two one two" == tree.text(element)
        tree.act(element, "select_range_of_text", "2:two")
        for missing in ("3:two", "two", "0:", "x:y"):
            with pytest.raises(NotActionable, match="no such text"):
                tree.act(element, "select_range_of_text", missing)
    assert page.calls == [("Select", 12, 15)]


def test_the_value_of_a_password_is_never_read() -> None:
    secret = part(50004, "Password", patterns=["Value", "Text"], value="hunter2", password=True)
    secret.text = "hunter2"
    with automation(Server(part(50032, "Form", secret))) as read:
        tree = tree_of(read)
        (element,) = tree.inside(_WINDOW, _PLACE).elements
        assert element.value is None and "password" in element.states and tree.text(element) is None
        assert "hunter2" not in str(read.tree(_WINDOW))


def test_what_lies_over_an_element_in_its_own_window_is_told() -> None:
    words, over = part(50020, "Words"), part(50000, "Over")
    save = part(50000, "Save", words, patterns=["Invoke"])
    server = Server(part(50032, "Form", save, over))
    with automation(server) as read:
        tree = tree_of(read)
        element = next(one for one in tree.inside(_WINDOW, _PLACE).elements if one.name == "Save")
        inner = next(one for one in tree.inside(_WINDOW, _PLACE).elements if one.name == "Words")
        told = []
        for server.at in (save, words, over, None):
            told.append(tree.over(element, Point(20, 20), 0))
        assert told == [None, None, "Button 'Over' of its own window", None]
        server.at = save
        assert tree.over(inner, Point(20, 20), 0) is None
    with automation(Server(part(50032, "Form", save, over), ["ElementFromPoint"])) as read:
        tree = tree_of(read)
        tree.inside(_WINDOW, _PLACE)
        assert tree.over(element, Point(20, 20), 0) is None


# Changes.


def test_changes_are_heard_until_the_end() -> None:
    server, heard = Server(form()), threading.Semaphore(0)
    server.window.properties[PROCESS_ID] = 76
    with automation(server) as read:
        read.listen(_WINDOW, heard.release)
        read.listen(_WINDOW, heard.release)
        assert server.is_listened.wait(5)
        sender = server.element(server.window)
        server.handlers["Property"].HandlePropertyChangedEvent(sender, 30045, "now")
        server.handlers["Structure"].HandleStructureChangedEvent(sender, 1, (42, 1))
        server.handlers["Focus"].HandleFocusChangedEvent(sender)
        assert all(heard.acquire(timeout=2) for _ in range(3))
        other = part(50000, "Of another program")
        other.properties[PROCESS_ID] = 77
        server.handlers["Focus"].HandleFocusChangedEvent(server.element(other))
        assert not heard.acquire(blocking=False)
    assert sorted(server.removed) == ["Focus", "Property", "Structure"]


def test_a_system_that_takes_no_handlers_tells_no_changes_and_nothing_fails() -> None:
    server = Server(form(), ["Property", "Structure"])
    with automation(server) as read:
        for window in range(1, 8):
            read.listen(window, lambda: None)
        assert server.is_listened.wait(5)
    assert server.removed == ["Focus"] * 7


async def test_the_desktop_asks_ui_automation_first_and_handles_below_it(tmp_path: Path) -> None:
    form_of_handles = Path(__file__).parents[1] / "forms" / "registration.py"
    server = Server(form())
    with automation(server) as read:
        async with connected(WindowsDesktop(os.environ, DesktopSettings(), read)) as desktop:
            stage = Stage(desktop, Launch(sys.executable, (os.fspath(form_of_handles),)))
            window = await stage.open()
            look = await desktop.snapshot(window.id)
            assert [element.name for element in look] == ["Save", "Tick me", "Name"]
            await desktop.act(get(look, "Tick me").handle, "press")
            assert "unchecked" in (await desktop.reidentify(get(look, "Tick me").handle)).states
            assert await desktop.text(get(look, "Name").handle) == "Ada"
            server.window = part(50032, "Form", part(50033, "Nothing"))
            below = await desktop.snapshot(window.id)
            await desktop.act(get(below, "Send me the newsletter").handle, "press")
            await stage.until(window, lambda now: "checked" in get(now, "Send me the newsletter").states)
            server.window.fails = FAILED
            assert get(await desktop.snapshot(window.id), "Submit")
