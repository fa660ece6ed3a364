"""Nothing outside `ufo/conditions` asks which kind a condition is: it asks the condition (`ufo/conditions/condition.py`)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.sources import house, nodes_of
from ufo.conditions.table import KINDS

_CLASSES = frozenset(kind.__name__ for kind in KINDS)
_NAMES = frozenset(kind.model_fields["on"].default for kind in KINDS)
_MAY_ASK = re.compile(rf"""{"|".join(_CLASSES)}|\bon\b["']?\)?\]?\s*(?:==|!=|in\b|not in\b)|match\b.*\bon\b""")
_ASKED = frozenset({"isinstance", "issubclass", "type"})


def decided(source: str) -> list[str]:
    """Where the source asks for the kind of a condition, as "line: what"."""
    if not _MAY_ASK.search(source):
        # Most of the time that this takes goes into parsing.
        return []
    return [f"{node.lineno}: {ast.unparse(node)}" for node in _deciding(source)]


def _deciding(source: str) -> Iterator[ast.expr | ast.pattern]:
    for node in nodes_of(source):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _ASKED:
            if any(_names(part) & _CLASSES for part in node.args[1:]):
                yield node
        elif isinstance(node, ast.MatchClass) and _names(node.cls) & _CLASSES:
            yield node
        elif isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            is_type = any(isinstance(side, ast.Call) and getattr(side.func, "id", "") == "type" for side in sides)
            if (any(map(_is_kind, sides)) and any(_texts(side) & _NAMES for side in sides)) or (
                is_type and any(_names(side) & _CLASSES for side in sides)
            ):
                yield node
        elif isinstance(node, ast.Match) and _is_kind(node.subject):
            yield node.subject


def _is_kind(node: ast.expr) -> bool:
    """Whether it reads the name of a condition's kind: `x.on`, `x["on"]`, `x.get("on")`."""
    if isinstance(node, ast.Subscript):
        return _texts(node.slice) == {"on"}
    if isinstance(node, ast.Call):
        return getattr(node.func, "attr", "") == "get" and bool(node.args) and _texts(node.args[0]) == {"on"}
    return isinstance(node, ast.Attribute) and node.attr == "on"


def _names(node: ast.AST) -> set[str]:
    return {getattr(part, "id", getattr(part, "attr", "")) for part in ast.walk(node)}


def _texts(node: ast.AST) -> set[str]:
    return {part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)}


def test_no_file_outside_of_the_conditions_decides_by_their_kind() -> None:
    found = {file: decided(source) for file, source in house() if not file.startswith("conditions/")}
    assert {name: where for name, where in found.items() if where} == {}


@pytest.mark.parametrize(
    "source",
    [
        "if isinstance(predicate, FilePredicate): pass",
        "shown = [one for one in found if isinstance(one, document.DocumentPredicate | ElementPredicate)]",
        "is_page = type(predicate) is PagePredicate",
        "match predicate:\n    case DocumentPredicate(open=True): pass",
        'match condition.get("on"):\n    case "file": pass',
        'if one.on == "element": pass',
        'if one.get("on") in ("file", "document"): pass',
        'kept = [one for one in expect if one["on"] != "element"]',
    ],
)
def test_a_decision_by_kind_is_found(source: str) -> None:
    assert decided(source)


@pytest.mark.parametrize(
    "source",
    [
        'expect = (FilePredicate(path="a.txt"),)',
        'stated = {"on": "file", "path": "a.txt"}',
        'if one.get("on") == "yes": pass',
        "if isinstance(error, DesktopError): raise FilePredicate",
    ],
)
def test_stating_a_condition_is_no_decision(source: str) -> None:
    assert decided(source) == []
