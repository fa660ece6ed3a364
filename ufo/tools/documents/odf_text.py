"""Makes OpenDocument texts of marked text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from ufo.tools.documents.marked_text import Block, blocks_in, runs_in
from ufo.tools.documents.odf_package import attribute, characters, write_package

_SIZES = (20, 16, 14, 13, 12, 11)
_LIST_KINDS = ("bullet", "number")


def write_text_document(path: Path, text: str, tables: Sequence[str] = ()) -> None:
    """Write an .odt file. `tables`: the names of its tables, in order. Raises OSError."""
    write_package(path, _content(blocks_in(text), iter(tables)), _styles())


def spans(text: str) -> str:
    """Return marked text as XML, with its emphasis."""
    parts = []
    for run in runs_in(text):
        inside = characters(run.text)
        style = "Bold" if run.bold else "Italic" if run.italic else ""
        parts.append(f'<text:span text:style-name="{style}">{inside}</text:span>' if style else inside)
    return "".join(parts)


def emphasis_styles() -> str:
    return (
        '<style:style style:name="Bold" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>'
        '<style:style style:name="Italic" style:family="text"><style:text-properties fo:font-style="italic"/></style:style>'
    )


def list_styles() -> str:
    levels = range(1, 5)

    def place(level: int) -> str:
        return (
            '<style:list-level-properties text:list-level-position-and-space-mode="label-alignment">'
            f'<style:list-level-label-alignment text:label-followed-by="listtab" fo:text-indent="-0.6cm" '
            f'fo:margin-left="{0.6 * level + 0.6:.1f}cm"/></style:list-level-properties>'
        )

    bullets = "".join(
        f'<text:list-level-style-bullet text:level="{level}" text:bullet-char="•">{place(level)}</text:list-level-style-bullet>'
        for level in levels
    )
    numbers = "".join(
        f'<text:list-level-style-number text:level="{level}" style:num-suffix="." style:num-format="1">{place(level)}'
        "</text:list-level-style-number>"
        for level in levels
    )
    return (
        f'<text:list-style style:name="Bullets">{bullets}</text:list-style>'
        f'<text:list-style style:name="Numbers">{numbers}</text:list-style>'
    )


def list_of(items: Sequence[Block], style: str, level: int = 1) -> str:
    """Return items of several levels as nested lists."""
    parts: list[str] = []
    at = 0
    while at < len(items):
        deeper = at + 1
        while deeper < len(items) and items[deeper].level > level:
            deeper += 1
        inner = list_of(items[at + 1 : deeper], style, level + 1) if deeper > at + 1 else ""
        parts.append(f"<text:list-item><text:p>{spans(items[at].text)}</text:p>{inner}</text:list-item>")
        at = deeper
    name = f' text:style-name="{style}"' if level == 1 else ""
    return f"<text:list{name}>{''.join(parts)}</text:list>"


def _content(blocks: Sequence[Block], tables: Iterator[str]) -> str:
    automatic = (
        f"{emphasis_styles()}{list_styles()}"
        '<style:style style:name="NewPage" style:family="paragraph" style:parent-style-name="Standard">'
        '<style:paragraph-properties fo:break-before="page"/></style:style>'
        '<style:style style:name="Cell" style:family="table-cell">'
        '<style:table-cell-properties fo:padding="0.1cm" fo:border="0.5pt solid #000000"/></style:style>'
    )
    body = "".join(_body(blocks, tables))
    return (
        f"<office:automatic-styles>{automatic}</office:automatic-styles>"
        f"<office:body><office:text>{body}</office:text></office:body>"
    )


def _body(blocks: Sequence[Block], tables: Iterator[str]) -> Iterator[str]:
    for kind, group in groupby(blocks, key=lambda item: item.kind):
        if kind in _LIST_KINDS:
            yield list_of(list(group), "Bullets" if kind == "bullet" else "Numbers")
            continue
        for block in group:
            yield _block(block, tables)


def _block(block: Block, tables: Iterator[str]) -> str:
    match block.kind:
        case "heading":
            style = f'text:style-name="Heading_20_{block.level}" text:outline-level="{block.level}"'
            return f"<text:h {style}>{spans(block.text)}</text:h>"
        case "table":
            return _table(block.rows, next(tables, ""))
        case "break":
            return '<text:p text:style-name="NewPage"/>'
    return f'<text:p text:style-name="Text_20_body">{spans(block.text)}</text:p>'


def _table(rows: Sequence[Sequence[str]], name: str) -> str:
    lines = "".join(
        "<table:table-row>"
        + "".join(
            f'<table:table-cell table:style-name="Cell" office:value-type="string"><text:p>{spans(cell)}</text:p>'
            "</table:table-cell>"
            for cell in row
        )
        + "</table:table-row>"
        for row in rows
    )
    width = len(rows[0]) if rows else 1
    named = f" table:name={attribute(name)}" if name else ""
    return f'<table:table{named}><table:table-column table:number-columns-repeated="{width}"/>{lines}</table:table>'


def _styles() -> str:
    headings = "".join(
        f'<style:style style:name="Heading_20_{level}" style:display-name="Heading {level}" style:family="paragraph" '
        f'style:parent-style-name="Standard" style:default-outline-level="{level}">'
        '<style:paragraph-properties fo:margin-top="0.4cm" fo:margin-bottom="0.2cm" fo:keep-with-next="always"/>'
        f'<style:text-properties fo:font-size="{size}pt" fo:font-weight="bold"/></style:style>'
        for level, size in enumerate(_SIZES, 1)
    )
    return (
        "<office:styles>"
        '<style:style style:name="Standard" style:family="paragraph"/>'
        '<style:style style:name="Text_20_body" style:display-name="Text body" style:family="paragraph" '
        'style:parent-style-name="Standard"><style:paragraph-properties fo:margin-bottom="0.25cm"/></style:style>'
        f"{headings}</office:styles>"
        "<office:automatic-styles>"
        '<style:page-layout style:name="Page"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm" '
        'fo:margin-top="2cm" fo:margin-bottom="2cm" fo:margin-left="2cm" fo:margin-right="2cm"/></style:page-layout>'
        "</office:automatic-styles>"
        '<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="Page"/></office:master-styles>'
    )
