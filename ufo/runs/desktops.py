"""Opens the desktop that a run works on (the person's own screen, a private one, or a named one that runs), and sets up how it
is seen.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from ufo.config.sections import SeeingSections
from ufo.config.settings import PRIVATE_DESKTOPS, DesktopSettings
from ufo.desktop.backend import Desktop
from ufo.desktop.backends import connect, environment_of, no_screen, start_private
from ufo.desktop.private.environment_filter import added_variables, desktop_environment
from ufo.desktop.private.processes import MARK
from ufo.desktop.private.sandbox import is_sandboxed
from ufo.errors import ConfigError
from ufo.vision.detectors import GroundingService
from ufo.vision.sight import find_sight, require_none

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class DesktopInUse:
    """The desktop of a run. `ends_with_run`: it is gone, with all that is open on it, when the request is done. `is_own`: it is
    the person's own screen, with their own applications; `remarks`: what they have to know of it, or of why it is not theirs.
    """

    desktop: Desktop
    name: str
    environment: Mapping[str, str]
    ends_with_run: bool = False
    is_own: bool = False
    remarks: tuple[str, ...] = ()


@asynccontextmanager
async def open_desktop(settings: DesktopSettings, folder: Path | None = None) -> AsyncIterator[DesktopInUse]:
    """Open the user's own screen or a private desktop, as `desktop.where` says. A named one is left running.

    Programs in a sandbox may write to `folder`, by default the working folder. Raises DesktopUnavailable, and ConfigError
    where no desktop of that name runs or where a sandbox is asked for around a desktop that already runs without one.
    """
    where, why_private = await asyncio.to_thread(_where, settings)
    if where == "here":
        own = desktop_environment(os.environ, settings.environment)
        async with _connected(own, settings) as desktop:
            remarks = _told(desktop.remarks())
            name, is_own = f"here ({_display(os.environ)})", MARK not in os.environ
            yield DesktopInUse(desktop, name, own, is_own=is_own, remarks=remarks)
        return
    # Variables that the person added go to opened programs, not to the desktop itself, whose state may be written to a file.
    added = added_variables(os.environ, settings.environment)
    if where not in PRIVATE_DESKTOPS:
        environment = {**added, **environment_of(where, settings)}
        async with _connected(environment, settings) as desktop:
            yield DesktopInUse(desktop, f"{where} ({_display(environment)})", environment)
        return
    remarks = _told((why_private,) if why_private else ())
    writable = (folder or Path.cwd(), *settings.sandbox_folders) if settings.sandbox else None
    async with await start_private(settings, writable) as private:
        environment = {**added, **private.environment}
        async with _connected(environment, settings) as desktop:
            name = f"{where} ({_display(environment)})"
            yield DesktopInUse(desktop, name, environment, ends_with_run=True, remarks=remarks)


def _told(remarks: tuple[str, ...]) -> tuple[str, ...]:
    for remark in remarks:
        _log.warning("%s", remark)
    return remarks


def _where(settings: DesktopSettings) -> tuple[str, str]:
    """Return which desktop is meant, and what the person has to know of why it is not their own. Blocks for a moment."""
    if settings.where == "auto":
        why = "" if settings.sandbox else no_screen(settings)
        told = f"a private desktop is worked, since no screen of yours can be: {why}" if why else ""
        return ("private" if settings.sandbox or why else "here"), told
    if settings.sandbox and settings.where == "here":
        raise ConfigError("programs on your own screen cannot run in a sandbox; use --sandbox with --desktop private")
    is_named = settings.where not in PRIVATE_DESKTOPS
    if settings.sandbox and is_named and not is_sandboxed(environment_of(settings.where, settings)):
        raise ConfigError(
            f"the desktop {settings.where!r} runs without a sandbox; start another with: ufo desktop start NAME --sandbox"
        )
    return settings.where, ""


def _display(environment: Mapping[str, str]) -> str:
    return environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY") or "no display"


@asynccontextmanager
async def _connected(environment: Mapping[str, str], settings: DesktopSettings) -> AsyncIterator[Desktop]:
    desktop = await connect(environment, settings)
    try:
        yield desktop
    finally:
        await desktop.shutdown()


def with_sight(
    desktop: Desktop,
    settings: SeeingSections,
    grounding: Sequence[GroundingService] = (),
    environment: Mapping[str, str] | None = None,
) -> Desktop:
    """Return the desktop with the detectors that `control_backend` names, or with `grounding` in their place. `environment` is
    the desktop's; without it no reader is asked.

    Without the extension `sight` windows are worked by their trees alone. Raises ConfigError where the settings ask for a
    detector then.
    """
    if (extension := find_sight()) is not None:
        return extension.wrap(desktop, settings, grounding, environment)
    require_none(settings)
    return desktop
