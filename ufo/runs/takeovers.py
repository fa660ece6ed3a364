"""Records what a person does while they have taken over a run, where the extension that can do it is installed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from ufo.config.sections import SeeingSections
from ufo.config.settings import DesktopSettings
from ufo.desktop.backends import connect
from ufo.desktop.heard import Listener
from ufo.extensions import Group, find, is_missing
from ufo.runs.desktops import DesktopInUse, with_sight
from ufo.secrets.masks import Masks
from ufo.tools.dispatch.takeover import Attend
from ufo.trace.events import PersonActed

_NAME = "takeovers"


def _nothing(*_told: object) -> None:
    """Do nothing, where nobody wants to know."""


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """A run in which a person may take over. `connected` connects to its desktop once more, `folder` is that of its log, `masks`
    are its own, and `told` is called with what went wrong, `begun` when what is done from now on is recorded, or is not, and
    `acted` with each thing that the person did, as it is written. `listen` hears what they do over the control socket, for a
    desktop whose backend hears nothing.
    """

    connected: Callable[[], AbstractAsyncContextManager[DesktopInUse]]
    settings: DesktopSettings
    folder: Path
    masks: Masks
    told: Callable[[str], None]
    begun: Callable[[], object] = _nothing
    acted: Callable[[PersonActed], object] = _nothing
    listen: Callable[[Listener], Awaitable[Callable[[], Awaitable[None]]]] | None = None


class Recorder(Protocol):
    """What records: made of how a person attends and of the run, it stands between both."""

    async def attend(self, upcoming: str) -> bool:
        """Let the person attend, as `ufo.agents.user.User.attend` says. A recording that fails never keeps them from working."""
        ...


def recorded(attend: Attend, run: RecordedRun) -> Attend:
    """Return how the person attends with a record of it beside the run's log."""
    if is_missing(Group.RECORDERS, _NAME):
        return attend
    recorder: Recorder = find(Group.RECORDERS, _NAME)(attend, run)
    return recorder.attend


@asynccontextmanager
async def connected_again(
    used: DesktopInUse, settings: DesktopSettings, sections: SeeingSections
) -> AsyncIterator[DesktopInUse]:
    """Connect once more: looks at the run's desktop would end the ids of the look that the run goes on with."""
    desktop = await connect(used.environment, settings)
    try:
        yield replace(used, desktop=with_sight(desktop, sections, (), used.environment))
    finally:
        await desktop.shutdown()
