"""Into sight: a control, a text further down a list or page, the beginning or the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ufo.commands.reading import descendants
from ufo.commands.verbs.hands import Hands, already, same
from ufo.commands.verbs.labels import called, named, plain
from ufo.desktop.backend import Scroll
from ufo.desktop.snapshot import Element, Snapshot
from ufo.errors import NotActionable, ToolError
from ufo.schema.command import ActionReport, Effect, Route

Edge = Literal["", "start", "end"]

_NOTCHES, _ONE_WAY_AT_MOST = 8, 400
_HIDDEN = frozenset({"offscreen"})


async def scroll_to(hands: Hands, element: Element | None, text: str, edge: Edge) -> ActionReport:
    """`element` itself, or `text` or an edge of what is scrolled in it (in the window where there is none)."""
    if edge:
        return await _to_edge(hands, element, edge)
    if text:
        return await _to_text(hands, element, text)
    if element is None:
        raise ToolError("say what to scroll to: a control by its id, a text, or the start or end")
    current = await hands.now(element)
    if current is not None and _in_sight(current):
        return already(f"{named(current)} is in sight")
    shown = await into_sight(hands, element)
    return ActionReport(effect=Effect.CONFIRMED, route=Route.POINTER, evidence=(f"{named(shown)} is in sight now",))


async def into_sight(hands: Hands, element: Element) -> Element:
    """By its own action, else by turning the wheel over what it stands in. Raises NotActionable where it stays hidden."""
    current = await hands.now(element) or element
    if _in_sight(current):
        return current
    await hands.act(current, "scroll_into_view")
    current = await hands.now(current) or current
    if _in_sight(current):
        return current
    around = _around(await hands.look(), current)
    for _ in range(_ONE_WAY_AT_MOST):
        below = around is None or current.rect.center.y >= around.rect.center.y
        if not await _turn(hands, around, -_NOTCHES if below else _NOTCHES):
            break
        found = await hands.now(current)
        if found is not None and _in_sight(found):
            return found
    raise NotActionable(f"{named(element)} stays out of sight; scroll to it by hand and look again")


async def search(hands: Hands, holder: Element | None, text: str) -> Element | None:
    """What is called so further down or up than is in sight; where it was found it stays in sight."""
    found = _find(await hands.look(), holder, text)
    if found is not None:
        return found
    for notches in (-_NOTCHES, _NOTCHES):
        for _ in range(_ONE_WAY_AT_MOST):
            moved = await _turn(hands, holder, notches)
            found = _find(await hands.look(), holder, text)
            if found is not None:
                return found
            if not moved:
                break
    return None


async def _to_text(hands: Hands, holder: Element | None, text: str) -> ActionReport:
    before = _find(await hands.look(), holder, text)
    if before is not None and _in_sight(before):
        return already(f"{named(before)} is in sight")
    found = await search(hands, holder, text)
    if found is None:
        where = named(holder) if holder is not None else repr(hands.window.title)
        raise ToolError(f"{where} shows no {text!r} from its start to its end")
    shown = await into_sight(hands, found)
    return ActionReport(effect=Effect.CONFIRMED, route=Route.POINTER, evidence=(f"{named(shown)} is in sight now",))


async def _to_edge(hands: Hands, holder: Element | None, edge: Edge) -> ActionReport:
    notches = _ONE_WAY_AT_MOST if edge == "end" else -_ONE_WAY_AT_MOST
    moved = False
    while await _turn(hands, holder, -notches):
        moved = True
    where = named(holder) if holder is not None else repr(hands.window.title)
    if not moved:
        return already(f"{where} is at its {edge}")
    return ActionReport(effect=Effect.CONFIRMED, route=Route.POINTER, evidence=(f"{where} is at its {edge} now",))


async def _turn(hands: Hands, holder: Element | None, notches: int) -> bool:
    """Whether anything moved."""
    before = await hands.desktop.snapshot(hands.window.id)
    current = None if holder is None else same(before, holder)
    rect = hands.window.rect if current is None else current.rect.intersection(hands.window.rect)
    point = await hands.actor.reachable(hands.window, rect if not rect.is_empty else hands.window.rect)
    await hands.actor.uncover(hands.window, point, current)
    await hands.desktop.input([Scroll(point, dy=notches)], hands.window.id)
    after = await hands.look()
    return _places(before) != _places(after)


def _places(snapshot: Snapshot) -> frozenset[tuple[str, object, object, str | None]]:
    return frozenset((one.handle.key, one.rect, one.states & _HIDDEN, one.name) for one in snapshot)


def _find(snapshot: Snapshot, holder: Element | None, text: str) -> Element | None:
    inside: Sequence[Element] = snapshot.elements if holder is None else descendants(snapshot, holder)
    exact = called(inside, text)
    if exact:
        return exact[0]
    wanted = plain(text)
    return next((one for one in inside if wanted in plain(f"{one.name} {one.value or ''}")), None)


def _around(snapshot: Snapshot, element: Element) -> Element | None:
    """The list, table, tree or page that it stands in."""
    above: list[Element] = []
    for one in snapshot:
        while above and above[-1].depth >= one.depth:
            above.pop()
        if one.handle.key == element.handle.key:
            return next(
                (two for two in reversed(above) if two.role in ("List", "Tree", "Table", "Document", "Pane")), None
            )
        above.append(one)
    return None


def _in_sight(element: Element) -> bool:
    return "offscreen" not in element.states and not element.rect.is_empty
