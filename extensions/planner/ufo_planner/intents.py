"""Intents: what a request asks for, as values. The grammar makes them from English; the planners carry them out.

Every intent keeps `text`, the words of the request that it came from, letter for letter, or the planner's own words for a step
that the request only implies. `app` is the application or file it names ("Calc", "list.txt"), as said, or "" for none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class ControlPhrase:
    """A control in words: "the second Delete button" is name "Delete", role "Button", ordinal 2.

    `ordinal` counts from 1 in reading order; -1 is the last, 0 means that none was said. `inside` is a container ("in the
    toolbar"). `name` may be "" ("the first checkbox").
    """

    name: str
    role: str | None = None
    ordinal: int = 0
    inside: str | None = None


@dataclass(frozen=True, slots=True)
class _Intent:
    text: str
    app: str


@dataclass(frozen=True, slots=True)
class Open(_Intent):
    """Open, or bring to the front, an application, or a document or address in `app`, "" for the default application."""

    what: str
    is_document: bool = False
    is_address: bool = False


@dataclass(frozen=True, slots=True)
class Close(_Intent):
    """Close an application or window: `what` as said, or "" for the one in use."""

    what: str


@dataclass(frozen=True, slots=True)
class ClickControl(_Intent):
    control: ControlPhrase
    button: Literal["left", "right"] = "left"
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
class PressKeys(_Intent):
    """Press chords in order: (("ctrl", "s"), ("enter",))."""

    chords: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class ReadValue(_Intent):
    """Return a control's text or value or, where `control` is None, what the window shows."""

    control: ControlPhrase | None = None


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
    """Draw a chart of `source`, a range ("A1:B5") or "" for the table in use."""

    chart: Literal["bar", "column", "line", "pie"]
    source: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Save(_Intent):
    """Save the document under `path`, or under its own name where that is ""."""

    path: str = ""


@dataclass(frozen=True, slots=True)
class GoTo(_Intent):
    """Go to an address."""

    address: str


@dataclass(frozen=True, slots=True)
class Unclear(_Intent):
    """Words that the grammar does not understand; `reason` says what is missing."""

    reason: str


Intent = (
    Open | Close | ClickControl | ChooseMenu | SelectItem | SetChecked | TypeInto | PressKeys | ReadValue | Compute
    | ExtractTable | WriteCell | InsertTable | MakeChart | Save | GoTo | Unclear
)  # fmt: skip

RESULT = "\U000ff000"
"""The content of a step that writes what was read or computed before. Nobody types this sign."""
CHANGES = (TypeInto, WriteCell, InsertTable, MakeChart)
"""Steps that change a document."""
