"""How xdg-desktop-portal is asked: a call, whose answer comes later as a signal, since a person may be asked in between."""

from __future__ import annotations

import contextlib
import queue
import secrets
import threading
import time
from collections.abc import Mapping, Sequence
from typing import Any

from dbus_fast import Variant

from ufo.desktop.linux.wayland.session_bus import DAEMON, Named, NotThere, Refused, SessionBus
from ufo.errors import DesktopError, DesktopUnavailable

NAME = "org.freedesktop.portal.Desktop"
PATH = "/org/freedesktop/portal/desktop"
_REQUEST = "org.freedesktop.portal.Request"
_TICK_S = 0.2
_ALLOWED, _DENIED = 0, 1
_DIALOG = "Start"
"""The request whose answer is the person's."""
_NEXT = "use the controls' own actions, or work on a private desktop (--desktop private)"


def portal(interface: str) -> Named:
    """Return an interface of the portal by the end of its name, such as "RemoteDesktop"."""
    return Named(NAME, PATH, f"org.freedesktop.portal.{interface}")


def is_there(bus: SessionBus) -> bool:
    """Tell whether a portal runs, or would be started if it were called. None is started."""
    return bus.has(NAME) or NAME in bus.call(DAEMON, "ListActivatableNames").values[0]


def version(bus: SessionBus, interface: str) -> int:
    """Return the version of an interface, 0 where the portal has none. Raises DesktopUnavailable."""
    try:
        told = bus.ask(portal(interface), "version")
    except Refused:
        return 0
    return told if isinstance(told, int) else 0


def request(  # noqa: PLR0913 the parts of a call
    bus: SessionBus,
    interface: str,
    member: str,
    values: Sequence[str],
    options: Mapping[str, Variant],
    within_s: float,
    stop: threading.Event,
) -> Mapping[str, Any]:
    """Make a request, and return what it results in. `values` stand before the options: paths of sessions begin with "/".

    Raises DesktopError where the person says no or nobody does anything in time (the dialog is closed then), `stop` is set, or
    the portal answers what it may not.
    """
    token = f"ufo{secrets.token_hex(8)}"
    expected = f"{PATH}/request/{bus.unique_name.removeprefix(':').replace('.', '_')}/{token}"
    answers: queue.SimpleQueue[Sequence[Any]] = queue.SimpleQueue()

    def hear(signal: str, told: Sequence[Any]) -> None:
        if signal == "Response":
            answers.put(told)

    signature = "".join("o" if value.startswith("/") else "s" for value in values) + "a{sv}"
    given = {**options, "handle_token": Variant("s", token)}
    with contextlib.ExitStack() as ends:
        ends.callback(bus.hear(Named(NAME, expected, _REQUEST), hear))
        told = bus.call(portal(interface), member, signature, *values, given).values
        if told != [expected]:
            raise DesktopError(
                f"the desktop's portal answered {member} with {str(told)[:80]!r}, which is no request; {_NEXT}"
            )
        try:
            answer = _awaited(bus, answers, member, within_s, stop)
        except DesktopError:
            with contextlib.suppress(DesktopError):
                bus.call(Named(NAME, expected, _REQUEST), "Close")
            raise
    return _results(answer, member)


def _awaited(
    bus: SessionBus, answers: queue.SimpleQueue[Sequence[Any]], member: str, within_s: float, stop: threading.Event
) -> Sequence[Any]:
    deadline = time.monotonic() + within_s
    while not stop.is_set():
        with contextlib.suppress(queue.Empty):
            return answers.get(timeout=_TICK_S)
        if not bus.has(NAME):
            raise NotThere(f"the desktop's portal ended before it answered; {_NEXT}")
        if time.monotonic() > deadline:
            nobody = (
                "nobody answered the desktop's dialog"
                if member == _DIALOG
                else f"the desktop's portal answered no {member}"
            )
            raise DesktopError(f"{nobody} within {within_s:g} s; {_NEXT}")
    raise DesktopUnavailable("the run was stopped while the desktop's dialog was open")


def _results(answer: Sequence[Any], member: str) -> Mapping[str, Any]:
    code, results = answer if len(answer) == 2 else (None, None)
    if code == _DENIED:
        raise DesktopError(f"you said no in the desktop's dialog; {_NEXT}, or begin the run again to be asked again")
    if isinstance(code, int) and code != _ALLOWED:
        raise DesktopError(f"the desktop's portal ended {member} by itself (code {code}); {_NEXT}")
    if code != _ALLOWED or not isinstance(results, dict):
        raise DesktopError(f"the desktop's portal answered {member} with {str(answer)[:80]!r}; {_NEXT}")
    return {name: value.value if isinstance(value, Variant) else value for name, value in results.items()}
