"""The tool that finds what an application offers, by words."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ufo.commands.act.actor import Actor
from ufo.commands.menus.book import MenuBook
from ufo.commands.tools.server import ToolServer
from ufo.knowledge.menus.shelf import title_of
from ufo.schema.menus import MenuEntry
from ufo.schema.tool_facts import Keeps, ToolFacts

_WORDS = ("command", "menu entry", "any function", "menu", "shortcut", "key combination")
_FOUND = 8


def add_menu_search(server: ToolServer, actor: Actor) -> None:
    finder = actor.scope.menus or MenuBook(actor.scope.desktop)

    @server.observes(ToolFacts(keeps=Keeps.ALL, words=_WORDS))
    async def find_commands(
        words: Annotated[
            str, Field(min_length=2, max_length=200, description='what it does, such as "insert footnote"')
        ],
    ) -> list[dict[str, str]]:
        """Find by words what this application offers: menu path, shortcut, and LibreOffice's command, for run_command. No menu
        opens."""
        menus, search = await finder.of(await actor.window())
        if menus.silence:
            return [{"nothing": menus.silence}]
        found = search.best(words, _FOUND)
        if not found:
            return [{"nothing": f"no entry of the {title_of(menus)} has these words or similar ones"}]
        return [_told(one.entry) for one in found]


def _told(entry: MenuEntry) -> dict[str, str]:
    place = {"menu": " > ".join(entry.path)} if entry.in_menu else {"label": entry.label}
    more = {"shortcut": entry.shortcut, "command": entry.command, "description": entry.description}
    return place | {name: text for name, text in more.items() if text}
