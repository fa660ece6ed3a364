"""ShowExecutor: puts a picture file, or a page of a PDF file, before the eyes of the agent that asks for it."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from mcp.server import MCPServer
from pydantic import Field

from ufo.errors import ToolError
from ufo.schema.file_names import named
from ufo.schema.geometry import Rect
from ufo.schema.tool_facts import ActionKind, ToolFacts
from ufo.tools.documents.drawn_page import WHOLE, draw, told_of_picture
from ufo.tools.observe.selection import ToolScope
from ufo.tools.servers.given_files import existing
from ufo.tools.servers.server import ToolServer
from ufo.vision.encode import png_of

_WORDS = (
    "look at a picture", "picture", "photo", "photograph", "image", "scan", "scanned", "receipt", "screenshot", "page of pdf",
    "jpg", "png", "exif", "drawing", "chart", "diagram", "map", "handwriting", "signature", "stamp",
)  # fmt: skip


def shown(scope: ToolScope) -> MCPServer:
    server = ToolServer("ShowExecutor", "Shows pictures and pages.")

    @server.observes(ToolFacts(kind=ActionKind.READ_FILE, words=_WORDS))
    async def show(
        path: Annotated[str, Field(min_length=1, description="a picture or a PDF file")],
        page: Annotated[int, Field(ge=1, le=100_000)] = 1,
        region: Annotated[
            list[float] | None,
            Field(
                min_length=4,
                max_length=4,
                description="left, top, right, bottom as parts from 0 to 1, to see it larger",
            ),
        ] = None,
    ) -> dict[str, Any]:
        """Look at a picture, or at a page of a PDF file: at most four go with your next turn. Tells its size, and when and where
        it was taken."""
        file = existing(scope, path).resolve()
        scope.judged.require_read(file)
        if scope.tray.is_full:
            raise ToolError("so many pictures go with one turn; look at these first, and show the next ones then")
        part = WHOLE if region is None else (region[0], region[1], region[2], region[3])
        drawn = await asyncio.to_thread(draw, file, page, part)
        is_pdf = file.suffix.casefold() == ".pdf"
        about = {} if is_pdf else await asyncio.to_thread(told_of_picture, file)
        of_page = f", page {page} of {drawn.pages}" if is_pdf or drawn.pages > 1 else ""
        of_part = f", its part {list(part)}" if part != WHOLE else ""
        picture = png_of(drawn.image, Rect(0, 0, *drawn.image.size))
        scope.tray.lay(picture, f"the file {named(file.name)!r}{of_page}{of_part}, which you asked to see")
        return {"path": named(file), "pages": drawn.pages, "shown": "with your next turn", **about}

    return server
