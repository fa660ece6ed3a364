"""The ways by which input comes to KWin: fake input (version 4), where a desktop file of the person's grants it
(`kwin_grant.py`), or a session of the portal, which they share by its dialog.
"""

from __future__ import annotations

from typing import Protocol

from ufo.desktop.linux.wayland.client import Proxy, WaylandClient
from ufo.desktop.linux.wayland.portal.portal_session import PortalPointer, PortalSession
from ufo.errors import NotActionable
from ufo.schema.geometry import Point

FAKE_INPUT = "org_kde_kwin_fake_input"
_NOTCH = 10.0
NOT_GRANTED = (
    "KWin gives this program no pointer and no keyboard, so only what a program's own controls offer can be done; "
    "allow them with: ufo wayland install"
)


class Way(Protocol):
    """A way by which input comes to KWin."""

    def require(self) -> None:
        """Raises NotActionable where nothing can be sent now."""
        ...

    def move(self, to: Point) -> None: ...

    def button(self, number: int, state: int) -> None: ...

    def notch(self, axis: int, step: int) -> None:
        """Turn the wheel by one notch; `step` is 1 or -1."""
        ...

    def key(self, number: int, state: int) -> None: ...

    def await_handled(self) -> None: ...


class FakeInput:
    """Implements `Way` by fake input, where KWin grants it."""

    def __init__(self, client: WaylandClient) -> None:
        self._client = client
        self._fake: Proxy | None = client.bind(FAKE_INPUT, 4) if client.offers(FAKE_INPUT) else None
        if self._fake is not None:
            self._fake.send("authenticate", "ufo", "works applications for the person")

    def require(self) -> None:
        if self._fake is None:
            raise NotActionable(NOT_GRANTED)

    def move(self, to: Point) -> None:
        # The middle of the pixel.
        self._send("pointer_motion_absolute", to.x + 0.5, to.y + 0.5)

    def button(self, number: int, state: int) -> None:
        self._send("button", number, state)

    def notch(self, axis: int, step: int) -> None:
        self._send("axis", axis, _NOTCH * step)

    def key(self, number: int, state: int) -> None:
        self._send("keyboard_key", number, state)

    def await_handled(self) -> None:
        self._client.roundtrip()

    def _send(self, what: str, *values: float) -> None:
        self.require()
        assert self._fake is not None
        self._fake.send(what, *values)


class PortalWay:
    """Implements `Way` by a session of the portal, which the person shares by its dialog."""

    def __init__(self, session: PortalSession, pointer: PortalPointer, client: WaylandClient) -> None:
        self._session = session
        self._client = client
        self.move = pointer.move

    def require(self) -> None:
        self._session.require()

    def button(self, number: int, state: int) -> None:
        self._session.notify("NotifyPointerButton", "iu", number, state)

    def notch(self, axis: int, step: int) -> None:
        self._session.notify("NotifyPointerAxisDiscrete", "ui", axis, step)

    def key(self, number: int, state: int) -> None:
        self._session.notify("NotifyKeyboardKeycode", "iu", number, state)

    def await_handled(self) -> None:
        self._session.await_handed_on()
        self._client.roundtrip()
