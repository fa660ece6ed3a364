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


_SPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{space}:1.0"'
    for name, space in (("office", "office"), ("text", "text"), ("style", "style"), ("fo", "xsl-fo-compatible"))
)


def text_with_styles(styles: str = "", second: str = "Standard") -> str:
    """Return a flat OpenDocument text of two paragraphs, with these styles alone. `second`: the style of the second one."""
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document {_SPACES} office:version="1.3" '
        f'office:mimetype="application/vnd.oasis.opendocument.text"><office:styles>{styles}</office:styles>'
        f'<office:body><office:text><text:p>Tea in the morning</text:p><text:p text:style-name="{second}">'
        "Soup at noon</text:p></office:text></office:body></office:document>"
    )


def style(font: str, name: str = "") -> str:
    """Return a style of paragraphs that gives a font; without a name the default style."""
    kind, named = ("style", f' style:name="{name}"') if name else ("default-style", "")
    return (
        f'<style:{kind}{named} style:family="paragraph"><style:text-properties fo:font-family="{font}" '
        f'style:font-name="{font}"/></style:{kind}>'
    )


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
