"""Windows of KWin are read from what its script tells."""

from __future__ import annotations

import pytest

from tests.desktop.linux.wayland.kwin.recorded import RecordedBus, told, window
from ufo.desktop.linux.wayland.kwin.kwin_windows import KWinWindows
from ufo.desktop.linux.wayland.layout import Layout
from ufo.errors import DesktopUnavailable, WindowGone
from ufo.schema.geometry import Point, Rect


def _layout(*windows: dict[str, object], active: str = "") -> Layout:
    return KWinWindows(RecordedBus(told(*windows, active=active)), dict).layout()


def test_a_shadow_is_what_the_program_draws_beyond_its_frame() -> None:
    (surface,) = _layout(window(1)).surfaces
    assert surface.client == Rect(399, 114, 482, 611)
    assert surface.visible == surface.window.rect == Rect(460, 169, 360, 489)


def test_a_title_bar_of_kwin_is_no_part_of_the_window_but_takes_clicks() -> None:
    layout = _layout(window(1, frame=[486, 185, 700, 537], buffer=[486, 222, 700, 500]))
    (surface,) = layout.surfaces
    assert surface.visible == surface.client == Rect(486, 222, 700, 500)
    assert layout.at(Point(500, 190)) is surface


def test_the_topmost_comes_first_and_what_is_hidden_last() -> None:
    layout = _layout(window(1), window(3, shown=False, minimized=True), window(2))
    assert [surface.window.id[:10] for surface in layout.surfaces] == ["0x00000002", "0x00000001", "0x00000003"]


def test_a_menu_of_a_menu_belongs_to_the_window() -> None:
    main, menu = window(1), window(2, popup=True, parent=window(1)["id"])
    inner = window(3, popup=True, parent=menu["id"])
    surfaces = {surface.window.id: surface for surface in _layout(main, menu, inner).surfaces}
    parents = {surface.window.parent for surface in surfaces.values() if surface.popup}
    assert parents == {next(it.window.id for it in surfaces.values() if not it.popup)}


def test_what_kwin_adds_to_an_equal_title_is_left_out_and_the_persons_own_is_not() -> None:
    titles = [it.window.title for it in _layout(window(2, title="a <2>"), window(1, title="a <2>\u200e")).surfaces]
    assert titles == ["a <2>", "a"]


def test_a_panel_is_no_window_to_work_and_lies_over_others_all_the_same() -> None:
    layout = _layout(window(1), window(2, managed=False, title="panel", frame=[0, 160, 1280, 40]))
    assert [surface.window.title for surface in layout.surfaces] == ["Calculator"]
    at_panel = layout.at(Point(500, 180))
    assert at_panel is not None and at_panel.window.title == "panel"


def test_a_dialog_without_a_name_of_its_own_has_its_parents() -> None:
    dialog = window(2, app="soffice.bin", parent=window(1)["id"], modal=True)
    found = _layout(window(1), dialog).surfaces[0].window
    assert (found.app_root, found.modal) == ("calculator", True)


def test_places_between_pixels_are_rounded_so_that_neighbours_still_touch() -> None:
    layout = _layout(window(1, frame=[0.5, 0, 10.4, 5], buffer=[0.5, 0, 10.4, 5]))
    assert layout.surfaces[0].client == Rect(0, 0, 11, 5)


def test_a_closed_window_is_gone_and_an_answer_without_windows_is_none() -> None:
    windows = KWinWindows(RecordedBus(told(window(1))), dict)
    for ask in (windows.related, windows.focus, windows.close):
        with pytest.raises(WindowGone):
            ask("0x00000009")
    with pytest.raises(DesktopUnavailable, match="no windows"):
        KWinWindows(RecordedBus({"windows": []}), dict).surfaces()
