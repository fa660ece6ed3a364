"""Finds the session's accessibility bus and asks running applications to build their trees."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping

from dbus_fast import Variant

from ufo.desktop.linux.dbus.bus_connection import Connection
from ufo.desktop.linux.dbus.pipeline import CallFailed, Ref
from ufo.errors import ApplicationHung, DesktopUnavailable

_BUS = Ref("org.a11y.Bus", "/org/a11y/bus")
_STATUS = "org.a11y.Status"
_PROPERTIES = "org.freedesktop.DBus.Properties"
# The launcher starts a second daemon at the first request, which takes long on a busy machine.
_START_S = 10.0
# When the bus ends, the daemon is gone at once and its launcher a moment later; then the session starts both again.
_AGAIN_S, _TICK_S = 3.0, 0.05


async def open_accessibility_bus(environment: Mapping[str, str]) -> tuple[Connection, bool]:
    """Connect to the accessibility bus; wait a moment for one that is just being restarted. Return it, and whether
    accessibility was off and is on now, which the session keeps in the person's settings. Raises DesktopUnavailable, which
    says what to install or start.
    """
    clock = asyncio.get_running_loop().time
    deadline = clock() + _AGAIN_S
    session = await Connection.open(_session_address(environment), _START_S)
    try:
        while True:
            try:
                return await _open(session)
            except _Restarting as error:
                if clock() >= deadline:
                    raise DesktopUnavailable(str(error)) from error
                await asyncio.sleep(_TICK_S)
    finally:
        await session.close()


class _Restarting(Exception):
    """The bus has ended together with its launcher, which the session starts again in a moment."""


async def _open(session: Connection) -> tuple[Connection, bool]:
    try:
        turned_on = await _ask_for_trees(session)
        found = await session.call(_BUS, "org.a11y.Bus", "GetAddress", ("", ()), _START_S)
    except (CallFailed, ApplicationHung) as error:
        said = (
            f"The session has no accessibility bus ({error}). Install the package 'at-spi2-core' and log in again, "
            "or start a private desktop with `ufo desktop`."
        )
        raise (_Restarting if "NoReply" in str(error) else DesktopUnavailable)(said) from error
    try:
        return await Connection.open(str(found[0]), _START_S), turned_on
    except DesktopUnavailable as error:
        raise _Restarting(str(error)) from error


async def _ask_for_trees(session: Connection) -> bool:
    """Turn accessibility on where it is off, and tell whether it was. Qt 5 and Firefox build trees only where it was on when
    they started. `ScreenReaderEnabled`, beside it, is left alone: no toolkit needs it, and it starts a screen reader at every
    log-in from then on.
    """
    answer = await session.call(_BUS, _PROPERTIES, "Get", ("ss", (_STATUS, "IsEnabled")), _START_S)
    if answer[0].value:
        return False
    await session.call(_BUS, _PROPERTIES, "Set", ("ssv", (_STATUS, "IsEnabled", Variant("b", True))), _START_S)
    return True


def _session_address(environment: Mapping[str, str]) -> str:
    address = environment.get("DBUS_SESSION_BUS_ADDRESS")
    if address:
        return address
    runtime = environment.get("XDG_RUNTIME_DIR") or f"/run/user/{os.getuid()}"
    return f"unix:path={runtime}/bus"
