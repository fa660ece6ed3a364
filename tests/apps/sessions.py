"""Whole sessions on the real applications of a private desktop."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

from ufo.agents.user import User
from ufo.config.load import load_settings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.llm.provider import Provider
from ufo.runs.assembly import SessionParts, open_session
from ufo.runs.desktops import DesktopInUse
from ufo.runs.sessions.session import Session
from ufo.runs.sessions.users import ScriptedUser
from ufo.schema.running_mode import RunningMode
from ufo.trace.writer import LogWriter

Opening = Callable[..., AbstractAsyncContextManager[Session]]
"""Of a provider and, where given, a person; without one, somebody who consents to everything."""
LIE_TIMEOUT_S = 0.5
"""How long something is waited for that never comes to be so: no longer wait makes it so."""


def opens_on(desktop: LinuxDesktop, private: PrivateDesktop, folder: Path) -> Opening:
    @asynccontextmanager
    async def opened(
        provider: Provider | None,
        person: User | None = None,
        *,
        ends_with_run: bool = False,
        is_lie: bool = False,
        mode: RunningMode = RunningMode.NORMAL,
        **more: Any,
    ) -> AsyncIterator[Session]:
        """`is_lie`: of what the provider says must hold, something never does. Without a provider, `more` names the models."""
        settings = load_settings(log_dir=folder / "logs", **_looking(is_lie), **more)
        log = LogWriter(settings.log_dir)
        place = DesktopInUse(desktop, "private", private.environment, ends_with_run)
        who = person or ScriptedUser(consents=[True] * 20)
        parts = SessionParts(place, who, folder, log, provider=provider, mode=mode, clock=time.monotonic)
        try:
            async with open_session(settings, parts) as session:
                yield session
        finally:
            log.close()

    return opened


def _looking(is_lie: bool) -> dict[str, Any]:
    return {"system": {"verify_timeout_s": LIE_TIMEOUT_S}} if is_lie else {}
