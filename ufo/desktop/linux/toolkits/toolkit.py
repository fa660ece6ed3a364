"""What may differ from one toolkit to another, with the AT-SPI protocol as specified for default.

A toolkit that leaves the protocol overrides hooks in a file of its own. Whoever reads, places or works objects calls the hooks
and never asks which toolkit it is. Hooks of one facet are bound once per read: `reading = toolkit.reading`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from types import MappingProxyType
from typing import Any, NamedTuple

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.interfaces import ACCESSIBLE, PROPERTIES, variant
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Line, Question, Ref
from ufo.desktop.linux.text import clean_name
from ufo.desktop.linux.x11.surface import Surface
from ufo.desktop.snapshot import Element
from ufo.desktop.values import ElementVerb
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame
from ufo.schema.roles import ROWS

SCREEN, WINDOW = 0, 1
"""AT-SPI's numbers for what coordinates count from."""
MENU, COMBO_BOX = 33, 11
LISTS = frozenset({31, 55, 65, 66, 98})
_NEVER_PARENTS = frozenset({48, 50, 51})
_CLIPS = frozenset({49, 68, 82, 95})


class Children(Enum):
    """How the children of an object are come by. LEAF: it never has any; SHUT: none are shown now; WORDED: its text is asked
    first, which may tell all that they would; LISTED: they are asked for."""

    LEAF = auto()
    SHUT = auto()
    WORDED = auto()
    LISTED = auto()


class Detail(Enum):
    """A question that is worth asking of objects of one role. LIST_CHOICE: the selection of its first child, instead of its
    own; DATE_BOX: the attributes of a number that cannot be edited; TEXT: its text, whatever it is called; BLOCK_TEXT: its text,
    which makes it a paragraph; NAMES: the objects that a label names; TABLE_SIZE: the attributes that number a table; POSITION:
    row and column."""

    LIST_CHOICE = auto()
    DATE_BOX = auto()
    TEXT = auto()
    BLOCK_TEXT = auto()
    NAMES = auto()
    TABLE_SIZE = auto()
    POSITION = auto()


Details = Mapping[str, frozenset[Detail]]
"""By role."""


@dataclass(frozen=True, slots=True)
class WholeTree:
    """What is at hand when all of a top-level was read. `claimed`: what each menu says that it has; `read`: reads these objects
    and all that is shown below them."""

    line: Line
    surfaces: Sequence[Surface]
    claimed: Sequence[tuple[Node, list[Ref]]]
    read: Callable[[Sequence[Node]], Awaitable[None]]
    deadline: float
    stall_s: float


class Reading:
    """What is asked of an object, and what is meant by its answers. `details` are asked besides what every toolkit is asked;
    `is_told_in_parent`: what an object is depends on the role of the one around it."""

    details: Details = MappingProxyType({})
    is_told_in_parent = False

    def is_showing(self, states: int) -> bool:
        """Whether an object says by its states alone that it is shown."""
        return not states & (roles.DEFUNCT | roles.ICONIFIED) and bool(states & roles.SHOWING)

    def is_shown(self, states: int, parent: Node | None) -> bool:
        if self.is_showing(states):
            return True
        return parent is not None and bool(parent.popup) and bool(states & roles.VISIBLE)

    def may_hold_shown(self, node: Node) -> bool:
        """Whether an object that is not shown may hold some that are: the choice of a combo box may be marked in its hidden list
        only."""
        parent = node.parent
        return parent is not None and parent.shown and parent.count == 1 and parent.kind == COMBO_BOX

    def interpret(self, node: Node) -> bool:
        """Sets what is meant by role, name and place as they were told. False where it is as if it had not been asked."""
        return True

    def children(self, node: Node) -> Children:
        return Children.LEAF if node.kind in _NEVER_PARENTS else Children.LISTED

    def is_large(self, node: Node) -> bool:
        """Whether only the part in sight of a long container is read, though it is not too long to be listed."""
        return False

    def end_children(self, node: Node) -> None:
        """Called when the children of `node` are counted."""

    def option_list(self, node: Node) -> Node | None:
        """The list of a combo box that is in the tree as a menu: where `node` is it, or is a group of it."""
        return None

    async def mend(self, top: Node, tree: WholeTree) -> None:
        """Sets what can be told only when all of a top-level was read."""

    def mend_alone(self, node: Node) -> None:
        """The same for one object that was asked for again."""


class ComboName(Enum):
    """What the name of a combo box is. GIVEN: the name of the control; SHOWN: what it shows, always; MAYBE_SHOWN: a name that is
    what it shows is no name."""

    GIVEN = auto()
    SHOWN = auto()
    MAYBE_SHOWN = auto()


class Wording:
    """What an element is called and what it says. `combo_name`: see there; `hint`: what a model has to know of every window."""

    combo_name = ComboName.GIVEN
    hint = ""

    def role(self, node: Node) -> str:
        return roles.role_of(node.kind)

    def name(self, name: str, role: str = "") -> str:
        """`name` where a person would call it so, "" for what is no name."""
        return name

    def bits(self, node: Node) -> int:
        """The states as they are meant."""
        return node.states

    def states(self, node: Node, role: str) -> frozenset[str]:
        return roles.states_of(self.bits(node), role)

    def face(self, node: Node) -> Node | None:
        """The part of it whose words are its own, and which is no element beside it."""
        return None

    def needs_parts(self, node: Node) -> bool:
        """Whether what is in it must be read to know what it is called."""
        return False

    def repeats(self, element: Element, said: str) -> bool:
        """Whether it says nothing but what the element around it has said."""
        return False


class Placer:
    """Places the objects of one top-level, parents first."""

    def put(self, node: Node) -> Rect | None:
        """Places an object to which no general rule applies. Returns what of the screen it can be seen in, None for all
        others."""
        return None

    def shift(self, node: Node, parent: Node) -> None:
        """Sets what is to be added to the extents of `node` to come to pixels of the screen."""
        node.shift = parent.shift


class Placing:
    """Where objects stand on the screen, and what shows them."""

    def origin(self, surface: Surface, frame: Rect | None) -> tuple[int, int]:
        """What to add to extents. `frame`: those of the top-level itself."""
        return 0, 0

    def placer(self, top: Node, surfaces: Sequence[Surface], frame: Frame | None) -> Placer:
        """`frame`: what the screen shows there."""
        return Placer()

    def clips(self, node: Node) -> bool:
        """Whether it shows a part of what is in it: scroll panes, viewports and page frames."""
        return node.kind in _CLIPS

    def needs_popup(self, node: Node) -> bool:
        """Whether it is shown only where a window of its own shows it, whatever it says."""
        return False

    def is_painted(self, node: Node) -> bool:
        """Whether it is painted into a document, and no widget."""
        return False

    def finish(self, top: Node) -> None:
        """Called when all of a top-level is placed."""

    def own_height(self, node: Node) -> int | None:
        """How high an entry was without those in it; None where what it tells is its own height."""
        return None

    def pane(self, node: Node) -> tuple[Ref, Ref] | None:
        """The object that its place counts from and the one around that, where these go apart while a window lives."""
        return None


class Probe(Enum):
    """How it is found out what lies at a point of a window. NONE: it cannot be; PAGE: the page is asked; PICK: the widget that
    would get a click is told; PAINT_ORDER: by the order of the tree; PAINT_ORDER_OF_ALL: so, and what only holds others takes
    clicks as well."""

    NONE = auto()
    PAGE = auto()
    PICK = auto()
    PAINT_ORDER = auto()
    PAINT_ORDER_OF_ALL = auto()


Found = Sequence[tuple[Element, Node]]


class Pointing:
    """What a pointer meets. `has_pages`: in the pages that it shows anything can lie over anything. `answers_inside`: asked what
    lies at a point of a container, it names what is innermost there, and not the child. `wheels_singly`: a list must be laid out
    between two notches of a wheel."""

    probe = Probe.NONE
    has_pages = False
    answers_inside = False
    wheels_singly = False

    def can_probe(self, surface: str, surfaces: Sequence[Surface]) -> bool:
        """Whether the probe tells anything of an element that the window `surface` shows. `surfaces`: the window looked at and
        its related ones."""
        return True

    def is_over(self, node: Node, other: Node, *, later: bool) -> bool:
        """Whether `other` is painted over `node`. `later`: it comes later in the tree."""
        return later

    def lasting(self, top: Node, surfaces: Sequence[Surface]) -> list[Surface]:
        """Those that stay when the pointer comes."""
        return list(surfaces)

    async def in_sight(self, found: Found, line: Line, bus: str, until: tuple[float, float]) -> Found:
        """`found` with the state `offscreen` for those of the application `bus` that say wrongly that they are in sight. `until`:
        the deadline of the loop, and after how long without any answer the application hangs."""
        return found


class ActionRequest(NamedTuple):
    """An action of a control. `within`: the role of what it stands in; `is_cell`: it is of a sheet; `in_popup`: a popup shows
    it; `is_painted`: see `Placing.is_painted`."""

    element: Element
    verb: ElementVerb
    text: str | None
    within: int
    is_cell: bool
    in_popup: bool
    is_painted: bool

    @property
    def is_marking(self) -> bool:
        """Whether an entry is to be selected, and not one of several by its words."""
        return self.verb == "select" and self.text is None and self.element.role in ROWS

    @property
    def called(self) -> str:
        return f"{self.element.role} {self.element.name!r}"


class Acting:
    """What controls can be asked to do. `lists_all`: the tree holds the entries of a list, in sight or not, and names each in one
    call."""

    lists_all = False

    def refusal(self, asked: ActionRequest) -> str:
        """Why the control's own action, though answered with yes, is not what a click or a key does; "" where it is."""
        if asked.is_marking and asked.element.role == "Cell" and (asked.is_cell or asked.in_popup):
            # Of a sheet it is added to what is selected, and keys go on going to another; of an open list nothing is chosen.
            return f"The {asked.called} is only marked by its own action. Click it."
        if asked.verb in ("select_also", "deselect"):
            return f"The {asked.called} is selected beside others with Ctrl held. Click it so."
        return ""

    def presses_late(self, role: str) -> bool:
        """Whether a click does sooner what the own press of a control of that role does."""
        return False

    def identifier_question(self, ref: Ref) -> Question:
        """Asks what programmers call the control."""
        return Question(ref, PROPERTIES, "Get", "ss", (ACCESSIBLE, "AccessibleId"))

    def identifier_of(self, body: list[Any]) -> str:
        return clean_name(variant(body))


@dataclass(frozen=True, slots=True)
class Toolkit:
    """How the applications of one toolkit are read and worked. `coordinates`: what extents are asked for in; `lags`: the tree
    comes after what is painted; `tells_changes`: every change of what is shown is told by an event."""

    name: str
    coordinates: int = SCREEN
    lags: bool = False
    tells_changes: bool = True
    reading: Reading = Reading()
    wording: Wording = Wording()
    placing: Placing = Placing()
    pointing: Pointing = Pointing()
    acting: Acting = Acting()

    async def of_window(self, line: Line, top: Ref, deadline: float, stall_s: float) -> Toolkit:
        """The one of a top-level: an application may have windows of two."""
        return self
