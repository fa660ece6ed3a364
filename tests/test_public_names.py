"""The names that `import ufo` offers, and what importing it costs."""

from __future__ import annotations

import subprocess
import sys

import pytest

import ufo

HEAVY = frozenset(
    {"pydantic", "pydantic_settings", "mcp", "openai", "PIL", "Xlib", "rich", "typer", "asyncio", "jinja2"}
)


def test_the_public_names_are_these() -> None:
    assert ufo.__all__ == [
        "Desktop", "FakeDesktop", "Finding", "Look", "Provider", "RunOutcome", "RunSummary", "ScriptedProvider",
        "ScriptedUser", "Session", "Settings", "UfoError", "Usage", "User", "observe", "observe_async", "open_session",
        "run", "run_async",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ufo.__all__)
def test_every_public_name_can_be_used(name: str) -> None:
    assert getattr(ufo, name).__name__ == name
    assert name in dir(ufo)


def test_another_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'walk'"):
        _ = ufo.walk  # type: ignore[attr-defined]


def test_importing_it_loads_nothing_heavy() -> None:
    program = (
        f"import sys, ufo; print(sorted({set(HEAVY)!r} & set(sys.modules)))\n"
        "print([name for name in sys.modules if name.startswith('ufo')])"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=30, check=True)
    assert said.stdout.splitlines() == ["[]", "['ufo']"]
