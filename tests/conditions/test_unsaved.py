"""Which windows hold something that is not saved."""

from __future__ import annotations

import pytest

from ufo.conditions.world import is_marked, unsaved
from ufo.desktop.values import Window
from ufo.schema.geometry import Rect


@pytest.mark.parametrize(
    "title",
    [
        "*Untitled 1 - Mousepad", "* Untitled", "\u25cf main.py - Code", "\u2022 New Document - Texts", "notes.txt* - Editor",
        "Untitled * \u2014 Kate", "a.txt [modified] \u2014 KWrite", "a.txt [+] - VIM", "book (modified)", "letter \u2014 Edited",
    ],
)  # fmt: skip
def test_a_title_marks_what_is_not_saved(title: str) -> None:
    assert is_marked(title)


@pytest.mark.parametrize(
    "title",
    [
        "Untitled 1 - Mousepad", "notes.txt - Mousepad", "Calculator", "SpeedCrunch", "2 * 3 = 6", "Edited by Ana - Viewer",
        "a*b.txt - Mousepad", "Modified files - Thunar", "", "The unsaved world - Player",
    ],
)  # fmt: skip
def test_a_title_without_a_mark_marks_nothing(title: str) -> None:
    assert not is_marked(title)


def _window(title: str, process: str = "mousepad", parent: str | None = None) -> Window:
    return Window(title, title, Rect(0, 0, 1, 1), 1, process, process, parent=parent)


async def test_an_application_that_can_be_asked_knows_better_than_its_title_and_a_page_is_no_document() -> None:
    async def ask(window: Window) -> bool | None:
        return {"writer": True, "calc": False}.get(window.process)

    windows = [
        _window("Untitled 1 - Writer", "writer"),
        _window("*odd.ods - Calc", "calc"),
        _window("*notes.txt - Mousepad"),
        _window("*News* - Chromium", "chromium"),
        _window("*Save as", parent="1"),
    ]
    assert await unsaved(windows, ask) == ["Untitled 1 - Writer", "*notes.txt - Mousepad"]
