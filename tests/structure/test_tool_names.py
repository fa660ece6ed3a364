"""Nothing is decided by a tool's name: what a tool does stands on its decorator (`ufo/schema/tool_facts.py`)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

import pytest

from tests.known_tools import TOOLS
from tests.sources import house, nodes_of

NAMES = frozenset(tool.tool_name for tool in TOOLS)
_QUOTED = re.compile(rf"""["'](?:{"|".join(NAMES)})["']""")
ORDINARY = frozenset(
    {"expand", "fill", "read", "save", "select", "set_value", "show", "summary", "texts", "visit", "wait"}
)
"""Words that stand for other things as well: what a desktop does to a control, keys of results, words of a request."""
CALLS = frozenset({"Command", "_value", "collect"})
"""Functions that call a tool. Who calls one has to name it."""
ROOMS = ("tools/servers/", "ufo_libreoffice/servers/", "ufo_planner/")
ALLOWED = {
    "agents/processors/strategies/host/decide_target.py": "reads the HostAgent's answer, in which ASSIGN is a chosen window",
    "runs/sessions/next_subtask.py": "answers in a model's place",
    "prompts/prune_outline.py": "tells a model what to search with",
    "ufo_computer_use/gestures.py": "puts a model's gestures into tools' terms",
    "ufo_recording/moves.py": "makes a skill of what a person did, in which tools stand by name",
    "ufo_recording/demonstrated.py": "puts the tools of that skill into words",
    "recipes/skill_of_run.py": "makes a skill of a run's record, in which tools stand by name",
    "recipes/replay/turn_answer.py": "answers in a model's place",
}


def named(source: str) -> list[str]:
    """Where the source names a tool otherwise than to call it, as "line: name"."""
    if not _QUOTED.search(source):
        # Most of the time that this takes goes into parsing.
        return []
    nodes = nodes_of(source)
    ordinary = _decided_by(nodes)
    called = {id(argument) for node in nodes if isinstance(node, ast.Call) for argument in _arguments(node)}
    return [
        f"{node.lineno}: {node.value}"
        for node in nodes
        if isinstance(node, ast.Constant) and node.value in NAMES and id(node) not in called
        if node.value not in ORDINARY or id(node) in ordinary
    ]


def _arguments(call: ast.Call) -> Iterator[ast.expr]:
    function = call.func
    name = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
    if name in CALLS:
        yield from (*call.args, *(keyword.value for keyword in call.keywords))


def _decided_by(nodes: Sequence[ast.AST]) -> set[int]:
    """Texts that a tool's name is compared with, directly or by a constant of the module, and tables of tools' names alone."""
    constants = {
        target.id: node.value
        for node in nodes
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    found: set[int] = set()
    for node in nodes:
        if isinstance(node, ast.Compare) and any(map(_is_tool_name, (node.left, *node.comparators))):
            sides = [node.left, *node.comparators]
            sides += [constants[side.id] for side in sides if isinstance(side, ast.Name) and side.id in constants]
            found |= {id(node) for side in sides for node in ast.walk(side)}
        entries = node.keys if isinstance(node, ast.Dict) else getattr(node, "elts", [])
        texts = [entry for entry in entries if isinstance(entry, ast.Constant)]
        if len(entries) == len(texts) > 1 and {text.value for text in texts} <= NAMES:
            found |= {id(text) for text in texts}
    return found


def _is_tool_name(node: ast.expr) -> bool:
    return getattr(node, "attr", getattr(node, "id", "")) in ("tool_name", "function")


def test_no_file_but_the_servers_and_the_planner_decides_by_a_tools_name() -> None:
    found = {file: named(source) for file, source in house() if file not in ALLOWED and not file.startswith(ROOMS)}
    assert {name: where for name, where in found.items() if where} == {}


def test_every_exception_is_still_needed() -> None:
    modules = dict(house())
    assert [name for name in ALLOWED if not named(modules[name])] == []


@pytest.mark.parametrize(
    "source",
    [
        'if command.tool_name == "click_input": pass',
        'KEEPS = frozenset({"set_edit_text"})',
        'if act.function == "select": pass',
        'if act.function in ("read", "other"): pass',
        'READS = frozenset({"read"})\nis_read = act.function in READS',
        'WAYS = {"read": 1, "wait": 2}',
    ],
)
def test_a_decision_by_name_is_found(source: str) -> None:
    assert named(source)


@pytest.mark.parametrize(
    "source",
    [
        'collect(dispatcher, "get_ui_tree")',
        'Command(tool_name="find_controls")',
        'if verb == "select": pass',
        'x.get("save")',
    ],
)
def test_calling_a_tool_and_ordinary_words_are_no_decision(source: str) -> None:
    assert named(source) == []
