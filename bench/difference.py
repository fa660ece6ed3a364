"""Times what the difference of the world costs beside a run: a look before it, and the difference at its end.

`python -m bench.difference [FILES] [MANY_FILES]`
"""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import docx
import openpyxl
import pptx

from ufo.proof.difference import Watched, WorldBefore
from ufo.schema.fact import Facts

_REPEAT = 5
_LETTERS_A_TOKEN = 3.5
"""Of lines such as these, with an ordinary tokenizer."""


@dataclass(frozen=True, slots=True)
class Times:
    """Milliseconds of processor time, which other work on the machine does not lengthen, and what came of it."""

    before: float
    after: float
    facts: Facts

    @property
    def tokens(self) -> int:
        return round(sum(len(fact.line) + 5 for fact in self.facts.facts) / _LETTERS_A_TOKEN)


def _documents(folder: Path) -> None:
    report = docx.Document()
    for number in range(60):
        report.add_paragraph(f"Paragraph {number} tells of the number {number * 7} and of a cat.")
    report.save(str(folder / "report.docx"))
    book = openpyxl.Workbook()
    for row in range(400):
        book.active.append([f"item {row}", row * 3, row / 7, f"=B{row + 1}*C{row + 1}"])
    book.save(folder / "sales.xlsx")
    deck = pptx.Presentation()
    for number in range(12):
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text, slide.placeholders[1].text = f"Slide {number}", "one\ntwo\nthree"
    deck.save(str(folder / "deck.pptx"))


def _work(folder: Path) -> None:
    """Do to each of the three documents what a run may do."""
    report = docx.Document(str(folder / "report.docx"))
    for paragraph in report.paragraphs[:30]:
        paragraph.text = paragraph.text.replace("cat", "dog")
    report.save(str(folder / "report.docx"))
    book = openpyxl.load_workbook(folder / "sales.xlsx")
    for row in range(1, 401):
        book.active[f"E{row}"] = f"=D{row}+1"
    book.save(folder / "sales.xlsx")
    deck = pptx.Presentation(str(folder / "deck.pptx"))
    deck.slides[3].shapes.title.text = "Changed"
    deck.save(str(folder / "deck.pptx"))


def _scatter(folder: Path) -> None:
    """Change 500 cells that have nothing in common."""
    book = openpyxl.load_workbook(folder / "sales.xlsx")
    for number in range(500):
        book.active.cell(1 + number * 7 % 400, 1 + number % 3).value = 10_000 + number * number
    book.save(folder / "sales.xlsx")


def _measured(files: int, work: Callable[[Path], None]) -> Times:
    home = Path(tempfile.mkdtemp(prefix="ufo-bench-"))
    try:
        folder = home / "work"
        for number in range(files):
            path = folder / f"{number // 100}" / f"{number}.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"note {number}\n" * 20, encoding="utf-8")
        _documents(folder)
        world = WorldBefore(Watched(folder, home), home / "run")
        began = time.process_time()
        world.take()
        taken = time.process_time()
        work(folder)
        worked = time.process_time()
        facts = world.difference()
        ended = time.process_time()
        return Times((taken - began) * 1000, (ended - worked) * 1000, facts)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def report(files: int = 2000, many: int = 100_000) -> None:
    # The first difference of a process loads the readers.
    _measured(1, _work)
    usual = [_measured(files, _work) for _ in range(_REPEAT)]
    before, after = (statistics.median(way) for way in ([t.before for t in usual], [t.after for t in usual]))
    print(
        f"{files:,} files, 3 documents changed: {before:.0f} ms before, {after:.0f} ms at the end (goal: 300 ms together)"
    )
    wide = _measured(10, _scatter)
    print(
        f"500 differences: {len(wide.facts.facts)} facts, about {wide.tokens:,} tokens (goal: 4,000), {wide.after:.0f} ms"
    )
    deep = _measured(many, _work)
    said = "; ".join(deep.facts.left_out) or "all was looked at"
    print(f"{many:,} files: {deep.before:.0f} ms before, {deep.after:.0f} ms at the end; {said}")


if __name__ == "__main__":
    report(*map(int, sys.argv[1:3]))
