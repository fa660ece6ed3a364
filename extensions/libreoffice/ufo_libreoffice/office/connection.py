"""Connects to running LibreOffices and finds the document that one of their windows shows."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from .api import NoConnectError, UnoError, file_path, items, local_context, window_handle
from .refusals import Deaf, Gone, Refused

_CONNECT_TIMEOUT_S = 5.0
_LOAD_TIMEOUT_S = 3.0


@dataclass(frozen=True)
class Shown:
    """A document in a window: its model, the controller of that window, and LibreOffice's component context."""

    document: Any
    controller: Any
    context: Any

    def create(self, service: str) -> Any:
        return self.context.ServiceManager.createInstanceWithContext(f"com.sun.star.{service}", self.context)

    @property
    def path(self) -> str:
        return file_path(self.document.getURL())

    def require(self, service: str, kind: str) -> None:
        if not self.document.supportsService(f"com.sun.star.{service}"):
            raise Refused(f"the selected window does not show a {kind}; select the window of the {kind} first")

    def require_writable(self) -> None:
        if self.document.isReadonly():
            raise Refused(
                f"the document {self.path or 'without a name'!r} is open read-only; "
                "save it under another name with save_as, then change that one"
            )


class Connections:
    """One connection for each LibreOffice, by the connection part of its address ("pipe,name=…")."""

    def __init__(self) -> None:
        self._contexts: dict[str, Any] = {}
        self._titled: dict[tuple[str, str], Any] = {}

    def shown(self, address: str, window: str, windows: Sequence[int], title: str) -> Shown:
        """Return the document that a window shows. `window`: the id by which the caller knows it, `windows`: its X11 windows,
        `title`: the one that it had when the caller looked. Raises Refused, Gone, Deaf.
        """
        context, desktop = self._reached(address)
        frames = [(window_handle(frame.getContainerWindow()), frame) for frame in items(desktop.Frames)]
        frame = _frame_of(frames, windows)
        if frame is None:
            # A document that is saved under another name gives its window another title, and stays in its frame.
            kept = self._titled.get((address, window))
            frame = next((frame for _, frame in frames if frame == kept), None) or _frame_titled(frames, windows, title)
            self._titled[address, window] = frame
        controller = _controller(frame)
        document = controller.getModel() if controller is not None else None
        if document is None or not hasattr(document, "getURL"):
            raise Refused(
                f"the selected window {title!r} shows no document; where it asks something (a password, a recovery), answer it "
                "on the screen, or select the window of a document"
            )
        return Shown(document, controller, context)

    def _reached(self, address: str) -> tuple[Any, Any]:
        """Return the component context and the desktop of the LibreOffice at that address. A connection that was kept is made
        anew where it has ended: another LibreOffice may listen there by now. Raises Gone, Deaf.
        """
        kept = self._contexts.pop(address, None)
        if kept is not None:
            with suppress(UnoError, AttributeError):
                desktop = _desktop(kept)
                self._contexts[address] = kept
                return kept, desktop
        context = _connect(address)
        try:
            desktop = _desktop(context)
        except (UnoError, AttributeError) as error:
            raise Gone(f"the connection to LibreOffice is lost ({error}); open the document again") from error
        self._contexts[address] = context
        return context, desktop


def _desktop(context: Any) -> Any:
    return context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)


def _controller(frame: Any) -> Any:
    """Return what shows the frame's document; None where none is shown. A frame has no controller while its document loads."""
    deadline = time.monotonic() + _LOAD_TIMEOUT_S
    while frame.getController() is None and time.monotonic() < deadline:
        time.sleep(0.05)
    return frame.getController()


def _connect(address: str) -> Any:
    """Connect, and retry refusals for up to 5 seconds: an acceptor that was just requested opens a moment later. Raises Deaf."""
    local = local_context()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    deadline = time.monotonic() + _CONNECT_TIMEOUT_S
    while True:
        try:
            return resolver.resolve(f"uno:{address};urp;StarOffice.ComponentContext")
        except NoConnectError as error:
            if time.monotonic() > deadline:
                raise Deaf(f"LibreOffice does not answer at {address!r}; it was closed or is still starting") from error
            time.sleep(0.05)


def _frame_of(frames: Sequence[tuple[int | None, Any]], windows: Sequence[int]) -> Any:
    """Return the frame of one of the X11 windows, None where there is none."""
    return next((frame for window in windows for handle, frame in frames if handle == window), None)


def _frame_titled(frames: Sequence[tuple[int | None, Any]], windows: Sequence[int], title: str) -> Any:
    """Return the frame of that title. Compare titles only for frames whose window is not known, so that no document is taken for
    another. Raises Refused, Gone.
    """
    titled = [frame for handle, frame in frames if (handle is None or not windows) and _title(frame) == title]
    if len(titled) > 1:
        raise Refused(f"several windows are titled {title!r}; close one of them")
    if not titled:
        raise Gone(
            f"LibreOffice shows no document in the window {title!r} any more; look again and select one that is there"
        )
    return titled[0]


def _title(frame: Any) -> str:
    try:
        return str(frame.Title)
    except UnoError:
        return ""
