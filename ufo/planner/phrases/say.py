"""Renders each intent as a sentence from which `parse` gives the same intent again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ufo.planner import intents
from ufo.planner.phrases.controls import say_phrase
from ufo.planner.phrases.keys import say_chords
from ufo.planner.phrases.places import is_path
from ufo.planner.phrases.scopes import say_scope
from ufo.planner.text.quotations import quote
from ufo.planner.text.vocabulary import ANY_CONTROL


def say(intent: intents.Intent) -> str:
    """Return one sentence without a full stop. Words that were not understood stay as they are."""
    if isinstance(intent, intents.Unclear):
        return intent.text
    if isinstance(intent, intents.SwitchTo):
        return f"switch to {quote(intent.app)}" if intent.app else "switch to it"
    return say_scope(intent.app) + _said(intent)


def sentences(steps: Sequence[intents.Intent]) -> str:
    """Return the intents of one application as several sentences that do not name it."""
    return "; ".join(say(replace(intent, app="")) for intent in steps)


def _said(intent: intents.Intent) -> str:
    match intent:
        case intents.Open():
            noun = "document" if intent.is_document else "address" if intent.is_address else "application"
            return f"open the {noun} {quote(intent.what)}"
        case intents.Close():
            return f"close {quote(intent.what)}" if intent.what else "close the window"
        case intents.GoTo():
            return f"go to the page {quote(intent.address)}"
        case intents.WaitFor():
            return _waiting(intent)
        case intents.ReadValue() | intents.ReadPart() | intents.ListFolder():
            return _telling(intent)
        case intents.Compute():
            return f"compute {intent.expression}"
        case intents.PressKeys():
            return f"press the keys {say_chords(intent.chords)}"
        case intents.Save():
            return f"save as {quote(intent.path)}" if intent.path else "save"
    return _on_controls(intent)


def _on_controls(intent: intents.Intent) -> str:
    match intent:
        case intents.ClickControl():
            double = "double-" if intent.double else ""
            button = "" if intent.button == "left" else f"{intent.button}-"
            return f"{double}{button}click {say_phrase(intent.control)}"
        case intents.ChooseMenu():
            return f"choose the menu {' > '.join(quote(part) for part in intent.path)}"
        case intents.SelectItem():
            # "In the Format menu" would be read as a menu path.
            preposition = "for" if intent.control and intent.control.role == "Menu" else "in"
            where = f" {preposition} {_field(intent.control)}" if intent.control else ""
            return f"select {quote(intent.item)}{where}"
        case intents.SetChecked():
            return f"{'tick' if intent.checked else 'untick'} {say_phrase(intent.control)}"
        case intents.TypeInto():
            return _typing(intent)
        case intents.ReplaceText():
            return f"replace all occurrences of {quote(intent.old)} with {quote(intent.new)}"
    return _in_documents(intent)


def _in_documents(intent: intents.Intent) -> str:
    match intent:
        case intents.WriteCell():
            sheet = f" of sheet {quote(intent.sheet)}" if intent.sheet else ""
            return f"write {quote(intent.content)} in cell {intent.cell}{sheet}"
        case intents.InsertTable():
            return f"insert the table at {intent.cell}"
        case intents.ExtractTable():
            number = f" number {intent.number}" if intent.number else ""
            caption = f" captioned {quote(intent.caption)}" if intent.caption else ""
            document = f" from the document {quote(intent.document)}" if intent.document else ""
            return f"extract the table{number}{caption}{document}"
        case intents.MakeChart():
            preposition = "showing" if is_path(intent.showing) else "of"
            showing = f" {preposition} {quote(intent.showing)}" if intent.showing else ""
            source = f" of {intent.source}" if intent.source else showing
            title = f" titled {quote(intent.title)}" if intent.title else ""
            return f"create a {intent.chart} chart{source}{title}"
        case intents.ChangePicture():
            by = f" by: {' + '.join(intent.changes)}" if intent.changes else ""
            return f"make the picture {quote(intent.target)} of {quote(intent.source)}{by}"
        case intents.ManageFile():
            return _managing(intent)
        case intents.AppendRow():
            return f"add a row with the values {', '.join(map(quote, intent.values))}"
        case intents.SortLines():
            return f"sort the lines{' in descending order' if intent.descending else ''}"
        case intents.EditLine() | intents.Format() | intents.ArrangeSheet():
            return _editing(intent)
    return intent.text


def _managing(intent: intents.ManageFile) -> str:
    source = quote(intent.source)
    match intent.deed:
        case "make":
            return f"make the folder {source}"
        case "remove":
            return f"delete the file {source}"
    return f"{intent.deed} the file {source} to the path {quote(intent.target)}"


def _editing(intent: intents.EditLine | intents.Format | intents.ArrangeSheet) -> str:
    if isinstance(intent, intents.EditLine):
        line = quote(intent.line) if intent.line else f"number {intent.ordinal}"
        if intent.deed == "remove":
            return f"remove the line {line}"
        return f"add the line {quote(intent.content)} {intent.deed} the line {line}"
    if isinstance(intent, intents.Format):
        noun = "cells" if intent.is_cells else "text"
        which = ", ".join(map(quote, intent.what)) or (f"number {intent.ordinal}" if intent.ordinal else "everywhere")
        return f"format the {noun} {which} with {intent.look} {quote(intent.value)}"
    sheet = f" of sheet {quote(intent.sheet)}" if intent.sheet else ""
    place = f" {quote(intent.place)}" if intent.place else ""
    value = f" as {quote(intent.value)}" if intent.value else ""
    return f"arrange the sheet: {intent.deed}{place}{value}{sheet}"


def _reading(intent: intents.ReadValue) -> str:
    if intent.control is None:
        return "read the window"
    # "Read the table" would extract it as a table.
    is_table = intent.control.role == "Table"
    return f"tell me what {say_phrase(intent.control)} shows" if is_table else f"read {_field(intent.control)}"


def _telling(intent: intents.ReadValue | intents.ReadPart | intents.ListFolder) -> str:
    if isinstance(intent, intents.ReadValue):
        return _reading(intent)
    if isinstance(intent, intents.ListFolder):
        kind = intent.kind if intent.kind in ("files", "folders", "items") else f"files ending in {quote(intent.kind)}"
        return f"{'count' if intent.counted else 'list'} the {kind} in the folder {quote(intent.folder)}"
    if intent.part == "line":
        return f"tell the line number {intent.ordinal} of the text"
    return (
        f"count the {intent.part} {quote(intent.of)} of the text"
        if intent.of
        else f"count the {intent.part} of the text"
    )


def _typing(intent: intents.TypeInto) -> str:
    if intent.replace:
        field = say_phrase(intent.control) if intent.control else "the text"
        return f"replace {field} with {quote(intent.content)}"
    where = f" into {_field(intent.control)}" if intent.control else ""
    return f"type {quote(intent.content)}{where}"


def _field(control: intents.ControlPhrase) -> str:
    """Return words for a field. One that has only a file's name gets a noun, or it would be read as that file."""
    said = say_phrase(control)
    return f"the {ANY_CONTROL[0]} {said}" if said.startswith('"') and is_path(control.name) else said


def _waiting(intent: intents.WaitFor) -> str:
    if not intent.what:
        return f"wait for {_number(intent.seconds)} seconds"
    limit = f"up to {_number(intent.seconds)} seconds " if intent.seconds else ""
    return f"wait {limit}until {quote(intent.what)} {'disappears' if intent.gone else 'appears'}"


def _number(value: float) -> str:
    return f"{value:.6f}".rstrip("0").rstrip(".")
