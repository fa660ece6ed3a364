"""Tools for the presentation or drawing in the selected LibreOffice Impress or Draw window."""

from __future__ import annotations

from pathlib import PurePath

from mcp.server import MCPServer

from ufo.schema.command import ActionReport
from ufo.schema.tool_facts import ActionKind, Keeps, ToolFacts
from ufo.tools.observe.selection import ToolScope
from ufo.tools.servers.server import ToolServer
from ufo_libreoffice.open_documents import OfficeDocuments
from ufo_libreoffice.reports import saved, target_path
from ufo_libreoffice.servers.set_property import add_properties_of_slides
from ufo_libreoffice.servers.slide_tools import add_slide_tools, exported
from ufo_libreoffice.shown_document import ShownDocument, serve_document


def drawings_uno(scope: ToolScope) -> MCPServer:
    return serve_document(scope, "DrawingsUnoExecutor", OfficeDocuments, add_drawing_tools)


def add_drawing_tools(server: ToolServer, shown: ShownDocument) -> None:
    add_slide_tools(server, shown)
    add_properties_of_slides(server, shown)

    @server.acts(ToolFacts(kind=ActionKind.SAVE, keeps=Keeps.ALL))
    async def save() -> ActionReport:
        """Save the slides or drawing under the name it has."""
        return saved(await shown.change("document.save"))

    @server.destroys(ToolFacts(kind=ActionKind.SAVE_AS, keeps=Keeps.ALL))
    async def save_as(
        file_dir: str = "", file_name: str = "", file_ext: str = "", current_slide_only: bool = False
    ) -> ActionReport:
        """Save under another name, folder or format (slides .odp .pptx .pdf, drawings .odg .pdf); an existing file is replaced.

        What is left out stays as it is; a document without a file goes to the working folder as .odp or .odg. The slide in
        view alone can be saved as .pdf or .png.
        """
        described = await shown.ask("document.describe")
        if current_slide_only:
            described = {**described, "extensions": [".pdf", ".png", ".jpg"]}
            file_ext = file_ext or ("" if PurePath(file_name).suffix else ".pdf")
        path = target_path(described, shown.scope.working_folder, file_dir, file_name, file_ext)
        if current_slide_only:
            return exported(await shown.ask("slides.export_shown", path=str(path)))
        return saved(await shown.change("document.save_as", path=str(path)))
