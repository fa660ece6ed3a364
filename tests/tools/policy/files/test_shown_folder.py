"""The row of folders of a save dialog of GTK 4.16 and later, with the places that GTK 4.18 told of it, and what a page, a
document or the name of a folder does to have another folder believed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ufo.desktop.snapshot import Element, Handle, Snapshot
from ufo.schema.geometry import Rect
from ufo.tools.observe.selection import Selection
from ufo.tools.policy.files.shown_folder import homes, shown_folder
from ufo.tools.policy.scene.scene import Scene

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


class _Window:
    """A window whose document says anything, and its save dialog "Save As" with a row of folders."""

    def __init__(self, work: Path, dialog: str = "Save As") -> None:
        self.work, self.dialog = work, dialog
        self._elements: list[Element] = []

    def document(self, *shown: tuple[str, str, str], inside: str) -> _Window:
        """Add a page with controls (role, name, states or description) in a region of that name."""
        self._add("Document", "A page", 0, ())
        self._add("Group", inside, 1, ("A page",))
        for place, (role, name, more) in enumerate(shown):
            self._add(role, name, 2, ("A page", inside), more, place)
        return self

    def row(self, *names: str, pressed: str, order: int = 1) -> _Window:
        self._add("Dialog", self.dialog, 0, ())
        for place, name in enumerate(names[::order]):
            self._add("ToggleButton", name, 1, (self.dialog,), "pressed" if name == pressed else "", place)
        return self

    def lists(self, *files: str) -> _Window:
        for place, name in enumerate(files):
            self._add("Cell", name, 2, (self.dialog, "Files"), "", place)
        return self

    def _add(self, role: str, name: str, depth: int, path: tuple[str, ...], more: str = "", place: int = 0) -> None:
        is_place = role in ("ListItem", "Cell")
        self._elements.append(
            Element(
                Handle(1, f"it{len(self._elements)}", role, name),
                role,
                name,
                Rect(100 * place, 10 + (place if is_place else 0), 100, 30),
                frozenset(() if is_place else more.split()),
                description=more if is_place else None,
                depth=depth,
                path=path,
            )
        )

    @property
    def scene(self) -> Scene:
        snapshot = Snapshot(1, "main", Rect(0, 0, 900, 600), tuple(self._elements))
        return Scene(Selection(snapshot=snapshot), (), (), self.work)

    @property
    def found(self) -> tuple[Path, ...]:
        return shown_folder(self.scene, [self.dialog]).found


def _toggles(folder: Path) -> list[tuple[str, str, str]]:
    names = ["/", *folder.parts[1:]]
    return [("ToggleButton", name, "pressed" if name == names[-1] else "") for name in names]


@pytest.mark.parametrize("inside", ["Save As", "PathBar", "Files"])
def test_a_row_that_a_page_draws_is_none_whatever_its_region_is_called(tmp_path: Path, inside: str) -> None:
    window = _Window(tmp_path).document(*_toggles(tmp_path), inside=inside).row("/", "etc", pressed="etc")
    assert window.found == (Path("/etc"),)
    assert _Window(tmp_path).row("/", "etc", pressed="etc").document(*_toggles(tmp_path), inside=inside).found == (
        Path("/etc"),
    )


@pytest.mark.parametrize("dialog", ["Save path.odt as", "“Pathfinder” speichern", "文書 path を保存"])
def test_the_name_of_a_document_in_the_title_turns_no_row_round(tmp_path: Path, dialog: str) -> None:
    """Read the other way round, the row would be the working folder alone, which has the same files."""
    away = tmp_path / "away" / "work"
    for folder in (tmp_path / "work", away):
        folder.mkdir(parents=True)
        (folder / "a.txt").touch()
    window = _Window(tmp_path / "work", dialog).row("/", *away.parts[1:], pressed="work").lists("a.txt")
    assert window.found == (away,)


def test_places_that_a_page_lists_are_no_homes(tmp_path: Path) -> None:
    window = _Window(tmp_path).document(("ListItem", "Documents", "/evil/Documents"), inside="Places")
    assert homes(window.row("/", "etc", pressed="etc").scene, ["Save As"]) == (Path.home(),)


def test_files_that_a_page_lists_do_not_tell_where_a_scrolled_row_lies(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "notes.txt").touch()
    window = _Window(tmp_path).document(("Cell", "notes.txt", ""), inside="Files")
    assert window.row("x", "work", pressed="work").found == ()


@pytest.mark.parametrize("twin", ["wo\u200brk", "work\u00ad", "work "])
def test_folders_whose_names_look_alike_are_all_told(tmp_path: Path, twin: str) -> None:
    for name in ("work", twin):
        (tmp_path / name).mkdir()
    found = _Window(tmp_path).row("/", *tmp_path.parts[1:], "work", pressed="work").found
    assert set(found) == {tmp_path / "work", tmp_path / twin}


def test_two_rows_or_two_pressed_folders_leave_the_place_unknown(tmp_path: Path) -> None:
    assert _Window(tmp_path).row("/", "etc", "/", *tmp_path.parts[1:], pressed=tmp_path.name).found == ()
    (tmp_path / "a" / "a").mkdir(parents=True)
    twice = _Window(tmp_path).row("/", "a", "a", pressed="a")
    assert twice.found == ()
