"""A program that began again is known by its kin; without kin it must be the same program, and new."""

from __future__ import annotations

from dataclasses import replace

from tests.requirement import requirement
from ufo.desktop.values import Window
from ufo.schema.geometry import Rect
from ufo.tools.observe.follow_window import Earlier, heirs


def _window(key: str, pid: int, program: str = "accounts", group: str = "own", began: float = 50.0) -> Window:
    kin = frozenset({group})
    return Window(key, f"{program} {key}", Rect(0, 0, 300, 200), pid, program, program, kin=kin, began=began)


GONE = _window("a", 7)
USERS = _window("b", 8, group="panel")
"""Another instance of the program, which the person had open."""
EARLIER = Earlier((GONE, USERS), frozenset({"a", "b"}), begun=100.0)


def _heirs(*windows: Window, earlier: Earlier = EARLIER, has_ended: bool = True) -> list[Window]:
    return heirs(GONE, windows, earlier, has_ended=has_ended)


def test_a_program_that_it_started_follows_also_with_the_ids_of_the_closed_window() -> None:
    again, other = _window("a", 9), _window("c", 9, "editor")
    assert _heirs(USERS, again) == [again]
    assert _heirs(USERS, other, has_ended=False) == [other]


def test_another_program_that_was_seen_beside_it_does_not_follow() -> None:
    beside = _window("c", 9, "editor")
    assert _heirs(beside, earlier=replace(EARLIER, seen=frozenset({"a", "c"}))) == []


@requirement("window:followed.own")
def test_an_instance_that_was_there_never_follows_nor_one_that_began_before() -> None:
    assert _heirs(USERS, replace(USERS, id="d")) == []
    assert _heirs(_window("c", 9, group="panel")) == []


def test_without_kin_the_same_program_follows_where_it_is_new_and_the_former_has_ended() -> None:
    new = _window("c", 9, group="other", began=101.0)
    assert _heirs(new) == [new]
    assert _heirs(new, has_ended=False) == []
    assert _heirs(_window("c", 9, "editor", "other", 101.0)) == []


def test_what_a_panel_starts_is_no_kin_of_one_another() -> None:
    gone = replace(GONE, kin=USERS.kin)
    assert heirs(gone, [_window("c", 9, "editor", "panel", 101.0)], EARLIER, has_ended=True) == []


def test_of_its_windows_only_main_windows_with_a_title_count() -> None:
    main = _window("c", 9)
    dialog = replace(_window("d", 9), parent="c")
    assert _heirs(main, dialog, replace(_window("e", 9), title="")) == [main]
