"""Only `ufo/desktop/linux/toolkits/` knows how one toolkit departs from the protocol."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sources import house, nodes_of
from ufo.desktop.linux.toolkits.toolkit import Acting, Placer, Placing, Pointing, Reading, Toolkit, Wording

_UFO = Path(__file__).parents[2] / "ufo"
_OWNER = "desktop/linux/toolkits/"
_SEAM = "ufo.desktop.linux.toolkits"
# What the seam offers to the rest: the hooks, and which toolkit object an application has.
_OPEN = frozenset({f"{_SEAM}.toolkit", f"{_SEAM}.known"})
_NAMES = re.compile(
    r"gtk(?:[\s_-]?[234])?|qt(?:[\s_-]?[56])?|qt\s?quick|gecko|j2se-access-bridge|gail|swing|chromium", re.I
)
_IDENTITIES = frozenset({"gtk2", "gtk3", "gtk4", "gtk4_16", "qt", "qt6_5", "qtquick", "swing", "gecko", "chromium"})
_IDENTITY = re.compile(rf"(?:is|are|on|in|has)_(?:{'|'.join(sorted(_IDENTITIES))})")
_MENTION = re.compile("toolkit|gtk|qt|gecko|swing|chromium|gail|j2se", re.I)
_MOST_HOOKS = 12


def _departures(path: str, source: str) -> Iterator[str]:
    """Where a file outside of the toolkits' folder imports one of them, compares with the name of one, or asks for its identity
    or for that of its application."""
    for node in nodes_of(source):
        match node:
            case ast.ImportFrom(module=str(module)) if module.startswith(_SEAM) and module not in _OPEN:
                yield f"{path}:{node.lineno} imports {module}"
            case ast.ImportFrom(module=str(module), names=names) if module in _OPEN:
                upper = [name.name for name in names if name.name.lower() in _IDENTITIES]
                yield from (f"{path}:{node.lineno} names {name}" for name in upper)
            case ast.Import(names=names):
                yield from (
                    f"{path}:{node.lineno} imports {name.name}"
                    for name in names
                    if name.name.startswith(_SEAM) and name.name not in _OPEN
                )
            case ast.Compare(left=left, comparators=others):
                told = [expr for expr in (left, *others) if _is_name(expr)]
                yield from (f"{path}:{node.lineno} compares with {ast.unparse(expr)}" for expr in told)
            case ast.MatchValue(value=value) if _is_name(value):
                yield f"{path}:{node.lineno} matches {ast.unparse(value)}"
            case ast.Attribute(attr=attr) if _IDENTITY.fullmatch(attr.lower()) or attr.lower() in _IDENTITIES:
                yield f"{path}:{node.lineno} reads .{attr}"
            case ast.Attribute(value=ast.Attribute(attr="toolkit") | ast.Name(id="toolkit"), attr="name"):
                yield f"{path}:{node.lineno} asks a toolkit for its name"
            case ast.Call(func=ast.Name(id="isinstance"), args=[_, kind]) if "toolkit" in ast.unparse(kind).lower():
                yield f"{path}:{node.lineno} asks which toolkit it is"


def _is_name(node: ast.expr) -> bool:
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return any(_is_name(elt) for elt in node.elts)
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(_NAMES.fullmatch(node.value))


def test_no_file_outside_of_the_toolkits_folder_knows_a_quirk_or_asks_which_toolkit_it_is() -> None:
    told: list[str] = []
    for name, source in house():
        if not name.startswith(_OWNER) and _MENTION.search(source):
            told += _departures(name, source)
    assert told == []


def test_no_file_outside_of_the_toolkits_folder_is_called_by_a_toolkit() -> None:
    named = {path for path in _UFO.rglob("*.py") if _IDENTITIES & set(path.stem.split("_"))}
    assert not [path for path in named if not str(path.relative_to(_UFO)).startswith(_OWNER)]


@pytest.mark.parametrize("facet", [Reading, Wording, Placer, Placing, Pointing, Acting, Toolkit])
def test_a_facet_of_a_toolkit_has_a_dozen_hooks_at_most(facet: type) -> None:
    assert len([name for name in vars(facet) if not name.startswith("_")]) <= _MOST_HOOKS


def test_a_planted_quirk_is_found() -> None:
    planted = """
from ufo.desktop.linux.toolkits.gtk4 import padding
from ufo.desktop.linux.toolkits.known import GTK4
import ufo.desktop.linux.toolkits.swing

def read(app, toolkit):
    if toolkit.name == one or app.toolkit.is_gtk4 or name in ("Qt", "GTK"):
        return isinstance(toolkit, QtToolkit)
"""
    assert len(list(_departures("tree/reader.py", planted))) == 7


def test_what_the_seam_offers_is_no_quirk() -> None:
    offered = """
from ufo.desktop.linux.toolkits.toolkit import Children, Toolkit

def read(toolkit: Toolkit, node):
    return toolkit.reading.children(node) is Children.LEAF
"""
    assert not list(_departures("tree/reader.py", offered))
