"""The values that calls to a desktop take and return: windows, programs, events of pointer and keyboard.

Rectangles and points are in screen pixels.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ufo.schema.command import Route
from ufo.schema.geometry import Point, Rect

MouseButton = Literal["left", "right", "middle", "x"]
ElementVerb = Literal[
    "press",
    "focus",
    "set_text",
    "set_value",
    "select",
    "select_also",
    "deselect",
    "expand",
    "collapse",
    "scroll_into_view",
    "select_range_of_text",
]
"""`select_also` and `deselect` leave the rest of the selection unchanged. The text of `select_range_of_text` is "2:words" for
the second place where a text has these words.
"""


@dataclass(frozen=True, slots=True)
class Screen:
    name: str
    rect: Rect
    primary: bool


@dataclass(frozen=True, slots=True)
class Window:
    """A top-level window that a person can see in the task list, or one of its dialogs.

    `id` is stable while the window lives. `app_root` names the application for tool sets ("libreoffice-calc", "chromium",
    "mousepad"): backends derive it from window class and process. `parent` is the window it belongs to. `kin`: what its program
    has in common with what it starts. `began`: when the program began, in seconds since 1970; 0 where that is not known.
    """

    id: str
    title: str
    rect: Rect
    pid: int
    process: str
    app_root: str
    active: bool = False
    minimized: bool = False
    maximized: bool = False
    modal: bool = False
    parent: str | None = None
    kin: frozenset[str] = frozenset()
    began: float = 0.0

    @property
    def is_dialog(self) -> bool:
        return self.modal or bool(self.parent)

    @property
    def kind(self) -> str:
        """The window's kind in a sentence."""
        return "dialog" if self.is_dialog else "window"

    def is_same(self, other: Window) -> bool:
        """Tell whether both are one window. A new program may get the ids of one that has ended."""
        return self.id == other.id and (self.pid == other.pid or 0 in (self.pid, other.pid))


@dataclass(frozen=True, slots=True)
class Application:
    """Something that can be launched. `id` is the desktop file's name or the command; `keywords` help to find it by words."""

    id: str
    name: str
    command: tuple[str, ...]
    generic_name: str = ""
    keywords: tuple[str, ...] = ()
    mime_types: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()


TELLS_PAGES = "UFO_TELLS_PAGES"
"""A variable of a launch by which a browser on the person's own screen reports its pages to this program. It works in a profile
of its own."""
REACHES = "UFO_REACHES"
"""A variable of a launch: the hosts that a browser may reach, with spaces between them; all where it is missing."""
OWN_PROFILE = "UFO_OWN_PROFILE"
"""A variable of a launch by which a browser works in the person's own profile, and does not report its pages."""
SEPARATE_PROFILE = "chromium-ours"
"""The name of the folder of the browsers' profile that is not the person's."""


@dataclass(frozen=True, slots=True)
class Launch:
    """What to start: an application's id or a program's name, with its arguments (files, addresses) as a vector."""

    program: str
    arguments: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Click:
    point: Point
    button: MouseButton = "left"
    count: int = 1
    hold_key: str | None = None


@dataclass(frozen=True, slots=True)
class Drag:
    """The button goes down at `start`, the pointer goes straight from point to point `through` to `end`, and it goes up there."""

    start: Point
    end: Point
    button: MouseButton = "left"
    duration_s: float = 0.3
    hold_key: str | None = None
    through: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Hover:
    """The pointer moves to a point and stays there."""

    point: Point


@dataclass(frozen=True, slots=True)
class Scroll:
    """Wheel notches at a point: `dy` is positive up, `dx` is positive right."""

    point: Point
    dy: int = 0
    dx: int = 0


@dataclass(frozen=True, slots=True)
class Keys:
    """A chord by key names, pressed in order and released in reverse: ("ctrl", "shift", "s"), ("enter",)."""

    chord: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TypeText:
    """Text in any script for whatever has the keyboard focus. `struck`: typed key by key and never through the clipboard."""

    text: str
    struck: bool = False


@dataclass(frozen=True, slots=True)
class PointerAt:
    """The pointer of a person who works from elsewhere is at a point now."""

    point: Point


@dataclass(frozen=True, slots=True)
class ButtonAt:
    """Such a person presses a button at a point, or lets it go there."""

    point: Point
    button: MouseButton
    down: bool


Relayed = PointerAt | ButtonAt | Scroll
InputEvent = Click | Drag | Hover | Scroll | Keys | TypeText


def points_of(event: InputEvent) -> tuple[Point, ...]:
    """Return the points where the pointer acts; none for a keyboard event."""
    match event:
        case Click(point=point) | Hover(point=point) | Scroll(point=point):
            return (point,)
        case Drag(start=start, end=end, through=through):
            return start, *through, end
        case _:
            return ()


@dataclass(frozen=True, slots=True)
class Delivery:
    """Says that an element action reached the application, and by which route. Whether it worked is for the caller to check."""

    route: Route
    detail: str = ""
