"""Collects the notes of one look: what it could not read, what scrolling would show, and what was left out."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field

from ufo.desktop.linux.dbus.pipeline import Batch
from ufo.desktop.linux.registry.applications import App
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.toolkits.known import keeps_off
from ufo.desktop.linux.tree.reader import TreeReader
from ufo.errors import ApplicationHung
from ufo.faults import Part, note_fault

_log = logging.getLogger(__name__)

_ENDED = {
    "late": "there was not enough time to read the whole window; look again",
    "silent": "the application stopped answering while it was read; wait and look again",
}


@dataclass
class Notes:
    """`doubts` are the reasons not to rely on what was read, `more` is what scrolling would show, and `cuts` is what is not
    listed.
    """

    doubts: list[str] = field(default_factory=list)
    more: list[str] = field(default_factory=list)
    cuts: list[str] = field(default_factory=list)

    @property
    def is_whole(self) -> bool:
        return not self.doubts and not self.cuts

    @property
    def degraded(self) -> str | None:
        return "; ".join(dict.fromkeys(self.doubts)) or None

    @property
    def cut(self) -> str | None:
        return "; ".join(dict.fromkeys(self.cuts)) or None

    def part(self, what: str) -> Part:
        """Return the boundary of one part of a look: a fault of ours inside it is noted, and the look goes on without that
        part.
        """
        return Part(_log, what, self.doubts)

    def of_batch(self, ended: str | None, batch: Batch, reader: TreeReader) -> None:
        """Note how the batch ended: `ended` gives the reason why it stopped, or None where everything was answered."""
        if ended:
            self.doubts.append(_ENDED[ended])
        if batch.lost:
            self.doubts.append("the application ended while it was read, or its connection did; look again")
        self.of_faults("reading", batch.faults)
        self.cuts += sorted(reader.cuts)

    def of_faults(self, what: str, faults: Sequence[Exception]) -> None:
        """Note our own exceptions, each from one object. Thousands of a kind are noted, logged and counted as one."""
        if faults:
            objects = f"{what} {len(faults)} object{'s' if len(faults) > 1 else ''} of the window"
            self.doubts.append(note_fault(_log, objects, faults[0]))

    def of_window(self, surface: Surface, apps: Sequence[App], answered: bool, found: bool) -> None:
        """Note why nothing of the window was found, if so. Raises ApplicationHung where its application does not answer."""
        mine = [app for app in apps if app.pid == surface.window.pid]
        if mine and (not answered or (_ENDED["silent"] in self.doubts and not found)):
            raise ApplicationHung(
                f"{surface.window.process or 'The application'} with the window {surface.window.title!r} does not answer. "
                "Wait and look again, or close it."
            )
        if not found and not self.doubts:
            self.doubts.append(_on_bus(mine) if mine else _off_bus(surface.window.pid))

    def again_from(self, doubts: Sequence[str]) -> None:
        """Drop all notes before the trees are read once more, except `doubts`, which were noted before they were first read."""
        self.doubts, self.more, self.cuts = list(doubts), [], []


def _on_bus(apps: Sequence[App]) -> str:
    """Return why an application that is on the bus tells nothing of a window."""
    asleep = next((app.toolkit.sleep.said for app in apps if app.toolkit.sleep), "")
    return asleep or "the application shows nothing of this window on the accessibility bus; work by sight"


def _off_bus(pid: int) -> str:
    setting = keeps_off(pid)
    if not setting:
        return "the application has no accessibility tree; work by sight"
    return f"the application was started with {setting} and has no accessibility tree; work by sight, or start it without that"
