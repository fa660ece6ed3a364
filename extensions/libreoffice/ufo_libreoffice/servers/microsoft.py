"""Tools for the document in the selected window of Word, Excel or PowerPoint: those of LibreOffice, as far as Office's interface
is asked for what they do (`microsoft/operations.py`).
"""

from __future__ import annotations

from collections.abc import Callable

from mcp.server import MCPServer

from ufo.tools.observe.selection import ToolScope
from ufo.tools.servers.server import ToolServer
from ufo_libreoffice.microsoft_documents import MicrosoftDocuments
from ufo_libreoffice.servers.calc import add_spreadsheet_tools
from ufo_libreoffice.servers.drawings import add_drawing_tools
from ufo_libreoffice.servers.writer import add_text_tools
from ufo_libreoffice.shown_document import ShownDocument, serve_document

_WORD = (
    "read_table", "read_text", "select_place", "replace_text", "edit_paragraph", "set_property", "edit_table", "save", "save_as",
)  # fmt: skip
_EXCEL = (
    "read_cells", "select_place", "write_table", "write_cells", "set_property", "look_at_sheets", "change_sheets",
    "change_lines", "save", "save_as",
)  # fmt: skip
_POWERPOINT = (
    "read_slides", "write_slides", "replace_text", "arrange_slides", "set_property", "export_file", "save", "save_as",
)  # fmt: skip


def word_com(scope: ToolScope) -> MCPServer:
    return _served(scope, "WordCOMExecutor", add_text_tools, _WORD)


def excel_com(scope: ToolScope) -> MCPServer:
    return _served(scope, "ExcelCOMExecutor", add_spreadsheet_tools, _EXCEL)


def powerpoint_com(scope: ToolScope) -> MCPServer:
    return _served(scope, "PowerPointCOMExecutor", add_drawing_tools, _POWERPOINT)


def _served(
    scope: ToolScope, name: str, add: Callable[[ToolServer, ShownDocument], None], kept: tuple[str, ...]
) -> MCPServer:
    server = serve_document(scope, name, MicrosoftDocuments, add)
    server.keep(kept)
    return server
