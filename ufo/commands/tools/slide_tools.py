"""Tools that read and change the slides of a presentation, or the pages of a drawing, in the selected window."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ufo.commands.services.slide_video import VIDEOS, slide_video
from ufo.commands.system.launch_arguments import resolve_path
from ufo.commands.tools.server import ToolServer
from ufo.commands.uno.bridge import scratch_of
from ufo.commands.uno.reports import report, saved, target_path
from ufo.commands.uno.shown_document import ShownDocument
from ufo.errors import ToolError
from ufo.platform.scratch import scratch
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.looks import look_value
from ufo.schema.property_values import PAPERS, millimetres
from ufo.schema.tool_facts import ActionKind, Keeps, ToolFacts

_LONG_TIMEOUT_S = 110.0
_SCREENS = {"16:9": (280.0, 157.5), "16:10": (280.0, 175.0), "4:3": (280.0, 210.0)}
"""LibreOffice's own sizes of slides, in millimetres."""
_RAISED = ("superscript", "subscript")

SlideLayout = Literal["title", "title and content", "two content", "title only", "blank", "centered text"]
SlideLook = Literal[
    "bold", "italic", "underline", "strikethrough", "colour", "highlight", "size", "font", "align", "list",
    "superscript", "subscript",
]  # fmt: skip
Slides = Annotated[list[int] | None, Field(description="slide numbers from 1; all without")]
Centimetres = Annotated[float | None, Field(ge=0, le=300, description="in cm; a fitting place without")]


class SlideText(BaseModel):
    """The texts of one slide. None leaves what is there."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str | None = None
    subtitle: str | None = None
    bullets: list[str] | None = Field(default=None, max_length=200)
    right: list[str] | None = Field(default=None, max_length=200)
    layout: SlideLayout | None = None
    notes: str | None = None
    slide: int | None = Field(default=None, ge=1)


def add_slide_tools(server: ToolServer, shown: ShownDocument) -> None:
    _add_texts(server, shown)
    _add_objects(server, shown)
    _add_looks(server, shown)
    _add_show(server, shown)
    _add_export(server, shown)
    _add_video(server, shown)


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
        """Add slides with all their texts, or change some; one call makes a whole presentation. An empty first one goes."""
        given = [one.model_dump(exclude_none=True) for one in slides]
        value = await shown.change("slides.write", timeout_s=_LONG_TIMEOUT_S, slides=given, before=before)
        return report(value, f"{_several(len(slides), 'slide')} of {value['count']} read back as given")

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
        """Put a text box, image, table, chart or shape on a slide. An image keeps its proportions where one side is left out."""
        path = str(resolve_path(file, shown.scope.working_folder)) if file else ""
        sides = {"left": left, "top": top, "width": width, "height": height}
        value = await shown.change(
            "slides.add_object", slide=slide,
            wanted={"kind": kind, "text": text, "file": path, "rows": rows or [], "chart_type": chart_type},
            place={name: side for name, side in sides.items() if side is not None},
        )  # fmt: skip
        return report(value, f"slide {value['slide']} has the {kind}, {value['width']:g} x {value['height']:g} cm")


def _add_looks(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(ends=("value",), keeps=Keeps.ALL))
    async def format_text(
        look: SlideLook,
        value: Annotated[
            str,
            Field(
                description="on, off; a colour by name or like #ff0000; points; left, right, center, justify; bullet, "
                "number, none"
            ),
        ],
        texts: Annotated[list[str] | None, Field(description="wherever the slides have them; all without")] = None,
        slides: Slides = None,
    ) -> ActionReport:
        """Change how texts on slides look."""
        wanted = look_value("bold" if look in _RAISED else look, value)
        given = await shown.change(
            "slides.format", timeout_s=_LONG_TIMEOUT_S, look=look, value=wanted,
            texts=texts or [], slides=slides,
        )  # fmt: skip
        return report(given, f"{look} of {given['places']} places reads back as {wanted!r}")

    @server.acts(
        ToolFacts(
            ends=("color",),
            keeps=Keeps.ALL,
            words=("background", "slide colour", "slide color", "make slides dark", "make slides blue", "behind text"),
        )
    )
    async def set_background_color(
        color: Annotated[str, Field(description='by name or like #ff0000; "none" shows the master again')],
        slide_index: Slides = None,
    ) -> ActionReport:
        """Fill the background of slides with a colour."""
        wanted = "none" if color.strip().casefold() == "none" else look_value("colour", _hex(color))
        value = await shown.change(
            "slides.background", timeout_s=_LONG_TIMEOUT_S, color=wanted,
            slide_index=slide_index,
        )  # fmt: skip
        return report(
            {**value, "background": wanted},
            f"the background of slides {_listed(value['slides'])} reads back as {wanted}",
        )

    @server.acts(ToolFacts(keeps=Keeps.ALL, words=("master", "theme", "all titles", "slide font")))
    async def set_master(
        part: Literal["title", "body"],
        font: str = "",
        size: Annotated[float, Field(ge=0, le=400, description="in points; 0 leaves it")] = 0,
        color: Annotated[str, Field(description="by name or like #ff0000")] = "",
    ) -> ActionReport:
        """Set font, size and colour of the titles or the bodies of all slides, in their master."""
        if not (font or size or color):
            raise ToolError("give a font, a size or a color")
        wanted = look_value("colour", _hex(color)) if color else ""
        value = await shown.change(
            "slides.master", part=part, font=font, size=size,
            color=wanted,
        )  # fmt: skip
        return report(
            {**value, "color": wanted}, f"the {part} of {_several(len(value['masters']), 'master')} reads back as set"
        )


def _add_show(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(
        ToolFacts(
            ends=("kind",),
            keeps=Keeps.ALL,
            words=("transition", "slide effect", "fade", "animation"),
        )
    )
    async def set_transition(
        kind: Literal["none", "fade", "wipe", "push", "cover", "split", "dissolve"],
        slides: Slides = None,
        seconds: Annotated[float, Field(ge=0, le=60, description="how long it takes; 0 leaves that")] = 0,
        advance_after: Annotated[float, Field(ge=-1, le=86_400, description="seconds; -1: at a click")] = -1,
    ) -> ActionReport:
        """Set how slides come in, and when the next one does."""
        value = await shown.change(
            "slides.transition", timeout_s=_LONG_TIMEOUT_S, kind=kind, slides=slides,
            seconds=seconds, advance_after=advance_after,
        )  # fmt: skip
        return report(
            {**value, "transition": kind}, f"the transition of slides {_listed(value['slides'])} reads back as {kind}"
        )

    @server.acts(ToolFacts(keeps=Keeps.ALL, words=("slide size", "portrait", "landscape", "page size", "4:3")))
    async def set_slide_size(
        size: Annotated[
            str, Field(description='"16:9", "4:3", "16:10", "A4", "letter" or "25 x 14 cm"; as it is without')
        ] = "",
        orientation: Literal["landscape", "portrait"] | None = None,
    ) -> ActionReport:
        """Set the size or orientation of all slides. Pictures keep their proportions."""
        width, height = await _size(shown, size, orientation)
        value = await shown.change("slides.size", width=width, height=height)
        said = f"{_several(value['slides'], 'slide')} read back as {value['width']:g} x {value['height']:g} cm"
        kept, stretched = value.pop("pictures"), value.pop("stretched")
        said += f"; {_several(kept, 'picture')} kept the proportions, a second step to undo" if kept else ""
        return report(value, said, f"{_several(stretched, 'picture')} stretched" if stretched else "")


async def _size(shown: ShownDocument, size: str, orientation: str | None) -> tuple[float, float]:
    """Return width and height in millimetres."""
    if not size and not orientation:
        raise ToolError("give a size, an orientation or both")
    plain = size.strip().casefold()
    if not plain:
        now = await shown.ask("slides.size_now")
        width, height = float(now["width"]), float(now["height"])
    elif plain in _SCREENS:
        width, height = _SCREENS[plain]
    elif plain in PAPERS:
        height, width = PAPERS[plain]
    else:
        width, height = _sides(plain)
    is_lying = width >= height
    if orientation and is_lying != (orientation == "landscape"):
        return height, width
    return width, height


def _sides(size: str) -> tuple[float, float]:
    parts = [part.strip() for part in size.replace("×", "x").split("x")]
    unit = next((one for one in ("mm", "cm", "in") if parts[-1].endswith(one)), "mm")
    lengths = [millimetres(part if part.endswith(unit) else f"{part} {unit}") for part in parts]
    if len(lengths) != 2 or any(one is None or not 10 <= one <= 2000 for one in lengths):
        raise ToolError(f"{size!r} is no size of slides; take 16:9, 4:3, A4 or write it like 25 x 14 cm")
    return float(lengths[0] or 0), float(lengths[1] or 0)


def _add_export(server: ToolServer, shown: ShownDocument) -> None:
    @server.destroys(
        ToolFacts(
            kind=ActionKind.SAVE_AS,
            ending="pdf",
            keeps=Keeps.ALL,
            words=("export", "pdf", "png", "jpg"),
        )
    )
    async def export_slides(  # noqa: PLR0913 the same
        file_name: str,
        file_dir: str = "",
        file_ext: Annotated[str, Field(description=".pdf, .png, .jpg, .svg or .gif")] = "",
        slides: Slides = None,
        width: Annotated[int, Field(ge=16, le=16_384, description="of pictures, in pixels")] = 1920,
        quality: Annotated[int, Field(ge=0, le=100, description="of JPEG, also inside a PDF; 0: as usual")] = 0,
        notes_pages: bool = False,
        hidden_slides: bool = False,
        pdf_a: bool = False,
    ) -> ActionReport:
        """Export slides as a PDF, or each as a picture ("name-2.png" for slide 2 of several); the document stays as it is."""
        described = await shown.ask("document.describe")
        ending = file_ext or ("" if Path(file_name).suffix else ".pdf")
        if f".{(ending or Path(file_name).suffix).lower().lstrip('.')}" in _VIDEOS:
            raise ToolError("export_slides writes no video; take export_video")
        path = target_path(
            {**described, "extensions": _EXPORTED}, shown.scope.working_folder, file_dir, file_name, ending
        )
        value = await shown.ask(
            "slides.export", timeout_s=_LONG_TIMEOUT_S, path=str(path), slides=slides,
            options={"width": width, "quality": quality, "notes": notes_pages, "hidden": hidden_slides, "archive": pdf_a},
        )  # fmt: skip
        return exported(value)


def _add_video(server: ToolServer, shown: ShownDocument) -> None:
    @server.destroys(
        ToolFacts(
            kind=ActionKind.SAVE_AS, ending="mp4", keeps=Keeps.ALL,
            words=("video", "movie", "film", "mp4", "clip", "avi", "screen in lobby"),
        )
    )  # fmt: skip
    async def export_video(
        file_name: str,
        file_dir: str = "",
        seconds: Annotated[float, Field(ge=0.1, le=600, description="that each slide is shown")] = 5,
        slides: Annotated[
            list[int] | None, Field(description="slide numbers from 1; without: all but hidden ones")
        ] = None,
        width: Annotated[int, Field(ge=64, le=3840, multiple_of=2, description="in pixels")] = 1280,
    ) -> ActionReport:
        """Export slides as a video (.mp4 or .avi), one after the other, without transitions and sound."""
        described = {**await shown.ask("document.describe"), "extensions": list(VIDEOS)}
        ending = Path(file_name).suffix or ".mp4"
        path = target_path(described, shown.scope.working_folder, file_dir, file_name, ending)
        if path.exists():
            raise ToolError(f"{str(path)!r} exists already and is not replaced; choose another file_name")
        with scratch(scratch_of(shown.scope.selection.require_window())) as folder:
            numbers = slides or [
                one["slide"] for one in await shown.ask("slides.read", slide=0) if not one.get("hidden")
            ]
            value = await shown.ask(
                "slides.export", timeout_s=_LONG_TIMEOUT_S, path=str(folder / "slide.jpg"), slides=numbers,
                options={"width": width, "quality": 90, "even": True},
            )  # fmt: skip
            pictures = [Path(one) for one in value["files"]]
            facts = await slide_video(pictures, seconds, path, shown.scope.environment)
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


def _hex(color: str) -> str:
    """Return a colour with its #, which the described tools' callers leave out."""
    plain = color.strip()
    return f"#{plain}" if len(plain) == 6 and all(one in "0123456789abcdefABCDEF" for one in plain) else plain


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers)) if len(numbers) <= 12 else f"{numbers[0]} to {numbers[-1]}"


def _several(count: int, noun: str) -> str:
    return f"one {noun}" if count == 1 else f"{count} {noun}s"
