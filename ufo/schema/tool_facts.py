"""Facts about a tool, as its decorator states them. Policy, proof and repetition read these and never the tool's name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

META = "ufo/facts"
"""The key of the facts in a tool's MCP `_meta`."""
_NAMES_A_CONTROL = frozenset({"id", "name"})


class ActionKind(StrEnum):
    """The kind of action that a tool is. The policy has one rule for each kind."""

    OTHER = "other"
    """The policy judges it by its texts, by the control with its `id`, and by whether it destroys."""
    LOOK = "look"
    FIND_TOOLS = "find tools"
    NAVIGATE = "navigate"
    SELECT_WINDOW = "select window"
    CLICK = "click"
    POINT = "point"
    DRAG = "drag"
    KEYS = "keys"
    TEXT = "text"
    VALUE = "value"
    SELECT = "select"
    FORM = "form"
    CHECK = "check"
    EXPAND = "expand"
    PATH = "path"
    PROGRAM = "program"
    LAUNCH = "launch"
    CLOSE = "close"
    WAKE = "wake"
    MOVE_FILE = "move file"
    COPY_FILE = "copy file"
    MAKE_FOLDER = "make folder"
    REMOVE_FILE = "remove file"
    MOVE_FILES = "move files"
    LINK_FILE = "link file"
    CHANGE_MODE = "change mode"
    MAKE_PICTURE = "make picture"
    READ_FILE = "read file"
    WRITE_FILE = "write file"
    RENAME_FILES = "rename files"
    TAKE_BACK = "take back"
    MAKE_FILE = "make file"
    """Makes a new file or folder `target` of `sources`, and replaces none."""
    PACK = "pack"
    """Makes the archive `target` of `sources`, or changes the one that is there."""
    UNPACK = "unpack"
    """Makes what is in the archive `source`, and replaces nothing."""
    KEEP_CHANGES = "keep changes"
    """Puts into the working folder what a program changed on a copy of it."""
    END_PROCESS = "end process"
    CHANGE_SETTING = "change setting"
    DEFAULT_APPLICATION = "default application"
    CALL_SERVICE = "call service"
    READ_MAIL = "read mail"
    SAVE_ATTACHED = "save attached"
    COMPOSE_MAIL = "compose mail"
    CHANGE_DATABASE = "change database"
    READ_RECORDS = "read records"
    """Reads a calendar or an address book: the file or the address `place`."""
    CHANGE_RECORDS = "change records"
    READ_API = "read api"
    """Asks a service by an operation that only reads, or reads its document `api`."""
    CALL_API = "call api"
    LIST_REMOTE = "list remote"
    FETCH_FILES = "fetch files"
    """Copies `sources` of another machine into the folder `target` here."""
    SEND_FILES = "send files"
    """Copies `sources` from here into the folder `target` of another machine."""
    PLAY_MEDIA = "play media"
    PLAYER_OPTION = "player option"
    OPEN_PAGE = "open page"
    WORK_TABS = "work tabs"
    ANSWER_PAGE = "answer page"
    READ_TABLE = "read table"
    SET_OPTIONS = "set options"
    OFFICE_COMMAND = "office command"
    SAVE = "save"
    SAVE_AS = "save as"
    EXPORT = "export"
    WAIT = "wait"
    NOTE = "note"
    FOREIGN = "foreign"
    """A tool of an MCP server of the user's. Its texts are its server's, and never names of ours."""


class Keeps(StrEnum):
    """What surely remains of the earlier content after the tool has run."""

    NOTHING = "nothing"
    SHEETS = "sheets"
    ALL = "all"


class Proof(StrEnum):
    """What the control of a call must show afterwards."""

    NONE = ""
    TEXT = "text"
    VALUE = "value"
    CHECKED = "checked"
    CHOICE = "choice"
    FIELDS = "fields"
    TOGGLED = "toggled"


class ToolFacts(BaseModel):
    """Facts about one tool; the defaults are the cautious ones. The decorator passes `reads` and `destroys` on as annotations
    of MCP.
    """

    model_config = ConfigDict(frozen=True)

    kind: ActionKind = ActionKind.OTHER
    reads: bool = False
    """Whether it only looks and changes nothing."""
    destroys: bool = False
    """Whether it may take something away: a window, a file, a process."""
    vouched: bool = False
    """Whether the person vouches for what the server of a foreign tool states of its risk, or allows the tool."""
    for_models: bool = False
    """Whether a model may call it though its server collects data."""
    of_window: bool = False
    """Whether it tells what the selected window shows."""
    needs_pages: bool = False
    """Whether it asks the browser of the selected window for its pages, which only those that were started here tell."""
    program: str = ""
    """The program that it starts: where that is not installed, the tool is neither told of nor found."""
    on_call: bool = False
    """Whether a model is told of it only where the look at the window names it as the next move."""
    stands_for: str = ""
    """The tool that it is another name of. It is called as any other, and no model is told of it."""
    words: tuple[str, ...] = ()
    """The words of tasks for which a model is told of it, the topic first ("pivot table"); where there are none it always is.
    All words of one entry must occur, in any order and form. A search for tools finds the others.
    """
    shown: tuple[str, ...] = ()
    """Roles and states of controls for which a model is told of it as well, whatever its task; "by sight" stands for a window
    most of which is only seen.
    """
    ends: tuple[str, ...] = ()
    """Arguments by which a call names the end that it works towards."""
    takes: str = ""
    """The argument that names a file whose contents it takes into the document."""
    ending: str = ""
    """The ending of the file that it writes where the call names none; empty: that of the document."""
    secrets: tuple[str, ...] = ()
    """Arguments, at any depth, that hold passwords. The tool puts the person's secrets into these by itself, hands them over and
    writes them nowhere.
    """
    into_cells: bool = False
    """Whether it writes into the cells of a sheet, where a formula may run or fetch something."""
    keeps: Keeps = Keeps.NOTHING
    brings_into_sight: bool = False
    """Whether it brings its control into sight by itself, wherever that is."""
    proves: Proof = Proof.NONE

    @property
    def saves(self) -> bool:
        return self.kind in (ActionKind.SAVE, ActionKind.SAVE_AS)

    @property
    def navigates(self) -> bool:
        """Whether it only moves around, so that no document and no control's value changes."""
        return self.kind in (ActionKind.NAVIGATE, ActionKind.SELECT_WINDOW)

    @property
    def only_shows(self) -> bool:
        """Whether it changes what is in sight and nothing else. A page that it opens is judged all the same."""
        return self.navigates or self.kind in (ActionKind.OPEN_PAGE, ActionKind.WORK_TABS)

    @property
    def types_text(self) -> bool:
        """Whether its texts reach an application only as input through the desktop."""
        return self.kind in (ActionKind.KEYS, ActionKind.TEXT, ActionKind.VALUE, ActionKind.FORM)

    def annotated(self, *, reads: bool, destroys: bool) -> ToolFacts:
        """Return the facts with `reads` and `destroys` from MCP's own annotations, which take precedence."""
        return self.model_copy(update={"reads": reads and not destroys, "destroys": destroys})

    def names_its_end(self, arguments: Mapping[str, Any]) -> bool:
        return not arguments.keys().isdisjoint(self.ends)


def unstated(parameters: Iterable[str]) -> ToolFacts:
    """Return the facts of a tool whose server states none: each fact is assumed as the more cautious one."""
    ends = tuple(parameter for parameter in parameters if parameter not in _NAMES_A_CONTROL)
    return ToolFacts(ends=ends, into_cells=True)


def stated_in(meta: Mapping[str, Any] | None) -> ToolFacts | None:
    """Return the facts in a tool's MCP `_meta`, or None where it holds none that can be read."""
    stated = (meta or {}).get(META)
    if not isinstance(stated, Mapping):
        return None
    try:
        return ToolFacts.model_validate(stated)
    except ValidationError:
        return None
