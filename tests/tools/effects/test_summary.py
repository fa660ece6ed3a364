"""One line of facts about what changed, as the model, the trace and a person read it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.desktop.trees import Box, boxes, snapshot_of, with_states
from tests.tools.bench import Bench
from ufo.desktop.snapshot import Snapshot
from ufo.desktop.values import Window
from ufo.schema.geometry import Rect
from ufo.tools.effects.compare import Observation
from ufo.tools.effects.summary import UNCHANGED, facts
from ufo.tools.servers.app_ui import app_ui
from ufo.tools.servers.ui_collector import ui_collector

_WINDOW = Window("w", "Notes", Rect(0, 0, 800, 600), 1, "notes", "notes")
_SAVE = Window("d", "Save As", Rect(50, 50, 300, 200), 1, "notes", "notes", modal=True, parent="w", active=True)


def _look(top: list[Box], *windows: Window, number: int = 1) -> Observation:
    return Observation((_WINDOW, *windows), snapshot_of(top, snapshot_id=number))


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path, app_ui, ui_collector)


def test_a_dialog_that_opened_comes_first_and_is_told_once() -> None:
    before = [Box(1, "Edit", "Text")]
    after = [*before, Box(2, "Dialog", "Save As", [Box(3, "Edit", "Name"), Box(4, "Button", "Save")])]
    line = facts(_look(before), _look(after, _SAVE, number=2), _WINDOW)
    assert line.startswith("dialog 'Save As' opened")
    assert line.count("Save As") == 1


def test_a_menu_that_opened_is_told_with_its_first_entries() -> None:
    before = [Box(1, "MenuBar", "", [Box(2, "Menu", "File")])]
    entries = [Box(10 + at, "MenuItem", name) for at, name in enumerate("ABCDEFGH")]
    after = [Box(1, "MenuBar", "", [Box(2, "Menu", "File", entries)])]
    assert facts(_look(before), _look(after, number=2), _WINDOW) == (
        "menu 'File' opened with 'A', 'B', 'C', 'D', 'E', 'F' and 2 more"
    )
    assert facts(_look(after), _look(before, number=2), _WINDOW) == "menu 'File' closed"


def test_what_appeared_in_a_container_without_a_name_is_told_by_its_own() -> None:
    before = [Box(1, "Edit", "Sum")]
    after = [*before, Box(2, "List", "", [Box(3, "ListItem", "12×7 = 84")])]
    assert facts(_look(before), _look(after, number=2), _WINDOW) == "ListItem '12×7 = 84' appeared"


def test_the_answer_of_an_application_comes_before_focus_and_states() -> None:
    form = [Box(1, "CheckBox", "Gift")]
    answer = Box(2, "Paragraph", "Your order number is PS-88963")
    before = with_states(snapshot_of(form), frozenset({"unchecked"}), "")
    after = with_states(snapshot_of([*form, answer], snapshot_id=2), frozenset({"checked", "focused"}), "")
    line = facts(Observation((_WINDOW,), before), Observation((_WINDOW,), after), _WINDOW)
    assert line == "it now says 'Your order number is PS-88963'; 'Gift' is now checked; focus moved to 'Gift'"


def test_a_text_that_became_another_sentence_is_told_as_what_it_says_now() -> None:
    before, after = [Box(1, "Text", "Not sent yet")], [Box(1, "Text", "Sent to 3 people")]
    assert facts(_look(before), _look(after, number=2), _WINDOW) == "it now says 'Sent to 3 people'"


def test_texts_beyond_the_first_sentences_are_counted() -> None:
    after = [Box(number, "Text", f"this is text {number}") for number in range(1, 6)]
    assert facts(_look([]), _look(after, number=2), _WINDOW).endswith("'this is text 3'; 2 more texts appeared")


def test_an_unchanged_window_is_told_to_be_unchanged() -> None:
    top = [Box(1, "Button", "Save")]
    assert facts(_look(top), _look(top, number=2), _WINDOW) == UNCHANGED


def test_a_window_that_is_gone_is_told() -> None:
    gone = Observation((), None)
    assert facts(_look([Box(1, "Button", "Quit")]), gone, _WINDOW) == "window 'Notes' closed"


def test_a_button_that_is_no_longer_pressed_is_told_in_that_word() -> None:
    def shown(*states: str) -> Observation:
        return Observation(
            (_WINDOW,), with_states(snapshot_of([Box(1, "ToggleButton", "Bold")]), frozenset(states), "")
        )

    assert facts(shown("enabled", "pressed"), shown("enabled"), _WINDOW) == "'Bold' is no longer pressed"
    assert facts(shown("enabled"), shown("enabled", "pressed"), _WINDOW) == "'Bold' is now pressed"


def test_what_a_password_field_shows_is_not_told() -> None:
    def shown(value: str) -> Observation:
        states = frozenset({"enabled", "editable", "password"})
        return Observation((_WINDOW,), with_states(snapshot_of([Box(1, "Edit", "Password")]), states, value))

    line = facts(shown(""), shown("hunter2"), _WINDOW)
    assert "hunter2" not in line
    assert "hidden text" in line


def test_in_a_long_text_only_what_is_new_is_told() -> None:
    def shown(value: str) -> Observation:
        states = frozenset({"enabled", "editable"})
        return Observation((_WINDOW,), with_states(snapshot_of([Box(1, "Document", "Page")]), states, value))

    text = "All work and no play. " * 40
    assert facts(shown(text), shown(f"{text}The end."), _WINDOW) == "'Page' got 'The end.' more"


@given(boxes(), boxes(), st.integers(40, 300))
def test_however_much_changes_the_line_stays_one_line_within_its_bound(
    item: list[Box], other: list[Box], most: int
) -> None:
    line = facts(_look(item), _look(other, number=2), _WINDOW, max_chars=most)
    assert 0 < len(line) <= most
    assert "\n" not in line


@given(boxes(), boxes())
def test_what_changes_by_itself_is_no_fact(item: list[Box], other: list[Box]) -> None:
    before, after = _look(item), _look(other, number=2)
    snapshots: list[Snapshot] = [look.snapshot for look in (before, after) if look.snapshot]
    restless = frozenset(element.handle.key for snapshot in snapshots for element in snapshot)
    line = facts(before, after, _WINDOW, restless)
    assert line == UNCHANGED or line.startswith("focus moved")


async def test_an_action_tells_what_changed_with_its_effect(bench: Bench) -> None:
    await bench.open("form")
    done = await bench.on("click_input", "Send me the newsletter")
    assert "'Send me the newsletter' is now checked" in done.change
    written = await bench.on("set_edit_text", "Name", text="Ada")
    assert "'Name' now shows 'Ada'" in written.change


async def test_each_look_tells_what_changed_since_the_look_before(bench: Bench) -> None:
    async def changes() -> object:
        return (await bench.run("get_app_window_changes")).result

    await bench.open("form")
    await bench.run("get_app_window_controls_target_info")
    assert not await changes()
    await bench.on("click_input", "Send me the newsletter")
    await bench.run("get_app_window_controls_target_info")
    assert "'Send me the newsletter' is now checked" in str(await changes())
    await bench.run("get_app_window_controls_target_info")
    assert await changes() == UNCHANGED


def _cells(count: int, number: int, *windows: Window) -> Observation:
    """Cells with a value at the first look, and without one at the second."""
    look = _look([Box(index, "Cell", f"A{index}") for index in range(1, count + 1)], *windows, number=number)
    assert look.snapshot is not None
    told = tuple(replace(element, value="" if number > 1 else element.name.lower()) for element in look.snapshot)
    return replace(look, snapshot=replace(look.snapshot, elements=told))


def test_cells_that_a_dialog_covers_are_not_told_as_emptied() -> None:
    assert "empty" not in facts(_cells(8, 1), _cells(8, 2, _SAVE), _WINDOW)
    assert "'A1' is now empty" in facts(_cells(8, 1), _cells(8, 2), _WINDOW)
    assert "'A1' is now empty" in facts(_cells(3, 1), _cells(3, 2, _SAVE), _WINDOW)
