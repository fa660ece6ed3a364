"""A test whose program is not installed skips by `tests/needs.py`, which says the command that brings it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.needs import lacking
from tests.sources import tree_of

_ROOT = Path(__file__).parents[2]
_SKIPS = frozenset({"skip", "skipif", "importorskip"})
_LOOKS = frozenset({"which", "missing"})
_SAYS_SO = re.compile(r"not installed|\blacks?\b|no application")
_COMMAND = re.compile(r"apt-get install -y|make setup-\w+")


def _without_a_command(source: str) -> Iterator[int]:
    """Yield the lines of skips for want of something installed that tell no command which brings it."""
    if not any(skip in source for skip in _SKIPS):
        return
    for node in ast.walk(tree_of(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _SKIPS:
            looks = any(isinstance(part, ast.Attribute) and part.attr in _LOOKS for part in ast.walk(node))
            said = " ".join(
                part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)
            )
            if (looks or _SAYS_SO.search(said)) and not _COMMAND.search(said):
                yield node.lineno


def test_every_skip_for_want_of_a_program_says_the_command_that_brings_it() -> None:
    files = sorted((_ROOT / "tests").rglob("*.py"))
    found = [(path, line) for path in files for line in _without_a_command(path.read_text("utf-8"))]
    own = {_ROOT / "tests" / "needs.py", Path(__file__)}
    assert [f"{path.relative_to(_ROOT)}:{line}" for path, line in found if path not in own] == []


@pytest.mark.parametrize(
    "source",
    [
        'import pytest, shutil\nx = pytest.mark.skipif(shutil.which("vlc") is None, reason="it plays")',
        'import pytest\ndef test():\n    pytest.skip("VLC is not installed")',
        'import pytest\nx = pytest.mark.skipif(bool(SCENE.missing), reason="the scene")',
    ],
)
def test_a_planted_skip_without_a_command_is_found(source: str) -> None:
    assert list(_without_a_command(source))


def test_a_program_that_is_not_here_is_told_with_its_package_and_one_that_is_here_is_not() -> None:
    assert lacking("sh", "no-such-program") == (
        "not installed: no-such-program; sudo apt-get install -y no-such-program"
    )
    assert lacking("sh") == ""
