"""Commands name the functions that do their work, which are imported when a command is used: each is there."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

CLI = Path(__file__).parents[2] / "ufo/cli"


def _named() -> list[tuple[str, str]]:
    """Return (module, function) of each call of `do` in the files of options."""
    calls = (
        node for path in CLI.glob("*_options.py") for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    )
    return [
        (str(call.args[0].value), str(call.args[1].value))
        for call in calls
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "do"
        if isinstance(call.args[0], ast.Constant) and isinstance(call.args[1], ast.Constant)
    ]


@pytest.mark.parametrize(("module", "function"), sorted(set(_named())))
def test_each_command_names_a_function_that_is_there(module: str, function: str) -> None:
    places = [CLI / f"commands/{module}.py", *CLI.parents[1].glob(f"extensions/*/ufo_*/commands/{module}.py")]
    (found,) = [path for path in places if path.is_file()]
    source = ast.parse(found.read_text(encoding="utf-8"))
    assert function in {node.name for node in source.body if isinstance(node, ast.FunctionDef)}


def test_the_calls_are_found() -> None:
    assert ("run", "run_with") in _named() and len(_named()) > 30
