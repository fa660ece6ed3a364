"""The row of folders of a save dialog of GTK 4.16 and later, with the places that GTK 4.18 told of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ufo.commands.observe.selection import Selection
from ufo.commands.policy.files.shown_folder import shown_folder
from ufo.commands.policy.scene.scene import Scene
from ufo.desktop.snapshot import Element, Handle, Snapshot
from ufo.schema.geometry import Rect

_Part = tuple[str, int, int, str]


def _found(work: Path, *parts: _Part) -> tuple[Path, ...]:
    elements = [
        Element(
            Handle(1, f"part{place}", "ToggleButton", name),
            "ToggleButton",
            name,
            Rect(left, 413, right - left, 34),
            frozenset(states.split()),
        )
        for place, (name, left, right, states) in enumerate(parts)
    ]
    snapshot = Snapshot(1, "main", Rect(603, 350, 762, 400), tuple(elements))
    return shown_folder(Scene(Selection(snapshot=snapshot), (), (), work)).found


def _row(folder: Path, left: int, *, until: int) -> list[_Part]:
    """Buttons of 200 pixels: those that begin after the end of what is in sight are off it, the one across it is cut."""
    row = []
    for place, name in enumerate(("/", *folder.parts[1:])):
        begins, ends = left + 200 * place, left + 200 * (place + 1)
        in_sight = begins < until
        row.append((name, begins, min(ends, until) if in_sight else ends, "" if in_sight else "offscreen"))
    return row


@pytest.mark.parametrize("until", [903, 1303, 5003])
def test_every_folder_is_told_wherever_the_row_is_cut(tmp_path: Path, until: int) -> None:
    *outer, (name, left, right, states) = _row(tmp_path, 703, until=until)
    create = ("Create Folder", until + 30, until + 66, "")
    assert _found(tmp_path, *outer, (name, left, right, f"{states} pressed"), create) == (tmp_path,)


def test_a_folder_that_is_not_told_leaves_the_place_unknown(tmp_path: Path) -> None:
    *outer, (name, left, right, _) = _row(tmp_path, 703, until=5003)
    assert _found(tmp_path, *outer[:-1], (name, left, right, "pressed")) == ()


def test_a_row_without_a_pressed_folder_leaves_the_place_unknown(tmp_path: Path) -> None:
    assert _found(tmp_path, *_row(tmp_path, 703, until=5003)) == ()
