"""A notification on the person's desktop. Source: Desktop Notifications Specification 1.2, "Notify"."""

from __future__ import annotations

import os
from collections.abc import Mapping
from html import escape
from pathlib import Path

from dbus_fast import Message, MessageType, Variant
from dbus_fast.aio import MessageBus
from dbus_fast.errors import DBusFastError

_NAME, _PATH = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
_CRITICAL = 2
_NEVER, _NEW = 0, 0


async def notify(title: str, text: str, environment: Mapping[str, str]) -> None:
    """Show it until the person puts it away. Raises OSError where no session of theirs can be reached."""
    address = environment.get("DBUS_SESSION_BUS_ADDRESS", "") or _usual(environment)
    if not address:
        raise OSError("there is no session bus")
    try:
        bus = await MessageBus(address).connect()
    except (DBusFastError, ValueError, EOFError) as error:
        raise OSError(f"the session bus does not answer: {error}") from error
    try:
        hints = {"urgency": Variant("y", _CRITICAL), "desktop-entry": Variant("s", "ufo")}
        # A text may be read as markup, so what looks like it is escaped.
        body = ["ufo", _NEW, "ufo", title, escape(text, quote=False), [], hints, _NEVER]
        called = Message(_NAME, _PATH, _NAME, "Notify", signature="susssasa{sv}i", body=body)
        answer = await bus.call(called)
        if answer is None or answer.message_type is MessageType.ERROR:
            raise OSError(f"nobody shows notifications: {answer.body[0] if answer and answer.body else 'no answer'}")
    finally:
        bus.disconnect()


def _usual(environment: Mapping[str, str]) -> str:
    """Return the bus of the person's session for a process that cron started, without its environment."""
    folder = Path(environment.get("XDG_RUNTIME_DIR") or f"/run/user/{os.getuid()}")
    return f"unix:path={folder}/bus" if (folder / "bus").is_socket() else ""
