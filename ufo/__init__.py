"""The public interface: functions that do a request and look at a window, and the values and fakes that go with them
(docs/api.md).

Every name is imported when it is first used, so that `import ufo` and `ufo --help` load nothing heavy.
"""

from __future__ import annotations

import importlib
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ufo.agents.user import User
    from ufo.api.look import Look, observe, observe_async
    from ufo.api.run import open_session, run, run_async
    from ufo.config.settings import Settings
    from ufo.desktop.backend import Desktop
    from ufo.desktop.fake import FakeDesktop
    from ufo.errors import UfoError
    from ufo.llm.provider import Provider
    from ufo.llm.scripted import ScriptedProvider
    from ufo.runs.sessions.session import Session
    from ufo.runs.sessions.users import ScriptedUser
    from ufo.schema.outcome import RunOutcome, RunSummary
    from ufo.schema.predicate import Finding
    from ufo.schema.usage import Usage

__all__ = [
    "Desktop", "FakeDesktop", "Finding", "Look", "Provider", "RunOutcome", "RunSummary", "ScriptedProvider", "ScriptedUser",
    "Session", "Settings", "UfoError", "Usage", "User", "observe", "observe_async", "open_session", "run", "run_async",
]  # fmt: skip

_NAMES = MappingProxyType(
    {
        "ufo.agents.user": ("User",),
        "ufo.api.look": ("Look", "observe", "observe_async"),
        "ufo.api.run": ("open_session", "run", "run_async"),
        "ufo.config.settings": ("Settings",),
        "ufo.desktop.backend": ("Desktop",),
        "ufo.desktop.fake": ("FakeDesktop",),
        "ufo.errors": ("UfoError",),
        "ufo.llm.provider": ("Provider",),
        "ufo.llm.scripted": ("ScriptedProvider",),
        "ufo.schema.outcome": ("RunOutcome", "RunSummary"),
        "ufo.schema.usage": ("Usage",),
        "ufo.schema.predicate": ("Finding",),
        "ufo.runs.sessions.session": ("Session",),
        "ufo.runs.sessions.users": ("ScriptedUser",),
    }
)
"""The public names, by the module that each is imported from."""


if not TYPE_CHECKING:
    # A type checker must not see this function, or it would accept any name.
    def __getattr__(name: str) -> object:
        home = next((module for module, names in _NAMES.items() if name in names), None)
        if home is None:
            raise AttributeError(f"module 'ufo' has no attribute {name!r}")
        value = getattr(importlib.import_module(home), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
