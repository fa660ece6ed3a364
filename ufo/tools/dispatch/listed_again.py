"""Looks again for a control of the list whose object is gone: applications make the same list, page or tool bar anew.

An action before it, or the time that a model thought, is enough for that. The control is taken where it has the role, the words
and the containers that it had, stands among the same others, and is an object that the list did not show: everything else may
be another control, and stays refused. So does an object that is still there and hidden: it was not made anew.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any

from ufo.desktop.matching.find_again import Found, find
from ufo.desktop.matching.selectors import selectors_of
from ufo.desktop.matching.surroundings import Surroundings, words_of
from ufo.desktop.snapshot import Element
from ufo.errors import DesktopError, ElementGone, ElementHidden, StaleElement
from ufo.schema.command import Command
from ufo.schema.roles import WINDOWS_AND_DIALOGS
from ufo.schema.tool import ToolInfo
from ufo.text.alike import plain, same_words
from ufo.tools.observe.in_view import is_beyond, is_brought
from ufo.tools.observe.selection import ToolScope

Said = tuple[str, str]
"""The role and the words of an element."""
_BROUGHT_S = 2.0
"""Seconds that a page may take to scroll."""
_KEPT, _FEW = 0.5, 3
"""The share of what stands around a control that must still be there, and how much makes company."""


class ListedAgain:
    """Keeps the ids of one agent's list valid."""

    def __init__(self, scope: ToolScope) -> None:
        self._scope = scope

    async def renew(self, command: Command, tool: ToolInfo | None = None) -> None:
        """Put the control as it is now behind each id that the command names and whose object is gone. An id for which nothing
        surely is the same control stays as it is, for the tool to refuse. What a search found out of sight is brought into
        sight, unless that is all that the command is to do. Raises StaleElement where that fails.
        """
        selection = self._scope.selection
        only_shows = tool is not None and tool.facts.brings_into_sight
        for control_id in _ids_in(command.parameters):
            element = selection.controls.get(control_id)
            if element is None or element.by_sight:
                continue
            if is_beyond(element, selection.snapshot or ()):
                found = None if only_shows else await self._brought(element)
            else:
                found = await self._found_again(element) if await self._is_gone(element) else None
            if found is not None:
                selection.replace(control_id, found)

    async def _is_gone(self, element: Element) -> bool:
        newest = self._scope.selection.newest
        if newest is not None and newest.id > element.handle.snapshot_id and newest.same(element) is not None:
            return False
        try:
            await self._scope.desktop.reidentify(element.handle)
        except ElementHidden:
            return False
        except ElementGone:
            return True
        except DesktopError:
            return False
        return False

    async def _brought(self, element: Element) -> Element:
        """Return the element once its page has scrolled to it. Raises StaleElement, DesktopError."""
        desktop, selection = self._scope.desktop, self._scope.selection
        window, clock = selection.require_window(), asyncio.get_running_loop().time
        said = await is_brought(desktop, element)
        deadline = clock() + (_BROUGHT_S if said else 0.0)
        while True:
            began = clock()
            await desktop.settle(window.id, self._scope.settle_timeout_s)
            look = await self._scope.look(window.id)
            shown = look.same(element)
            if shown is not None and "offscreen" not in shown.states:
                selection.snapshot = look
                return shown
            left = deadline - clock()
            if left <= 0 or not await desktop.changed(window.id, began, left):
                raise StaleElement(
                    f"{element.role} {element.name!r} was out of sight, and its page does not scroll to it; look again"
                )

    async def _found_again(self, element: Element) -> Element | None:
        selection = self._scope.selection
        window, listed = selection.window, selection.snapshot
        if window is None or listed is None or not words_of(element):
            return None
        before = selection.surroundings(listed)
        if not before.has(element):
            return None
        try:
            now = await self._scope.desktop.snapshot(window.id)
        except DesktopError:
            return None
        after = selection.surroundings(now)
        finding = find(selectors_of(listed, [element])[0], now, around=after)
        if not isinstance(finding, Found) or listed.same(finding.element) is not None:
            return None
        return finding.element if _is_same(before, before.index(element), after, after.index(finding.element)) else None


def _is_same(before: Surroundings, index: int, after: Surroundings, other: int) -> bool:
    then, now = before.elements[index], after.elements[other]
    if then.role != now.role or not same_words(words_of(then), words_of(now)):
        return False
    if not _is_inside_the_same(before, index, after, other) or len(before.alike(index)) != len(after.alike(other)):
        return False
    level, company = _company(before, index)
    kept = company & _inside(after, [*after.above(other), -1][level], other)
    return kept.total() >= _KEPT * company.total()


def _is_inside_the_same(before: Surroundings, index: int, after: Surroundings, other: int) -> bool:
    """Tell whether both stand in the same containers, by object or else by role and words. Windows may have another title."""
    pairs = zip_longest(before.above(index), after.above(other), fillvalue=-1)
    for number, two in pairs:
        if min(number, two) < 0:
            return False
        then, now = before.elements[number], after.elements[two]
        is_titled = then.role in WINDOWS_AND_DIALOGS and now.role == then.role
        if (
            then.handle.key != now.handle.key
            and not is_titled
            and (then.role != now.role or not same_words(words_of(then), words_of(now)))
        ):
            return False
    return True


def _company(around: Surroundings, index: int) -> tuple[int, Counter[Said]]:
    """Return what else the nearest container shows that shows a few things, and how many containers up it is."""
    holders = [*around.above(index), -1]
    inside = ((level, _inside(around, holder, index)) for level, holder in enumerate(holders))
    return next((entry for entry in inside if entry[1].total() >= _FEW), (len(holders) - 1, Counter()))


def _inside(around: Surroundings, holder: int, index: int) -> Counter[Said]:
    """Return the words in a container, the control at `index` and what it contains left out."""
    elements = around.elements
    first, end = holder + 1, len(elements)
    if holder >= 0:
        depth = elements[holder].depth
        end = next((number for number in range(first, end) if elements[number].depth <= depth), end)
    return Counter(
        (element.role, plain(words_of(element)))
        for place, element in enumerate(elements[first:end], first)
        if place != index and index not in around.above(place) and words_of(element)
    )


def _ids_in(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, entry in value.items():
            if (key == "id" or key.endswith("_id")) and isinstance(entry, str):
                yield entry
            else:
                yield from _ids_in(entry)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _ids_in(item)
