"""Plays what `ufo observe --record-tree` wrote on Windows, in place of UI Automation."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from pydantic import BaseModel, TypeAdapter

from ufo.desktop.windows.ui_automation.automation import Tree
from ufo.desktop.windows.ui_automation.nodes import Node
from ufo.errors import ElementGone
from ufo.schema.geometry import Point
from ufo.schema.target import TargetInfo


class RecordedWindow(BaseModel):
    id: str
    title: str
    app_root: str


class Recording(BaseModel):
    """A file of `--record-tree`. `native` is empty where the system has no words of its own."""

    recording: int
    system: str
    window: RecordedWindow
    controls: tuple[TargetInfo, ...]
    native: tuple[Node, ...]


def recording(file: Path) -> Recording:
    return TypeAdapter(Recording).validate_python(json.loads(file.read_text(encoding="utf-8")))


@dataclass
class RecordedAutomation:
    """Implements `Automation`. `calls`: what was done with its elements."""

    nodes: tuple[Node, ...]
    calls: list[tuple[object, ...]] = field(default_factory=list)

    def tree(self, _window: int, /) -> Tree:
        return Tree(self.nodes)

    def node(self, key: str) -> Node:
        found = next((node for node in self.nodes if node.key == key), None)
        if found is None:
            raise ElementGone("the recording has no such element; look again")
        return replace(found, depth=0)

    def below(self, key: str, at_most: int) -> tuple[Node, ...] | None:
        place = next(number for number, node in enumerate(self.nodes) if node.key == key)
        held: list[Node] = []
        for node in self.nodes[place + 1 :]:
            if node.depth <= self.nodes[place].depth:
                break
            if node.depth == self.nodes[place].depth + 1:
                held.append(node)
        return None if len(held) > at_most else tuple(held)

    def at(self, point: Point) -> tuple[Node, ...]:
        return tuple(reversed([node for node in self.nodes if node.place.contains(point)]))

    def do(self, key: str, pattern: str, function: str, *given: str | float) -> None:
        self.calls.append((self.node(key).name, pattern, function, *given))

    def focus(self, key: str) -> None:
        self.calls.append((self.node(key).name, "SetFocus"))

    def text(self, key: str, at_most: int) -> str:
        return self.node(key).text[:at_most]

    def select_text(self, key: str, words: str, place: int) -> bool:
        return self.node(key).text.count(words) >= place

    def listen(self, window: int, heard: Callable[[], object]) -> None: ...

    def end(self) -> None: ...
