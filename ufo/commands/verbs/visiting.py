"""To a control by path: menus, pages of a dialog, branches of a tree and buttons that open something are opened on the way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ufo.commands.pointing import click_control
from ufo.commands.reading import descendants
from ufo.commands.verbs.checking import set_checked
from ufo.commands.verbs.hands import PATIENCE_S, Hands, already, same
from ufo.commands.verbs.labels import called, listed, named, narrowed
from ufo.desktop.snapshot import Element, Snapshot
from ufo.errors import AmbiguousElement, NotActionable, ToolError
from ufo.schema.command import ActionReport, Effect, Route

_MENUS = frozenset({"Menu", "MenuItem", "CheckMenuItem", "RadioMenuItem"})
_OPENERS = _MENUS | {"Button", "ToggleButton", "ComboBox", "Hyperlink", "Image", "Custom"}
_PAGES = frozenset({"TabItem", "ListItem", "TreeItem", "Cell", "RadioButton"})
_STATEFUL = _PAGES | {"RadioMenuItem"}
_WRITTEN = frozenset({"Edit", "Document", "Spinner", "Paragraph", "Terminal", "Slider"})
_ON_THE_WAY = _OPENERS | _PAGES | _WRITTEN | {"CheckBox", "List", "Table", "Tree", "Group"}
_MENU_BUTTONS = frozenset(
    {"menu", "main menu", "open menu", "application menu", "primary menu", "hamburger menu", "more options", "options menu"}
)  # fmt: skip
_FIRST_S, _ASIDE_S = 0.5, 1.5


@dataclass
class _Way:
    """What was opened so far, and what was in sight before the last of it was."""

    opened: list[Element] = field(default_factory=list)
    before: frozenset[str] = frozenset()
    patience_s: float = _FIRST_S
    menus: int = 0
    pressed: int = 0


async def visit(hands: Hands, path: Sequence[str], press: bool = True) -> ActionReport:
    """Presses or selects the last of `path`, or with `press` False only brings it into sight. Raises ToolError with what
    is there instead, after closing the menus that it opened."""
    way = _Way()
    try:
        found = await _walk(hands, path, way)
        report = await _arrive(hands, found) if press else _stay(found)
    except (ToolError, NotActionable, AmbiguousElement):
        await hands.close_menus(way.menus)
        raise
    through = f"by way of {' > '.join(one.name or one.label or one.role for one in way.opened)}"
    evidence = (*report.evidence, through) if way.pressed else report.evidence
    return report.model_copy(update={"evidence": evidence})


async def set_checked_at(hands: Hands, path: Sequence[str], checked: bool) -> ActionReport:
    """Opens the way, sets the last of it, and closes menus that stay open because it was set already."""
    way = _Way()
    try:
        report = await set_checked(hands, await _walk(hands, path, way), checked)
    except (ToolError, NotActionable, AmbiguousElement):
        await hands.close_menus(way.menus)
        raise
    if report.route is None:
        await hands.close_menus(way.menus)
    return report


async def _walk(hands: Hands, path: Sequence[str], way: _Way) -> Element:
    """The last of the path, in sight."""
    for depth, words in enumerate(path):
        found = await _step(hands, words, way)
        if found is None and depth == 0 and await _through_menu_button(hands, words, way):
            found = await _step(hands, words, way)
        if found is None:
            raise ToolError(await _missing(hands, words, way))
        if depth == len(path) - 1:
            return found
        await _open(hands, found, path[depth + 1], way)
    raise ToolError('`path` is empty; give the names on the way, such as ["Format", "Bold"]')


async def _step(hands: Hands, words: str, way: _Way) -> Element | None:
    return await hands.until(lambda snapshot: _entry(snapshot, words, way), way.patience_s)


def _entry(snapshot: Snapshot, words: str, way: _Way) -> Element | None:
    """The one that is meant among those that may stand at this place of the path. Raises AmbiguousElement."""
    reachable = [one for one in _at_this_place(snapshot, way) if one.role in _ON_THE_WAY]
    candidates = called(reachable, words)
    if not candidates:
        return None
    fresh = [one for one in candidates if one.handle.key not in way.before]
    below = _below(snapshot, way.opened[-1]) if way.opened else ()
    in_front = [one for one in candidates if one.window == _front(snapshot)]
    clear = [one for one in candidates if not one.states & {"offscreen", "covered"}]
    able = [one for one in candidates if "disabled" not in one.states]
    exact = [one for one in candidates if one.name.casefold() == words.casefold()]
    if not way.opened:
        fresh, below = [one for one in candidates if one.role in _MENUS | _PAGES], ()
    left = _without_inner(narrowed(candidates, below, fresh, in_front, clear, able, exact))
    if len(left) > 1:
        places = "; ".join(f"{named(one)} in {' > '.join(one.path) or 'the window'}" for one in left[:6])
        raise AmbiguousElement(
            f"{len(left)} controls are called {words!r}: {places}; say more of the path, or use an id"
        )
    return left[0]


def _at_this_place(snapshot: Snapshot, way: _Way) -> Iterable[Element]:
    """What a menu or a button opens is below it or was not there before; a page shows what it has anywhere in its window."""
    if not way.opened:
        return snapshot
    parent = way.opened[-1]
    below = {one.handle.key for one in _below(snapshot, parent)}
    if parent.role in _OPENERS:
        return [one for one in snapshot if one.handle.key in below or one.handle.key not in way.before]
    window = (same(snapshot, parent) or parent).window
    return [one for one in snapshot if one.window == window and one.handle.key != parent.handle.key]


def _below(snapshot: Snapshot, parent: Element) -> tuple[Element, ...]:
    inside = descendants(snapshot, parent)
    if inside or not parent.name:
        return inside
    return tuple(one for one in snapshot if parent.name in one.path)


def _front(snapshot: Snapshot) -> str:
    """The window of the front dialog, else the window looked at."""
    modal = [one.window for one in snapshot if one.role == "Dialog" and one.states & {"modal", "active"}]
    return modal[-1] if modal else snapshot.window_id


def _without_inner(candidates: Sequence[Element]) -> list[Element]:
    """A button and the item around it that share a name are one; the inner one is what is pressed."""
    return [
        one
        for one in candidates
        if not any(
            other is not one and other.depth > one.depth and one.name and one.name in other.path and _within(one, other)
            for other in candidates
        )
    ]


def _within(outer: Element, inner: Element) -> bool:
    return outer.rect.intersection(inner.rect) == inner.rect


async def _open(hands: Hands, element: Element, following: str, way: _Way) -> None:
    """Opens `element` unless it is open; by its own action, and where that brings nothing, with the pointer."""
    snapshot = await hands.desktop.snapshot(hands.window.id)
    way.before = frozenset(one.handle.key for one in snapshot)
    way.opened.append(element)
    if _is_open(element, called(_shown(_below(snapshot, element)), following)):
        return
    if "disabled" in element.states:
        raise NotActionable(f"{named(element)} is disabled; do first what enables it")
    way.pressed += 1
    way.menus += element.role in _MENUS
    if "collapsed" in element.states and element.role in _PAGES:
        if await hands.act(element, "expand") is None:
            await hands.keys(element, ("right",))
        if await _comes(hands, following, way):
            return
    await hands.press(element)
    if await _comes(hands, following, way):
        return
    brought = {one.handle.key for one in await hands.look()} - way.before
    way.patience_s = _FIRST_S if brought else PATIENCE_S
    current = await hands.now(element)
    if current is not None and not brought:
        await hands.click(current)


def _is_open(element: Element, shown: Sequence[Element]) -> bool:
    if "collapsed" in element.states:
        return False
    if element.role in _PAGES:
        return bool(element.states & {"selected", "expanded", "checked"})
    return bool(shown)


async def _comes(hands: Hands, words: str, way: _Way) -> bool:
    return await hands.until(lambda snapshot: _entry(snapshot, words, way), _ASIDE_S) is not None


def _shown(elements: Iterable[Element]) -> list[Element]:
    return [one for one in elements if "offscreen" not in one.states and not one.rect.is_empty]


async def _through_menu_button(hands: Hands, words: str, way: _Way) -> bool:
    """A window without a menu bar has its menu behind a button. Each is tried until it shows what is looked for."""
    snapshot = await hands.look()
    buttons = [one for one in snapshot if one.role in _OPENERS and one.rect.area and _is_menu_button(one)]
    for button in _without_inner(buttons):
        way.opened, way.before = [], frozenset(one.handle.key for one in snapshot)
        way.opened.append(button)
        way.pressed += 1
        await hands.press(button)
        if await _comes(hands, words, way):
            way.menus += 1
            return True
        await hands.close_menus(1)
    way.opened, way.before = [], frozenset()
    return False


def _is_menu_button(element: Element) -> bool:
    said = [(text or "").casefold() for text in (element.name, element.description)]
    return any(text in _MENU_BUTTONS or text.startswith("customize and control") for text in said)


async def _missing(hands: Hands, words: str, way: _Way) -> str:
    snapshot = await hands.look()
    if not way.opened:
        tops = [one for one in snapshot if one.role in ("Menu", "MenuItem", "TabItem")]
        have = f"; there are {listed(tops)}" if tops else "; it has no menu and no pages in sight"
        return f"{hands.window.title!r} shows no {words!r}{have}"
    parent = way.opened[-1]
    there = [one for one in _at_this_place(snapshot, way) if one.role in _ON_THE_WAY]
    return f"{named(parent)} leads to no {words!r}; it shows {listed(there)}"


async def _arrive(hands: Hands, element: Element) -> ActionReport:
    if element.role in _STATEFUL and element.states & {"selected", "checked"}:
        return already(f"{named(element)} is {'checked' if 'checked' in element.states else 'selected'}")
    if element.role in _WRITTEN:
        if "focused" in element.states:
            return already(f"{named(element)} has the keyboard focus")
        await hands.actor.focus(await hands.actor.ready(element), hands.window)
        held = await hands.until(lambda one: _in_state(one, element, "focused"), _ASIDE_S)
        effect = Effect.CONFIRMED if held else Effect.UNVERIFIABLE
        said = "has the keyboard focus" if held else "does not say that it has the keyboard focus"
        return ActionReport(effect=effect, route=Route.ACCESSIBILITY, evidence=(f"{named(element)} {said}",))
    await hands.judge(element)
    return await click_control(hands.actor, hands.window, element)


def _stay(element: Element) -> ActionReport:
    return ActionReport(effect=Effect.CONFIRMED, evidence=(f"{named(element)} is in sight",))


def _in_state(snapshot: Snapshot, element: Element, state: str) -> Element | None:
    found = same(snapshot, element)
    return found if found is not None and state in found.states else None
