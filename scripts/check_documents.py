"""Checks that each code block of the specification's documents stands in `tests/specification/table.py`.

usage: .venv/bin/python -m scripts.check_documents FOLDER    (the folder with the five documents)
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.specification.table import SNIPPETS

_FENCE = re.compile(r"\s*```(\w*)\s*$")
_BARE = re.compile(r"(?:async )?def |\{$")
_DRAWING = "mermaid"


def blocks(text: str) -> Iterator[int]:
    """Yield the line, from 1, on which each code block begins; drawings are none. A document without fences has its code
    bare: a function's first line or a brace alone.
    """
    lines = text.splitlines()
    if not any(_FENCE.match(line) for line in lines):
        yield from (number for number, line in enumerate(lines, 1) if _BARE.match(line))
        return
    fences = [(number, fence[1]) for number, line in enumerate(lines, 1) if (fence := _FENCE.match(line))]
    inside = False
    for (number, language), (_, following) in zip(fences, [*fences[1:], (0, "")], strict=True):
        inside = not inside
        if inside and not language and following:
            # One fence too many: a fence with a language always opens.
            inside = False
        if inside and language != _DRAWING:
            yield number + 1


def differences(folder: Path) -> list[str]:
    """Return a line for each block that is not in the table, and for each entry of the table that is no block."""
    found = {(path.stem, line) for path in folder.glob("*.md") for line in blocks(path.read_text(encoding="utf-8"))}
    told = {(snippet.document, snippet.line) for snippet in SNIPPETS}
    return [
        *(f"{document}.md:{line}: not in tests/specification/table.py" for document, line in sorted(found - told)),
        *(f"{document}.md:{line}: in the table, and no block" for document, line in sorted(told - found)),
    ]


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or not Path(arguments[0]).is_dir():
        print(__doc__)
        return 2
    said = differences(Path(arguments[0]))
    print("\n".join(said) or f"{len(SNIPPETS)} code blocks, each in the table")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
