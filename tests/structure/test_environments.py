"""Every program that we start is told which environment it gets: none inherits ours, with the keys that are in it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.sources import house, nodes_of

_STARTS = frozenset(
    {"Popen", "run", "call", "create_subprocess_exec", "create_subprocess_shell", "check_output", "check_call"}
)
_MODULES = frozenset({"subprocess", "asyncio"})


def _without_environment(source: str) -> Iterator[int]:
    if not any(name in source for name in _MODULES):
        # Most of the time that this takes goes into parsing.
        return
    for node in nodes_of(source):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr not in _STARTS:
            continue
        owner = node.func.value
        starts = (
            isinstance(owner, ast.Name) and owner.id in _MODULES and (owner.id, node.func.attr) != ("asyncio", "run")
        )
        if starts and not any(keyword.arg == "env" for keyword in node.keywords):
            yield node.lineno


def test_every_program_is_given_an_environment() -> None:
    found = [f"{file}:{line}" for file, source in house() for line in _without_environment(source)]
    assert not found, f"pass env=desktop_environment(...) or sessionless_environment(...): {', '.join(found)}"


def test_a_program_without_one_is_found() -> None:
    assert list(_without_environment("subprocess.Popen(command)")) == [1]
    assert not list(_without_environment("subprocess.Popen(command, env=desktop_environment(os.environ))"))
