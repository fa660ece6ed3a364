"""The values that the proof of a request is about: what it names, what was done, what was read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from ufo.schema.drawn import Drawn, Scene
from ufo.schema.form import Form
from ufo.schema.patterns import any_case
from ufo.schema.tool_facts import ToolFacts


class Kind(StrEnum):
    TEXT = "text"
    NUMBER = "number"
    CELL = "cell"
    FILE = "file"
    FOLDER = "folder"
    ADDRESS = "address"
    DATE = "date"
    FORMULA = "formula"
    WORDS = "words"


class Role(StrEnum):
    """What the request wants with a literal."""

    VALUE = "value"
    """A text that must stand at its place or in its document; with neither, anywhere in what came of the run."""
    NEW = "new"
    """A text that must stand where the text `instead_of` stood."""
    GONE = "gone"
    """A text that must not stand there any more, or a file that must not be there."""
    MADE = "made"
    """A file or folder that must be created or written anew."""
    RENAMED = "renamed"
    """The new name of the file `instead_of`, which must hold what that file held."""
    COPIED = "copied"
    """A copy of the file `instead_of`, which stays."""
    SYMBOL = "symbol"
    """The new name of what a program calls `instead_of`, wherever it uses it; `place` says whether its texts stay."""
    INDENT = "indent"
    """The number of spaces that each tab of a text becomes."""
    CALLED = "called"
    """A name that files get which are only described: "rename the photos to a-1.jpg … a-8.jpg"."""
    BOOKMARKED = "bookmarked"
    """A folder that must be among the places of file managers."""
    CLEARED = "cleared"
    """A folder, or all files with that ending, that must be gone from where they lay."""
    SOURCE = "source"
    """A file or address that the request works with."""
    CONTROL = "control"
    """What is pressed or chosen."""
    STATE = "state"
    """A control that must be on or off; `place` says which."""
    COUNT = "count"
    """A number of pages or slides."""
    LOOK = "look"
    """A format, an order or a kind that something must get; `place` says what."""
    CHART = "chart"
    """A chart of that kind; `place` is the range that it draws."""
    ASKED = "asked"
    """A cell whose value the answer must give."""
    NEGATION = "negation"
    """A "not" that nothing above covers."""
    QUANTIFIER = "quantifier"
    """An "every" that nothing above covers."""
    RANKED = "ranked"
    """The one of several that has the largest or smallest value of a kind, or a place in their row."""
    RANGED = "ranged"
    """An item that must come to stand at a place in its list; `place`: its number from 1, -1 for the last, or its words
    in a grid, "bottom center"."""
    MENTION = "mention"
    """Something that is named without a recognised place."""


@dataclass(frozen=True, slots=True)
class Literal:
    """Something that a request names, and what the request wants with it.

    `place`: the cell or the label of the field that it belongs in, "" where the request names none. `sheet`, `document`:
    those of that cell or text. `firm` False: the words may be a description, so that they count only where the world shows
    them. `is_state`: the request asks that it is so, and not that it is made so. `quoted`: it stood in quotation marks.
    `row`, `column`: the words for those of its cell, where the place may be in a table; a `row` alone comes from something
    that is to be marked. `around`: what the clause says besides. `at`: where in the request it begins. `is_cased`: the
    request tells its letters to be upper or lower case, and `text` is so.
    """

    role: Role
    text: str
    kind: Kind = Kind.WORDS
    place: str = ""
    sheet: str = ""
    document: str = ""
    instead_of: str = ""
    firm: bool = True
    is_state: bool = False
    quoted: bool = False
    every: bool = False
    row: str = ""
    column: str = ""
    around: str = ""
    at: int = 0
    is_cased: bool = False

    @property
    def is_hidden(self) -> bool:
        """Whether it goes into a password field: such text is never looked for and never shown."""
        return bool(_HIDDEN.search(self.place))

    def __str__(self) -> str:
        if self.is_hidden:
            return f"what belongs in {self.place}"
        where = f" in {self.place}" if self.place and self.role is not Role.STATE else ""
        return f"{self.text!r}{where}"


_HIDDEN = any_case(r"\b(?:pass\s?(?:word|phrase|code)|pwd|pin|secret|passwort|kennwort)\b")


@dataclass(frozen=True, slots=True)
class Deed:
    """One action that succeeded. `names`: the controls that it was done to, in plain form. `texts`: what it wrote there.
    `said`: all its words, to tell what it was related to. `cells`: what it wrote, by sheet ("" for none) and address.
    `path`: the file that it saved. `sure`: it was read back, or seen to have an effect; `doubtful`: it seems to have done
    nothing. `reads`: it only looked. `reacted`: something but a clock changed with it. `number`: the id of its control in the
    look that it was chosen from; `role`: what kind of control that is. `showed`: what
    appeared with it; `values`: what controls show since then. `at`: its place among all actions of the round.
    `ranged`: the name of its control, its number in its list after it, from 1, and how many the list shows. `form`: what the
    form around its control held right before it; `complaint`: what appeared with it says that something is wrong; `landed`: its
    control took the press, and nothing else was seen. `waited_s`: for how many seconds it did nothing but wait.
    `items`: the entries that it chose, by their texts. `drawn`: what the page drew around it.
    """

    facts: ToolFacts = ToolFacts()
    names: frozenset[str] = frozenset()
    texts: tuple[str, ...] = ()
    said: str = ""
    cells: Mapping[tuple[str, str], str] = field(default_factory=dict)
    path: str = ""
    checked: bool | None = None
    sure: bool = True
    doubtful: bool = False
    reads: bool = False
    reacted: bool = False
    number: str = ""
    role: str = ""
    showed: str = ""
    values: tuple[str, ...] = ()
    at: int = -1
    ranged: tuple[str, int, int] | None = None
    form: Form | None = None
    complaint: bool = False
    landed: bool = False
    drawn: Scene | None = None
    waited_s: float = 0.0
    items: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Seen:
    """Something that was read in the run: `text`, and the `label` that it stood under, "" where it had none. `by_tool`: a
    tool of reading returned it.
    """

    text: str
    label: str = ""
    by_tool: bool = False


@dataclass(frozen=True, slots=True)
class Listed:
    """A control as a look listed it. `number`: its id in that look; `path`: the names of its containers, from the window down;
    `rect`: [left, top, right, bottom] in pixels of the screen.
    """

    role: str
    name: str
    number: str = ""
    value: str = ""
    path: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    rect: tuple[int, int, int, int] | None = None
    drawn: Drawn | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """All that a look listed, in its order. The actions from number `first` until `end` of the round were chosen from it.
    `is_whole`: nothing of its window was out of sight or left out.
    """

    listed: tuple[Listed, ...]
    first: int
    end: int
    is_whole: bool = True

    def shows_before(self, deed: Deed) -> bool:
        return self.first <= deed.at < self.end
