"""The scenes whose prompts are measured: applications, and what a mind without patience does with them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.measured_desktop import MeasuredDesktop
from bench.subjects import book, editor
from ufo.desktop.values import Launch
from ufo.schema.inputs import AppInputs

Act = Callable[[AppInputs], tuple[str, dict[str, Any]]]
"""What a turn does: a tool and its arguments."""


@dataclass(frozen=True, slots=True)
class Scene:
    """One application and what is done with it. `opens` opens it on a real desktop; without it, the fake of that name runs. The
    acts are shared among the sub-tasks, in order; `result` is what each of these ends with.
    """

    name: str
    request: str
    subtasks: Sequence[str]
    acts: Sequence[Act]
    opens: Callable[[MeasuredDesktop, Path], Awaitable[object]] | None = None
    result: str = "The fields hold what was asked for."

    def acts_until(self, subtask: int) -> int:
        """Return how many acts are done when the sub-task of that number, from 1, ends."""
        return -(-len(self.acts) * subtask // len(self.subtasks))


def press(name: str) -> Act:
    def act(inputs: AppInputs) -> tuple[str, dict[str, Any]]:
        found = next((control for control in inputs.controls if control.name == name), None)
        # A control that is not there is taken by its path, so that the turn says so and the scene goes on.
        return ("click_input", {"id": found.id, "name": name}) if found else ("visit", {"path": [name]})

    return act


def write(name: str, text: str) -> Act:
    def act(inputs: AppInputs) -> tuple[str, dict[str, Any]]:
        fields = [
            control
            for control in inputs.controls
            if "editable" in control.states and name in (control.name, control.label, "")
        ]
        return ("set_edit_text", {"id": fields[0].id, "text": text}) if fields else keys(text)(inputs)

    return act


def keys(text: str) -> Act:
    return lambda inputs: ("keyboard_input", {"keys": text})


def fails() -> Act:
    """An act that cannot work: the path begins nowhere."""
    return lambda inputs: ("visit", {"path": ["No such menu", "No such entry"]})


def look_for(text: str) -> Act:
    """An act that reads: what it finds is told to the turns after it."""
    return lambda inputs: ("find_controls", {"text": text})


def fill_cell(address: str, text: str) -> Act:
    def act(inputs: AppInputs) -> tuple[str, dict[str, Any]]:
        found = next((control for control in inputs.controls if control.name == address), None)
        return ("set_edit_text", {"id": found.id, "text": text}) if found else keys(text)(inputs)

    return act


async def _page(desktop: MeasuredDesktop, folder: Path) -> None:
    file = folder / "order.html"
    fields = "".join(
        f"<p><label>{name} <input></label></p>" for name in ("Full name", "Street", "City", "Post code", "Phone")
    )
    boxes = "".join(f"<p><label><input type=checkbox> {name}</label></p>" for name in ("Gift wrap", "Newsletter"))
    kinds = "".join(f"<option>{name}" for name in ("Austria", "Belgium", "Chile", "Denmark"))
    rows = "".join(f"<tr><td>Article {n}<td>{n * 7} pieces<td><a href='#{n}'>Details</a>" for n in range(1, 13))
    file.write_text(
        f"<!doctype html><meta charset=utf-8><title>Order</title><h1>Order</h1><form>{fields}{boxes}"
        f"<p><label>Country <select>{kinds}</select></label></p></form><table>{rows}</table>"
        '<button onclick=\'this.insertAdjacentHTML("afterend", "<p>Your order number is PS-88963</p>")\'>Order</button>',
        encoding="utf-8",
    )
    await _opened(desktop, Launch("chromium", ("--no-first-run", file.as_uri())))


async def _writer(desktop: MeasuredDesktop, folder: Path) -> None:
    await _opened(desktop, Launch("soffice", ("--writer", "--norestore", "--nologo")))


async def _gimp(desktop: MeasuredDesktop, folder: Path) -> None:
    await _opened(desktop, Launch("gimp", ("--no-splash",)))


async def _files(desktop: MeasuredDesktop, folder: Path) -> None:
    for name in ("invoice.pdf", "notes.txt", "photo.jpg", "report.odt", "sales.ods", "todo.md"):
        (folder / name).write_text(name, encoding="utf-8")
    (folder / "archive").mkdir()
    await _opened(desktop, Launch("pcmanfm", (str(folder),)))


async def _opened(desktop: MeasuredDesktop, launch: Launch) -> None:
    window = await desktop.launch(launch, 90)
    await desktop.maximize(window.id)
    await desktop.settle(window.id)


_SHEET = ("Write the totals of the year below the table and make them bold", "Sort the table by its second column")
_LETTER = ("Write a letter to Ana Sol with a heading in bold", "Save the letter as ana-sol.odt in the working folder")
_ORDER = ("Fill in the order form for Ana Sol in Graz", "Order, and tell the order number that the page then shows")
_NAMES = ("Tick the newsletter and write the name Ana Sol", "Write the city and look whether everything is filled in")
_FOLDER = ("Select the file report.odt", "Make a new folder named old and move the text files into it")
_IMAGE = ("Make a new image of 640 by 480 pixels", "Scale it to 320 by 240 and export it as small.png")
_TYPES = (
    keys("12{TAB}"),
    press("Bold"),
    keys("word{ENTER}"),
    press("Italic"),
    fails(),
    keys("more{ENTER}"),
    press("Bold"),
)
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August")
_YEAR = tuple(f"Take the orders of {month} from the list into the table, and tell their total" for month in _MONTHS)
_IN_A_SHEET = tuple(
    act
    for month in range(len(_YEAR))
    for act in (look_for("A1"), fill_cell("B2", f"{1204 + month}"), fails(), keys(f"{_MONTHS[month]}{{ENTER}}"))
)
_ON_A_PAGE = tuple(
    act
    for month in range(len(_YEAR))
    for act in (look_for("Article"), write("City", _MONTHS[month]), fails(), press("Gift wrap"))
)
_TOTAL = "; ".join(
    f"order {number} of Ana Sol: {number * 37 % 900} pieces for {number * 11 % 97}.40" for number in range(1, 9)
)
LONG = Scene("sheet, forty calls", ". ".join(_YEAR), _YEAR, _IN_A_SHEET, result=_TOTAL)
"""Forty calls of one agent, in eight sub-tasks."""
LONG_REAL = (
    Scene("Calc, forty calls", ". ".join(_YEAR), _YEAR, _IN_A_SHEET, book, _TOTAL),
    Scene("Chromium, forty calls", ". ".join(_YEAR), _YEAR, _ON_A_PAGE, _page, _TOTAL),
)
FAKES = (
    Scene("form", ". ".join(_NAMES), _NAMES, (write("Name", "Ana Sol"), press("Newsletter"), fails(), write("City", "Graz"),
          press("Newsletter"), write("Name", "Ana S. Sol"), press("Newsletter"))),
    Scene("notes", "Write a note and keep it", _LETTER, (write("Text", "Milk and bread"), press("File"), press("Save As…"),
          fails(), write("Name", "a.txt"), press("Cancel"), write("Text", "Milk"))),
    Scene("sheet", ". ".join(_SHEET), _SHEET, _TYPES),
)  # fmt: skip
REAL = (
    Scene("Calc, a sheet of 30 rows", ". ".join(_SHEET), _SHEET, _TYPES, book),
    Scene("Writer", ". ".join(_LETTER), _LETTER, _TYPES, _writer),
    Scene("Chromium, a form", ". ".join(_ORDER), _ORDER, (write("Full name", "Ana Sol"), press("Gift wrap"), fails(),
          write("Street", "Main 3"), press("Newsletter"), write("City", "Graz"), press("Order")), _page),
    Scene("mousepad", "Write a note", _LETTER, (keys("Milk{ENTER}"), press("File"), keys("{ESC}"), fails(),
          keys("Bread"), press("Edit"), keys("{ESC}")), editor),
    Scene("pcmanfm", ". ".join(_FOLDER), _FOLDER, (press("report.odt"), press("File"), keys("{ESC}"), fails(),
          press("notes.txt"), press("Edit"), keys("{ESC}")), _files),
    Scene("GIMP", ". ".join(_IMAGE), _IMAGE, (press("File"), keys("{ESC}"), fails(), press("Image"), keys("{ESC}"),
          press("Edit"), keys("{ESC}")), _gimp),
)  # fmt: skip
