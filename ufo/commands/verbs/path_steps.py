"""The steps of a path to a control: what was opened so far, and which control the next name means."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ufo.commands.observe.control_names import called, named, narrowed, without_inner
from ufo.commands.observe.element_text import descendants
from ufo.commands.observe.in_view import in_page
from ufo.commands.verbs.context import same
from ufo.desktop.snapshot import Element, Snapshot
from ufo.errors import AmbiguousElement
from ufo.schema.roles import (
    BUTTONS_AND_LINKS,
    CHECK_AND_RADIO_BUTTONS,
    IMAGES_AND_CUSTOM,
    MENU_ENTRIES,
    ROW_HOLDERS,
    ROWS_AND_TABS,
    SLIDERS_AND_SPINNERS,
    TEXT_FIELDS,
    TEXTS,
)

OPENERS = MENU_ENTRIES | BUTTONS_AND_LINKS | IMAGES_AND_CUSTOM | {"ComboBox"}
PAGES = ROWS_AND_TABS | {"RadioButton"}
WRITTEN = TEXT_FIELDS | SLIDERS_AND_SPINNERS
ON_THE_WAY = OPENERS | PAGES | WRITTEN | CHECK_AND_RADIO_BUTTONS | ROW_HOLDERS | {"Group"}


@dataclass
class PathSteps:
    """What was opened so far, and what was in sight before the last of it was opened; `began` is the look before the first.
    `takes`: the roles that the last may have.
    """

    path: tuple[str, ...]
    opened: list[Element] = field(default_factory=list)
    before: frozenset[str] = frozenset()
    menus: int = 0
    pressed: int = 0
    takes: frozenset[str] = ON_THE_WAY
    began: Snapshot | None = None

    def is_last(self, words: str) -> bool:
        """Tell whether the words are the last of the path. What comes before has to lead somewhere, which a check box or a
        field does not.
        """
        return words == self.path[-1]


def entry(snapshot: Snapshot, words: str, way: PathSteps) -> Element | None:
    """Return the control that is meant among those that may stand at this place of the path. Raises AmbiguousElement."""
    roles = ON_THE_WAY if way.is_last(words) else OPENERS | PAGES
    placed = at_this_place(snapshot, way)
    candidates = called([one for one in placed if one.role in roles], words) or _pressable_texts(
        snapshot, placed, words
    )
    if not candidates:
        return None
    fresh = [one for one in candidates if one.handle.key not in way.before]
    inside = below(snapshot, way.opened[-1]) if way.opened else ()
    in_front = [one for one in candidates if one.window == _front(snapshot)]
    clear = [one for one in candidates if not one.states & {"offscreen", "covered"}]
    able = [one for one in candidates if "disabled" not in one.states]
    exact = [one for one in candidates if one.name.casefold() == words.casefold()]
    if not way.opened:
        fresh, inside = [one for one in candidates if one.role in MENU_ENTRIES | PAGES], ()
    left = without_inner(narrowed(candidates, inside, fresh, in_front, clear, able, exact))
    if len(left) > 1:
        places = "; ".join(f"{named(one)} in {' > '.join(one.path) or 'the window'}" for one in left[:6])
        raise AmbiguousElement(
            f"{len(left)} controls are called {words!r}: {places}; give more of the path, or use an id"
        )
    return left[0]


def _pressable_texts(snapshot: Snapshot, placed: Iterable[Element], words: str) -> list[Element]:
    """Return the texts of a page with exactly these words: what looks like a button there often is one only to its script, and
    nothing tells it from other texts.
    """
    texts = [one for one in placed if one.role in TEXTS and "editable" not in one.states]
    exact = [one for one in texts if one.name.strip().casefold() == words.strip().casefold()]
    return [one for one in exact if in_page(snapshot, one)]


def at_this_place(snapshot: Snapshot, way: PathSteps) -> Iterable[Element]:
    """Return where the next name may be: what a menu or a button opens is below it or was not there before; a page shows its
    content anywhere in its window.
    """
    if not way.opened:
        return snapshot
    parent = way.opened[-1]
    inside = {one.handle.key for one in below(snapshot, parent)}
    if parent.role in OPENERS:
        return [one for one in snapshot if one.handle.key in inside or one.handle.key not in way.before]
    window = (same(snapshot, parent) or parent).window
    return [one for one in snapshot if one.window == window and one.handle.key != parent.handle.key]


def below(snapshot: Snapshot, parent: Element) -> tuple[Element, ...]:
    inside = descendants(snapshot, parent)
    if inside or not parent.name:
        return inside
    return tuple(one for one in snapshot if parent.name in one.path)


def _front(snapshot: Snapshot) -> str:
    """Return the window of the front dialog, or else the window that was looked at."""
    modal = [one.window for one in snapshot if one.role == "Dialog" and one.states & {"modal", "active"}]
    return modal[-1] if modal else snapshot.window_id


def in_front(snapshot: Snapshot) -> list[Element]:
    """Return what no modal dialog blocks: the controls of the front dialog, or else all."""
    modal = {one.window for one in snapshot if one.role == "Dialog" and "modal" in one.states}
    front = _front(snapshot)
    return [one for one in snapshot if one.window == front] if front in modal else [*snapshot]
