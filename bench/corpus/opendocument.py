"""Writes the OpenDocument files of an item."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from bench.corpus.cell_content import CellContent, SheetContent, sheets_of, size
from ufo.conditions.readers.references import parse_reference
from ufo.tools.documents.odf_package import attribute, characters, write_package

_Looks = tuple[bool, bool, str, str, str]


def write_ods(path: Path, content: Mapping[str, Any]) -> None:
    sheets = list(sheets_of(content))
    if any(sheet.chart for sheet in sheets):
        raise ValueError(f"{path.name}: charts are made in .xlsx files only")
    looks = sorted({_looks(cell) for sheet in sheets for cell in sheet.cells.values()})
    styles = "".join(_cell_style(f"c{at}", look) for at, look in enumerate(looks))
    names = {look: f"c{at}" for at, look in enumerate(looks)}
    tables = "".join(_table(sheet, names) for sheet in sheets)
    filters = "".join(
        f'<table:database-range table:name={attribute(f"filter{at}")} table:display-filter-buttons="true" '
        f"table:target-range-address={attribute(_address(sheet))}/>"
        for at, sheet in enumerate(sheets)
        if sheet.filter
    )
    ranges = f"<table:database-ranges>{filters}</table:database-ranges>" if filters else ""
    write_package(
        path,
        f"<office:automatic-styles>{styles}</office:automatic-styles><office:body><office:spreadsheet>{tables}{ranges}"
        "</office:spreadsheet></office:body>",
        "<office:styles/>",
    )
    if any(sheet.freeze for sheet in sheets):
        _freeze(path, sheets)


def _freeze(path: Path, sheets: Sequence[SheetContent]) -> None:
    """Put into the settings of the document how many rows and columns stay in view."""
    views = "".join(
        f"<config:config-item-map-entry config:name={attribute(sheet.name)}>"
        f"{_split('Horizontal', reference.area.column)}{_split('Vertical', reference.area.row)}</config:config-item-map-entry>"
        for sheet in sheets
        if sheet.freeze and (reference := parse_reference(sheet.freeze)) is not None
    )
    settings = (
        '<?xml version="1.0" encoding="UTF-8"?><office:document-settings '
        'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
        'xmlns:config="urn:oasis:names:tc:opendocument:xmlns:config:1.0" office:version="1.2"><office:settings>'
        '<config:config-item-set config:name="ooo:view-settings"><config:config-item-map-indexed config:name="Views">'
        '<config:config-item-map-entry><config:config-item-map-named config:name="Tables">'
        f"{views}</config:config-item-map-named></config:config-item-map-entry></config:config-item-map-indexed>"
        "</config:config-item-set></office:settings></office:document-settings>"
    )
    with zipfile.ZipFile(path) as package:
        parts = [(entry, package.read(entry.filename)) for entry in package.infolist()]
    with zipfile.ZipFile(path, "w") as package:
        for entry, data in parts:
            package.writestr(entry, settings if entry.filename == "settings.xml" else data)


def _split(direction: str, position: int) -> str:
    mode = 2 if position else 0
    return (
        f'<config:config-item config:name="{direction}SplitMode" config:type="short">{mode}</config:config-item>'
        f'<config:config-item config:name="{direction}SplitPosition" config:type="int">{position}</config:config-item>'
    )


def _address(sheet: SheetContent) -> str:
    start, _, end = sheet.filter.partition(":")
    name = f"'{sheet.name}'"
    return f"{name}.{start}:{name}.{end or start}"


def _looks(cell: CellContent) -> _Looks:
    return cell.bold, cell.italic, cell.fill, cell.color, cell.format


def _cell_style(name: str, look: _Looks) -> str:
    bold, italic, fill, color, shown = look
    text = (' fo:font-weight="bold"' if bold else "") + (' fo:font-style="italic"' if italic else "")
    text += f' fo:color="{color}"' if color else ""
    background = f'<style:table-cell-properties fo:background-color="{fill}"/>' if fill else ""
    properties = f"<style:text-properties{text}/>" if text else ""
    data, link = _data_style(f"n{name}", shown)
    return (
        f'{data}<style:style style:name="{name}" style:family="table-cell"{link}>{background}{properties}</style:style>'
    )


def _data_style(name: str, shown: str) -> tuple[str, str]:
    """Return the style of numbers or dates for a format such as "0.0%", and the attribute that names it."""
    link = f' style:data-style-name="{name}"'
    if "%" in shown:
        places = len(shown.partition(".")[2].rstrip("%"))
        return (
            f'<number:percentage-style style:name="{name}"><number:number number:decimal-places="{places}" '
            'number:min-integer-digits="1"/><number:text>%</number:text></number:percentage-style>',
            link,
        )
    if "yy" in shown.lower():
        return f'<number:date-style style:name="{name}">{"".join(_date_parts(shown))}</number:date-style>', link
    if "0" in shown:
        places = len(shown.partition(".")[2])
        grouped = ' number:grouping="true"' if "," in shown else ""
        return (
            f'<number:number-style style:name="{name}"><number:number number:decimal-places="{places}" '
            f'number:min-integer-digits="1"{grouped}/></number:number-style>',
            link,
        )
    return "", ""


def _date_parts(shown: str) -> Iterator[str]:
    at = 0
    tags = {"y": "year", "m": "month", "d": "day"}
    while at < len(shown):
        sign = shown[at].lower()
        end = at
        while end < len(shown) and shown[end].lower() == sign:
            end += 1
        if sign in tags:
            long = ' number:style="long"' if end - at > (2 if sign == "y" else 1) else ""
            yield f"<number:{tags[sign]}{long}/>"
        else:
            yield f"<number:text>{characters(shown[at:end])}</number:text>"
        at = end


def _table(sheet: SheetContent, names: Mapping[_Looks, str]) -> str:
    rows, columns = size(list(sheet.cells))
    lines = "".join(
        f"<table:table-row>{''.join(_cell(sheet.cells.get((row, column)), names) for column in range(columns))}"
        "</table:table-row>"
        for row in range(rows)
    )
    return f"<table:table table:name={attribute(sheet.name)}><table:table-column/>{lines}</table:table>"


def _cell(cell: CellContent | None, names: Mapping[_Looks, str]) -> str:
    if cell is None:
        return "<table:table-cell/>"
    formula = f" table:formula={attribute(f'msoxl:{cell.formula}')}" if cell.formula else ""
    head = f'table:style-name="{names[_looks(cell)]}"{formula}'
    match cell.value:
        case None:
            return f"<table:table-cell {head}/>"
        case bool():
            told = f'office:value-type="boolean" office:boolean-value="{str(cell.value).lower()}"'
        case date():
            told = f'office:value-type="date" office:date-value="{cell.value.isoformat()}"'
        case int() | float():
            kind = "percentage" if "%" in cell.format else "float"
            told = f'office:value-type="{kind}" office:value="{cell.value!r}"'
        case _:
            told = 'office:value-type="string"'
    return f"<table:table-cell {head} {told}><text:p>{characters(_shown(cell))}</text:p></table:table-cell>"


def _shown(cell: CellContent) -> str:
    value = cell.value
    if isinstance(value, int | float) and not isinstance(value, bool) and "%" in cell.format:
        places = len(cell.format.partition(".")[2].rstrip("%"))
        return f"{value * 100:.{places}f}%"
    return value.isoformat() if isinstance(value, date) else str(value)


def write_odt(path: Path, content: Sequence[Any]) -> None:
    body = "".join(_block(block) for block in content)
    automatic = (
        '<style:style style:name="B" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>'
        '<style:style style:name="I" style:family="text"><style:text-properties fo:font-style="italic"/></style:style>'
        '<style:style style:name="BI" style:family="text"><style:text-properties fo:font-weight="bold" '
        'fo:font-style="italic"/></style:style>' + "".join(map(_break_before, dict.fromkeys(_broken(content))))
    )
    write_package(
        path,
        f"<office:automatic-styles>{automatic}</office:automatic-styles><office:body><office:text>{body}</office:text>"
        "</office:body>",
        f"<office:styles>{''.join(_named_styles(content))}</office:styles>",
    )


def _named_styles(content: Sequence[Any]) -> Iterator[str]:
    used = {block["style"] for block in content if isinstance(block, dict) and "style" in block}
    for style in sorted(used):
        yield (
            f"<style:style style:name={attribute(_style_name(style))} style:display-name={attribute(style)} "
            'style:family="paragraph"/>'
        )


def _style_name(style: str) -> str:
    return style.replace(" ", "_20_")


def _text_cell(value: object) -> str:
    return f"<table:table-cell><text:p>{characters(str(value))}</text:p></table:table-cell>"


def _broken(content: Iterable[str | Mapping[str, Any]]) -> Iterator[str]:
    """Iterate over the styles of paragraphs that begin a page."""
    for block in content:
        if not isinstance(block, str) and block.get("page_break"):
            yield block.get("style", "")


def _break_before(style: str) -> str:
    parent = f" style:parent-style-name={attribute(_style_name(style))}" if style else ""
    return (
        f'<style:style style:name="Break{_style_name(style)}" style:family="paragraph"{parent}>'
        '<style:paragraph-properties fo:break-before="page"/></style:style>'
    )


def _block(block: str | Mapping[str, Any]) -> str:
    paragraph: Mapping[str, Any] = {"text": block} if isinstance(block, str) else block
    if "table" in paragraph:
        rows = "".join(
            f"<table:table-row>{''.join(map(_text_cell, row))}</table:table-row>" for row in paragraph["table"]
        )
        return f"<table:table>{rows}</table:table>"
    text = characters(paragraph.get("text", ""))
    emphasis = ("B" if paragraph.get("bold") else "") + ("I" if paragraph.get("italic") else "")
    inner = f'<text:span text:style-name="{emphasis}">{text}</text:span>' if emphasis else text
    style = paragraph.get("style", "")
    name = f"Break{_style_name(style)}" if paragraph.get("page_break") else _style_name(style)
    head = f" text:style-name={attribute(name)}" if name else ""
    level = style.removeprefix("Heading ")
    if level.isdigit():
        return f'<text:h{head} text:outline-level="{level}">{inner}</text:h>'
    return f"<text:p{head}>{inner}</text:p>"
