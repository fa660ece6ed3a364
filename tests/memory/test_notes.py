from __future__ import annotations

import pytest

from ufo.memory.blackboard import Blackboard
from ufo.memory.notes import LONGEST, MOST_CHARS, MOST_NOTES, Notes
from ufo.schema.note import Note
from ufo.schema.response import AppAgentResponse, HostAgentResponse


def told(notes: Notes) -> list[tuple[str, str]]:
    return [(note.name, note.text) for note in notes.content]


def test_a_note_of_the_same_name_takes_its_place_and_an_empty_one_removes_it() -> None:
    notes = Notes()
    notes.take([Note(name="total", text="12"), Note(name="due", text="Friday")])
    notes.take([Note(name="Total", text="13")])
    assert told(notes) == [("Total", "13"), ("due", "Friday")]
    notes.take([Note(name="total"), Note(name="never there")])
    assert told(notes) == [("due", "Friday")]


@pytest.mark.parametrize("text", ["x", "x" * (LONGEST - 1)])
def test_where_there_are_too_many_the_oldest_go_and_are_named(text: str) -> None:
    notes = Notes()
    notes.take(Note(name=f"note {number}", text=text) for number in range(MOST_NOTES + 3))
    assert len(notes.content) <= MOST_NOTES and sum(len(note.text) for note in notes.content) <= MOST_CHARS
    assert notes.content[-1].name == f"note {MOST_NOTES + 2}"
    assert notes.dropped[:2] == ("note 0", "note 1") or len(notes.dropped) == MOST_NOTES
    notes.take([Note(name=notes.dropped[0], text="again")])
    assert "again" in [note.text for note in notes.content]


def test_an_endless_note_is_cut_and_says_by_how_much() -> None:
    notes = Notes()
    notes.take([Note(name="all", text="y" * 5_000)])
    assert notes.content[0].text.endswith("(4000 more cut)") and len(notes.content[0].text) < LONGEST + 30


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (None, []),
        ("", []),
        ("due Friday", [("", "due Friday")]),
        ({"total": 12, "due": "Friday"}, [("total", "12"), ("due", "Friday")]),
        ({"name": "total", "text": 12}, [("total", "12")]),
        (
            ["due Friday", {"name": "total", "text": "12", "about": ["a.ods", "b.ods"]}],
            [("", "due Friday"), ("total", "12")],
        ),
        ([{"name": None, "text": None}], [("", "")]),
    ],
)
def test_notes_are_read_in_every_shape_in_which_a_model_may_write_them(
    said: object, kept: list[tuple[str, str]]
) -> None:
    for schema in (HostAgentResponse, AppAgentResponse):
        answer = schema.model_validate({"observation": "", "thought": "", "status": "CONTINUE", "Notes": said})
        assert [(note.name, note.text) for note in answer.notes] == kept


def test_a_note_concerns_those_who_do_its_sub_task_or_work_on_what_it_is_about() -> None:
    note = Note(name="prices", text="3.20", about="Orders.ods", subtask="read the prices")
    assert note.concerns("read the prices", "a", ("Writer",))
    assert note.concerns("write them into orders.ods", "b", ("Writer",))
    assert note.concerns("go on", "b", ("orders.ods - LibreOffice Calc",))
    assert not note.concerns("write a letter", "b", ("letter.odt - LibreOffice Writer",))
    by_id = Note(text="x", about="letter")
    assert by_id.concerns("write it", "letter", ()) and not by_id.concerns("add it up", "sum", ())
    assert Note(text="for all").concerns("anything", "", ())


def test_a_saved_blackboard_keeps_its_notes() -> None:
    board = Blackboard()
    board.notes.take([Note(name="total", text="12", about="a.ods")], "AppAgent/calc", "add it up")
    assert not board.is_empty()
    again = Blackboard.from_json(board.blackboard_to_json())
    assert again.view().notes == board.view().notes
    again.clear()
    assert again.is_empty()
