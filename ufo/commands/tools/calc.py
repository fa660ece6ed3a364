"""Tools for the spreadsheet in the selected LibreOffice Calc window (facts/described_system.md §1.7)."""

from __future__ import annotations

from mcp.server import MCPServer

from ufo.commands.observe.selection import ToolScope
from ufo.commands.tools.calc_cells import add_cell_tools
from ufo.commands.tools.calc_names import CALC_NAMES
from ufo.commands.tools.calc_sheets import add_sheet_tools
from ufo.commands.tools.calc_tables import add_table_tools
from ufo.commands.tools.office_properties import add_properties_of_sheet
from ufo.commands.tools.server import ToolServer
from ufo.commands.uno.bridge import OfficeBridge
from ufo.commands.uno.reports import saved, target_path
from ufo.commands.uno.shown_document import ShownDocument
from ufo.schema.command import ActionReport
from ufo.schema.tool_facts import ActionKind, Keeps, ToolFacts


def calc_uno(scope: ToolScope) -> MCPServer:
    bridge = OfficeBridge()
    server = ToolServer("CalcUnoExecutor", lifespan=bridge.lifespan)
    shown = ShownDocument(scope, bridge)
    add_cell_tools(server, shown)
    add_properties_of_sheet(server, shown)
    add_table_tools(server, shown)
    add_sheet_tools(server, shown)
    _add_saving(server, shown)
    server.also_named(CALC_NAMES)
    return server


def _add_saving(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(kind=ActionKind.SAVE, keeps=Keeps.ALL))
    async def save() -> ActionReport:
        """Save the spreadsheet under the name it has."""
        return saved(await shown.change("document.save"))

    @server.destroys(ToolFacts(kind=ActionKind.SAVE_AS, keeps=Keeps.ALL))
    async def save_as(file_dir: str = "", file_name: str = "", file_ext: str = "") -> ActionReport:
        """Save under another name, folder or format (.ods .xlsx .pdf .csv); an existing file is replaced.

        What is left out stays as it is; a document without a file goes to the working folder as .ods. A .csv holds the
        sheet in view only.
        """
        described = await shown.ask("document.describe")
        path = target_path(described, shown.scope.working_folder, file_dir, file_name, file_ext)
        value = await shown.change("document.save_as", path=str(path))
        left_out = len(value["sheets"]) - 1 if path.suffix == ".csv" else 0
        return saved(value, f"a .csv holds one sheet; {left_out} others are not in it" if left_out else "")
