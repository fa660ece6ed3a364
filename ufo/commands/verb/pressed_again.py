"""Tells whether what a page did not answer to may be pressed once more, since a form must not be sent twice."""

from __future__ import annotations

from ufo.commands.effects.by_itself import keys_by_themselves
from ufo.commands.observe.in_view import in_page
from ufo.commands.verb.context import VerbContext
from ufo.desktop.matching.diff import Change, difference
from ufo.desktop.snapshot import Element, Snapshot
from ufo.schema.roles import BUTTONS_AND_LINKS


async def may_press_again(context: VerbContext, element: Element, before: Snapshot) -> bool:
    """Tell whether to click with the pointer after the element's own action had no visible success. `before` is the look before
    that action.

    In a page, the own action of a button or link is all that a click is, and its answer may take long. Other parts, such as a tab
    around a link, may take only the click; but where anything changed, they took the action.
    """
    if not in_page(before, element):
        return True
    if element.role in BUTTONS_AND_LINKS:
        return False
    what = difference(before, await context.look())
    running = frozenset(context.actor.scope.selection.running)
    left = what.without(keys_by_themselves(what, running))
    return not (left.added or left.removed or any(map(_is_more_than_focus, left.changed)))


def _is_more_than_focus(change: Change) -> bool:
    return change.facets != ("states",) or bool((change.gained | change.lost) - {"focused"})
