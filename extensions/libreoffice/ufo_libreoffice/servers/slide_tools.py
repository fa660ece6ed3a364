"""Tools that read and change the slides of a presentation, or the pages of a drawing, in the selected window."""

from __future__ import annotations

from pathlib import Path, PurePath
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ufo.errors import ToolError
from ufo.platform.scratch import scratch
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.tool_facts import ActionKind, Keeps, ToolFacts
from ufo.tools.servers.server import OtherName, ToolServer
from ufo.tools.system.launch_arguments import resolve_path
from ufo_libreoffice.office.evidence import counted
from ufo_libreoffice.reports import report, saved, target_path
from ufo_libreoffice.shown_document import ShownDocument
from ufo_libreoffice.slide_video import VIDEOS, slide_video
from ufo_libreoffice.video_facts import VideoFacts

_LONG_TIMEOUT_S = 110.0
_PICTURE_WIDTH, _VIDEO_WIDTH = 1920, 1280
SlideLayout = Literal["title", "title and content", "two content", "title only", "blank", "centered text"]
Centimetres = Annotated[float | None, Field(ge=0, le=300, description="in cm; a fitting place without")]


def _shape(fill: str, line: str, line_width: float) -> dict[str, Any]:
    given = {"shape fill": fill, "shape line": line, "line width": line_width}
    return {name: value for name, value in given.items() if value}


def _transition(kind: str, seconds: float, advance_after: float) -> dict[str, Any]:
    time = {"transition time": f"{seconds:g} s"} if seconds else {}
    return {"transition": kind, "advance after": "click" if advance_after < 0 else f"{advance_after:g} s", **time}


_OTHER_NAMES = (
    OtherName(
        "set_background_color", "set_property",
        lambda color, slide_index=None: {"properties": {"slide background": color}, "slides": slide_index},
    ),
    OtherName(
        "format_text", "set_property",
        lambda look, value, texts=None, slides=None: {"properties": {look: value}, "texts": texts, "slides": slides},
    ),
    OtherName(
        "set_master", "set_property",
        lambda part, font="", size=0, color="": {
            "properties": {
                f"master {look}": value for look, value in (("font", font), ("size", size), ("colour", color)) if value
            },
            "part": part,
        },
    ),
    OtherName(
        "set_transition", "set_property",
        lambda kind, slides=None, seconds=0, advance_after=-1: {
            "properties": _transition(kind, seconds, advance_after), "slides": slides,
        },
    ),
    OtherName(
        "set_slide_size", "set_property",
        lambda size="", orientation=None: {
            "properties": {**({"page size": size} if size else {}), **({"page orientation": orientation} if orientation else {})},
        },
    ),
    OtherName(
        "format_shape", "set_property",
        lambda shape="", fill="", line="", line_width=0, slide=0: {
            "properties": _shape(fill, line, line_width), "shape": shape, "slides": [slide] if slide else None,
        },
    ),
    OtherName(
        "export_slides", "export_file",
        lambda file_name, file_dir="", file_ext="", slides=None, width=1920, quality=0, notes_pages=False, hidden_slides=False,
        pdf_a=False: {
            "file_name": file_name, "file_dir": file_dir, "file_ext": file_ext, "slides": slides, "width": width,
            "quality": quality, "notes_pages": notes_pages, "hidden_slides": hidden_slides, "pdf_a": pdf_a,
        },
    ),
    OtherName(
        "export_video", "export_file",
        lambda file_name, file_dir="", seconds=5, slides=None, width=1280: {
            "file_name": file_name, "file_dir": file_dir, "file_ext": PurePath(file_name).suffix or ".mp4",
            "seconds": seconds, "slides": slides, "width": width,
        },
        ending="mp4",
    ),
)  # fmt: skip


class SlideText(BaseModel):
    """The texts of one slide. None leaves what is there."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str | None = None
    subtitle: str | None = None
    bullets: list[str] | None = Field(default=None, max_length=200)
    right: list[str] | None = Field(default=None, max_length=200)
    layout: SlideLayout | None = None
    notes: str | None = None
    table: list[list[str | None]] | None = Field(
        default=None,
        min_length=1,
        max_length=200,
        description="of a slide that has one: rows from its first cell, null stays",
    )
    table_number: int = Field(default=1, ge=1)
    slide: int | None = Field(default=None, ge=1)


def add_slide_tools(server: ToolServer, shown: ShownDocument) -> None:
    _add_texts(server, shown)
    _add_objects(server, shown)
    _add_export(server, shown)
    server.also_named(_OTHER_NAMES)


def _add_texts(server: ToolServer, shown: ShownDocument) -> None:
    @server.observes(ToolFacts(of_window=True, keeps=Keeps.ALL))
    async def read_slides(
        slide: Annotated[int, Field(ge=0, description="its number; 0 reads all")] = 0,
    ) -> list[dict[str, Any]]:
        """Read slides: layout, title, subtitle, bullets (leading tabs are levels), notes, and what else is on them."""
        value = await shown.ask("slides.read", slide=slide)
        return list(value)

    @server.acts(ToolFacts(ends=("slides",)))
    async def write_slides(
        slides: Annotated[
            list[SlideText],
            Field(
                min_length=1,
                max_length=500,
                description="in order; bullets and right (second column): lines, each leading tab a level deeper; slide: "
                "the number of one to change, a new one without",
            ),
        ],
        before: Annotated[int, Field(ge=0, description="where new ones go; 0: at the end")] = 0,
    ) -> ActionReport:
        """Add slides with all their texts, or replace texts of some; one call makes a presentation. An empty first one goes."""
        given = [slide.model_dump(exclude_none=True) for slide in slides]
        value = await shown.change("slides.write", timeout_s=_LONG_TIMEOUT_S, slides=given, before=before)
        return report(value, f"{counted(len(slides), 'slide')} of {value['count']} read back as given")

    @server.acts(ToolFacts())
    async def replace_text(
        old: Annotated[str, Field(min_length=1, max_length=1000, description="letter for letter")],
        new: Annotated[str, Field(max_length=100_000)],
        slides: Annotated[list[int] | None, Field(description="their numbers; all without")] = None,
    ) -> ActionReport:
        """Put a text in place of another wherever slides have it: in titles, boxes, tables, groups and notes. Looks stay."""
        value = await shown.change("slides.replace_text", timeout_s=_LONG_TIMEOUT_S, old=old, new=new, slides=slides)
        places = counted(value["replaced"], "place")
        return report(value, f"{places} on slides {value['slides']} read {new[:200]!r} now")

    @server.acts(ToolFacts(ends=("slides",)))
    async def arrange_slides(
        action: Literal["move", "delete", "duplicate", "hide", "show", "layout"],
        slides: Annotated[list[int], Field(min_length=1, description="slide numbers from 1")],
        before: Annotated[int, Field(ge=0, description="move: the slide before which they go; 0: the end")] = 0,
        layout: SlideLayout | None = None,
    ) -> ActionReport:
        """Move, delete, duplicate, hide or show slides, or change their layout."""
        value = await shown.change(
            "slides.arrange", timeout_s=_LONG_TIMEOUT_S, action=action, slides=slides,
            to=before, layout=layout or "",
        )  # fmt: skip
        return report(value, f"the {value['count']} slides read back in the order that was asked for ({action})")


def _add_objects(server: ToolServer, shown: ShownDocument) -> None:
    words = (
        "image", "picture", "photo", "logo", "text box", "table", "chart", "diagram", "graph", "shape", "rectangle", "line",
    )  # fmt: skip

    @server.acts(ToolFacts(takes="file", keeps=Keeps.ALL, words=words))
    async def add_to_slide(  # noqa: PLR0913 the tool's parameters are what models know
        kind: Literal["text", "image", "table", "chart", "rectangle", "ellipse", "line"],
        slide: Annotated[int, Field(ge=0, description="its number; 0 is the one in view")] = 0,
        text: Annotated[str, Field(description="of a box or shape; a chart's title")] = "",
        file: Annotated[str, Field(description="path of the image")] = "",
        rows: Annotated[
            list[list[str | float | None]] | None,
            Field(description="of a table or chart; a chart's first row names its series, its first column the labels"),
        ] = None,
        chart_type: Literal["column", "bar", "line", "pie", "area", "scatter", "donut", "net"] = "column",
        left: Centimetres = None,
        top: Centimetres = None,
        width: Centimetres = None,
        height: Centimetres = None,
    ) -> ActionReport:
        """Put a text box, image, table, chart or shape on a slide, places and sizes in cm. An image keeps its proportions where
        one side is left out."""
        path = str(resolve_path(file, shown.scope.working_folder)) if file else ""
        sides = {"left": left, "top": top, "width": width, "height": height}
        value = await shown.change(
            "slides.add_object", slide=slide,
            wanted={"kind": kind, "text": text, "file": path, "rows": rows or [], "chart_type": chart_type},
            place={name: side for name, side in sides.items() if side is not None},
        )  # fmt: skip
        return report(value, f"slide {value['slide']} has the {kind}, {value['width']:g} x {value['height']:g} cm")


def _add_export(server: ToolServer, shown: ShownDocument) -> None:
    @server.destroys(
        ToolFacts(
            kind=ActionKind.SAVE_AS, ending="pdf", keeps=Keeps.ALL,
            words=("export", "pdf", "png", "jpg", "video", "movie", "film", "mp4", "clip", "avi", "screen in lobby"),
        )
    )  # fmt: skip
    async def export_file(  # noqa: PLR0913 the tool's parameters are what models know
        file_name: str,
        file_dir: str = "",
        file_ext: Annotated[str, Field(description=".pdf, .png, .jpg, .svg or .gif; .mp4 or .avi of a video")] = "",
        slides: Annotated[
            list[int] | None, Field(description="slide numbers from 1; all without, in a video all but hidden ones")
        ] = None,
        width: Annotated[int, Field(ge=0, le=16_384, description="of pictures, in pixels; 0: as usual")] = 0,
        quality: Annotated[int, Field(ge=0, le=100, description="of JPEG, also inside a PDF; 0: as usual")] = 0,
        notes_pages: bool = False,
        hidden_slides: bool = False,
        pdf_a: bool = False,
        seconds: Annotated[float, Field(ge=0, le=600, description="of a video: how long each slide is shown")] = 0,
    ) -> ActionReport:
        """Export slides as a PDF, each as a picture ("name-2.png" for slide 2 of several), or as a video without transitions
        and sound; the document stays as it is."""
        described = await shown.ask("document.describe")
        ending = f".{(file_ext or Path(file_name).suffix or '.pdf').lower().lstrip('.')}"
        if ending in _VIDEOS and not seconds:
            raise ToolError(
                "export_file writes no video without seconds, which each slide is shown; give them, such as 5"
            )
        known = {**described, "extensions": list(VIDEOS) if seconds else _EXPORTED}
        path = target_path(known, shown.scope.working_folder, file_dir, file_name, file_ext or ending)
        if seconds:
            return await _video(shown, path, slides, seconds, width or _VIDEO_WIDTH)
        value = await shown.ask(
            "slides.export", timeout_s=_LONG_TIMEOUT_S, path=str(path), slides=slides,
            options={
                "width": width or _PICTURE_WIDTH, "quality": quality, "notes": notes_pages, "hidden": hidden_slides,
                "archive": pdf_a,
            },
        )  # fmt: skip
        return exported(value)


async def _video(
    shown: ShownDocument, path: Path, slides: list[int] | None, seconds: float, width: int
) -> ActionReport:
    _require_new(path)
    with scratch(shown.scratch()) as folder:
        told = [] if slides else await shown.ask("slides.read", slide=0)
        value = await shown.ask(
            "slides.export", timeout_s=_LONG_TIMEOUT_S, path=str(folder / "slide.jpg"),
            slides=slides or [slide["slide"] for slide in told if not slide.get("hidden")],
            options={"width": width - width % 2, "quality": 90, "even": True},
        )  # fmt: skip
        facts = await slide_video([Path(file) for file in value["files"]], seconds, path, shown.scope.environment)
    return _told(path, facts)


def _require_new(path: Path) -> None:
    if path.exists():
        raise ToolError(f"{str(path)!r} exists already and is not replaced; choose another file_name")


def _told(path: Path, facts: VideoFacts) -> ActionReport:
    size = path.stat().st_size
    said = f"{path} is there with {size:,} bytes: {facts.kind}, {facts.width} x {facts.height}, {facts.seconds:g} s"
    return ActionReport(value=str(path), effect=Effect.CONFIRMED, route=Route.NATIVE, evidence=(said,))


_VIDEOS = (".mp4", ".avi", ".mov", ".webm", ".mkv", ".wmv", ".ogv")
_EXPORTED = [".pdf", ".png", ".jpg", ".jpeg", ".svg", ".gif"]


def exported(value: dict[str, Any]) -> ActionReport:
    """Return the report of an export. It says nothing of unsaved changes, which an export does not touch."""
    done = saved({**value, "exported": True})
    if len(value["files"]) < 2:
        return done
    names = f"{len(value['files'])} files are there: {value['files'][0]} to {value['files'][-1]}"
    return done.model_copy(update={"evidence": (names,)})
