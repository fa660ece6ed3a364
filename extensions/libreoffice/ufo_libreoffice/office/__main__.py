"""The operations on LibreOffice's documents by their names, and the process that answers requests for them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from . import commands, options, passwords, properties, save
from .answer_requests import serve
from .api import DisposedError, UnoError
from .calc import (
    cells,
    chart,
    conditional,
    copied_cells,
    filled_cells,
    filters,
    pivot,
    sheet_contents,
    sort,
    structure,
    subtotals,
    tables_in_text,
    texts,
)
from .connection import Connections
from .impress import export, objects, replaced_texts, slides
from .writer import changes, edit_tables, fields, formats, images, marks, sections, tables, text

OPERATIONS: dict[str, Callable[..., Any]] = {
    "document.protect": passwords.protect, "document.open_locked": passwords.open_locked,
    "document.export_pdf": passwords.export_pdf, "document.set_properties": properties.set_properties,
    "document.describe": save.describe, "document.copy": save.copy, "document.modified": save.modified,
    "document.save": save.save, "document.save_as": save.save_as,
    "commands.offered": commands.offered_commands, "commands.run": commands.run_command,
    "options.read": options.read_option, "options.set": options.set_option,
    "writer.list_changes": changes.list_changes, "writer.decide_changes": changes.decide_changes,
    "writer.record_changes": changes.record_changes, "writer.insert_contents": fields.insert_contents,
    "writer.update_contents": fields.update_contents, "writer.remove_contents": fields.remove_contents,
    "writer.insert_field": fields.insert_field, "writer.list_styles": formats.list_styles,
    "writer.insert_image": images.insert_image, "writer.change_image": images.change_image,
    "writer.remove_image": images.remove_image, "writer.list_images": images.list_images,
    "writer.insert_section": sections.insert_section, "writer.list_sections": sections.list_sections,
    "writer.mark_text": marks.mark_text, "writer.unmark_text": marks.unmark_text, "writer.list_marks": marks.list_marks,
    "writer.edit_table": edit_tables.edit_table, "writer.read_table": tables.read_table,
    "writer.list_tables": tables.list_tables, "writer.select_table": tables.select_table, "writer.read_text": text.read_text,
    "writer.insert_table": text.insert_table, "writer.replace_text": text.replace_text, "writer.select_text": text.select_text,
    "writer.select_paragraphs": text.select_paragraphs, "writer.edit_paragraph": text.edit_paragraph,
    "calc.read_cells": cells.read_cells, "calc.insert_table": cells.insert_table, "calc.select_range": cells.select_range,
    "calc.insert_chart": chart.insert_chart, "calc.change_chart": chart.change_chart, "calc.remove_chart": chart.remove_chart,
    "calc.reorder_columns": structure.reorder_columns, "calc.conditional_format": conditional.conditional_format,
    "calc.copy_cells": copied_cells.copy_cells,
    "calc.shade_by_value": conditional.shade_by_value, "calc.write_cells": filled_cells.write_cells,
    "calc.filter_rows": filters.filter_rows, "calc.filter_by_cells": filters.filter_by_cells,
    "calc.set_pivot_table": pivot.set_pivot_table, "calc.remove_pivot_table": pivot.remove_pivot_table,
    "calc.sort_table": sort.sort_table, "calc.change_sheets": structure.change_sheets,
    "calc.change_lines": structure.change_lines, "calc.undo_changes": structure.undo_changes,
    "calc.add_subtotals": subtotals.add_subtotals, "calc.import_csv": tables_in_text.import_csv,
    "calc.export_csv": tables_in_text.export_csv, "calc.convert_texts": texts.convert_texts,
    "calc.split_text": texts.split_text, "calc.look_at_sheets": sheet_contents.look_at_sheets,
    "slides.export": export.export, "slides.export_shown": export.export_shown, "slides.add_object": objects.add_object,
    "slides.read": slides.read_slides, "slides.replace_text": replaced_texts.replace_text, "slides.write": slides.write_slides,
    "slides.arrange": slides.arrange_slides,
}  # fmt: skip
_LOST = ("disposed", "bridge", "connection")


class Offices:
    """Implements `answer_requests.Office` over UNO."""

    def __init__(self) -> None:
        self._connections = Connections()

    def run(self, operation: str, arguments: dict[str, Any], where: dict[str, Any]) -> Any:
        shown = self._connections.shown(where["address"], where["window"], where["windows"], where["title"])
        return OPERATIONS[operation](shown, **arguments)

    def told(self, error: Exception) -> tuple[str, str]:
        if isinstance(error, DisposedError):
            return "gone", str(error) or "LibreOffice closed the document"
        if isinstance(error, UnoError):
            text = str(error) or type(error).__name__
            return ("gone" if any(word in text.lower() for word in _LOST) else "failed"), text
        return "failed", f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    serve(sys.stdin, sys.stdout, Offices())
