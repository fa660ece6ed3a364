"""Defines what may differ between toolkits, with the AT-SPI protocol as specified for the default.

A toolkit that deviates from the protocol overrides hooks in a file of its own. Code that reads, places or operates
objects calls the hooks and never asks which toolkit it is. Hooks of one facet are bound once per read: `reading =
toolkit.reading`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import islice
from types import MappingProxyType
from typing import Any, NamedTuple

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.interfaces import ACCESSIBLE, PROPERTIES, variant
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Line, Question, Ref
from ufo.desktop.linux.screen.surface import Surface, around
from ufo.desktop.linux.text import clean_name
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import ElementVerb, InputEvent
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame
from ufo.schema.roles import ROWS

SCREEN, WINDOW = 0, 1
"""AT-SPI's numbers for the origin of coordinates."""
MENU, COMBO_BOX, POPUP_MENU = 33, 11, 41
LISTS = frozenset({31, 55, 65, 66, 98})
_NEVER_PARENTS = frozenset({48, 50, 51})
_CLIPS = frozenset({49, 68, 82, 95})


class Children(Enum):
    """How to get the children of an object. LEAF: it never has any; SHUT: none are shown now; WORDED: ask for its text
    first, which may contain all that they would tell; LISTED: ask for them.
    """

    LEAF = auto()
    SHUT = auto()
    WORDED = auto()
    LISTED = auto()


class Detail(Enum):
    """An extra question for objects of one role. LIST_CHOICE: the selection of its first child instead of its own; DATE_BOX:
    the attributes of a number that cannot be edited; TEXT: its text, whatever its name is; BLOCK_TEXT: its text, which
    makes it a paragraph; NAMES: the objects that a label names; TABLE_SIZE: the attributes that number a table; POSITION:
    row and column; TICK: of one without a name, whether it can be ticked, which its first action tells; ICON: of one without
    a name and without parts, whether it is pressed itself, and then what the source of its page calls it; LABEL_TEXT: the text
    of what labels one without a name, which may be in no list of children and have no name either.
    """

    LIST_CHOICE = auto()
    DATE_BOX = auto()
    TEXT = auto()
    BLOCK_TEXT = auto()
    NAMES = auto()
    TABLE_SIZE = auto()
    POSITION = auto()
    TICK = auto()
    ICON = auto()
    LABEL_TEXT = auto()


Details = Mapping[str, frozenset[Detail]]
"""The extra questions for objects, by role."""


@dataclass(frozen=True, slots=True)
class WholeTree:
    """What is known once a whole top-level was read. `claimed` lists the children that each menu reports; `read` reads these
    objects and everything shown below them; `told` are objects of the application that told of their parts, their text or the
    focus, whether or not they are in the tree.
    """

    line: Line
    surfaces: Sequence[Surface]
    claimed: Sequence[tuple[Node, list[Ref]]]
    read: Callable[[Sequence[Node]], Awaitable[None]]
    told: Sequence[Ref]
    deadline: float
    stall_s: float


class Reading:
    """What to ask of an object, and what its answers mean. `details` are questions beyond those that every toolkit is asked.
    `is_told_in_parent`: the role of an object depends on the role of its parent.
    """

    details: Details = MappingProxyType({})
    is_told_in_parent = False

    def is_showing(self, states: int) -> bool:
        """Tell whether an object's states alone say that it is shown."""
        return not states & (roles.DEFUNCT | roles.ICONIFIED) and bool(states & roles.SHOWING)

    def is_shown(self, states: int, parent: Node | None) -> bool:
        if self.is_showing(states):
            return True
        return parent is not None and bool(parent.popup) and bool(states & roles.VISIBLE)

    def may_hold_shown(self, node: Node) -> bool:
        """Tell whether a hidden object may hold shown ones: the choice of a combo box may be marked only in its
        hidden list.
        """
        parent = node.parent
        return parent is not None and parent.shown and parent.count == 1 and parent.kind == COMBO_BOX

    def interpret(self, node: Node) -> bool:
        """Correct the node's role, name and place as the toolkit means them. Return False where it shall count as
        not asked.
        """
        return True

    def children(self, node: Node) -> Children:
        return Children.LEAF if node.kind in _NEVER_PARENTS else Children.LISTED

    def is_large(self, node: Node) -> bool:
        """Tell whether to read only the visible part of a long container, although it is short enough to be listed."""
        return False

    def end_children(self, node: Node) -> None:
        """Correct the node once its children are counted, and mark one whose children change unannounced."""

    def option_list(self, node: Node) -> Node | None:
        """Return the list of a combo box that the tree shows as a menu, where `node` is that list or a group in
        it; else None.
        """
        return None

    async def repair(self, top: Node, tree: WholeTree) -> None:
        """Set what can be known only once the whole top-level was read."""

    def repair_alone(self, node: Node) -> None:
        """Do what `repair` does for one object that was asked again."""


class ComboName(Enum):
    """What the name of a combo box is. GIVEN: the name of the control; SHOWN: always what it shows; MAYBE_SHOWN: a name that
    equals what it shows is not a name.
    """

    GIVEN = auto()
    SHOWN = auto()
    MAYBE_SHOWN = auto()


class Wording:
    """What an element's name and words are. `combo_name`: see `ComboName`; `hint`: what a model has to know about
    every window.
    """

    combo_name = ComboName.GIVEN
    hint = ""

    def role(self, node: Node) -> str:
        return roles.role_of(node.kind)

    def name(self, name: str, role: str = "") -> str:
        """Return `name` where a person would call it a name, else ""."""
        return name

    def bits(self, node: Node) -> int:
        """Return the states as the toolkit means them."""
        return node.states

    def states(self, node: Node, role: str) -> frozenset[str]:
        return roles.states_of(self.bits(node), role)

    def face(self, node: Node) -> Node | None:
        """Return the part whose words are the node's own, and which is not an element beside it; else None."""
        return None

    def needs_parts(self, node: Node) -> bool:
        """Tell whether the node's children must be read to know its name."""
        return False

    def repeats(self, element: Element, said: str) -> bool:
        """Tell whether the element shows only words that the element around it has shown (`said`)."""
        return False


class Placer:
    """Places the objects of one top-level, parents first."""

    def put(self, node: Node) -> Rect | None:
        """Place an object that no general rule applies to, and return the part of the screen where it can be seen; return
        None for all other objects.
        """
        return None

    def shift(self, node: Node, parent: Node) -> None:
        """Set what to add to the extents of `node` to get screen pixels."""
        node.shift = parent.shift


class Placing:
    """Where objects stand on the screen, and which window shows them."""

    def origin(self, surface: Surface, frame: Rect | None) -> tuple[int, int]:
        """Return what to add to extents to get screen pixels. `frame` has the extents of the top-level itself."""
        return centred(surface, frame) if surface.local else (0, 0)

    def placer(self, top: Node, surfaces: Sequence[Surface], frame: Frame | None) -> Placer:
        """Return a placer for one top-level. `frame` is the picture of the window."""
        return Placer()

    def clips(self, node: Node) -> bool:
        """Tell whether the node shows only a part of its content, as scroll panes, viewports and page frames do."""
        return node.kind in _CLIPS

    def needs_popup(self, node: Node) -> bool:
        """Tell whether the node is shown only where a window of its own shows it, whatever its states are."""
        return False

    def opened(self, node: Node) -> Rect | None:
        """Return the place of the popup that the node is or has opened, None where there is none. It must be placed."""
        if node.kind not in (COMBO_BOX, MENU, POPUP_MENU):
            return None
        entries = around(child.rect for child in node.children if child.shown and child.rect is not None)
        # The text of a box and its button are inside of it, and what a page calls a menu may be a part of the page.
        inside = node.rect is not None and node.rect.covers(entries) and node.kind != POPUP_MENU
        return None if inside else entries

    def is_painted(self, node: Node) -> bool:
        """Tell whether the node is painted into a document and is not a widget."""
        return False

    def finish(self, top: Node) -> None:
        """Correct places once the whole top-level is placed."""

    def own_height(self, node: Node) -> int | None:
        """Return the height of an entry without the entries in it, or None where its extents are its own height."""
        return None

    def pane(self, node: Node) -> tuple[Ref, Ref] | None:
        """Return the object that the node's place counts from and the object around that, where their distance may change
        while the window lives; else None.
        """
        return None


def centred(surface: Surface, frame: Rect | None) -> tuple[int, int]:
    """Return what to add to extents that count from a window, such that its frame, which may include its shadow, is in the middle
    of what is seen of it.
    """
    seen = surface.visible
    if frame is None or frame.is_empty:
        return seen.x, seen.y
    return seen.x + (seen.width - frame.width) // 2 - frame.x, seen.y + (seen.height - frame.height) // 2 - frame.y


_OUTERMOST = 16
"""In how many objects of a top-level, counted from outside, its inner part is looked for."""


def frame_of(top: Node, surface: Surface) -> Rect | None:
    """Return the extents that `Placing.origin` goes by: those of the part of a top-level that is as large as what is seen of its
    window, where there is one, since a shadow need not be as wide above as below; else those of the top-level.
    """
    size = (surface.visible.width, surface.visible.height)
    if surface.local and top.raw is not None and (top.raw.width, top.raw.height) != size:
        for node in islice(top.walk(), _OUTERMOST):
            if node.raw is not None and (node.raw.width, node.raw.height) == size:
                return node.raw
    return top.raw


class Probe(Enum):
    """How to find out what lies at a point of a window. NONE: not at all; PAGE: ask the page; PICK: a hit test returns the
    widget that would get a click; PAINT_ORDER: by the order of the tree; PAINT_ORDER_OF_ALL: likewise, where pure
    containers take clicks too.
    """

    NONE = auto()
    PAGE = auto()
    PICK = auto()
    PAINT_ORDER = auto()
    PAINT_ORDER_OF_ALL = auto()


Found = Sequence[tuple[Element, Node]]


class Pointing:
    """What a pointer meets. `has_pages`: in its pages anything can lie over anything. `answers_inside`: a hit test in a
    container returns the innermost object and not the child. `wheels_singly`: a list must be laid out between two notches
    of a wheel.
    """

    probe = Probe.NONE
    has_pages = False
    answers_inside = False
    wheels_singly = False

    def can_probe(self, surface: str, surfaces: Sequence[Surface]) -> bool:
        """Tell whether the probe works for elements that the window `surface` shows. `surfaces` are the window looked at and
        its related ones.
        """
        return True

    def is_over(self, node: Node, other: Node, *, later: bool) -> bool:
        """Tell whether `other` is painted over `node`. `later`: it comes later in the tree."""
        return later

    def lasting(self, top: Node, surfaces: Sequence[Surface]) -> list[Surface]:
        """Return the windows that stay when the pointer comes."""
        return list(surfaces)

    async def in_sight(self, found: Found, line: Line, bus: str, until: tuple[float, float]) -> Found:
        """Return `found` with the state `offscreen` for elements of the application `bus` that wrongly say they are in
        sight. `until` is the deadline in loop time, and after how many seconds without any answer the application counts
        as hanging.
        """
        return found


class ActionRequest(NamedTuple):
    """A requested action of a control. `within`: the role of its parent; `is_cell`: it is a cell of a sheet; `in_popup`: a
    popup shows it; `is_painted`: see `Placing.is_painted`; `is_local`: see `Surface.local`.
    """

    element: Element
    verb: ElementVerb
    text: str | None
    within: int
    is_cell: bool
    in_popup: bool
    is_painted: bool
    is_local: bool = False

    @property
    def is_marking(self) -> bool:
        """Whether the entry itself is to be selected, and not one of several by its words."""
        return self.verb == "select" and self.text is None and self.element.role in ROWS

    @property
    def works_tick(self) -> bool:
        return self.element.is_tick and self.verb in ("press", "select")

    @property
    def called(self) -> str:
        return f"{self.element.role} {self.element.name!r}"


class Acting:
    """What controls can be asked to do. `lists_all`: the tree holds all entries of a list, in sight or not, and names each
    in one call. `is_deaf_inside`: while a handler of its own runs a dialog, the toolkit serves nothing more on the connection
    that the call came over, and hangs for good at a key where that is the bus: it asks about each key there.
    """

    lists_all = False
    is_deaf_inside = False

    def refusal(self, asked: ActionRequest) -> str:
        """Return why the control's own action is not what a click or a key does, although it is answered with yes;
        else "".
        """
        if asked.is_marking and asked.element.role == "Cell" and (asked.is_cell or asked.in_popup):
            # A sheet's cell is only added to the selection, and keys still go to another; an open list chooses nothing.
            return f"The {asked.called} is only marked by its own action. Click it."
        if asked.verb in ("select_also", "deselect"):
            return f"The {asked.called} is selected beside others with Ctrl held. Click it so."
        return ""

    def selects_by_focus(self, asked: ActionRequest) -> bool:
        """Tell whether giving the entry the focus selects it as a click does, and selecting it by its list only marks it."""
        return False

    def opens_another(self, asked: ActionRequest) -> bool:
        """Tell whether the action may open the menu beside this one instead, where nobody knows where the pointer is."""
        return False

    def presses_late(self, role: str) -> bool:
        """Tell whether a click takes effect sooner than the press action of a control of that role."""
        return False

    def identifier_question(self, ref: Ref) -> Question:
        """Return the question for the id that programmers gave the control."""
        return Question(ref, PROPERTIES, "Get", "ss", (ACCESSIBLE, "AccessibleId"))

    def identifier_of(self, body: list[Any]) -> str:
        return clean_name(variant(body))


@dataclass(frozen=True, slots=True)
class Sleep:
    """How an application tells nothing before it is turned on, and what turns it on: boxes of a page of its own, each ticked by
    keys, in a window of its own. `said`: the reason and the next move; `role`: the WM_WINDOW_ROLE of windows that have such a
    page; `title`: what the page is called; `tells`: whether a look shows that it is on; `command_again`: the command that
    starts it anew, from its command line. That raises NotActionable where the line does not tell it.
    """

    said: str
    role: str
    title: str
    open_window: tuple[InputEvent, ...]
    open_page: tuple[InputEvent, ...]
    open_empty: tuple[InputEvent, ...]
    to_next_box: tuple[InputEvent, ...]
    tick: tuple[InputEvent, ...]
    boxes: int
    tells: Callable[[Snapshot], bool]
    command_again: Callable[[str], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Toolkit:
    """How to read and operate the applications of one toolkit. `coordinates`: which coordinates extents are asked in;
    `lags`: the tree changes after the picture; `tells_changes`: every visible change is announced by an event; `sleep`: how
    an application on the bus that tells nothing of its windows is turned on, None where that is not known; `carries_menus`:
    programs carry menus and shortcut windows as resources, which may not be in the tree.
    """

    name: str
    coordinates: int = SCREEN
    lags: bool = False
    tells_changes: bool = True
    sleep: Sleep | None = None
    carries_menus: bool = False
    reading: Reading = Reading()
    wording: Wording = Wording()
    placing: Placing = Placing()
    pointing: Pointing = Pointing()
    acting: Acting = Acting()

    async def of_window(self, line: Line, top: Ref, deadline: float, stall_s: float) -> Toolkit:
        """Return the toolkit of a top-level, as an application may have windows of two."""
        return self
