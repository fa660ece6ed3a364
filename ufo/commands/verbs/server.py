"""The verbs as tools of AppUIExecutor: what a model states is the end it wants, not the clicks that lead to it."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from ufo.commands.acting import Actor
from ufo.commands.serving import ToolServer
from ufo.commands.verbs import checking, expanding, filling, reading, scrolling, selecting, valuing, visiting
from ufo.commands.verbs.filling import FieldValue
from ufo.commands.verbs.guard import classes_of
from ufo.commands.verbs.hands import Hands, target
from ufo.commands.verbs.reading import What
from ufo.commands.verbs.scrolling import Edge
from ufo.errors import ToolError
from ufo.schema.command import ActionReport

Id = Annotated[str, Field(description="the control's id in the last look")]
Name = Annotated[str, Field(description="the control's name in the last look")]
Path = Annotated[list[str], Field(max_length=20, description='names on the way, such as ["Format", "Cells", "Font"]')]


def add_verbs(server: ToolServer, actor: Actor) -> None:
    _add_visit(server, actor)
    _add_state_verbs(server, actor)
    _add_choice_verbs(server, actor)
    _add_looking_verbs(server, actor)


def _add_visit(server: ToolServer, actor: Actor) -> None:
    @server.acts
    async def visit(path: Path, press: bool = True) -> ActionReport:
        """Go by a path through menus, pages, trees and buttons, opening what is on the way, and press or select its last.

        One call for a whole menu path or for a page of a dialog. With `press` false the last one is only brought in sight.
        """
        hands = Hands(actor, await actor.window(), classes_of(path))
        return await visiting.visit(hands, path, press)


def _add_state_verbs(server: ToolServer, actor: Actor) -> None:
    @server.acts
    async def set_checked(id: Id = "", name: Name = "", checked: bool = True, path: Path | None = None) -> ActionReport:
        """Make a check box, switch, radio button or marked menu item be on or off; nothing happens if it is.

        By id, or by a `path` that is opened first.
        """
        if path:
            hands = Hands(actor, await actor.window(), classes_of(path))
            return await visiting.set_checked_at(hands, path, checked)
        element = target(actor, id, name)
        hands = Hands(actor, await actor.window()).weighing(element, element.name, ())
        return await checking.set_checked(hands, element, checked)

    @server.acts
    async def expand(id: Id, name: Name = "", expanded: bool = True) -> ActionReport:
        """Make a branch of a tree, an expander or a list box be open (`expanded` false: closed)."""
        element = target(actor, id, name)
        hands = Hands(actor, await actor.window()).weighing(element, element.name, ())
        return await expanding.expand(hands, element, expanded)


def _add_choice_verbs(server: ToolServer, actor: Actor) -> None:
    @server.acts
    async def set_value(id: Id, value: bool | int | float | str, name: Name = "") -> ActionReport:
        """Make a control show a value: text in a field, a number on a slider, a choice of a list, on or off of a box."""
        element = target(actor, id, name)
        hands = Hands(actor, await actor.window()).weighing(element, element.name, [value])
        return await valuing.set_value(hands, element, value)

    @server.acts
    async def select(
        id: Id,
        name: Name = "",
        items: Annotated[
            list[str | int], Field(max_length=200, description="texts, places from 1, a day as 2026-12-24")
        ] = [],  # noqa: B006 the schema needs a plain default
    ) -> ActionReport:
        """Make these items, and no others, be the chosen ones of a combo box, list, table, tree, tabs or radio buttons.

        Without `items` the control with that id is the item to select; with them, an entry stands for the list that it is in.
        """
        element = target(actor, id, name)
        hands = Hands(actor, await actor.window()).weighing(element, element.name, items)
        return await selecting.select(hands, element, items)

    @server.acts
    async def fill(fields: Annotated[list[FieldValue], Field(min_length=1, max_length=100)]) -> ActionReport:
        """Give many fields of a form their values in one call: each by id, or by its name, whatever kind of field it is."""
        hands = Hands(actor, await actor.window())
        return await filling.fill(hands, fields)


def _add_looking_verbs(server: ToolServer, actor: Actor) -> None:
    @server.acts
    async def scroll_to(id: Id = "", name: Name = "", text: str = "", edge: Edge = "") -> ActionReport:
        """Bring into sight: the control with that id, or a text or an edge of what is scrolled in it (in the window without
        id)."""
        if not (id or text or edge):
            raise ToolError("say what to scroll to: a control by its id, a text, or an edge")
        hands = Hands(actor, await actor.window())
        return await scrolling.scroll_to(hands, target(actor, id, name) if id else None, text, edge)

    @server.observes
    async def read(id: Id, name: Name = "", what: What = "") -> dict[str, Any]:
        """What a control holds, as data: its whole text, the rows of a table, list or tree, or what is selected in it."""
        hands = Hands(actor, await actor.window())
        return await reading.read(hands, target(actor, id, name), what)
