"""Which backend drives the desktop of which platform. No code of one platform is imported on another."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Protocol, cast

from ufo.config.settings import DesktopSettings
from ufo.desktop.backend import Desktop
from ufo.dotted import load
from ufo.errors import DesktopUnavailable


@dataclass(frozen=True, slots=True)
class Backend:
    """Dotted paths: a class with `connect(environment, settings)`, one with `start(width, height, writable)`, and a function that
    finds a named private desktop."""

    desktop: str
    private: str
    named: str


BACKENDS: Mapping[str, Backend] = MappingProxyType(
    {
        "linux": Backend(
            "ufo.desktop.linux.desktop:LinuxDesktop",
            "ufo.desktop.private.private_desktop:PrivateDesktop",
            "ufo.desktop.private.named:find",
        )
    }
)
"""The backends by `sys.platform`."""


class RunningDesktop(Protocol):
    """A private desktop, as far as programs started on it are concerned: the environment that they are given."""

    @property
    def environment(self) -> Mapping[str, str]: ...


async def connect(environment: Mapping[str, str], settings: DesktopSettings, platform: str = sys.platform) -> Desktop:
    """Connect to the desktop of an environment. Raises DesktopUnavailable, also where the platform has no backend."""
    return cast(Desktop, await load(_backend(platform).desktop).connect(environment, settings))


async def start_private(
    settings: DesktopSettings, writable: Sequence[Path] | None = None, platform: str = sys.platform
) -> AbstractAsyncContextManager[RunningDesktop]:
    """Start a private desktop that is gone when its context ends; with `writable`, in a sandbox. Raises DesktopUnavailable."""
    started = await load(_backend(platform).private).start(settings.width, settings.height, writable)
    return cast("AbstractAsyncContextManager[RunningDesktop]", started)


def environment_of(name: str, platform: str = sys.platform) -> Mapping[str, str]:
    """Return the environment of the private desktop that was started under that name. Raises ConfigError where none runs."""
    environment: Mapping[str, str] = load(_backend(platform).named)(name).environment
    return environment


def _backend(platform: str) -> Backend:
    if platform not in BACKENDS:
        raise DesktopUnavailable(
            f"there is no desktop backend for {platform!r} yet; there is one for: {', '.join(BACKENDS)}. "
            "See docs/adding-a-backend.md"
        )
    return BACKENDS[platform]
