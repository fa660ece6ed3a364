"""Chooses in any control: entries of what holds some, and the value of a field of a page that opens a chooser."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.commands.lists.select import select
from ufo.commands.values.date_boxes import boxes_of
from ufo.commands.values.file_and_colour import takes_colour
from ufo.commands.values.set_value import set_value
from ufo.commands.verb.context import VerbContext
from ufo.commands.verb.number_text import number
from ufo.commands.verb.rows import Wanted
from ufo.desktop.snapshot import Element
from ufo.schema.command import ActionReport
from ufo.schema.roles import RANGES


async def choose_value(context: VerbContext, element: Element, items: Sequence[Wanted]) -> ActionReport:
    """Select the `items` as `select` does. A day, month, week, time, colour or number of a field that has no entries is set as a
    value, with its calendar or chooser left closed. Raises ToolError as they do.
    """
    if len(items) == 1 and await _holds_value(context, element, str(items[0])):
        return await set_value(context, element, items[0])
    return await select(context, element, items)


async def _holds_value(context: VerbContext, element: Element, text: str) -> bool:
    if element.role in RANGES:
        return number(text) is not None
    if takes_colour(context.window, element, text):
        return True
    return bool(await boxes_of(context, element))
