"""GimpExecutor: GIMP's procedures on a picture's file. The original stays as it is."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

from mcp.server import MCPServer
from PIL import Image, UnidentifiedImageError
from pydantic import Field

from ufo.errors import ToolError
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.file_names import named, readable
from ufo.schema.tool_facts import ActionKind, ToolFacts
from ufo.tools.observe.selection import ToolScope
from ufo.tools.servers.given_files import existing, new_file
from ufo.tools.servers.server import ToolServer
from ufo_media.gimp import with_gimp
from ufo_media.gimp_steps import STEPS

_WORDS = ("gimp", "picture", "image", "photo", "layer", "filter", "blur", "sharpen", "transparent", "brightness", "contrast",
    "saturation", "indexed", "greyscale", "grayscale", "jpeg quality", "jpg quality", "xcf")  # fmt: skip


def gimp(scope: ToolScope) -> MCPServer:
    server = ToolServer("GimpExecutor", "GIMP's procedures on a picture's file.")

    @server.acts(ToolFacts(kind=ActionKind.MAKE_FILE, words=_WORDS, program="gimp"))
    async def edit_with_gimp(
        source: Annotated[str, Field(min_length=1, description="path of a picture, xcf too")],
        target: Annotated[str, Field(min_length=1, description="new file; its ending is the format")],
        steps: Annotated[list[str], Field(max_length=40, description=f"in order: {STEPS}")],
        quality: Annotated[int, Field(ge=1, le=100, description="of a jpg")] = 90,
    ) -> ActionReport:
        """Do steps of GIMP on a picture's file without a window, and save it under another name or format."""
        start, end = existing(scope, source), new_file(scope, target)
        await with_gimp(start, end, steps, quality, scope.environment)
        return await asyncio.to_thread(_report, end)

    return server


def _report(path: Path) -> ActionReport:
    value: dict[str, object] = {"path": named(path)}
    try:
        size, kind = _looked_at(path)
    except UnidentifiedImageError as error:
        raise ToolError(f"GIMP wrote {readable(path)!r}, which is no picture that can be read; look at it") from error
    value |= {"width": size[0], "height": size[1]} if size else {}
    said = f"{path} is there, {path.stat().st_size:,} bytes" + (
        f", {size[0]} by {size[1]} pixels, {kind}" if size else ""
    )
    effect = Effect.CONFIRMED if size else Effect.UNVERIFIABLE
    return ActionReport(value=value, effect=effect, route=Route.NATIVE, evidence=(named(said),))


def _looked_at(path: Path) -> tuple[tuple[int, int] | None, str]:
    """Return a picture's width and height in pixels, and its kind, as its file says; None for a kind that is not read here."""
    ending = path.suffix.casefold()
    if ending == ".xcf":
        head = path.open("rb").read(26)
        if not head.startswith(b"gimp xcf"):
            raise UnidentifiedImageError(path.name)
        return (int.from_bytes(head[14:18]), int.from_bytes(head[18:22])), "GIMP's own format"
    if ending in (".ora", ".pdf"):
        return None, ""
    with Image.open(path) as picture:
        return picture.size, picture.mode
