"""Tasks in real applications: what to do, control by control, and how it is proved that it was done."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ufo.desktop.values import Launch

_OWNED = Path(__file__).parents[1] / "tests" / "conformance" / "gtk_registration.py"
_PAGE = """<!doctype html><meta charset=utf-8><title>Order form</title><form onsubmit="event.preventDefault();
document.title='sent '+[...new FormData(this)].map(p=>p.join('=')).join('&')"><p><label>Full name <input name=n></label>
<p><label>City <input name=c></label><p><label>Street <input name=s></label>
<p><label><input type=checkbox name=gift>Gift wrap</label>
<p><label><input type=radio name=z value=S>Small</label><label><input type=radio name=z value=L>Large</label>
<p><button type=button onclick="document.getElementById('more').hidden=false">More options</button>
<p id=more hidden><label>Note <input name=note></label><p><button>Send order</button></form>"""


@dataclass(frozen=True, slots=True)
class Do:
    """`path` names a control: its own name last, before it what it stands in where it is not in sight yet."""

    function: str
    path: tuple[str, ...] = ()
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Task:
    """`prepare` makes the files and returns the arguments; `proved` gets the folder and all that windows show."""

    name: str
    program: str
    title: str
    steps: tuple[Do, ...]
    proved: Callable[[Path, Sequence[str]], bool]
    prepare: Callable[[Path], tuple[str, ...]] = lambda folder: ()

    def launch(self, arguments: tuple[str, ...]) -> Launch:
        return Launch(self.program, arguments)


def _click(*path: str) -> Do:
    return Do("click_input", path)


def _write(*path: str, text: str) -> Do:
    return Do("set_edit_text", path, {"text": text, "clear_current_text": True})


def _keys(keys: str, *path: str) -> Do:
    return Do("keyboard_input", path, {"keys": keys})


def _page(folder: Path) -> tuple[str, ...]:
    (folder / "order.html").write_text(_PAGE, encoding="utf-8")
    return (str(folder / "order.html"),)


def _notes(folder: Path) -> tuple[str, ...]:
    (folder / "notes.txt").write_text("milk\neggs\n", encoding="utf-8")
    return (str(folder / "notes.txt"),)


def _sheet(folder: Path) -> tuple[str, ...]:
    names = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
    )
    cells = "".join(
        f"<table:table-cell office:value-type='string'><text:p>{word}</text:p></table:table-cell>"
        for word in ("item", "price")
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    (folder / "costs.fods").write_text(
        f'<?xml version="1.0"?><office:document {names} office:version="1.3" office:mimetype="{kind}"><office:body>'
        f"<office:spreadsheet><table:table table:name='Costs'><table:table-row>{cells}</table:table-row></table:table>"
        "</office:spreadsheet></office:body></office:document>",
        encoding="utf-8",
    )
    return (str(folder / "costs.fods"),)


def _shows(*words: str) -> Callable[[Path, Sequence[str]], bool]:
    return lambda folder, shown: all(any(word in text for text in shown) for word in words)


def _file_has(name: str, text: str) -> Callable[[Path, Sequence[str]], bool]:
    def proved(folder: Path, shown: Sequence[str]) -> bool:
        path = folder / name
        return path.exists() and text in path.read_text(encoding="utf-8")

    return proved


TASKS: tuple[Task, ...] = (
    Task(
        "Fill in the registration, submit it and answer the dialog (GTK 3)",
        "/usr/bin/python3",
        "Registration",
        (
            _write("Name", text="Ada Lovelace"),
            _write("Email", text="ada@example.org"),
            _click("Send me the newsletter"),
            _click("Submit"),
            _click("Thank you", "OK"),
        ),
        lambda folder, shown: _shows("Submitted for Ada Lovelace")(folder, shown) and "Thank you" not in shown,
        lambda folder: (str(_OWNED),),
    ),
    Task(
        "Fill in an order in the browser, a field that comes up on the way included, and send it (Chromium)",
        "chromium",
        "Order form",
        (
            _write("Full name", text="Ada Lovelace"),
            _write("City", text="London"),
            _write("Street", text="St James Square 12"),
            _click("Gift wrap"),
            _click("Large"),
            _click("More options"),
            _write("Note", text="Ring twice"),
            _click("Send order"),
        ),
        _shows("sent n=Ada Lovelace&c=London&s=St James Square 12&gift=on&z=L&note=Ring twice"),
        _page,
    ),
    Task(
        "Work out 128 x 7 + 4 by buttons (gnome-calculator)",
        "gnome-calculator",
        "Calculator",
        tuple(_click(name) for name in ("1", "2", "8", "×", "7", "+", "4", "=")),
        _shows("900"),
    ),
    Task(
        "Replace a word by the dialog of the Search menu and save (Mousepad)",
        "mousepad",
        "notes",
        (
            _click("Search"),
            _click("Search", "Find and Replace..."),
            _write("Find and Replace", "Search for:", text="milk"),
            _write("Find and Replace", "Replace with:", text="honey"),
            _click("Find and Replace", "Replace"),
            _click("Find and Replace", "Close"),
            _keys("{VK_CONTROL}s"),
        ),
        _file_has("notes.txt", "honey"),
        _notes,
    ),
    Task(
        "Turn the text into capitals by a menu in a menu and save (Mousepad)",
        "mousepad",
        "notes",
        (
            _keys("{VK_CONTROL}a"),
            _click("Edit"),
            _click("Edit", "Convert"),
            _click("Edit", "Convert", "To Uppercase"),
            _keys("{VK_CONTROL}s"),
        ),
        _file_has("notes.txt", "MILK\nEGGS"),
        _notes,
    ),
    Task(
        "Write four cells and save (LibreOffice Calc)",
        "libreoffice-calc",
        "costs",
        (
            _write("A2", text="paper"),
            _write("B2", text="7"),
            _write("A3", text="ink"),
            _write("B3", text="12"),
            _keys("{VK_CONTROL}s"),
        ),
        lambda folder, shown: all(
            _file_has("costs.fods", f">{word}<")(folder, shown) for word in ("paper", "7", "ink", "12")
        ),
        _sheet,
    ),
)
