"""The verbs as tools of AppUIExecutor: the model states the result that it wants, not the clicks that lead to it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from pydantic import Field

from ufo.desktop.snapshot import Element
from ufo.errors import ToolError
from ufo.schema.command import ActionReport
from ufo.schema.tool_facts import ActionKind, Keeps, Proof, ToolFacts
from ufo.tools.act.actor import Actor
from ufo.tools.policy.input.verbs import classes_of
from ufo.tools.servers.pointer_tools import Id, Name
from ufo.tools.servers.server import ToolServer
from ufo.tools.verbs import check as check_verb
from ufo.tools.verbs import expand as expand_verb
from ufo.tools.verbs import fill as fill_verb
from ufo.tools.verbs import read as read_verb
from ufo.tools.verbs import scroll_to as scroll_to_verb
from ufo.tools.verbs import set_value as set_value_verb
from ufo.tools.verbs import visit as visit_verb
from ufo.tools.verbs.context import VerbContext
from ufo.tools.verbs.scroll_to_edge import Edge

Offset = Annotated[int, Field(ge=0, description="where a long text goes on, as `next` said")]
Words = Annotated[str, Field(description="or the words with which it goes on")]
Path = Annotated[list[str], Field(max_length=20, description='names, such as ["Format", "Cells", "Font"]')]

_EXPAND_WORDS = (
    "expand or collapse", "expand", "collapse", "unfold", "fold", "branch", "tree", "outline", "node", "section", "details",
)  # fmt: skip


async def _meant(actor: Actor, id: str, name: str, values: Iterable[object] = ()) -> tuple[VerbContext, Element]:
    """Return the control with that id, and a context in which what is said about it counts as judged. Raises StaleElement."""
    element = actor.scope.selection.resolve(id, name)
    return VerbContext(actor, await actor.window()).weighing(element, element.name, values), element


def add_verbs(server: ToolServer, actor: Actor) -> None:
    _add_visit(server, actor)
    _add_state_verbs(server, actor)
    _add_choice_verbs(server, actor)
    _add_looking_verbs(server, actor)


def _add_visit(server: ToolServer, actor: Actor) -> None:
    @server.acts(ToolFacts(kind=ActionKind.PATH))
    async def visit(path: Path, press: bool = True) -> ActionReport:
        """Follow a path through menus, pages of dialogs, trees and buttons in one call, opening what is on the way, and press or
        select its last; with `press` false only bring it in sight.
        """
        context = VerbContext(actor, await actor.window(), classes_of(path))
        return await visit_verb.visit(context, path, press)


def _add_state_verbs(server: ToolServer, actor: Actor) -> None:
    @server.acts(ToolFacts(kind=ActionKind.CHECK, ends=("checked",), keeps=Keeps.ALL, proves=Proof.CHECKED))
    async def set_checked(id: Id = "", name: Name = "", checked: bool = True, path: Path | None = None) -> ActionReport:
        """Make a check box, switch, radio button or marked menu item be on or off, by id or by a `path` that is opened first."""
        if path:
            context = VerbContext(actor, await actor.window(), classes_of(path))
            return await visit_verb.set_checked_at(context, path, checked)
        context, element = await _meant(actor, id, name)
        return await check_verb.set_checked(context, element, checked)

    @server.acts(ToolFacts(kind=ActionKind.EXPAND, words=_EXPAND_WORDS, shown=("TreeItem",)))
    async def expand(id: Id, name: Name = "", expanded: bool = True) -> ActionReport:
        """Make a branch of a tree, an expander or a list box be open, or closed (`expanded` false)."""
        context, element = await _meant(actor, id, name)
        return await expand_verb.expand(context, element, expanded)


def _add_choice_verbs(server: ToolServer, actor: Actor) -> None:
    @server.acts(ToolFacts(kind=ActionKind.VALUE, ends=("value",), keeps=Keeps.ALL, proves=Proof.VALUE))
    async def set_value(id: Id, value: bool | int | float | str, name: Name = "") -> ActionReport:
        """Make a control show a value: a text, a number on a slider, a choice of a list, on or off."""
        context, element = await _meant(actor, id, name, [value])
        return await set_value_verb.set_value(context, element, value)

    @server.acts(ToolFacts(kind=ActionKind.SELECT, ends=("items",), keeps=Keeps.ALL, proves=Proof.CHOICE))
    async def select(
        id: Id,
        name: Name = "",
        items: Annotated[
            list[str | int], Field(max_length=200, description="texts, places from 1, a day as 2026-12-24")
        ] = [],  # noqa: B006 the schema needs a plain default
    ) -> ActionReport:
        """Make these items, and no others, the chosen ones of a combo box, list, table, tree, tabs or radio buttons; without
        `items` that control itself. An entry's id stands for its list.
        """
        context, element = await _meant(actor, id, name, items)
        return await set_value_verb.choose_value(context, element, items)

    @server.acts(ToolFacts(kind=ActionKind.FORM, ends=("fields",), keeps=Keeps.ALL, proves=Proof.FIELDS))
    async def fill(fields: Annotated[list[fill_verb.FieldValue], Field(min_length=1, max_length=100)]) -> ActionReport:
        """Give many fields of a form their values in one call, each by id or name, of whatever kind it is."""
        return await fill_verb.fill(VerbContext(actor, await actor.window()), fields)


def _add_looking_verbs(server: ToolServer, actor: Actor) -> None:
    @server.acts(ToolFacts(kind=ActionKind.NAVIGATE, ends=("text",), keeps=Keeps.ALL, brings_into_sight=True))
    async def scroll_to(id: Id = "", name: Name = "", text: str = "", edge: Edge = "") -> ActionReport:
        """Bring a control into sight, or a `text` or `edge` of what scrolls in it (without id: in the window)."""
        if not (id or text or edge):
            raise ToolError("say what to scroll to: a control by its id, a text, or an edge")
        context = VerbContext(actor, await actor.window())
        element = actor.scope.selection.resolve(id, name) if id else None
        return await scroll_to_verb.scroll_to(context, element, text, edge)

    @server.observes(ToolFacts(of_window=True, kind=ActionKind.LOOK, keeps=Keeps.ALL))
    async def read(
        id: Id, name: Name = "", what: read_verb.What = "", offset: Offset = 0, find: Words = ""
    ) -> dict[str, Any]:
        """Return what a control holds: its text in pages, its rows, what is selected, what a box offers."""
        context = VerbContext(actor, await actor.window())
        part = read_verb.Part(offset, find)
        return await read_verb.read(context, actor.scope.selection.resolve(id, name), what, part)
