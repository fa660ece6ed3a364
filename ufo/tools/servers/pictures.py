"""PictureExecutor: makes a changed copy of a picture without opening a program's window. The original stays as it is."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path
from typing import Annotated, Any

from mcp.server import MCPServer
from PIL import Image, ImageOps, UnidentifiedImageError
from pydantic import Field

from ufo.errors import ToolError
from ufo.platform.held_folder import made_folders
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.picture_changes import Change, parse_changes
from ufo.schema.tool_facts import ActionKind, ToolFacts
from ufo.tools.documents.picture_pages import require_room, too_large
from ufo.tools.observe.selection import ToolScope
from ufo.tools.servers.server import ToolServer
from ufo.tools.system.disk_space import not_written
from ufo.tools.system.file_globs import Move, files_meant, require_possible
from ufo.tools.system.launch_arguments import resolve_path
from ufo.tools.system.rename_plan import copies_of
from ufo.tools.system.write_file import write_new

_OPAQUE = (".jpg", ".jpeg", ".bmp")
_GRADED = (".jpg", ".jpeg", ".webp")
_WORDS = (
    "change a picture", "picture", "image", "photo", "photograph", "screenshot", "logo", "icon", "scan", "png", "jpg", "jpeg",
    "gif", "bmp", "webp", "tif", "tiff", "pixel", "crop", "rotate", "flip", "mirror", "resize", "scale", "thumbnail", "grey",
    "gray", "grayscale", "greyscale", "black and white",
)  # fmt: skip


def pictures(scope: ToolScope) -> MCPServer:
    server = ToolServer("PictureExecutor", "Makes a changed copy of a picture.")

    @server.acts(ToolFacts(kind=ActionKind.MAKE_PICTURE, words=_WORDS))
    async def change_picture(
        source: Annotated[str | list[str], Field(min_length=1, description='a picture; several, or "in/*.png"')],
        target: Annotated[
            str,
            Field(
                min_length=1,
                description='path of the new file; its ending is the format; of several "small/{name}.jpg" or "small/"',
            ),
        ],
        changes: Annotated[
            list[str],
            Field(
                description="in order, in pixels: scale 200x150 | scale 200x (in proportion) | scale 50% | rotate 90 "
                "(clockwise) | crop 100x80 (the middle) | crop 100x80+20+10 (20 from the left, 10 from the top) | "
                "flip horizontally | flip vertically | grey; none only changes the format"
            ),
        ],
        quality: Annotated[int, Field(ge=0, le=100, description="of .jpg (0: 75), .webp (0: 80)")] = 0,
    ) -> ActionReport:
        """Scale, rotate, crop, flip or grey a picture, or give it another format, and save that under another name."""
        wanted = parse_changes(changes)
        place = resolve_path(target, scope.working_folder)
        copies = [
            Move(scope.judged.require_read(item.start.resolve()), scope.judged.require(item.end))
            for item in copies_of(files_meant(source, scope.working_folder), target, place)
        ]
        require_possible(copies, copies=True)
        for move in copies:
            _require_format(move.end, quality)
        made: list[dict[str, Any]] = []
        failed: list[str] = []
        for copy in copies:
            try:
                width, height = await asyncio.to_thread(_made, copy, wanted, quality)
                made.append({"path": str(copy.end), "width": width, "height": height})
            except ToolError as error:
                failed.append(str(error))
        if not made:
            raise ToolError("; ".join(failed))
        return ActionReport(
            value=made[0] if len(copies) == 1 else {"pictures": made},
            effect=Effect.PARTIAL if failed else Effect.CONFIRMED,
            route=Route.NATIVE,
            evidence=(
                *(f"{record['path']} is there, {record['width']} by {record['height']} pixels" for record in made),
                *failed,
            ),
        )

    return server


def _require_format(end: Path, quality: int) -> None:
    if end.suffix.casefold() == ".pdf":
        raise ToolError("a PDF file is no picture; pdf_of_pages makes one of pictures")
    if quality and end.suffix.casefold() not in _GRADED:
        raise ToolError(f"a {end.suffix} picture has no quality; leave it out, or choose {', '.join(_GRADED)}")


def _made(copy: Move, changes: list[Change], quality: int) -> tuple[int, int]:
    """Write the changed picture, and its folder where there is none, and return its width and height in pixels. Raises ToolError;
    then no file is left there.
    """
    start, end = copy.start, copy.end
    try:
        with Image.open(start) as opened:
            require_room(opened.size)
            picture: Image.Image = ImageOps.exif_transpose(opened)
            for change in changes:
                picture = _changed(picture, change)
            if end.suffix.casefold() in _OPAQUE and picture.mode not in ("RGB", "L"):
                picture = picture.convert("RGB")
            _kept(picture, end, quality)
        with Image.open(end) as made:
            return made.size
    except Image.DecompressionBombError as error:
        raise ToolError(too_large()) from error
    except UnidentifiedImageError as error:
        raise ToolError(f"{start.name} is not a picture that can be read") from error
    except OSError as error:
        raise ToolError(not_written(error, end)) from error
    except ValueError as error:
        raise ToolError(f"{end.name} could not be made: {error}") from error


def _kept(picture: Image.Image, end: Path, quality: int) -> None:
    given: dict[str, Any] = {"quality": quality} if quality else {}
    made = io.BytesIO()
    # Its name tells the picture's format.
    made.name = end.name
    picture.save(made, **given)
    made_folders(end.parent)
    write_new(end, made.getvalue())


def _changed(picture: Image.Image, change: Change) -> Image.Image:
    match change.kind:
        case "scale":
            size = _size(picture, change)
            require_room(size)
            return picture.resize(size, Image.Resampling.LANCZOS)
        case "crop":
            width, height = change.width, change.height
            if width > picture.width or height > picture.height:
                raise ToolError(f"the picture has {picture.width} by {picture.height} pixels, too few for this crop")
            left, top = change.corner or ((picture.width - width) // 2, (picture.height - height) // 2)
            if left + width > picture.width or top + height > picture.height:
                raise ToolError(
                    f"the crop ends at {left + width}, {top + height}, outside of the {picture.width} by {picture.height} pixels"
                )
            return picture.crop((left, top, left + width, top + height))
        case "rotate":
            return picture.rotate(-change.degrees, expand=True, resample=Image.Resampling.BICUBIC)
        case "flip":
            return ImageOps.mirror(picture) if change.horizontally else ImageOps.flip(picture)
    return ImageOps.grayscale(picture)


def _size(picture: Image.Image, change: Change) -> tuple[int, int]:
    """Return the new width and height in pixels. A side that is not given follows from the picture's proportions."""
    if change.percent:
        return max(1, round(picture.width * change.percent / 100)), max(1, round(picture.height * change.percent / 100))
    width = change.width or max(1, round(picture.width * change.height / picture.height))
    return width, change.height or max(1, round(picture.height * width / picture.width))
