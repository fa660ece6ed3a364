"""Commands name the functions that do their work, which are imported when a command is used: each is there."""

from __future__ import annotations

import ast
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from ufo.extensions import Group

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
    of_extensions = {point.name: point.value.split(".") for point in entry_points(group=Group.COMMANDS)}
    package, *inside = of_extensions.get(module, ["ufo", "cli", "commands", module])
    folder = CLI.parents[1] if package == "ufo" else next(CLI.parents[1].glob(f"extensions/*/{package}/")).parent
    source = ast.parse(folder.joinpath(package, *inside).with_suffix(".py").read_text(encoding="utf-8"))
    assert function in {node.name for node in source.body if isinstance(node, ast.FunctionDef)}


def test_the_calls_are_found() -> None:
    assert ("run", "run_with") in _named() and len(_named()) > 30
