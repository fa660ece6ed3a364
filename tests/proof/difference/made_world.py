"""A home with a working folder of real files, and the world before it was changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import openpyxl
from openpyxl.worksheet.worksheet import Worksheet

from ufo.proof.difference import OwnWrites, Watched, WorldBefore
from ufo.schema.fact import Fact

PRICES: Sequence[Sequence[object]] = (
    ("Item", "Price", "Qty"), ("Tea", 4, 10), ("Coffee", 4.5, 7), ("Milk", 1.2, 30), ("Bread", 2.5, 12), ("Jam", 3, 5),
    ("Eggs", 2.8, 24),
)  # fmt: skip


class MadeWorld:
    def __init__(self, root: Path) -> None:
        self.home = root / "home"
        self.folder = self.home / "work"
        self.folder.mkdir(parents=True)
        self.images = root / "run" / "before"
        self.world = WorldBefore(Watched(self.folder, self.home), self.images)

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def book(self, name: str, rows: Sequence[Sequence[object]] = PRICES) -> Path:
        book = openpyxl.Workbook()
        sheet = book.active
        assert isinstance(sheet, Worksheet)
        sheet.title = "Sheet1"
        for row in rows:
            sheet.append(list(row))
        book.save(self.folder / name)
        return self.folder / name

    def edit(self, path: Path, change: Callable[[openpyxl.Workbook, Worksheet], object]) -> None:
        book = openpyxl.load_workbook(path)
        sheet = book.active
        assert isinstance(sheet, Worksheet)
        change(book, sheet)
        book.save(path)

    def facts(self, own: OwnWrites | None = None) -> tuple[Fact, ...]:
        return self.world.difference(own).facts

    def lines(self) -> list[str]:
        return [fact.line for fact in self.facts() if not fact.by_product]
