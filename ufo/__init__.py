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
    from ufo.schema.outcome import RunOutcome, RunSummary, Usage
    from ufo.schema.predicate import Finding
    from ufo.sessions.session import Session
    from ufo.sessions.users import ScriptedUser

__all__ = [
    "Desktop",
    "FakeDesktop",
    "Finding",
    "Look",
    "Provider",
    "RunOutcome",
    "RunSummary",
    "ScriptedProvider",
    "ScriptedUser",
    "Session",
    "Settings",
    "UfoError",
    "Usage",
    "User",
    "observe",
    "observe_async",
    "open_session",
    "run",
    "run_async",
]

_HOMES = MappingProxyType(
    {
        "Desktop": "ufo.desktop.backend",
        "FakeDesktop": "ufo.desktop.fake",
        "Finding": "ufo.schema.predicate",
        "Look": "ufo.api.look",
        "Provider": "ufo.llm.provider",
        "RunOutcome": "ufo.schema.outcome",
        "RunSummary": "ufo.schema.outcome",
        "ScriptedProvider": "ufo.llm.scripted",
        "ScriptedUser": "ufo.sessions.users",
        "Session": "ufo.sessions.session",
        "Settings": "ufo.config.settings",
        "UfoError": "ufo.errors",
        "Usage": "ufo.schema.outcome",
        "User": "ufo.agents.user",
        "observe": "ufo.api.look",
        "observe_async": "ufo.api.look",
        "open_session": "ufo.api.run",
        "run": "ufo.api.run",
        "run_async": "ufo.api.run",
    }
)
"""The module that each public name is imported from."""


if not TYPE_CHECKING:
    # A type checker must not see this function, or it would accept any name.
    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module 'ufo' has no attribute {name!r}")
        value = getattr(importlib.import_module(_HOMES[name]), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
