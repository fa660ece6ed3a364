"""Which backend drives the desktop of which platform. No code of one platform is imported on another.

`desktop.backend` names one that a user adds: an entry point in `ufo.backends`, or the dotted path of a `Backend`.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol, cast

from ufo.config.settings import WAYLAND_DESKTOP, DesktopSettings
from ufo.desktop.backend import Desktop
from ufo.desktop.heard import Heard, Listener
from ufo.dotted import load
from ufo.errors import ConfigError, DesktopUnavailable
from ufo.extensions import Group, find


@dataclass(frozen=True, slots=True)
class Backend:
    """Dotted paths: a class with `connect(environment, settings)`, one with `start(width, height, writable)`, and a function that
    finds a named private desktop. The last two are "" for a backend that has no private desktops. `start` is given
    `wayland=True` for a private Wayland desktop, which only a backend that has such accepts.

    `screen`: the environment variables, with spaces between them, of which one is set where the person has a screen that the
    backend works on; "" where there always is one. `unreachable`: a function that says of an environment in which one is set, in
    a sentence without its full stop, why nothing answers there all the same, "" where something may; "" for a backend that
    need not ask. `input`: a class whose instance hears what a person does (`ufo.desktop.heard`) from `(environment, heard)`
    until its `release()`; "" for a backend that cannot hear that.
    """

    desktop: str
    private: str = ""
    named: str = ""
    screen: str = ""
    unreachable: str = ""
    input: str = ""


BACKENDS: Mapping[str, Backend] = MappingProxyType(
    {
        "linux": Backend(
            "ufo.desktop.linux.desktop:LinuxDesktop",
            "ufo.desktop.private.private_desktop:PrivateDesktop",
            "ufo.desktop.private.named:find",
            "DISPLAY WAYLAND_DISPLAY",
            "ufo.desktop.linux.wayland.choose:unreachable",
            "ufo.desktop.linux.x11.input.input_record:of_display",
        ),
        "win32": Backend("ufo.desktop.windows.desktop:WindowsDesktop"),
    }
)
"""The backends by `sys.platform`."""


class RunningDesktop(Protocol):
    """A private desktop, as far as programs started on it are concerned: the environment that they are given."""

    @property
    def environment(self) -> Mapping[str, str]: ...


async def connect(environment: Mapping[str, str], settings: DesktopSettings, platform: str = sys.platform) -> Desktop:
    """Connect to the desktop of an environment. Raises DesktopUnavailable, also where the platform has no backend."""
    backend = _backend(settings, platform)
    return cast(Desktop, await _loaded(backend.desktop).connect(environment, settings))


async def start_private(
    settings: DesktopSettings, writable: Sequence[Path] | None = None, platform: str = sys.platform
) -> AbstractAsyncContextManager[RunningDesktop]:
    """Start a private desktop that is gone when its context ends; with `writable`, in a sandbox. Raises DesktopUnavailable."""
    kind = _private(_backend(settings, platform).private)
    wayland = {"wayland": True} if settings.where == WAYLAND_DESKTOP else {}
    started = await kind.start(settings.width, settings.height, writable, **wayland)
    return cast("AbstractAsyncContextManager[RunningDesktop]", started)


def environment_of(name: str, settings: DesktopSettings, platform: str = sys.platform) -> Mapping[str, str]:
    """Return the environment of the private desktop that was started under that name. Raises ConfigError where none runs."""
    environment: Mapping[str, str] = _private(_backend(settings, platform).named)(name).environment
    return environment


async def listen(
    environment: Mapping[str, str], settings: DesktopSettings, heard: Listener, platform: str = sys.platform
) -> Callable[[], Awaitable[None]]:
    """Call `heard` in this event loop with all that a person does on the desktop, until the returned function is called, which
    returns when all that was done before is heard. Raises DesktopUnavailable and DesktopError where that cannot be heard.
    """
    path = _backend(settings, platform).input
    if not path:
        raise DesktopUnavailable("this desktop backend cannot hear what a person does, so nothing can be recorded")
    loop = asyncio.get_running_loop()

    def tell(event: Heard) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed, so nobody listens any more
            loop.call_soon_threadsafe(heard, event)

    begun = await asyncio.to_thread(_loaded(path), environment, tell)
    return lambda: asyncio.to_thread(begun.release)


def no_screen(settings: DesktopSettings, platform: str = sys.platform) -> str:
    """Say why the person has no screen of their own here, in a sentence without its full stop; "" where they have one. Blocks for
    a moment. Raises DesktopUnavailable where the platform has no backend.
    """
    backend = _backend(settings, platform)
    if not backend.private or not backend.screen:
        return ""
    names = backend.screen.split()
    if not any(map(os.environ.get, names)):
        return f"{' and '.join(names)} {'are' if len(names) > 1 else 'is'} not set"
    why: str = _loaded(backend.unreachable)(os.environ) if backend.unreachable else ""
    return why


def require_private_desktops(settings: DesktopSettings, platform: str = sys.platform) -> None:
    """Check that there is such a thing as a private desktop here. Raises DesktopUnavailable."""
    _private(_backend(settings, platform).private)


def _backend(settings: DesktopSettings, platform: str) -> Backend:
    if settings.backend != "auto":
        found = find(Group.BACKENDS, settings.backend)
        if not isinstance(found, Backend):
            raise ConfigError(f"desktop.backend: {settings.backend!r} is no `ufo.desktop.backends.Backend`")
        return found
    if platform not in BACKENDS:
        raise DesktopUnavailable(
            f"there is no desktop backend for {platform!r} yet; there is one for: {', '.join(BACKENDS)}. "
            "Name one of your own with `desktop.backend`; see docs/adding-a-backend.md"
        )
    return BACKENDS[platform]


def _private(path: str) -> Any:
    if not path:
        raise DesktopUnavailable("this desktop backend has no private desktops; use --desktop here")
    return _loaded(path)


def _loaded(path: str) -> Any:
    try:
        return load(path)
    except ImportError as error:
        raise DesktopUnavailable(f"the desktop backend cannot be loaded ({error}); install what it needs") from error
