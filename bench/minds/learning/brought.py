"""What each source of knowledge brought: the same tasks with it and without any, as a table for docs/knowledge.md.

ufo learn bench/minds/learning/handbook.md --app all            (UFO_KNOWLEDGE__FOLDER=minds/knowledge)
python -m bench.minds house-letter --out minds --learned none
python -m bench.minds house-letter --out minds --learned documents
python -m bench.minds first-move --out minds --learned none --keep              (where VERIFIED, it teaches again-move)
python -m bench.minds again-move --out minds --learned experience
python -m bench.minds.learning.brought --out minds [--write]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.minds.learning import again, desk, handbook, hidden_commands, on_the_web, shown
from bench.minds.records import Record, load
from bench.minds.task import Task


@dataclass(frozen=True, slots=True)
class Row:
    """Tasks that are told together, and the source that they are played with."""

    label: str
    source: str
    tasks: tuple[Task, ...]


ROWS = (
    Row("documents", "documents", handbook.TASKS),
    Row("menus of programs that minds know", "menus", hidden_commands.TASKS),
    Row("menus of a program that none knows", "menus", desk.TASKS),
    Row("experience", "experience", again.TASKS),
    Row("demonstrations", "demonstrations", shown.TASKS),
    Row("web", "web", on_the_web.TASKS),
)
WITHOUT = "none"
PAGE = Path(__file__).parents[3] / "docs" / "knowledge.md"
BEGIN, END = "<!-- brought: begin, written by python -m bench.minds.learning.brought -->", "<!-- brought: end -->"
_HEAD = (
    "| source | tasks | | solved | VERIFIED | calls | tokens |",
    "|---|---|---|---|---|---|---|",
)


def pairs(records: Iterable[Record], row: Row) -> list[tuple[Record, Record]]:
    """Return the records of each task of a row that was played both ways: without any source, and with its own."""
    names = [task.name for task in row.tasks]
    known = {(record.task, record.learned): record for record in records}
    both = ((known.get((name, WITHOUT)), known.get((name, row.source))) for name in names)
    return [(bare, helped) for bare, helped in both if bare is not None and helped is not None]


def table(records: Sequence[Record]) -> str:
    """Return two lines for each row of which tasks were played both ways."""
    lines = [*_HEAD]
    for row in ROWS:
        played = pairs(records, row)
        for word, which in (("without", 0), ("with", 1)) if played else ():
            lines.append(_line(row.label if which == 0 else "", word, [pair[which] for pair in played]))
    return "\n".join(lines)


def _line(label: str, word: str, records: Sequence[Record]) -> str:
    calls = sum(int(record.count["calls"]) for record in records)
    tokens = sum(int(record.count["calls"]) * int(record.count["tokens_a_call"]) for record in records)
    cells = (
        label,
        len(records) if label else "",
        word,
        sum(record.solved for record in records),
        sum(record.solved and record.outcome == "VERIFIED" for record in records),
        calls,
        f"{tokens:,}",
    )
    return f"| {' | '.join(str(cell) for cell in cells)} |"


def renewed(page: str, written: str) -> str:
    """Return the page with the table in the place of the one that it has. Raises ValueError where it lacks the markers."""
    head, begin, rest = page.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the page lacks the lines {BEGIN!r} and {END!r}; put them where the table belongs")
    return f"{head}{BEGIN}\n\n{written}\n\n{END}{tail}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table, and write it into the page where that is asked for. Return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, nargs="+", required=True, help="folders of played tasks")
    parser.add_argument("--write", action="store_true", help=f"write it into {PAGE.name}")
    asked = parser.parse_args(arguments)
    written = table([record for folder in asked.out for record in load(folder / "records")])
    print(written)
    if asked.write:
        PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8"), written), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
