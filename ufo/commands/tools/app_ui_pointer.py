"""What a person does with the pointer besides clicking, as tools of AppUIExecutor that name controls and no coordinates."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

from ufo.commands.act.actor import Actor
from ufo.commands.act.click_when import Shown, Watch
from ufo.commands.act.click_when import click_when as click_when_shown
from ufo.commands.act.drag_control import Edge, Grip
from ufo.commands.act.drag_control import drag_control as drag_to
from ufo.commands.act.drag_control import hover as hover_over
from ufo.commands.act.pointer import held_key
from ufo.commands.act.select_words import select_words as select_stretch
from ufo.commands.tools.server import ToolServer
from ufo.schema.command import ActionReport
from ufo.schema.tool_facts import ActionKind, Keeps, ToolFacts

Id = Annotated[str, Field(description="of the control, in the last look")]
Name = Annotated[str, Field(description="of the control, in the last look")]

_HOVER_WORDS = (
    "hover",
    "tooltip",
    "tool tip",
    "mouse over",
    "pointer",
    "point at",
    "pop-up",
    "popup",
    "hint",
    "submenu",
)
_SELECT_WORDS = (
    "select words in a text", "select", "mark", "highlight", "word", "phrase", "sentence", "bold", "italic", "underline", "link",
    "hyperlink", "font", "format", "colour", "color", "copy", "cut", "delete", "replace", "comment", "heading",
)  # fmt: skip
_WHEN_WORDS = (
    "click at the right moment", "when", "once", "as soon as", "moment", "until", "while", "reaches", "exactly", "timer",
    "countdown", "below", "above", "less than", "more than", "under", "over", "quickly", "stop",
)  # fmt: skip


class Place(BaseModel):
    """Where a drag ends: a control (without id the dragged one), an edge of it, and pixels from there."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = ""
    name: str = ""
    # Its values stand with the `edge` of the dragged control.
    edge: Annotated[Edge, WithJsonSchema({"type": "string"})] = ""
    right: Annotated[int, Field(ge=-10_000, le=10_000)] = 0
    down: Annotated[int, Field(ge=-10_000, le=10_000)] = 0


class Watched(BaseModel):
    """A control, by its id, and what it has to show: words, or a number as in "< 50"."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    name: str = ""
    shows: str


def add_pointing(server: ToolServer, actor: Actor) -> None:
    _add_moves(server, actor)
    _add_texts(server, actor)


def _add_moves(server: ToolServer, actor: Actor) -> None:
    @server.acts(ToolFacts(kind=ActionKind.DRAG))
    async def drag_control(
        id: Id, to: Place, name: Name = "", edge: Edge = "", key_hold: str | None = None
    ) -> ActionReport:
        """Drag a control, or an edge of it, onto another or by pixels: a field, layer, tab, file, handle. Where dragging sorts
        items, the top (or left) `edge` of `to` drops before that item, the bottom (or right) behind it."""
        window, selection = await actor.window(), actor.scope.selection
        start = selection.resolve(id, name)
        end = selection.resolve(to.id, to.name) if to.id else start
        grips = Grip(start, edge), Grip(end, to.edge if to.id else to.edge or edge, to.right, to.down)
        return await drag_to(actor, window, *grips, held_key(key_hold))

    @server.acts(ToolFacts(kind=ActionKind.NAVIGATE, keeps=Keeps.ALL, words=_HOVER_WORDS))
    async def hover(id: Id, name: Name = "") -> ActionReport:
        """Rest the pointer on a control, for what shows only then."""
        return await hover_over(actor, await actor.window(), actor.scope.selection.resolve(id, name))


def _add_texts(server: ToolServer, actor: Actor) -> None:
    @server.acts(ToolFacts(kind=ActionKind.NAVIGATE, ends=("text",), keeps=Keeps.ALL, words=_SELECT_WORDS))
    async def select_words(
        id: Id, text: str, name: Name = "", number: Annotated[int, Field(ge=1, le=10_000)] = 1
    ) -> ActionReport:
        """Select these words in a control's text, where it has them for the `number`-th time."""
        element = actor.scope.selection.resolve(id, name)
        return await select_stretch(actor, await actor.window(), element, text, number)

    @server.acts(ToolFacts(kind=ActionKind.CLICK, words=_WHEN_WORDS))
    async def click_when(
        id: Id, watch: Watched, name: Name = "", timeout_s: Annotated[float, Field(ge=0, le=300)] = 30
    ) -> ActionReport:
        """Click a control at the moment when another one shows something."""
        window, selection = await actor.window(), actor.scope.selection
        watched = Watch(selection.resolve(watch.id, watch.name), Shown(watch.shows), timeout_s)
        return await click_when_shown(actor, window, selection.resolve(id, name), watched)
