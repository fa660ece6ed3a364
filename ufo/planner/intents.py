"""Intents: what a sentence asks for, as values. The grammar makes them from English; the planners carry them out.

Every intent keeps `text`, the words it came from, so that a plan can be written as sentences and read again later. `app` is
the application it names ("Calc", "gnome-calculator"), as said, or "" where it names none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

SheetDeed = Literal[
    "add sheet", "rename sheet", "delete sheet", "insert rows", "delete rows", "insert columns", "delete columns", "sort"
]  # fmt: skip

TextPart = Literal["line", "lines", "words", "characters", "times"]


@dataclass(frozen=True, slots=True)
class ControlPhrase:
    """A control in words: "the second Delete button" is name "Delete", role "Button", ordinal 2.

    `ordinal` counts from 1 in reading order; -1 is the last, 0 means that none was said. `near` is a text next to it ("the
    field next to Name"), `inside` a container ("in the toolbar"). `name` may be "" ("the first checkbox").
    """

    name: str
    role: str | None = None
    ordinal: int = 0
    near: str | None = None
    inside: str | None = None


@dataclass(frozen=True, slots=True)
class _Intent:
    text: str
    app: str


@dataclass(frozen=True, slots=True)
class Open(_Intent):
    """Open an application, or a document or address in `app` or, where that is "", in the default application."""

    what: str
    is_document: bool = False
    is_address: bool = False


@dataclass(frozen=True, slots=True)
class SwitchTo(_Intent):
    pass


@dataclass(frozen=True, slots=True)
class Close(_Intent):
    """Close an application or window: `what` as said, or "" for the one in use."""

    what: str


@dataclass(frozen=True, slots=True)
class ClickControl(_Intent):
    control: ControlPhrase
    button: Literal["left", "right", "middle"] = "left"
    double: bool = False


@dataclass(frozen=True, slots=True)
class ChooseMenu(_Intent):
    """Choose an entry by its menu path: ("Format", "Bold")."""

    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SelectItem(_Intent):
    """Select `item` in a list, combo box, tab row, tree or table: in `control`, or wherever it is found (None)."""

    item: str
    control: ControlPhrase | None = None


@dataclass(frozen=True, slots=True)
class SetChecked(_Intent):
    control: ControlPhrase
    checked: bool


@dataclass(frozen=True, slots=True)
class TypeInto(_Intent):
    """Type `content` into `control`, or into whatever has the focus (None). `replace` overwrites what is there."""

    content: str
    control: ControlPhrase | None = None
    replace: bool = False


@dataclass(frozen=True, slots=True)
class ReplaceText(_Intent):
    """Replace `old` with `new` wherever the document has it, letter for letter."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class PressKeys(_Intent):
    """Press chords in order: (("ctrl", "s"), ("enter",))."""

    chords: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class ReadValue(_Intent):
    """Return a control's text or value or, where `control` is None, what the window shows."""

    control: ControlPhrase | None = None


@dataclass(frozen=True, slots=True)
class ReadPart(_Intent):
    """Return a line of the text (`ordinal` from 1, -1 the last), or the number of `part` in it; "times" counts `of`."""

    part: TextPart
    ordinal: int = 0
    of: str = ""


@dataclass(frozen=True, slots=True)
class ListFolder(_Intent):
    """List a folder's contents, or with `counted` their number. `kind`: "files", "folders", "items" or an ending (".png")."""

    folder: str
    kind: str = "files"
    counted: bool = False


@dataclass(frozen=True, slots=True)
class Compute(_Intent):
    """Compute an `expression` of digits and operators: "12*(3+4)"."""

    expression: str


@dataclass(frozen=True, slots=True)
class ExtractTable(_Intent):
    """Take a table out of a document. `caption` are words that identify it ("sales"); `number` is from 1, 0 for any."""

    caption: str = ""
    number: int = 0
    document: str = ""


@dataclass(frozen=True, slots=True)
class WriteCell(_Intent):
    """Write a value or formula ("=SUM(A1:A3)") into a cell; `sheet` "" is the current one."""

    cell: str
    content: str
    sheet: str = ""


@dataclass(frozen=True, slots=True)
class InsertTable(_Intent):
    """Insert the table that an earlier step took into the document in use, from `cell` on."""

    cell: str = "A1"


@dataclass(frozen=True, slots=True)
class MakeChart(_Intent):
    """Draw a chart of `source`, a range ("A1:B5") or "" for the table in use. `showing` names its columns, "" for all."""

    chart: Literal["bar", "column", "line", "pie"]
    source: str = ""
    title: str = ""
    showing: str = ""


@dataclass(frozen=True, slots=True)
class Save(_Intent):
    """Save the document under `path`, or under its own name where that is ""."""

    path: str = ""


@dataclass(frozen=True, slots=True)
class ManageFile(_Intent):
    """Move or rename a file or folder, copy it to `target`, make a folder, or put a file or folder in the bin."""

    deed: Literal["move", "copy", "make", "remove"]
    source: str
    target: str = ""


@dataclass(frozen=True, slots=True)
class ChangePicture(_Intent):
    """Make the picture `target` from `source` by `changes`, in order, as `ufo.schema.picture_changes` has them."""

    source: str
    target: str = ""
    changes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EditLine(_Intent):
    """Remove one line of a text, or put `content` after or before it. `line` is its text; where that is "", `ordinal` counts."""

    deed: Literal["remove", "after", "before"]
    line: str = ""
    ordinal: int = 0
    content: str = ""


@dataclass(frozen=True, slots=True)
class Format(_Intent):
    """Format texts of a document, or cells of a sheet ("A1:C1", "row 1"), as `ufo.schema.looks` defines.

    Without `what` this is the paragraph with number `ordinal`, and without that everything.
    """

    what: tuple[str, ...]
    look: str
    value: str = ""
    is_cells: bool = False
    ordinal: int = 0


@dataclass(frozen=True, slots=True)
class ArrangeSheet(_Intent):
    """Change sheets, rows or columns. `place`: a sheet's name, a row's number, a column's letter or header; `value`: a new
    name, a count, or "descending"."""

    deed: SheetDeed
    place: str = ""
    value: str = ""
    sheet: str = ""


@dataclass(frozen=True, slots=True)
class AppendRow(_Intent):
    """Append a row below the last one of a sheet. Values are in column order, or name their column: "Price=5"."""

    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SortLines(_Intent):
    """Sort the lines of a text."""

    descending: bool = False


@dataclass(frozen=True, slots=True)
class GoTo(_Intent):
    """Go to an address, or to a named or numbered page ("page 3")."""

    address: str


@dataclass(frozen=True, slots=True)
class WaitFor(_Intent):
    """Wait until a text or control appears (with `gone`, disappears), or for `seconds`."""

    what: str = ""
    gone: bool = False
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Unclear(_Intent):
    """Words that the grammar does not understand; `reason` says what is missing."""

    reason: str


Intent = (
    Open | SwitchTo | Close | ClickControl | ChooseMenu | SelectItem | SetChecked | TypeInto | ReplaceText | PressKeys | ReadValue
    | Compute | ExtractTable | WriteCell | InsertTable | MakeChart | Save | GoTo | WaitFor | Unclear | ManageFile | EditLine
    | Format | ArrangeSheet | ChangePicture | ReadPart | ListFolder | AppendRow | SortLines
)  # fmt: skip
