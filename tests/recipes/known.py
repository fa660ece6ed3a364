"""Experience to test with."""

from __future__ import annotations

from typing import Any

from ufo.recipes.recipe import Control, Experience, Worked


def experience(request: str = "export {{file}} as PDF", **more: Any) -> Experience:
    given: dict[str, Any] = {
        "application": "writer",
        "request": request,
        "actions": (
            Worked(function="visit", arguments={"path": ["File", "Export As", "Export as PDF…"]}),
            Worked(function="click_input", control=Control(role="Button", name="Export")),
        ),
        "avoid": ("visit(path=[\"File\", \"PDF\"]) failed: Menu 'File' leads to no 'PDF'",),
        "kept": "2026-01-01T00:00:00+00:00",
    }
    return Experience(**given | more)
