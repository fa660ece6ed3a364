"""Worlds after a task, made without the applications: right ones, and ones that are wrong in one thing."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from pathlib import Path

from bench.minds.opendocument import DECLARED

_SPLIT = """<office:settings><config:config-item-set config:name="ooo:view-settings"><config:config-item-map-indexed
config:name="Views"><config:config-item-map-entry><config:config-item-map-named config:name="Tables">
<config:config-item-map-entry config:name="S"><config:config-item config:name="VerticalSplitMode"
config:type="short">2</config:config-item><config:config-item config:name="VerticalSplitPosition"
config:type="int">{rows}</config:config-item></config:config-item-map-entry></config:config-item-map-named>
</config:config-item-map-entry></config:config-item-map-indexed></config:config-item-set></office:settings>"""


def text(shown: str, style: str = "") -> str:
    return f'<table:table-cell{_styled(style)} office:value-type="string"><text:p>{shown}</text:p></table:table-cell>'


def number(value: float, style: str = "", shown: str = "", kind: str = "float") -> str:
    said = f'office:value-type="{kind}" office:value="{value}"'
    return f"<table:table-cell{_styled(style)} {said}><text:p>{shown or f'{value:g}'}</text:p></table:table-cell>"


def day(iso: str) -> str:
    said = f'office:value-type="date" office:date-value="{iso}"'
    return f"<table:table-cell {said}><text:p>{iso}</text:p></table:table-cell>"


def fill(name: str, colour: str) -> str:
    properties = f'<style:table-cell-properties fo:background-color="{colour}"/>'
    return f'<style:style style:name="{name}" style:family="table-cell">{properties}</style:style>'


def write_ods(
    path: Path, sheets: dict[str, Sequence[Sequence[str]]], styles: str = "", after: str = "", frozen: int = 0
) -> None:
    """Write a spreadsheet of ready cells. `after`: what follows the sheets, such as a pivot table."""
    tables = "".join(
        f'<table:table table:name="{name}">'
        + "".join(f"<table:table-row>{''.join(row)}</table:table-row>" for row in rows)
        + "</table:table>"
        for name, rows in sheets.items()
    )
    head = f'{DECLARED} office:version="1.3"'
    body = f"<office:body><office:spreadsheet>{tables}{after}</office:spreadsheet></office:body>"
    automatic = f"<office:automatic-styles>{styles}</office:automatic-styles>"
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("content.xml", f"<office:document-content {head}>{automatic}{body}</office:document-content>")
        packed.writestr("styles.xml", f"<office:document-styles {head}/>")
        split = _SPLIT.format(rows=frozen) if frozen else ""
        packed.writestr("settings.xml", f"<office:document-settings {head}>{split}</office:document-settings>")


def _styled(style: str) -> str:
    return f' table:style-name="{style}"' if style else ""
