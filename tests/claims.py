"""Which tests claim to show which requirement, read from the sources."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.sources import tree_of

TESTS = Path(__file__).parent


@cache
def claims() -> dict[str, tuple[str, ...]]:
    """Return the tests that carry `@requirement(id)`, by id, each as "path::name" from the root of the tree."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        source = path.read_text(encoding="utf-8")
        # Most of the time that this takes goes into parsing.
        if "requirement(" not in source:
            continue
        for name, ids in _marked(tree_of(source)):
            for one in ids:
                found.setdefault(one, []).append(f"{path.relative_to(TESTS.parent)}::{name}")
    return {key: tuple(tests) for key, tests in found.items()}


def _marked(tree: ast.Module) -> Iterator[tuple[str, list[str]]]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for mark in node.decorator_list:
            if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "requirement":
                yield node.name, [str(one.value) for one in mark.args if isinstance(one, ast.Constant)]
