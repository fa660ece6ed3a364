"""The whole of the settings stays with the doors and the composition root: every other room gets its own sections."""

from __future__ import annotations

import ast

from tests.sources import house

DOORS = (
    "__init__.py",
    "acp_server/",
    "api/",
    "cli/",
    "config/",
    "mcp_server/",
    "runs/assembly.py",
    "runs/named_models.py",
    "ufo_recording/commands/",
)


def _takes_the_whole(source: str) -> bool:
    return "ufo.config.settings" in source and any(
        isinstance(node, ast.ImportFrom)
        and node.module == "ufo.config.settings"
        and any(name.name == "Settings" for name in node.names)
        for node in ast.walk(ast.parse(source))
    )


def test_only_doors_and_the_composition_root_import_the_whole_of_the_settings() -> None:
    inside = [name for name, source in house() if _takes_the_whole(source)]
    assert [name for name in inside if not name.startswith(DOORS)] == []
    assert "runs/assembly.py" in inside


def test_an_import_of_the_whole_is_seen_among_others() -> None:
    assert _takes_the_whole("from ufo.config.settings import ModelSettings, Settings\n")
    assert not _takes_the_whole("from ufo.config.sections import AgentSections\n")
