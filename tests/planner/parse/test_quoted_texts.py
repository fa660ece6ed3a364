"""What stands between quotation marks is taken letter for letter, whatever the sentence around it asks for."""

from __future__ import annotations

import string
from collections.abc import Iterator
from dataclasses import replace
from typing import get_args

import pytest

from ufo.planner.intents import (
    AppendRow,
    ArrangeSheet,
    ChangePicture,
    ChooseMenu,
    ClickControl,
    Close,
    ControlPhrase,
    EditLine,
    ExtractTable,
    Format,
    GoTo,
    Intent,
    ListFolder,
    MakeChart,
    ManageFile,
    Open,
    ReadPart,
    ReadValue,
    ReplaceText,
    Save,
    SelectItem,
    SetChecked,
    SheetDeed,
    SwitchTo,
    TypeInto,
    WaitFor,
    WriteCell,
)
from ufo.planner.parse.parse import parse
from ufo.planner.phrases.say import say

_SEPARATORS = (", ", "; ", ". ", " - ", ",;", "?!", "...", "::", "/,", "//", "&&", '""', "\u2026", "\u2013", "\u201c")
_WORDS_BETWEEN_STEPS = ("a and", ", or", "; then", "and b", "but c", "a, b", "a; b", "not it", "if it is", "no, wait")
_NAMES = ("~", "./x", "a.txt", "*.txt", "..", "the result", "it", "all", "unless", "x instead of y", "2.", " ", "\t")
_TEXTS = (*string.punctuation, *_SEPARATORS, *_WORDS_BETWEEN_STEPS, *_NAMES)


def _of_controls(text: str) -> Iterator[Intent]:
    for control in (
        ControlPhrase(text),
        ControlPhrase(text, "Button", 2),
        ControlPhrase("x", near=text),
        ControlPhrase("", "Edit", inside=text),
    ):
        yield ClickControl("", "", control)
        yield SetChecked("", "", control, checked=False)
        yield SelectItem("", "", "x", control)
        yield TypeInto("", "", "x", control)
        yield TypeInto("", "", text, control, replace=True)
        yield ReadValue("", "", control)


def _of_places(text: str) -> Iterator[Intent]:
    yield Open("", "", text)
    yield Open("", text, text, is_document=True)
    yield Open("", "", text, is_address=True)
    yield SwitchTo("", text)
    yield Close("", "", text)
    yield GoTo("", "", text)
    yield ReadPart("", text, "lines")
    yield ListFolder("", "", text, counted=True)
    yield ExtractTable("", "", text, document=text)
    yield Save("", text, text)
    yield ManageFile("", "", "make", text)
    yield ManageFile("", "", "remove", text)
    yield ManageFile("", "", "move", text, text)
    yield ManageFile("", "", "copy", text, text)
    yield ChangePicture("", "", text, text, ("grey",))


def _of_contents(text: str) -> Iterator[Intent]:
    yield ChooseMenu("", "", (text, "x", text))
    yield SelectItem("", "", text)
    yield TypeInto("", "", text)
    yield ReplaceText("", "", text, text)
    yield ReadPart("", "", "times", of=text)
    yield WriteCell("", "", "B3", text, text)
    yield MakeChart("", "", "bar", title=text, showing=text)
    yield EditLine("", "", "remove", text)
    yield EditLine("", "", "before", text, content=text)
    yield Format("", "", (text, "x", text), "size", text)
    yield Format("", "", (text,), "bold", is_cells=True)
    yield AppendRow("", "", (text, "x", text))
    yield WaitFor("", "", text)
    yield WaitFor("", "", text, gone=True, seconds=2.0)
    for deed in get_args(SheetDeed):
        yield ArrangeSheet("", "", deed, text, text, text)


@pytest.mark.parametrize("text", _TEXTS)
def test_a_quoted_text_of_any_punctuation_is_itself_in_every_intent(text: str) -> None:
    said = [replace(one, text=say(one)) for kind in (_of_controls, _of_places, _of_contents) for one in kind(text)]
    assert [one for one in said if parse(one.text) != (one,)] == []


@pytest.mark.parametrize("name", [";", "a, b", "this and that", "but not b.txt", "keep x", "a,"])
def test_a_file_is_called_whatever_its_quotation_says(name: str) -> None:
    assert parse(f'make a folder "{name}" in "my things"') == (
        ManageFile(f'make the folder "my things/{name}"', "", "make", f"my things/{name}"),
    )
    assert parse(f'move the file "{name}" into the folder "old"') == (
        ManageFile(f'move the file "{name}" to the path "old/"', "", "move", name, "old/"),
    )


@pytest.mark.parametrize(
    "request_text",
    ["make a folder bills and letters", "rename a.txt to b.txt but", "delete but b.txt", "move keep x.txt to y.txt"],
)
def test_the_same_words_without_quotation_marks_are_asked_about(request_text: str) -> None:
    assert all(not isinstance(step, ManageFile) for step in parse(request_text))
