"""Requirements and tests, checked against one another both ways."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

from tests.requirements import REQUIREMENTS

TESTS = Path(__file__).parent


@cache
def _claimed() -> dict[str, list[str]]:
    """Requirement id → tests that claim to show it, read from the sources."""
    claims: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        source = path.read_text(encoding="utf-8")
        # Most of the time that this takes goes into parsing.
        tree = ast.walk(ast.parse(source)) if "requirement(" in source else ()
        for node in tree:
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "requirement":
                    for argument in mark.args:
                        if isinstance(argument, ast.Constant):
                            claims.setdefault(str(argument.value), []).append(f"{path.name}::{node.name}")
    return claims


def test_every_requirement_has_a_test_or_says_why_not() -> None:
    claimed = _claimed()
    missing = [key for key, one in REQUIREMENTS.items() if not one.deferred and key not in claimed]
    assert not missing


def test_every_claimed_requirement_is_declared() -> None:
    assert not [key for key in _claimed() if key not in REQUIREMENTS]


def test_a_deferred_requirement_has_no_test_yet() -> None:
    claimed = _claimed()
    assert not [key for key, one in REQUIREMENTS.items() if one.deferred and key in claimed]
