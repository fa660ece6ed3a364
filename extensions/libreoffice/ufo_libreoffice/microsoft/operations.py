"""The operations on documents of Office by their names, which are LibreOffice's, and what sets each group of properties."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ufo_libreoffice.microsoft import files
from ufo_libreoffice.microsoft.excel import cell_properties, cells, sheet_changes, sheet_view
from ufo_libreoffice.microsoft.powerpoint import slide_looks, slides
from ufo_libreoffice.microsoft.shown import Shown
from ufo_libreoffice.microsoft.word import looks, tables, text
from ufo_libreoffice.office.property_table import Place, groups_of, told_together
from ufo_libreoffice.office.refusals import Refused

_Setter = Callable[[Shown, Mapping[str, str], Place], dict[str, Any]]
_SETTERS: dict[str, dict[str, _Setter]] = {
    "writer": {"look": looks.set_looks, "page": looks.set_page, "band": looks.set_bands},
    "calc": {
        "merge": cell_properties.set_merged, "look": cell_properties.set_looks, "comment": cell_properties.set_comment,
        "validation": cell_properties.set_validation, "name": cell_properties.set_name, "view": sheet_view.set_view,
        "page": sheet_view.set_page, "protection": sheet_view.set_protection,
    },
    "impress": {
        "look": slide_looks.set_looks, "slide": slide_looks.set_slides, "master": slide_looks.set_master,
        "shape": slide_looks.set_shape, "size": slide_looks.set_size,
    },
}  # fmt: skip


def set_properties(
    shown: Shown, application: str, properties: Mapping[str, str], place: Mapping[str, Any]
) -> dict[str, Any]:
    """Set properties, whose values are in their one spelling, at a place."""
    setters, at = _SETTERS[application], Place(**place)
    return told_together(
        [setters[group](shown, values, at) for group, values in groups_of(application, properties).items()]
    )


OPERATIONS: dict[str, Callable[..., Any]] = {
    "document.describe": files.describe, "document.modified": files.modified, "document.copy": files.copy,
    "document.save": files.save, "document.save_as": files.save_as, "document.set_properties": set_properties,
    "calc.read_cells": cells.read_cells, "calc.insert_table": cells.insert_table, "calc.write_cells": cells.write_cells,
    "calc.select_range": cells.select_range, "calc.copy_cells": cells.copy_cells,
    "calc.look_at_sheets": sheet_changes.look_at_sheets, "calc.change_sheets": sheet_changes.change_sheets,
    "calc.change_lines": sheet_changes.change_lines, "calc.reorder_columns": sheet_changes.reorder_columns,
    "writer.read_text": text.read_text, "writer.select_text": text.select_text, "writer.replace_text": text.replace_text,
    "writer.select_paragraphs": text.select_paragraphs, "writer.edit_paragraph": text.edit_paragraph,
    "writer.read_table": tables.read_table, "writer.select_table": tables.select_table,
    "writer.list_tables": tables.list_tables, "writer.insert_table": tables.insert_table,
    "writer.edit_table": tables.edit_table,
    "slides.read": slides.read_slides, "slides.write": slides.write_slides, "slides.arrange": slides.arrange_slides,
    "slides.replace_text": slide_looks.replace_text, "slides.export": slides.export,
    "slides.export_shown": slides.export_shown,
}  # fmt: skip


def run(shown: Shown, operation: str, arguments: Mapping[str, Any]) -> Any:
    """Return the value of an operation. Raises Refused, Gone, OfficeError."""
    if operation not in OPERATIONS:
        raise Refused(
            f"{operation.replace('.', ': ').replace('_', ' ')} is not done over {shown.program.name}'s interface here; do it on "
            "the screen"
        )
    return OPERATIONS[operation](shown, **arguments)
