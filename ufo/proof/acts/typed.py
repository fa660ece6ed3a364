"""Works out what a document holds after keys went into it: pieces of text, and blocks of cells, each with the acts that typed
it.

Text is typed in pieces, while the caret moves and letters are deleted in between; the final text is joined from all of them.
After a key that leaves the caret's position unknown, a new piece begins.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from ufo.commands.act.key_notation import events_in
from ufo.desktop.values import TypeText
from ufo.errors import ToolError
from ufo.schema.action import ActionCommandInfo
from ufo.schema.tool_facts import ActionKind
from ufo.verify.documents.references import parse_reference

_KEEPS_TEXT = frozenset({("ctrl", letter) for letter in "sbiudjlre"})
"""Chords for saving and formatting, which change neither the text nor the caret."""
_LOOKS: dict[tuple[str, ...], str] = {("ctrl", "b"): "bold", ("ctrl", "i"): "italic", ("ctrl", "u"): "underline"}
_CHORDS = {look: chord for chord, look in _LOOKS.items()}
"""Buttons and menu entries with the name of a look do what these keys do."""
_OVER_ALL = ("ctrl", "a")


@dataclass(frozen=True, slots=True)
class Marked:
    """A text with a look. `acts`: the places of the acts that switched the look on."""

    look: str
    text: str
    acts: frozenset[int]


@dataclass(frozen=True, slots=True)
class Piece:
    """A typed text. `acts`: the places of the acts that typed it. Lines end in "\\n", and "\\t" is a tab. `looks`: which parts
    of it were to be bold, italic or underlined.
    """

    text: str
    acts: frozenset[int]
    looks: tuple[Marked, ...] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """Cells by row and column, counted from 0 at `start`. Where that is not known (""), they are counted from the first cell
    typed.
    """

    cells: dict[tuple[int, int], Piece]
    start: str = ""
    sheet: str = ""


@dataclass(frozen=True, slots=True)
class _Stroke:
    """One stroke. Without `text`, `chord` and `cell` it is a break: the caret may be anywhere. `cell`: where the caret is now."""

    place: int
    text: str = ""
    chord: tuple[str, ...] = ()
    cell: str = ""


def pieces(acts: Sequence[ActionCommandInfo]) -> tuple[Piece, ...]:
    """Return what was typed as running text, as far as it was not deleted again."""
    page = _Page()
    for stroke in _strokes(acts):
        page.take(stroke)
    return page.pieces()


def blocks(acts: Sequence[ActionCommandInfo]) -> tuple[Block, ...]:
    """Return what was typed as cells: Enter goes down and Tab to the right, as in every spreadsheet."""
    grid = _Grid()
    for stroke in _strokes(acts):
        grid.take(stroke)
    return grid.blocks()


def is_typed(act: ActionCommandInfo) -> bool:
    return act.facts.kind is ActionKind.KEYS and not (act.target is not None and "password" in act.target.states)


def _strokes(acts: Sequence[ActionCommandInfo]) -> Iterator[_Stroke]:
    into: tuple[str, str | None] | None = None
    for place, act in enumerate(acts):
        if act.facts.keeps_caret or not act.result.ok:
            continue
        target = (act.target.name, act.target.type) if act.target is not None else None
        if chord := _CHORDS.get(act.target.name.casefold() if act.target is not None and not is_typed(act) else ""):
            yield _Stroke(place, chord=chord)
            continue
        if cell := _cell_of(act):
            yield _Stroke(place, cell=cell)
        elif not is_typed(act) or target not in (None, into):
            yield _Stroke(place)
        if is_typed(act):
            yield from _keys(place, act.arguments)
        into = target or into


def _keys(place: int, arguments: Mapping[str, Any]) -> Iterator[_Stroke]:
    try:
        events = events_in(arguments)
    except ToolError:
        yield _Stroke(place)
        return
    for event in events:
        if isinstance(event, TypeText):
            yield _Stroke(place, text=event.text)
        else:
            yield _Stroke(place, chord=event.chord)


def _cell_of(act: ActionCommandInfo) -> str:
    """Return the address of the cell that the act went to, by the name that spreadsheets give their cells."""
    named = act.target.name if act.target is not None and act.target.type == "Cell" else ""
    return named if named and parse_reference(named) is not None else ""


@dataclass
class _Letter:
    """One letter. `looks`: how it was to look, each with the act that set it."""

    text: str
    place: int
    looks: dict[str, int]


@dataclass
class _Run:
    """Letters that stand together, each with its act; `caret` is before the letter of that number."""

    letters: list[_Letter] = field(default_factory=list)
    caret: int = 0

    def write(self, text: str, place: int, looks: Mapping[str, int]) -> None:
        self.letters[self.caret : self.caret] = [_Letter(letter, place, dict(looks)) for letter in text]
        self.caret += len(text)

    def goes(self, key: str) -> bool:
        """Apply the key. Return whether the caret's position is known afterwards and nothing else was changed."""
        if key == "left" and self.caret:
            self.caret -= 1
        elif key == "right" and self.caret < len(self.letters):
            self.caret += 1
        elif key == "backspace" and self.caret:
            self.caret -= 1
            del self.letters[self.caret]
        elif key == "delete" and self.caret < len(self.letters):
            del self.letters[self.caret]
        elif key == "end":
            return self._to_the_end()
        elif key == "home":
            return self._to_the_start()
        else:
            return False
        return True

    def _to_the_end(self) -> bool:
        """Go to the end of the line. Without a line end there, letters from before may follow."""
        ends = [place for place in range(self.caret, len(self.letters)) if self.letters[place].text == "\n"]
        self.caret = ends[0] if ends else self.caret
        return bool(ends)

    def _to_the_start(self) -> bool:
        starts = [place + 1 for place in range(self.caret) if self.letters[place].text == "\n"]
        self.caret = starts[-1] if starts else self.caret
        return bool(starts)


class _Page:
    def __init__(self) -> None:
        self._runs = [_Run()]
        self._all_selected = False
        self._looks: dict[str, int] = {}
        self._may_select = False

    def take(self, stroke: _Stroke) -> None:
        if look := _LOOKS.get(stroke.chord):
            if not self._may_select:
                self._switch(look, stroke.place)
            return
        # A selection would get the look, and its extent is not known here.
        self._may_select = not stroke.text and (not stroke.chord or "shift" in stroke.chord)
        written = stroke.text or {("enter",): "\n", ("tab",): "\t", ("shift", "enter"): "\n"}.get(stroke.chord, "")
        if self._all_selected and (written or stroke.chord in (("delete",), ("backspace",))):
            self._runs = [_Run()]
        elif stroke.chord == _OVER_ALL:
            self._all_selected = True
            return
        if stroke.chord not in _KEEPS_TEXT:
            self._all_selected = False
        if written:
            self._runs[-1].write(written, stroke.place, self._looks)
        elif stroke.chord not in _KEEPS_TEXT and not (len(stroke.chord) == 1 and self._runs[-1].goes(stroke.chord[0])):
            self._runs.append(_Run())

    def pieces(self) -> tuple[Piece, ...]:
        found = []
        for run in self._runs:
            text = "".join(letter.text for letter in run.letters)
            if text.strip():
                places = frozenset(letter.place for letter in run.letters if letter.text.strip())
                found.append(Piece(text.strip(), places, tuple(_marked(run.letters))))
        return tuple(found)

    def _switch(self, look: str, place: int) -> None:
        """Toggle a look for all that is selected, or for what is typed from here on."""
        if self._all_selected:
            for letter in (letter for run in self._runs for letter in run.letters):
                _toggle(letter.looks, look, place)
        else:
            _toggle(self._looks, look, place)


def _toggle(looks: dict[str, int], look: str, place: int) -> None:
    if looks.pop(look, None) is None:
        looks[look] = place


def _marked(letters: Sequence[_Letter]) -> Iterator[Marked]:
    """Return each stretch of a look within a line."""
    for look in _CHORDS:
        for place, stretch in itertools.groupby(letters, key=partial(_switched_by, look)):
            text = "".join(letter.text for letter in stretch).strip()
            if text and place is not None:
                yield Marked(look, text, frozenset({place}))


def _switched_by(look: str, letter: _Letter) -> int | None:
    return letter.looks.get(look) if letter.text != "\n" else None


_MOVES = {
    ("enter",): (1, 0), ("shift", "enter"): (-1, 0), ("tab",): (0, 1), ("shift", "tab"): (0, -1), ("up",): (-1, 0),
    ("down",): (1, 0), ("left",): (0, -1), ("right",): (0, 1),
}  # fmt: skip


class _Grid:
    """Cells as they are typed. `_first` is the column where a row was begun, to which Enter returns after Tab."""

    def __init__(self) -> None:
        self._found: list[Block] = []
        self._begin("")

    def _begin(self, start: str) -> None:
        self._block = Block({}, start)
        self._at = (0, 0)
        self._first = 0
        self._text = ""
        self._acts: set[int] = set()

    def take(self, stroke: _Stroke) -> None:
        for part in _parts(stroke):
            self._take(part)

    def _take(self, stroke: _Stroke) -> None:
        if stroke.text:
            self._text += stroke.text
            self._acts.add(stroke.place)
        elif stroke.chord in _MOVES:
            self._move(stroke.chord)
        elif stroke.chord == ("backspace",) and self._text:
            self._text = self._text[:-1]
        elif stroke.chord == ("escape",):
            self._text, self._acts = "", set()
        elif stroke.chord in _KEEPS_TEXT:
            self._enter()
        else:
            self._leave("A1" if stroke.chord == ("ctrl", "home") else stroke.cell)

    def _move(self, chord: tuple[str, ...]) -> None:
        named = self._text.strip()
        if chord == ("enter",) and not self._block.start and _is_address(named) and not self._block.cells:
            # The address of a cell was typed into the name box.
            self._begin(named)
            return
        self._enter()
        down, right = _MOVES[chord]
        row, column = self._at
        back = chord == ("enter",)
        self._at = (row + down, self._first if back else column + right)
        if chord not in (("enter",), ("tab",)):
            self._first = self._at[1]

    def _enter(self) -> None:
        """Enter the text into the current cell. A lone text may also be an address to go to, so it never counts as a cell."""
        if self._text.strip():
            self._block.cells[self._at] = Piece(self._text.strip(), frozenset(self._acts))
        self._text, self._acts = "", set()

    def _leave(self, start: str) -> None:
        self._enter()
        if self._block.cells:
            self._found.append(self._block)
        self._begin(start)

    def blocks(self) -> tuple[Block, ...]:
        self._leave("")
        return tuple(self._found)


def _is_address(text: str) -> bool:
    reference = parse_reference(text)
    return reference is not None and any(letter.isdigit() for letter in text)


def _parts(stroke: _Stroke) -> Iterator[_Stroke]:
    """Split a text at line ends and tabs, which are keys as well."""
    if not any(mark in stroke.text for mark in "\n\t"):
        yield stroke
        return
    text = ""
    for letter in stroke.text:
        if letter in "\n\t":
            if text:
                yield _Stroke(stroke.place, text=text)
            yield _Stroke(stroke.place, chord=("enter",) if letter == "\n" else ("tab",))
            text = ""
        else:
            text += letter
    if text:
        yield _Stroke(stroke.place, text=text)
