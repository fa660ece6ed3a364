"""The tool that fills a shape of a slide or a drawing and draws its line."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ufo.commands.tools.server import ToolServer
from ufo.commands.uno.reports import report
from ufo.commands.uno.shown_document import ShownDocument
from ufo.errors import ToolError
from ufo.schema.command import ActionReport
from ufo.schema.looks import look_value
from ufo.schema.tool_facts import Keeps, ToolFacts

Colour = Annotated[str, Field(description='by name or like #ff0000, "none" for none; as it is without')]
_WORDS = (
    "shape", "fill", "paint", "colour", "color", "circle", "ellipse", "rectangle", "square", "outline", "border", "drawing",
)  # fmt: skip


def add_shape_tool(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(ends=("fill", "line"), keeps=Keeps.ALL, words=_WORDS))
    async def format_shape(
        shape: Annotated[str, Field(description="its text, name, kind or number; the topmost without")] = "",
        fill: Colour = "",
        line: Colour = "",
        line_width: Annotated[float, Field(ge=0, le=200, description="in points; 0 leaves it")] = 0,
        slide: Annotated[int, Field(ge=0, description="its number; 0 is the one in view")] = 0,
    ) -> ActionReport:
        """Fill a shape of a slide or drawing with a colour, and draw its line."""
        if not (fill or line or line_width):
            raise ToolError("give a fill, a line or a line_width")
        wanted = {"fill": _colour(fill), "line": _colour(line), "line_width": line_width}
        value = await shown.change("slides.format_shape", slide=slide, shape=shape, wanted=wanted)
        asked = {part: colour for part, colour in value["colours"].items() if wanted[part]}
        page, number = value["slide"], value["shape"]
        holds = [
            {"property": f"shape {part}", "page": page, "key": str(number), "value": colour}
            for part, colour in asked.items()
        ]
        told = "".join(f", {part} {colour}" for part, colour in asked.items())
        width = f", line {line_width:g} pt wide" if line_width else ""
        return report({**value, "holds": holds}, f"shape {number} of slide {page} reads back as asked{told}{width}")


def _colour(value: str) -> str:
    """Return a colour in its one spelling. Raises ToolError."""
    plain = value.strip()
    if not plain or plain.casefold() == "none":
        return plain.casefold()
    is_bare = len(plain) == 6 and all(one in "0123456789abcdefABCDEF" for one in plain)
    return look_value("colour", f"#{plain}" if is_bare else plain)
