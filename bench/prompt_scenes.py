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
    """One application and what is done with it. `opens` opens it on a real desktop; without it, the fake of that name runs."""

    name: str
    request: str
    subtasks: tuple[str, str]
    acts: Sequence[Act]
    opens: Callable[[MeasuredDesktop, Path], Awaitable[object]] | None = None


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
