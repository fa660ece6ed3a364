"""A bus with one application whose tree may be wrong in every way: answers of any type, objects that vanish, cycles, an end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dbus_fast import Message

from ufo.desktop.linux.atspi.cell_names import address
from ufo.desktop.linux.dbus.pipeline import Answer, Failure, Line, Question, Ref
from ufo.desktop.linux.registry.applications import APPLICATION, DAEMON, DESKTOP
from ufo.schema.geometry import Point, Rect

BUS = ":1.7"
PID = 4711
ROOT = Ref(BUS, "/root")
GONE = Failure("org.freedesktop.DBus.Error.UnknownObject", "no such object")


@dataclass(frozen=True, slots=True)
class Variant:
    value: object


@dataclass(frozen=True, slots=True)
class Thing:
    """An object as it tells itself. `children` are numbers among all objects; `lives` says how many calls it answers; `says`
    what it answers to a member instead."""

    role: object
    states: object
    box: object
    name: object
    children: tuple[int, ...] = ()
    count: object = None
    text: object = ""
    lives: int = 1_000
    says: Mapping[str, object] = field(default_factory=dict)


class BrokenBus(Line):
    """`ends_after` so many answers the connection is lost; `silent_after` so many it answers no more."""

    def __init__(
        self,
        things: Sequence[Thing],
        toolkit: tuple[object, object] = ("gtk", "3.24"),
        ends_after: int | None = None,
        silent_after: int | None = None,
    ) -> None:
        super().__init__()
        self._things = things
        self._left = [thing.lives for thing in things]
        self._toolkit = toolkit
        self._ends_after, self._silent_after = ends_after, silent_after
        self._answers = 0
        self._serial = 0
        self._alive = True

    @property
    def alive(self) -> bool:
        return self._alive

    async def close(self) -> None:
        self._alive = False
        self._ended()

    def listen(self, on_signal: Callable[[Message], None]) -> Callable[[], None]:
        return lambda: None

    def _transmit(self, asked: Question) -> int:
        self._serial += 1
        asyncio.get_running_loop().call_soon(self._arrive, self._serial, asked)
        return self._serial

    def _arrive(self, serial: int, asked: Question) -> None:
        self._answers += 1
        if self._ends_after is not None and self._answers > self._ends_after and self._alive:
            self._alive = False
            self._ended()
        if self._silent_after is None or self._answers <= self._silent_after:
            self.arrived(serial, self._answer(asked))

    def _answer(self, asked: Question) -> Answer:
        if asked.ref == DESKTOP:
            return [[tuple(ROOT)]]
        if asked.ref == DAEMON:
            return [PID]
        if asked.ref == ROOT:
            return self._of_root(asked)
        number = asked.ref.path.removeprefix("/")
        if not number.isdecimal() or int(number) >= len(self._things):
            return GONE
        place = int(number)
        self._left[place] -= 1
        return GONE if self._left[place] < 0 else self._of(self._things[place], asked)

    def _of_root(self, asked: Question) -> Answer:
        if asked.member == "GetChildren":
            return [[_ref(0)]]
        if asked.member == "Get" and asked.values[0] == APPLICATION:
            return [Variant(self._toolkit[0 if asked.values[1] == "ToolkitName" else 1])]
        return [46] if asked.member == "GetRole" else GONE

    def _of(self, thing: Thing, asked: Question) -> Answer:
        member = str(asked.values[1]) if asked.member == "Get" else asked.member
        said = thing.says.get(member)
        if said is not None:
            return said if isinstance(said, Failure) else [Variant(said) if asked.member == "Get" else said]
        count = len(thing.children) if thing.count is None else thing.count
        simple: dict[str, Callable[[], Any]] = {
            "GetState": lambda: thing.states,
            "GetRole": lambda: thing.role,
            "GetExtents": lambda: thing.box,
            "GetChildren": lambda: [_ref(child) for child in thing.children],
            "GetText": lambda: thing.text,
            "GetIndexInParent": lambda: 0,
            "Name": lambda: Variant(thing.name),
            "ChildCount": lambda: Variant(count),
            "NSelectedChildren": lambda: Variant(len(thing.children)),
        }
        if member in simple:
            return [simple[member]()]
        return self._child(thing, asked)

    def _child(self, thing: Thing, asked: Question) -> Answer:
        """By a number, a cell's row and column, or a point: the child that is so, else some child that the numbers lead to."""
        picks = {"GetChildAtIndex", "GetSelectedChild", "GetAccessibleAt", "GetAccessibleAtPoint"}
        if asked.member not in picks or not thing.children:
            return GONE
        numbers = [value for value in asked.values[:2] if isinstance(value, int)]
        fitting = [
            child
            for child in thing.children
            if child < len(self._things) and _fits(self._things[child], asked, numbers)
        ]
        return [_ref((fitting or [thing.children[sum(numbers) % len(thing.children)]])[0])]


def _fits(thing: Thing, asked: Question, numbers: Sequence[int]) -> bool:
    if asked.member == "GetAccessibleAt":
        return thing.name == address(*numbers)
    box = thing.box
    if asked.member != "GetAccessibleAtPoint" or not isinstance(box, tuple) or len(box) != 4:
        return False
    return Rect(*box).contains(Point(*numbers))


def _ref(number: int) -> tuple[str, str]:
    return BUS, f"/{number}"
