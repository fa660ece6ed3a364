"""ScanExecutor: reads the words of pictures and of scanned pages, each line with its place."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, Any

from mcp.server import MCPServer
from pydantic import Field

from ufo.schema.file_names import named
from ufo.schema.tool_facts import ActionKind, ToolFacts
from ufo.tools.documents.drawn_page import WHOLE, Drawn, Region, draw
from ufo.tools.observe.selection import ToolScope
from ufo.tools.servers.given_files import existing
from ufo.tools.servers.server import ToolServer
from ufo_sight.local.lines import Line, lines_of
from ufo_sight.local.ocr import Reader

_WORDS = (
    "read a scan", "scan", "scanned", "receipt", "invoice", "ocr", "words in picture", "text in picture", "text of image",
    "photo of page", "photographed", "no text", "handwriting", "business card",
)  # fmt: skip
_EDGE = 1754
"""Pixels of the longer side of an A4 page at 150 to the inch. Twice that, as it is enlarged, is what Tesseract is made for."""
_LONGEST_S = 45.0
_MOST_LINES = 400


def scans(scope: ToolScope) -> MCPServer:
    server = ToolServer("ScanExecutor", "Reads words in pictures.")
    # Tesseract's data must not be used by two threads at once, and takes much memory.
    alone = asyncio.Lock()

    @server.observes(ToolFacts(kind=ActionKind.READ_FILE, words=_WORDS))
    async def read_scan(
        path: Annotated[str, Field(min_length=1, description="a picture or a PDF file")],
        page: Annotated[int, Field(ge=1, le=100_000)] = 1,
        region: Annotated[
            list[float] | None,
            Field(min_length=4, max_length=4, description="left, top, right, bottom as parts from 0 to 1"),
        ] = None,
        languages: Annotated[str, Field(pattern=r"^[a-z_A-Z+]{3,60}$", description='Tesseract\'s: "deu+eng"')] = "eng",
    ) -> dict[str, Any]:
        """Read the words of a picture or of a scanned page (OCR), line by line, each with its place: left, top, right, bottom as
        parts of the page. Letters may be misread: look at what matters with show."""
        file = existing(scope, path).resolve()
        scope.judged.require_read(file)
        part: Region = WHOLE if region is None else (region[0], region[1], region[2], region[3])
        async with alone:
            drawn, lines = await asyncio.to_thread(
                _read, file, page, part, languages, scope.environment.get("TESSDATA_PREFIX", "")
            )
        told = [{"text": line.text, "place": _place(line, drawn, part)} for line in lines[:_MOST_LINES]]
        more = {"more": f"{len(lines) - _MOST_LINES} more lines; read a region"} if len(lines) > _MOST_LINES else {}
        return {"path": named(file), "page": f"{page} of {drawn.pages}", "lines": told, **more}

    return server


def _read(file: Path, page: int, part: Region, languages: str, prefix: str) -> tuple[Drawn, list[Line]]:
    reader = Reader(languages, None, {"TESSDATA_PREFIX": prefix} if prefix else {})
    drawn = draw(file, page, part, _EDGE, closer=False)
    return drawn, lines_of(reader.words(drawn.image, _LONGEST_S), ())


def _place(line: Line, drawn: Drawn, part: Region) -> list[float]:
    width, height = drawn.image.size
    left, top, right, bottom = part
    across, down = (right - left) / width, (bottom - top) / height
    rect = line.rect
    edges = (left + rect.x * across, top + rect.y * down, left + rect.right * across, top + rect.bottom * down)
    return [round(edge, 3) for edge in edges]
