"""DataExecutor: what is kept as records. Each family of places has a file beside this one."""

from __future__ import annotations

from mcp.server import MCPServer

from ufo.tools.observe.selection import ToolScope
from ufo.tools.servers.api_tools import add_apis
from ufo.tools.servers.database_tools import add_databases
from ufo.tools.servers.record_tools import add_records
from ufo.tools.servers.remote_file_tools import add_remote_files
from ufo.tools.servers.server import ToolServer


def data(scope: ToolScope) -> MCPServer:
    server = ToolServer(
        "DataExecutor",
        "Records: SQLite files, calendars and address books, services with an OpenAPI document, files over ssh.",
    )
    add_databases(server, scope)
    add_records(server, scope)
    add_apis(server, scope)
    add_remote_files(server, scope)
    return server
