"""Whoever makes files to work on makes them where they are removed, however the process ends."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

_ROOT = Path(__file__).parents[2]
_MAKERS = frozenset(
    {"TemporaryDirectory", "NamedTemporaryFile", "mkdtemp", "mkstemp", "mktemp", "SpooledTemporaryFile"}
)
_ELSEWHERE = {
    "ufo/platform/scratch.py": "the place itself",
    "ufo/desktop/private/supervisor.py": "a desktop's own folder, which its supervisor removes",
    "ufo/tools/system/write_file.py": "the half of a save, beside the file that it replaces",
    "extensions/libreoffice/ufo_libreoffice/office/calc/sheet_texts.py": "in the bridge's child, whose temporary folder is ours",
}
_PLAIN = 'import tempfile\nwith tempfile.TemporaryDirectory(prefix="ufo-copy-") as folder: ...\n'
_BY_NAME = "from tempfile import mkdtemp\nfolder = mkdtemp()\n"


def _made_in(source: str) -> Iterator[str]:
    if not any(maker in source for maker in _MAKERS):
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr in _MAKERS:
            yield node.attr
        elif isinstance(node, ast.ImportFrom) and node.module == "tempfile":
            yield from (name.name for name in node.names if name.name in _MAKERS)


def test_temporary_files_are_made_by_one_file_alone() -> None:
    makers = {
        str(path.relative_to(_ROOT))
        for room in ("ufo", "extensions")
        for path in sorted((_ROOT / room).rglob("*.py"))
        if any(_made_in(path.read_text("utf-8")))
    }
    assert makers == set(_ELSEWHERE), "make them by ufo.platform.scratch"


def test_each_way_to_make_them_is_found() -> None:
    assert list(_made_in(_PLAIN)) == ["TemporaryDirectory"]
    assert list(_made_in(_BY_NAME)) == ["mkdtemp"]
