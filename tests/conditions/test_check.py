"""Predicates against a desktop in memory and against files: unknown is never satisfied."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from ufo.conditions.condition import check_all
from ufo.conditions.kinds.document import DocumentPredicate
from ufo.conditions.kinds.element import ElementPredicate
from ufo.conditions.kinds.file import FilePredicate
from ufo.conditions.kinds.process import ProcessPredicate
from ufo.conditions.kinds.window import WindowPredicate
from ufo.conditions.world import World
from ufo.desktop.snapshot import Element, Handle, Snapshot
from ufo.desktop.values import Window
from ufo.errors import DesktopError, DesktopUnavailable, WindowGone
from ufo.schema.geometry import Rect
from ufo.schema.predicate import Finding, Predicate, Truth
from ufo.schema.target import LETTER_BY_LETTER

_BOX = Rect(0, 0, 10, 10)


def element(role: str, name: str, value: str | None = None, *states: str, doubt: str | None = None) -> Element:
    return Element(Handle(1, name, role, name), role, name, _BOX, frozenset(states), value, doubt=doubt)


class Room(World):
    """What it shows can be changed between looks; `wrong` is raised instead."""

    def __init__(self, *elements: Element, titles: tuple[str, ...] = (), degraded: str | None = None) -> None:
        self.shown = Snapshot(1, "w", _BOX, elements, degraded)
        self.titles = titles
        self.wrong: Exception | None = None
        self.looks = 0
        self.out_of_sight: tuple[Element, ...] | None = ()

    async def beyond(self, look: Snapshot, *, entries: bool) -> tuple[Element, ...] | None:
        return self.out_of_sight

    async def windows(self) -> tuple[Window, ...]:
        if self.wrong:
            raise self.wrong
        return tuple(Window(title, title, _BOX, 1, "app", "app") for title in self.titles)

    async def elements(self) -> Snapshot | None:
        self.looks += 1
        if self.wrong:
            raise self.wrong
        return self.shown


async def truth(predicate: Predicate, room: Room) -> Truth:
    return (await predicate.check(room)).truth


async def test_a_control_is_judged_by_name_role_value_and_state() -> None:
    room = Room(element("Edit", "Total:", "1,200", "enabled"), element("CheckBox", "Send", None, "checked"))
    assert await truth(ElementPredicate(name="total", value="1200"), room) is Truth.SATISFIED
    assert await truth(ElementPredicate(name="Total", value="1300"), room) is Truth.UNSATISFIED
    assert await truth(ElementPredicate(name="Total", role="Button"), room) is Truth.UNSATISFIED
    assert await truth(ElementPredicate(name="Send", state="checked"), room) is Truth.SATISFIED
    assert await truth(ElementPredicate(name="Send", state="unchecked"), room) is Truth.UNSATISFIED
    assert await truth(ElementPredicate(name="Gone", exists=False), room) is Truth.SATISFIED
    assert await truth(ElementPredicate(name="Send", exists=False), room) is Truth.UNSATISFIED
    assert await truth(ElementPredicate(name="Send", state="unchecked", exists=False), room) is Truth.SATISFIED


async def test_a_text_without_a_name_is_judged_by_what_it_says_and_a_field_is_not() -> None:
    room = Room(element("Paragraph", "", "2 Messages"), element("Paragraph", "", "Dear Ida", "editable"))
    for name, truth in (("2 Messages", Truth.SATISFIED), ("Dear Ida", Truth.UNSATISFIED)):
        assert (await ElementPredicate(name=name).check(room)).truth is truth


async def test_a_field_without_a_name_is_judged_by_the_words_beside_it_as_it_was_listed() -> None:
    words = replace(element("Text", "Date:"), rect=Rect(0, 0, 40, 20))
    field = replace(element("Edit", "", "10/03/2016"), rect=Rect(44, 0, 100, 20))
    room = Room(words, field)
    assert await truth(ElementPredicate(name="Date:", role="Edit", value="10/03/2016"), room) is Truth.SATISFIED
    assert await truth(ElementPredicate(name="Date:", role="Edit", value="10/04/2016"), room) is Truth.UNSATISFIED


async def test_of_a_hidden_text_only_its_length_is_known_and_that_is_not_told() -> None:
    room = Room(element("Edit", "Password", "•••••••", "password"))
    same = await ElementPredicate(name="Password", value="hunter2").check(room)
    other = await ElementPredicate(name="Password", value="hunter").check(room)
    is_there = await ElementPredicate(name="Password").check(room)
    assert (same.truth, other.truth, is_there.truth) == (Truth.UNKNOWN, Truth.UNSATISFIED, Truth.SATISFIED)
    assert "'••••••••'" in is_there.evidence and "7" not in same.evidence + other.evidence + is_there.evidence
    assert await truth(ElementPredicate(name="Password", value="hunter", exists=False), room) is Truth.SATISFIED
    assert await truth(ElementPredicate(name="Password", value="hunter2", exists=False), room) is Truth.UNKNOWN


async def test_what_does_not_tell_whether_it_is_enabled_is_neither() -> None:
    room = Room(element("Button", "Undo", None, "focusable"))
    for state in ("enabled", "disabled"):
        for exists in (True, False):
            assert await truth(ElementPredicate(name="Undo", state=state, exists=exists), room) is Truth.UNKNOWN
    assert await truth(ElementPredicate(name="Undo", state="focusable"), room) is Truth.SATISFIED


async def test_what_the_picture_reads_proves_that_it_is_shown_and_nothing_else() -> None:
    field = replace(element("Edit", "Name", "Ada"), source="vision")
    room = Room(field, degraded="no tree")
    shown = await ElementPredicate(name="Name", value="Ada").check(room)
    assert (shown.truth, shown.channel) == (Truth.SATISFIED, "vision")
    other = await ElementPredicate(name="Name", value="Eve").check(room)
    assert other.truth is Truth.UNKNOWN and "shows 'Ada'" in other.evidence
    assert await truth(ElementPredicate(name="Town"), room) is Truth.UNKNOWN
    assert await truth(ElementPredicate(name="Name", exists=False), room) is Truth.UNSATISFIED
    assert await truth(ElementPredicate(name="Town", exists=False), room) is Truth.UNKNOWN


async def test_a_poor_look_a_doubt_and_a_closed_window_are_unknown() -> None:
    poor = Room(degraded="the application hung")
    assert await truth(ElementPredicate(name="Send"), poor) is Truth.UNKNOWN
    assert await truth(ElementPredicate(name="Send", exists=False), poor) is Truth.UNKNOWN
    doubtful = Room(element("Button", "Send", doubt="its place is guessed"))
    assert await truth(ElementPredicate(name="Send"), doubtful) is Truth.UNKNOWN
    closed = Room()
    closed.wrong = WindowGone("closed")
    assert await truth(ElementPredicate(name="Send", exists=False), closed) is Truth.UNKNOWN
    closed.wrong = DesktopUnavailable("no bus")
    assert await truth(WindowPredicate(title="x"), closed) is Truth.UNKNOWN


async def test_a_window_is_found_by_a_part_of_its_title() -> None:
    room = Room(titles=("sales.ods - LibreOffice Calc",))
    assert await truth(WindowPredicate(title="SALES.ods"), room) is Truth.SATISFIED
    assert await truth(WindowPredicate(title="Writer"), room) is Truth.UNSATISFIED
    assert await truth(WindowPredicate(title="Writer", exists=False), room) is Truth.SATISFIED


async def test_what_comes_true_within_the_time_is_satisfied() -> None:
    room = Room()
    checking = asyncio.create_task(check_all([ElementPredicate(name="Done")], room, 20.0))
    while room.looks < 2:
        await asyncio.sleep(0.01)
    room.shown = replace(room.shown, elements=(element("Text", "Done"),))
    (finding,) = await checking
    assert finding.truth is Truth.SATISFIED


async def test_what_never_comes_true_ends_with_the_time(tmp_path: Path) -> None:
    expected: list[Predicate] = [ElementPredicate(name="Done"), FilePredicate(path=str(tmp_path), exists=True)]
    findings: tuple[Finding, ...] = await check_all(expected, Room(), 0.2)
    assert [finding.truth for finding in findings] == [Truth.UNSATISFIED, Truth.SATISFIED]


async def test_files_are_judged_by_being_there_and_by_their_text(tmp_path: Path) -> None:
    note = tmp_path / "note.md"
    note.write_text("# Plan\n\nbuy   milk\nand bread\n", encoding="utf-8")
    room = Room()
    assert await truth(FilePredicate(path=str(note), contains="buy milk and bread"), room) is Truth.SATISFIED
    assert await truth(FilePredicate(path=str(note), contains="butter"), room) is Truth.UNSATISFIED
    assert await truth(FilePredicate(path=str(note), exists=False), room) is Truth.UNSATISFIED
    assert await truth(FilePredicate(path=str(tmp_path / "none"), exists=False), room) is Truth.SATISFIED
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7")
    finding = await FilePredicate(path=str(tmp_path / "a.pdf"), contains="x").check(room)
    assert (finding.truth, finding.channel) == (Truth.UNKNOWN, "file")
    assert ".pdf" in finding.evidence
    assert await truth(DocumentPredicate(path="bad\0path"), room) is not Truth.SATISFIED


def terminal(*lines: str, doubt: str | None = None, unsure: str = "") -> Room:
    """As letters compared one by one are told; `unsure` is a line with letters in doubt."""
    whole = element("Terminal", "terminal", "\n".join(lines), doubt=doubt)
    parts = [element("Text", line, doubt="2 of its letters" if line == unsure else None) for line in lines]
    return Room(*(replace(part, source=LETTER_BY_LETTER) for part in (whole, *parts)), degraded="no tree")


async def test_of_letters_compared_with_their_font_it_is_known_what_they_say_and_what_they_do_not() -> None:
    room = terminal("$ ls /etc", "adduser.conf   apt", "a line that is too lo", "ng for the window")
    shown = await ElementPredicate(name="adduser.conf").check(room)
    assert (shown.truth, shown.channel) == (Truth.SATISFIED, "vision") and "letter by letter" in shown.evidence
    assert await truth(ElementPredicate(name="terminal", role="Terminal", value="conf apt"), room) is Truth.SATISFIED
    assert await truth(ElementPredicate(name="terminal", role="Terminal", value="Conf apt"), room) is Truth.UNSATISFIED
    assert await truth(ElementPredicate(name="passwd"), room) is Truth.UNSATISFIED
    assert await truth(ElementPredicate(name="passwd", exists=False), room) is Truth.SATISFIED
    assert await truth(ElementPredicate(name="adduser.conf", exists=False), room) is Truth.UNSATISFIED
    assert await truth(ElementPredicate(name="too long for"), room) is Truth.UNKNOWN
    assert await truth(ElementPredicate(name="Save", role="Button"), room) is Truth.UNKNOWN


async def test_a_letter_in_doubt_leaves_open_what_a_terminal_does_not_say() -> None:
    room = terminal("total 10", "pas?wd", doubt="1 of its letters", unsure="pas?wd")
    assert await truth(ElementPredicate(name="passwd"), room) is Truth.UNKNOWN
    assert await truth(ElementPredicate(name="passwd", exists=False), room) is Truth.UNKNOWN
    assert await truth(ElementPredicate(name="total 10"), room) is Truth.SATISFIED


@pytest.mark.parametrize(
    ("name", "data", "truth"),
    [
        ("chart.png", b"", Truth.UNSATISFIED),
        ("list.pdf", b"<html>no such page</html>", Truth.UNSATISFIED),
        ("list.odt", b"", Truth.UNSATISFIED),
        ("list.txt", b"", Truth.SATISFIED),
        ("secret.docx", b"\xd0\xcf\x11\xe0\xa1\xb1", Truth.SATISFIED),
    ],
)
async def test_a_file_that_is_not_what_its_ending_says_is_not_there(
    tmp_path: Path, name: str, data: bytes, truth: Truth
) -> None:
    (tmp_path / name).write_bytes(data)
    finding = await FilePredicate(path=str(tmp_path / name)).check(Room())
    assert finding.truth is truth, finding.evidence


@pytest.mark.parametrize(("inked", "truth"), [(False, Truth.UNKNOWN), (True, Truth.SATISFIED)])
async def test_a_picture_all_of_one_colour_proves_nothing_by_being_there(
    tmp_path: Path, inked: bool, truth: Truth
) -> None:
    picture = Image.new("RGB", (60, 40), "white")
    if inked:
        picture.putpixel((30, 20), (0, 0, 0))
    picture.save(tmp_path / "drawing.png")
    finding = await FilePredicate(path=str(tmp_path / "drawing.png")).check(Room())
    assert finding.truth is truth, finding.evidence


async def test_the_text_of_a_terminal_is_a_condition_whatever_the_terminal_is_called() -> None:
    room = Room(element("Terminal", "user@host: ~", "$ wc -l GPL-3\n674 GPL-3\n$ "))
    assert await truth(ElementPredicate(name="", role="Terminal", value="674 GPL-3"), room) is Truth.SATISFIED
    assert await truth(ElementPredicate(name="Terminal", value="674 GPL-3"), room) is Truth.SATISFIED
    assert await truth(ElementPredicate(name="", role="Terminal", value="675"), room) is Truth.UNSATISFIED


async def test_a_dialog_is_there_as_a_window_or_as_a_part_of_one_and_else_it_is_not() -> None:
    gone = ElementPredicate(name="Save As", role="Dialog", exists=False)
    assert await truth(gone, Room(element("Button", "OK"), titles=("letter.odt",), degraded="poor")) is Truth.SATISFIED
    assert await truth(gone, Room(titles=("letter.odt", "Save As"))) is Truth.UNSATISFIED
    assert await truth(gone, Room(element("Dialog", "Save As"))) is Truth.UNSATISFIED
    blind = Room()
    blind.wrong = DesktopError("gone")
    assert await truth(gone, blind) is Truth.UNKNOWN


async def test_a_program_runs_that_a_window_names() -> None:
    class Running(Room):
        async def processes(self) -> frozenset[str]:
            return frozenset({"gimp-2.10", "bash"})

        async def windows(self) -> tuple[Window, ...]:
            return (Window("1", "Letter", _BOX, 1, "soffice.bin", "libreoffice-writer"),)

    for name in ("gimp-2.10", "gimp", "libreoffice-writer", "soffice.bin"):
        assert await truth(ProcessPredicate(name=name), Running()) is Truth.SATISFIED, name
    assert await truth(ProcessPredicate(name="inkscape"), Running()) is Truth.UNSATISFIED


async def test_a_file_is_judged_by_who_may_use_it_and_a_link_by_where_it_leads(tmp_path: Path) -> None:
    script, link = tmp_path / "backup.sh", tmp_path / "latest"
    script.write_text("#!/bin/sh\n", encoding="utf-8")
    script.chmod(0o700)
    link.symlink_to(script)
    stated = {"mode": "700"}, {"mode": "755"}, {"target": "backup.sh"}
    told = [await truth(FilePredicate(path=str(script), **record), Room()) for record in stated]
    assert told == [Truth.SATISFIED, Truth.UNSATISFIED, Truth.UNSATISFIED]
    leads = ["backup.sh", str(script), "other.sh", str(tmp_path / "other.sh")]
    found = [await truth(FilePredicate(path=str(link), target=lead), Room()) for lead in leads]
    assert found == [Truth.SATISFIED, Truth.SATISFIED, Truth.UNSATISFIED, Truth.UNSATISFIED]


async def test_what_a_file_is_is_asked_only_of_one_that_the_run_wrote(tmp_path: Path) -> None:
    (tmp_path / "alder.pdf").write_text("no pdf")
    stated, room = FilePredicate(path=str(tmp_path / "alder.pdf")), Room()
    written = (tmp_path / "alder.pdf").stat().st_mtime
    room.begun = written - 1
    assert await truth(stated, room) is Truth.UNSATISFIED
    room.begun = written + 1
    (tmp_path / "alder.pdf").rename(tmp_path / "moved.pdf")
    assert await truth(FilePredicate(path=str(tmp_path / "moved.pdf")), room) is Truth.SATISFIED


def test_a_number_and_a_truth_value_stand_for_their_texts() -> None:
    assert DocumentPredicate(path="a.odp", property="pictures", value=1).value == "1"
    assert DocumentPredicate(path="a.json", key="a", value=True).value == "true"
    assert DocumentPredicate(path="a.ods", cells=[["x", 2]]).cells == (("x", "2"),)


async def test_what_is_scrolled_out_of_sight_is_there_and_what_it_shows_is_not_known() -> None:
    room = Room(element("ListItem", "Aruba"))
    chosen = ElementPredicate(name="India", role="ListItem", state="selected")
    gone = ElementPredicate(name="India", exists=False)
    assert await truth(chosen, room) is Truth.UNSATISFIED and await truth(gone, room) is Truth.SATISFIED
    room.out_of_sight = (element("ListItem", "India", None, "offscreen", "selected"),)
    assert await truth(chosen, room) is Truth.SATISFIED and await truth(gone, room) is Truth.UNSATISFIED
    assert await truth(ElementPredicate(name="India", value="7"), room) is Truth.UNKNOWN
    room.out_of_sight = (element("ListItem", "India", None, "offscreen"),)
    assert await truth(chosen, room) is Truth.UNSATISFIED
    room.out_of_sight = None
    assert await truth(chosen, room) is Truth.UNKNOWN and await truth(gone, room) is Truth.UNKNOWN


async def test_a_control_without_a_name_is_any_of_its_role_or_any_that_shows_the_value() -> None:
    room = Room(element("Edit", "Name", "Ada"), element("Edit", "", "Bob"), element("Text", "Total", "42"))
    assert await truth(ElementPredicate(role="Edit", value="Bob"), room) is Truth.SATISFIED
    assert await truth(ElementPredicate(role="Edit", value="Ada"), room) is Truth.SATISFIED
    assert await truth(ElementPredicate(value="42"), room) is Truth.SATISFIED
    assert await truth(ElementPredicate(role="Edit", value="42"), room) is Truth.UNSATISFIED
    assert await truth(ElementPredicate(role="Dialog", exists=False), room) is Truth.SATISFIED
    assert await truth(ElementPredicate(role="CheckBox"), room) is Truth.UNSATISFIED
    with pytest.raises(ValueError, match="say which control"):
        ElementPredicate(state="checked")


def test_a_text_that_is_to_be_gone_from_a_file_does_not_ask_for_the_files_end(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("Count July\n", encoding="utf-8")
    found = {
        text: FilePredicate(path=str(tmp_path / name), contains=text, exists=False).check_now()
        for name, text in (("list.txt", "Count August"), ("list.txt", "Count July"), ("none.txt", "x"))
    }
    truths = [finding.truth for finding in found.values()]
    assert truths == [Truth.SATISFIED, Truth.UNSATISFIED, Truth.SATISFIED]
    assert not FilePredicate(path="list.txt", contains="x", exists=False).wants_it_gone()
