"""A person who takes the keyboard to a window of theirs, again and again, while a text is typed into another one."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping

import pytest

from tests.waiting import in_time
from ufo.config.settings import DesktopSettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import TypeText, Window
from ufo.errors import DesktopError

_LONG = "a person types as well. " * 300


async def require_told_where_keys_went(
    desktop: LinuxDesktop, environment: Mapping[str, str], ours: Window, persons: Window
) -> None:
    """Require that the typing ends as an error. The person is a connection of their own, as nothing waits for ours."""
    person = await LinuxDesktop.connect(environment, DesktopSettings())
    try:
        with in_time():
            typing = asyncio.create_task(desktop.send(ours.id, [TypeText(_LONG, struck=True)]))
            while not typing.done():
                with contextlib.suppress(DesktopError):
                    await person.focus(persons.id)
            with pytest.raises(DesktopError, match="took the keyboard|keyboard focus|did not become active"):
                await typing
    finally:
        await person.shutdown()
