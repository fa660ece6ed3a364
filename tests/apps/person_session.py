"""The sessions that people have, without a screen, by name: each is the environment that programs of it are given."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from types import MappingProxyType

from tests.apps.gnome_session import gnome_session
from tests.apps.kwin_session import kwin_session
from tests.apps.session_parts import opened_keyring
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.private.processes import MARK

Environment = Mapping[str, str]
_WIDTH, _HEIGHT = 1280, 800


@contextlib.contextmanager
def _private(*, wayland: bool) -> Iterator[Environment]:
    desktop = PrivateDesktop.open(_WIDTH, _HEIGHT, wayland=wayland)
    try:
        yield desktop.environment
    finally:
        desktop.close()


@contextlib.contextmanager
def _gnome() -> Iterator[Environment]:
    # Whoever moves windows about for a trial does it by the shell's own language.
    size, more = f"{_WIDTH}x{_HEIGHT}", ("--no-x11", "--unsafe-mode")
    with (
        tempfile.TemporaryDirectory(prefix="ufo-gnome-", ignore_cleanup_errors=True) as folder,
        gnome_session(Path(folder), (size,), more=more) as session,
    ):
        yield session.environment


@contextlib.contextmanager
def _kwin(compose: str) -> Iterator[Environment]:
    with kwin_session(compose) as session:
        yield session.environment


SESSIONS: Mapping[str, Callable[[], AbstractContextManager[Environment]]] = MappingProxyType(
    {
        "x11": lambda: _private(wayland=False),
        "sway": lambda: _private(wayland=True),
        "gnome": _gnome,
        "kwin": lambda: _kwin("O2"),
        "kwin-without-pictures": lambda: _kwin("Q"),
    }
)
"""How each begins: GNOME with our extension, KWin with the grant. All but the last give pictures."""


@contextlib.contextmanager
def person_session(name: str) -> Iterator[Environment]:
    """Run the session as the person's own one. X11 and sway are private desktops of which this is not told."""
    with contextlib.ExitStack() as ends:
        environment = ends.enter_context(SESSIONS[name]())
        if name != "gnome":
            ends.enter_context(opened_keyring(environment))
        yield {variable: value for variable, value in environment.items() if variable != MARK}
