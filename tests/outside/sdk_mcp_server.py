"""An MCP server made with the official SDK: `python sdk_mcp_server.py stdio`, or `http PORT`."""

from __future__ import annotations

import sys

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp_types import ToolAnnotations
from pydantic import BaseModel

server = MCPServer("weather")


class Forecast(BaseModel):
    city: str
    degrees: int


@server.tool(annotations=ToolAnnotations(read_only_hint=True))
async def forecast(city: str) -> Forecast:
    """Tell how warm it will be."""
    return Forecast(city=city, degrees=21)


@server.tool(annotations=ToolAnnotations(read_only_hint=True))
async def grow(context: Context) -> str:
    """Get another tool."""

    @server.tool()
    async def later() -> str:
        return "later done"

    await context.notify_tools_changed()
    return "grown"


if __name__ == "__main__":
    if sys.argv[1] == "http":
        server.run("streamable-http", port=int(sys.argv[2]))
    else:
        server.run("stdio")
