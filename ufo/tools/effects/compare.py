"""Describes the differences between two looks in words that a model and a person can read.

What changes by itself (clocks, progress, whatever already changed between the last look and the action) is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ufo.desktop.matching.diff import Change, ObjectDifference, object_difference
from ufo.desktop.matching.family import is_of
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Window
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame
from ufo.schema.roles import (
    BUTTONS,
    LIST_AND_TREE_ITEMS,
    MENU_ENTRIES,
    POPUP_ENTRIES,
    RADIOS,
    RESTLESS,
    ROWS_AND_TABS,
)
from ufo.tools.effects.by_itself import in_pages, keys_by_themselves, only_ticks
from ufo.tools.effects.pictured import changed_tiles, without
from ufo.tools.effects.scroll_detection import Scrolled, scrolled

_PASSING_STATES = frozenset(
    {"focused", "active", "covered", "offscreen", "new", "busy", "visited", "default", "focusable"}
)
_COUNT = re.compile(r"[(\[]\s*[\d.,/ ]+\s*[)\]]")
_FRAME_ROLES = BUTTONS | {"TabItem"}
_ONE_WAY_ROLES = RADIOS | ROWS_AND_TABS
_TICK_STATES = frozenset({"checked", "unchecked", "mixed"})
END_STATES = frozenset({"checked", "unchecked", "mixed", "selected", "expanded", "collapsed", "pressed"})
"""The states that an action on a control sets. All others (disabled, busy …) are set by the application."""
SHOWN_AT_MOST = 6
_SHORT = 80


@dataclass(frozen=True, slots=True)
class Observation:
    """What there was to see at one moment. `snapshot` is None where the window is gone, `pixels` b"" where no picture was
    taken. `area` is the part of the screen that the picture shows, where that is known.
    """

    windows: tuple[Window, ...]
    snapshot: Snapshot | None
    pixels: bytes = b""
    area: Rect | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """The differences between two looks. `about_target` are changes of the control acted on; the rest is in sentences.

    `ends`: the end states that it gained or lost; for radio buttons and items, which a press only ever puts into such a
    state, those that it gained. `values`: its value before and now, where the two can be compared. `opened`: titles of its
    application's windows and dialogs that opened. `scrolled`: what went up or down inside something that stayed. `seen`:
    changes that only the picture shows (controls known by sight); they prove that something changed, not that the action did
    it. `still`: pictures were taken and not a single pixel differs. `tiles`: where the pictures differ, other than at what
    changes by itself; None where that is not known. `renamed`: controls of the frame around a page that have another name.
    `in_page`: the control acted on is in a page. `page`: what the page that took the place of that one is called; "" where it
    is the same page still.
    """

    about_target: tuple[str, ...] = ()
    ends: frozenset[str] = frozenset()
    values: tuple[str, str] | None = None
    opened: tuple[str, ...] = ()
    own_dialog_closed: bool = False
    scrolled: tuple[Scrolled, ...] = ()
    target_focused: bool = False
    target_gone: bool = False
    own_windows: tuple[str, ...] = ()
    other_windows: tuple[str, ...] = ()
    content: tuple[str, ...] = ()
    menus: tuple[str, ...] = ()
    picture: bool = False
    moved: bool = False
    still: bool = False
    seen: tuple[str, ...] = ()
    tiles: tuple[Rect, ...] | None = None
    renamed: tuple[str, ...] = ()
    in_page: bool = False
    page: str = ""

    @property
    def sentences(self) -> tuple[str, ...]:
        return (*self.about_target, *self.own_windows, *self.menus, *self.content, *self.other_windows)[:SHOWN_AT_MOST]

    @property
    def in_picture(self) -> tuple[str, ...]:
        """The changes in the picture, which are the only evidence where no control reported a change."""
        if self.seen:
            return tuple(f"in the picture, {sentence}" for sentence in self.seen[:SHOWN_AT_MOST])
        return ("the picture of the window changed, but no control did",) if self.picture else ()


def compare(
    before: Observation,
    after: Observation,
    window: Window,
    target: Element | None,
    restless: frozenset[str],
    what: ObjectDifference | None = None,
) -> Comparison:
    """Compare two looks. `what`: the difference of the two snapshots, where it is known already."""
    own, other = _window_changes(before.windows, after.windows, window)
    known = {shown.id for shown in before.windows}
    opened = tuple(new.title for new in after.windows if new.id not in known and is_of(new, window, after.windows))
    picture = bool(before.pixels and after.pixels and before.pixels != after.pixels)
    if before.snapshot is None or after.snapshot is None:
        return Comparison(own_windows=own, other_windows=other, picture=picture, opened=opened)
    what = what or object_difference(before.snapshot, after.snapshot)
    key = target.handle.key if target else ""
    restless |= keys_by_themselves(what.controls)
    pages = in_pages(before.snapshot, after.snapshot)
    # What is done in a page, or with keys, names nothing in the frame around it; a press in the frame may.
    renamed = {} if target and key not in pages else _frame_names(what, restless, pages)
    content, menus = _content_changes(what, restless | {key, *renamed}, pages, by_sight=False)
    moved = any("rect" in change.facets and not change.after.by_sight for change in what.changes)
    comparison = Comparison(
        target_gone=any(element.handle.key == key and not element.by_sight for element in what.went),
        own_windows=own,
        other_windows=other,
        content=content,
        menus=menus,
        picture=picture,
        still=bool(before.pixels) and before.pixels == after.pixels,
        opened=opened,
        own_dialog_closed=_dialog_closed(before, after, target),
        moved=moved,
        scrolled=scrolled(before.snapshot, after.snapshot) if moved else (),
        seen=_seen_changes(what, key, restless),
        tiles=_tiles(before, after, restless),
        renamed=tuple(renamed.values()),
        in_page=bool(key) and key in pages,
        page=_page_since(before.snapshot, after.snapshot, target),
    )
    old, new = _reported(before.snapshot, target), _reported(after.snapshot, target)
    return comparison if old is None or new is None else _with_target(comparison, old, new)


def _page_since(before: Snapshot, after: Snapshot, target: Element | None) -> str:
    """Return the name of the only page where the control's own page is gone; "" where that is there, or none is."""
    if target is None:
        return ""
    own = [page for page in before if page.role == "Document" and page.rect.covers(target.rect)]
    now = [page for page in after if page.role == "Document"]
    if not own or any(after.same(page) is not None for page in own) or not now:
        return ""
    return now[0].name or "without a name"


def _tiles(before: Observation, after: Observation, restless: frozenset[str]) -> tuple[Rect, ...] | None:
    """Return where the pictures differ, other than at what changes by itself."""
    if before.area is None or after.area is None or not (before.pixels and after.pixels):
        return None
    looks = (*(before.snapshot or ()), *(after.snapshot or ()))
    moving = [look.rect for look in looks if look.handle.key in restless or look.role in RESTLESS]
    return without(changed_tiles(Frame(before.area, before.pixels), Frame(after.area, after.pixels)), moving)


def _dialog_closed(before: Observation, after: Observation, target: Element | None) -> bool:
    left = {window.id for window in after.windows}
    return target is not None and any(
        window.id == target.window and window.is_dialog and window.id not in left for window in before.windows
    )


def _reported(snapshot: Snapshot, target: Element | None) -> Element | None:
    """Return the control acted on, where the tree reports it."""
    found = None if target is None else snapshot.same(target)
    return None if found is None or found.by_sight else found


def _with_target(comparison: Comparison, old: Element, new: Element) -> Comparison:
    focused = "focused" in new.states and "focused" not in old.states
    about, values = tuple(_element_changes(old, new)), (old.value or "", new.value or "")
    return replace(comparison, about_target=about, ends=_ends(old, new), values=values, target_focused=focused)


def is_same_row(old: Element, new: Element) -> bool:
    """Tell whether a row still stands for the same thing, by its words without counts ("Inbox (3)"): toolkits reuse rows."""
    return new.role not in LIST_AND_TREE_ITEMS or _uncounted(old.name) == _uncounted(new.name)


def in_one_list(elements: Sequence[Element], element: Element, other: Element) -> bool:
    """Tell whether two rows are in the same list. Elements come in tree order, so nothing between two such rows is less deep."""
    first, last = sorted((elements.index(element), elements.index(other)))
    return element.depth == other.depth and all(each.depth >= element.depth for each in elements[first:last])


def _uncounted(name: str) -> str:
    return _COUNT.sub("", name).strip() or name


def _ends(old: Element, new: Element) -> frozenset[str]:
    """Return the end states that changed. Pressing a radio button checks it and pressing an item selects it; neither press ever
    takes that state away. A press of a tick does not aim at selecting its row.
    """
    if not is_same_row(old, new):
        return frozenset()
    if new.is_tick:
        return (new.states ^ old.states) & _TICK_STATES
    one_way = new.role in _ONE_WAY_ROLES
    ended = (new.states - old.states if one_way else new.states ^ old.states) & END_STATES
    return ended - {"unchecked"} if one_way else ended


def changed_keys(before: Snapshot, after: Snapshot) -> frozenset[str]:
    """Return the keys of elements whose text or state changed, to tell what changes by itself."""
    changes = object_difference(before, after).changes
    return frozenset(
        change.after.handle.key for change in changes if any(_element_changes(change.before, change.after))
    )


def _window_changes(
    before: Iterable[Window], after: Iterable[Window], window: Window
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    old = {shown.id: shown for shown in before}
    new = {shown.id: shown for shown in after}
    own: list[str] = []
    other: list[str] = []
    for shown in new.values():
        if shown.id not in old:
            mine = is_of(shown, window, tuple(new.values()))
            (own if mine else other).append(f"{shown.kind} {shown.title!r} opened")
        elif shown.title != old[shown.id].title and shown.pid == window.pid:
            own.append(f"the title is {shown.title!r} now, it was {old[shown.id].title!r}")
    for shown in old.values():
        if shown.id not in new:
            mine = is_of(shown, window, tuple(old.values()))
            (own if mine else other).append(f"{shown.kind} {shown.title!r} closed")
    return tuple(own), tuple(other)


def _frame_names(what: ObjectDifference, ignored: frozenset[str], pages: frozenset[str]) -> dict[str, str]:
    """Return, by key, in words, the buttons and tabs around a page with another name. Browsers rename some by themselves."""
    return {
        change.after.handle.key: f"{called(change.before)} is named {_short(change.after.name)!r} now"
        for change in what.changes
        if pages
        and change.after.handle.key not in ignored | pages
        and change.after.role in _FRAME_ROLES
        and "name" in change.facets
        and not {"value", "states"}.intersection(change.facets)
    }


def _content_changes(
    what: ObjectDifference, ignored: frozenset[str], pages: frozenset[str] = frozenset(), *, by_sight: bool
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what changed in the content and in menus, that in a page before that in the frame around it."""
    content: list[str] = []
    aside: list[str] = []
    menus: list[str] = []
    for change in what.came_or_changed:
        element = change.after if isinstance(change, Change) else change
        if element.by_sight != by_sight or element.handle.key in ignored or element.role in RESTLESS:
            continue
        told = content if not pages or element.handle.key in pages else aside
        if isinstance(change, Change):
            told += () if _closed_again(change) else _element_changes(change.before, change.after)
        else:
            opened = element.role in MENU_ENTRIES
            (menus if opened else told).append(f"{called(element)} appeared")
    for element in what.went:
        if element.by_sight != by_sight or element.handle.key in ignored or element.role in RESTLESS:
            continue
        # An open menu closes after a click anywhere.
        if element.role not in MENU_ENTRIES | POPUP_ENTRIES | {"Separator"}:
            told = content if not pages or element.handle.key in pages else aside
            told.append(f"{called(element)} disappeared")
    return (*content, *aside), tuple(menus)


def _closed_again(change: Change) -> bool:
    """Tell whether this is a menu on the way to an entry that only lost its highlight."""
    gone = change.before.states ^ change.after.states
    menu = change.after.role in MENU_ENTRIES and "selected" in change.before.states
    return menu and gone - _PASSING_STATES == {"selected"} and change.before.name == change.after.name


def _seen_changes(what: ObjectDifference, key: str, restless: frozenset[str]) -> tuple[str, ...]:
    """Return the changes of what is known by sight alone, those of the control acted on first."""
    own = [change for change in what.changes if change.after.handle.key == key and change.after.by_sight]
    first = [sentence for change in own for sentence in _element_changes(change.before, change.after)]
    first += [
        f"{called(element)} disappeared" for element in what.went if element.handle.key == key and element.by_sight
    ]
    content, menus = _content_changes(what, restless | {key}, by_sight=True)
    return (*first, *menus, *content)


def _element_changes(old: Element, new: Element) -> Iterator[str]:
    if (old.value or "") != (new.value or "") and not only_ticks(old.value, new.value):
        yield f"{called(new)} {_shown_now(old.value or '', new)}"
    if old.name != new.name and not only_ticks(old.name, new.name):
        yield f"{called(old)} is named {_short(new.name)!r} now"
    gained, lost = new.states - old.states - _PASSING_STATES, old.states - new.states - _PASSING_STATES
    if gained:
        yield f"{called(new)} is {' and '.join(sorted(gained))} now"
    elif lost:
        yield f"{called(new)} is no longer {' and '.join(sorted(lost))}"


def _shown_now(old: str, new: Element) -> str:
    if "password" in new.states:
        return "shows hidden text of another length"
    gone, come = edited(old, new.value or "")
    if len(new.value or "") <= _SHORT or not old:
        return f"now shows {_short(new.value)!r}"
    if not gone:
        return f"got {_short(come)!r} more"
    return f"has {_short(come)!r} where {_short(gone)!r} was" if come else f"lost {_short(gone)!r}"


def edited(old: str, new: str) -> tuple[str, str]:
    """Return what is gone from a text and what replaced it, between the beginning and the end that stayed."""
    start = _common(old, new)
    end = _common(old[start:][::-1], new[start:][::-1])
    return old[start : len(old) - end], new[start : len(new) - end]


def _common(text: str, other: str) -> int:
    """Return how many characters two texts begin with alike, found by halves: a document may have a million characters."""
    low, high = 0, min(len(text), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if text.startswith(other[:middle]) else (low, middle - 1)
    return low


def called(element: Element) -> str:
    """Return a control in words: its role with its name, or with its place in a table."""
    name = element.name or element.label or ""
    if not name and element.row is not None and element.column is not None:
        return f"{element.role} in row {element.row + 1}, column {element.column + 1}"
    return f"{element.role} {_short(name)!r}" if name else f"the {element.role}"


def _short(text: str | None, limit: int = _SHORT) -> str:
    text = text or ""
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
