"""The state that the tools of one agent work on: a desktop, and the window that the agent has selected.

Each agent has its own scope, so two agents on two documents never drive each other's window.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from pathlib import Path
from typing import Protocol

from ufo.desktop.backend import Desktop
from ufo.desktop.masked.hidden_text import told_value
from ufo.desktop.masked.masked_areas import MaskedAreas
from ufo.desktop.matching.selectors import selectors_of
from ufo.desktop.matching.surroundings import Surroundings
from ufo.desktop.private.environment_filter import desktop_environment
from ufo.desktop.snapshot import Element, Handle, Snapshot
from ufo.desktop.values import Window
from ufo.errors import StaleElement, ToolError
from ufo.knowledge.menus.search import MenuSearch
from ufo.schema.geometry import Rect
from ufo.schema.menus import Menus
from ufo.schema.selector import Selector
from ufo.secrets.secret_resolver import SecretResolver
from ufo.tools.effects.by_itself import Slot
from ufo.tools.effects.claims import Claim
from ufo.tools.effects.form_before import FirstHeld
from ufo.tools.observe.control_names import is_listed_as, is_renamed_by_own_act
from ufo.tools.observe.open_documents import OpenDocuments
from ufo.tools.observe.picture_tray import PictureTray
from ufo.tools.observe.program_ids import own_identifiers
from ufo.tools.observe.read_texts import ReadTexts
from ufo.tools.observe.tool_shelf import ToolShelf
from ufo.tools.system.command_box import CommandBox
from ufo.tools.system.judged_places import JudgedPlaces
from ufo.tools.system.trial import Trials

_RECENT = 8
"""The number of looks around actions that are kept."""


@dataclass(frozen=True, slots=True)
class Pictured:
    """Which part of the screen the newest picture of a window shows: more than the window where a dialog sticks out."""

    window: Window
    area: Rect


@dataclass(frozen=True, slots=True)
class Move:
    """A window that closed while it was worked in, and the one that took its place."""

    gone: Window
    now: Window

    def __str__(self) -> str:
        return (
            f"the window {self.gone.title!r} closed; {self.now.title!r} of {self._whose} followed: you now work there"
        )

    @property
    def _whose(self) -> str:
        if self.now.pid == self.gone.pid:
            return "the same process"
        if (self.now.app_root, self.now.process) == (self.gone.app_root, self.gone.process):
            return "the same program, which began again,"
        return f"{self.now.process!r}, which it started,"


@dataclass
class Selection:
    """The window that an agent works in, and the last looks at it. Ids are issued here and resolved here.

    `snapshot` is the look for which ids were issued; `newest` is the last one taken around an action. `controls` maps the
    ids last shown to the model to elements. `seen` holds the ids of the windows that existed at that look, `claims` the
    results of actions confirmed since, and `found` the keys of the elements that a search has returned since. `pictured`: the
    newest picture that was shown. `works_by_sight`: a control that only the picture shows was used since. `came_from`: the
    window that the agent was given, where it went to another one of the application by itself. `running`: texts that count
    by themselves. `known`: the windows that were there when the agent was given its window; `begun`: when that was, in seconds
    since 1970. `first`: what fields held when the run first saw them. `moves`: the windows that closed since, each with the one
    that it works in now. `lost`: the id of a closed window that none followed in time.
    """

    window: Window | None = None
    snapshot: Snapshot | None = None
    newest: Snapshot | None = None
    controls: dict[str, Element] = field(default_factory=dict)
    windows: dict[str, Window] = field(default_factory=dict)
    seen: frozenset[str] = frozenset()
    claims: list[Claim] = field(default_factory=list)
    found: frozenset[str] = frozenset()
    _listed: dict[Handle, Element] = field(default_factory=dict, repr=False)
    pictured: Pictured | None = None
    works_by_sight: bool = False
    came_from: Window | None = None
    running: set[Slot] = field(default_factory=set)
    known: tuple[Window, ...] = ()
    begun: float = 0.0
    moves: list[Move] = field(default_factory=list)
    lost: str = ""
    first: FirstHeld = field(default_factory=FirstHeld, repr=False)
    _recent: deque[Snapshot] = field(default_factory=lambda: deque(maxlen=_RECENT), repr=False)
    _around: deque[tuple[Snapshot, Surroundings]] = field(default_factory=lambda: deque(maxlen=2), repr=False)

    def require_window(self) -> Window:
        if self.window is None:
            raise ToolError("no window is selected; call select_application_window first")
        return self.window

    def frame(self, window: Window) -> Rect:
        """Return what coordinates are fractions of: all that the newest picture shows, where the window is now, or the window."""
        shown = self.pictured
        if shown is None or shown.window.id != window.id:
            return window.rect
        across, down = window.rect.x - shown.window.rect.x, window.rect.y - shown.window.rect.y
        return Rect(shown.area.x + across, shown.area.y + down, shown.area.width, shown.area.height)

    def choose(self, window: Window | None) -> None:
        """Select a window. The ids of another window's controls must not outlive the change."""
        if self.window is None or window is None or not self.window.is_same(window):
            self.snapshot = None
            self.controls = {}
        self.window, self.came_from = window, None

    def begin(self, window: Window | None, known: Iterable[Window]) -> None:
        """Select the window of a new sub-task. `known`: the windows that are there now."""
        self.choose(window)
        self.known, self.begun = tuple(known), time.time()
        self.moves.clear()

    def follow(self, gone: Window, window: Window, windows: Iterable[Window]) -> None:
        """Go on in the window that took the place of a closed one."""
        self.choose(window)
        self.known = tuple(windows)
        self.moves.append(Move(gone, window))

    def take_over(self, other: Selection) -> None:
        """Go on where another selection of the same agent stands."""
        self.choose(other.window)
        self.came_from, self.known, self.seen = other.came_from, other.known, other.seen
        self.begun = other.begun
        self.moves = [*other.moves]

    def go_to(self, window: Window) -> None:
        """Select another window of the application. Once it is closed, the one before is selected again."""
        before = self.came_from or self.window
        self.choose(window)
        self.came_from = None if before is None or before.id == window.id else before

    def gone_back(self, windows: Iterable[Window]) -> Window | None:
        """Return the selected window as it is, or select the one that the agent came from; None where both are closed."""
        chosen, before = self.require_window(), self.came_from
        now = next((window for window in windows if window.is_same(chosen)), None)
        former = next((window for window in windows if before is not None and window.is_same(before)), None)
        if now is None and former is not None:
            self.choose(former)
            return former
        self.window = now or chosen
        return now

    def looked(self, snapshot: Snapshot | None) -> None:
        """Record a look that was taken around an action, or None where the window is gone."""
        self.newest = snapshot
        if snapshot is not None:
            self.first.note(snapshot)
            self._recent.append(snapshot)

    def latest(self, window_id: str) -> Snapshot | None:
        """Return the newest look at that window, whether an agent took it or it was taken around an action."""
        looks = [look for look in (self.newest, self.snapshot) if look is not None and look.window_id == window_id]
        return max(looks, key=attrgetter("id"), default=None)

    def recent(self, snapshot_id: int) -> Snapshot | None:
        """Return the look with that id around an action, or None where it is no longer among the last few."""
        return next((look for look in reversed(self._recent) if look.id == snapshot_id), None)

    def surroundings(self, snapshot: Snapshot) -> Surroundings:
        """Return the surroundings of a look, computed once: all controls of a turn are judged one by one on one look."""
        known = next((around for look, around in self._around if look is snapshot), None)
        if known is None:
            known = Surroundings(snapshot)
            self._around.append((snapshot, known))
        return known

    def issue(self, element: Element) -> str:
        """Issue a further id in the last look, for a control that was found later."""
        control_id = str(max((int(key) for key in self.controls if key.isdecimal()), default=0) + 1)
        self.controls[control_id] = element
        return control_id

    def in_look(self, control_ids: Iterable[str]) -> dict[str, Element]:
        """Return, by id, those of these controls that the last look itself contains."""
        known = {text: self.controls[text] for text in control_ids if text in self.controls}
        if self.snapshot is None or not known:
            return {}
        inside = {element.handle.key for element in self.snapshot}
        return {item: element for item, element in known.items() if element.handle.key in inside}

    def resolve(self, control_id: str, name: str | None = None) -> Element:
        """Return the element behind an id. Raises StaleElement for an unknown one, or where it is never called `name`."""
        element = self.controls.get(str(control_id))
        if element is None:
            raise StaleElement(
                f"no control has id {control_id!r} in the last look; look again and use an id from there"
            )
        listed = self._listed.get(element.handle, element)
        if name and not is_listed_as(listed, name) and not is_listed_as(element, name):
            called = listed.name or listed.label or listed.description or told_value(listed) or ""
            raise StaleElement(
                f"control {control_id!r} is named {called!r}, not {name!r}; look again and name the right one"
            )
        self.works_by_sight |= element.by_sight
        return element

    def number(self, elements: Iterable[Element]) -> None:
        """Issue ids from "1" for the elements of a new look, in their order."""
        self.controls = {str(number): element for number, element in enumerate(elements, start=1)}
        self._listed.clear()

    def note_renamed(self, then: Element, now: Element) -> None:
        """Go on with a control that an own action renamed, where it still means the same ("Cart (0)", "Cart (2)")."""
        if is_renamed_by_own_act(then, now):
            for control_id, element in self.controls.items():
                if (element.handle.key, element.name) == (then.handle.key, then.name):
                    self.replace(control_id, now)

    def replace(self, control_id: str, element: Element) -> None:
        """Put the control as it is now in the place of the one with that id. It is still known by what the list called it."""
        former = self.controls[control_id]
        self._listed[element.handle] = self._listed.get(former.handle, former)
        self.controls[control_id] = element


class MenuFinder(Protocol):
    async def of(self, window: Window) -> tuple[Menus, MenuSearch]:
        """Return what the application of a window offers, and the search in it. Raises UfoError."""
        ...


@dataclass(frozen=True)
class ToolScope:
    """What one agent's tools share. `working_folder`: where relative paths start and where files may be written without asking.
    `late_s`: how long an action without a visible effect is given to show one. `environment`: what programs run for their
    output receive, `settings_environment`: those that read and write the desktop's settings. `pictures`: which areas of a
    picture to hide; None asks the desktop itself. `reads`: what all agents of this run have read. `home`: where the desktop's
    applications keep their settings; None means the person's own home. `begun`: when the run began, in seconds since 1970.
    `shelf`: the agent's tools, and which of them it is told of.
    `reach`: what a program that is started is told of the hosts that it may reach.
    `judged`: the places that the command that runs was judged for. `box`: the sandbox of command lines; None where the machine
    makes none, or the person wants none. `trials`: what a program changed last on a copy of the folder.
    `menus`: finds what applications offer; None where each question reads it anew. `keeper`: gives out the person's secrets;
    None where there are none. `browser_profile`: whose profile browsers work in, as the person has set it.
    `documents`: what programs tell of the documents that they hold open. `tray`: pictures that go with the agent's next prompt.
    """

    desktop: Desktop
    selection: Selection
    working_folder: Path
    settle_timeout_s: float = 2.0
    late_s: float = 1.0
    environment: Mapping[str, str] = field(default_factory=lambda: desktop_environment(os.environ))
    settings_environment: Mapping[str, str] = field(default_factory=lambda: desktop_environment(os.environ))
    pictures: MaskedAreas | None = None
    reads: ReadTexts = field(default_factory=ReadTexts)
    home: Path | None = None
    begun: float = 0.0
    shelf: ToolShelf = field(default_factory=ToolShelf)
    menus: MenuFinder | None = None
    keeper: SecretResolver | None = None
    judged: JudgedPlaces = field(default_factory=JudgedPlaces)
    reach: Callable[[], Mapping[str, str]] = dict
    box: CommandBox | None = None
    trials: Trials = field(default_factory=Trials)
    browser_profile: str = "auto"
    documents: OpenDocuments = field(default_factory=OpenDocuments)
    tray: PictureTray = field(default_factory=PictureTray)

    async def look(self, window_id: str) -> Snapshot:
        """Look at a window around an action: what only its picture shows is waited for only where that is worked with."""
        if self.selection.works_by_sight:
            return await self.desktop.snapshot(window_id)
        return await self.desktop.glance(window_id)

    @property
    def home_apart(self) -> str:
        """The home of the desktop's applications where it is not the person's, which `~` means; else ""."""
        return "" if self.home in (None, Path.home()) else str(self.home)

    @property
    def blinds(self) -> MaskedAreas:
        return self.pictures or MaskedAreas(self.desktop)

    async def selectors(self, control_ids: Iterable[str]) -> dict[str, Selector]:
        """Return, by id, the selectors that identify these controls beyond the last look. Unknown ids are left out."""
        snapshot, known = self.selection.snapshot, self.selection.in_look(control_ids)
        if snapshot is None or not known:
            return {}
        identifiers = await own_identifiers(self.desktop, snapshot, known.values())
        return dict(zip(known, selectors_of(snapshot, known.values(), identifiers), strict=True))
